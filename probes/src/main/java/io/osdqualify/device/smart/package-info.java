/** What drives say of their health: the output of smartctl and nvme, read. */
@NullMarked
package io.osdqualify.device.smart;

import org.jspecify.annotations.NullMarked;
