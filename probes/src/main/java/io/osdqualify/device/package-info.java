/**
 * Targets and their safety: what a path is, who uses it, and the gate that alone gives the right to
 * write to it.
 */
@NullMarked
package io.osdqualify.device;

import org.jspecify.annotations.NullMarked;
