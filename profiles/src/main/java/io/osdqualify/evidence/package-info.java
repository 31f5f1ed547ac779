/** What a run leaves: facts, phases, measurements, verdict. Immutable. */
@NullMarked
package io.osdqualify.evidence;

import org.jspecify.annotations.NullMarked;
