"""The benchmark of osd-qualify's native engine; run by qualify/bin/bench."""
