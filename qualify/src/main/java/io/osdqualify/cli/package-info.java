/** The command line: one class a command, and the mapping of every error to a line and a code. */
@NullMarked
package io.osdqualify.cli;

import org.jspecify.annotations.NullMarked;
