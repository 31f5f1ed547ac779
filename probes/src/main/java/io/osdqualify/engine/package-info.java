/** The native engine as Java sees it: workloads in, snapshots and histograms out. The JNA seam. */
@NullMarked
package io.osdqualify.engine;

import org.jspecify.annotations.NullMarked;
