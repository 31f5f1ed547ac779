/** The block devices that integration tests run on, made by {@code rigs/blk}. */
@NullMarked
package io.osdqualify.rig;

import org.jspecify.annotations.NullMarked;
