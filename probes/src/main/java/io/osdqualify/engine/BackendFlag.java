package io.osdqualify.engine;

import io.osdqualify.profile.PmemMethod;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a backend could use; OQ_USED_* of the engine's header. */
public enum BackendFlag {
  SINGLE_ISSUER("single-issuer", 0),
  DEFER_TASKRUN("defer-taskrun", 1),
  REGISTERED_BUFFERS("registered-buffers", 2),
  IOPOLL("iopoll", 3),
  /** Mapped with MAP_SYNC: what is flushed from the CPU's cache is persistent. */
  DAX("dax", 4),
  NTSTORE("ntstore", 5),
  CLWB("clwb", 6),
  CLFLUSHOPT("clflushopt", 7),
  DCCVAP("dccvap", 8),
  MSYNC("msync", 9),
  CLFLUSH("clflush", 10);

  private final String key;
  private final int bit;

  BackendFlag(String key, int bit) {
    this.key = key;
    this.bit = bit;
  }

  /** The word in results. */
  public String key() {
    return key;
  }

  /** Out of the bits of the engine; those that are unknown here are left out. */
  static Set<BackendFlag> of(int bits) {
    Set<BackendFlag> flags = EnumSet.noneOf(BackendFlag.class);
    for (BackendFlag flag : values()) {
      if ((bits & 1 << flag.bit) != 0) {
        flags.add(flag);
      }
    }
    return flags;
  }

  /** What a CPU shows that has a method of persistent memory. */
  public static BackendFlag of(PmemMethod method) {
    return switch (method) {
      case NTSTORE -> NTSTORE;
      case CLWB -> CLWB;
      case CLFLUSHOPT -> CLFLUSHOPT;
      case CLFLUSH -> CLFLUSH;
      case DCCVAP -> DCCVAP;
    };
  }

  /** The words of what a backend used; a mapping without DAX is said to be the page cache. */
  public static List<String> words(Backend backend, Set<BackendFlag> used) {
    List<String> words = new ArrayList<>();
    if (backend == Backend.PMEM && !used.contains(DAX)) {
      words.add("page-cache");
    }
    used.stream().sorted().map(BackendFlag::key).forEach(words::add);
    return words;
  }
}
