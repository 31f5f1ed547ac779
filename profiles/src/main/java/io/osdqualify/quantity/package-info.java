/** Exact quantities and their units: parsing and printing. */
@NullMarked
package io.osdqualify.quantity;

import org.jspecify.annotations.NullMarked;
