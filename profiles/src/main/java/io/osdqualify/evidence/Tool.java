package io.osdqualify.evidence;

/** What made the result, as {@code osd-qualify 0.1.0}. */
public record Tool(String name, String version) {}
