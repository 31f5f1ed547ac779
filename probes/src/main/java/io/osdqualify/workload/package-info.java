/** The probes: what is measured, one class each, and the runner of their phases. */
@NullMarked
package io.osdqualify.workload;

import org.jspecify.annotations.NullMarked;
