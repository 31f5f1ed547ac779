/** All arithmetic of judgement: intervals, inference, criteria, verdict. Pure functions. */
@NullMarked
package io.osdqualify.judge;

import org.jspecify.annotations.NullMarked;
