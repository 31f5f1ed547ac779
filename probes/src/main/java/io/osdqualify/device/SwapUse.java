package io.osdqualify.device;

/**
 * A swap area and what is behind its path.
 *
 * @param path as the kernel names it
 */
record SwapUse(String path, Node node) {}
