package io.osdqualify.evidence;

/**
 * A value that could not be had. It is absent, never 0.
 *
 * @param what the metric or the field
 * @param reason why, in words for the reader
 */
public record Missing(String what, String reason) {}
