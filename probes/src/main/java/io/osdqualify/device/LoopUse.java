package io.osdqualify.device;

/**
 * A loop device in use.
 *
 * @param name the kernel's name of it
 * @param backing the file or block device that it shows
 */
record LoopUse(String name, Node backing) {}
