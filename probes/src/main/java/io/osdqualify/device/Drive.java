package io.osdqualify.device;

import io.osdqualify.evidence.DeviceCache;
import org.jspecify.annotations.Nullable;

/**
 * Who a disk is.
 *
 * @param serial as its label says; the world-wide name where the drive gives no serial
 * @param wwid its world-wide name (NGUID, EUI-64, NAA); tells namespaces of one drive apart
 * @param transport nvme, nvme-tcp, sata, sas, usb, iscsi, fc, scsi, virtio, mmc, loop, zram …
 * @param virtualReason why it is no drive of its own; absent for a real one
 */
record Drive(
    @Nullable String model,
    @Nullable String serial,
    @Nullable String wwid,
    @Nullable String firmware,
    String transport,
    DeviceCache cache,
    @Nullable String virtualReason) {}
