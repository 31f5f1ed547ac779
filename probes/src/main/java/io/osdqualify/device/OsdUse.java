package io.osdqualify.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An OSD that keeps something on a device.
 *
 * @param osd its id
 * @param role block, db or wal
 * @param device the kernel's name of the device that it uses
 * @param cluster the cluster's id; absent where it is not said
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OsdUse(String osd, String role, String device, @Nullable String cluster) {}
