/** What is shown: one Qualification in, many printers out. Reports draw, they judge nothing. */
@NullMarked
package io.osdqualify.report;

import org.jspecify.annotations.NullMarked;
