package io.osdqualify.evidence;

/**
 * Something about the host that bends the numbers; nothing was changed about it.
 *
 * @param what was found, as {@code the I/O scheduler of sda is mq-deadline}
 * @param effect on what is measured
 * @param fix what to do about it: a command, or words
 */
public record HostDeviation(String what, String effect, String fix) {}
