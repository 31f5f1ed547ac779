/** A run's order: facts, gate, plan, phases, verdict, folder. */
@NullMarked
package io.osdqualify.run;

import org.jspecify.annotations.NullMarked;
