/** The machine: its kernel's files, external commands, disk statistics, and what it is. */
@NullMarked
package io.osdqualify.host;

import org.jspecify.annotations.NullMarked;
