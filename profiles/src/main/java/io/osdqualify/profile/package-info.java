/** What a drive is measured with and judged by: profiles, their plan and their criteria. */
@NullMarked
package io.osdqualify.profile;

import org.jspecify.annotations.NullMarked;
