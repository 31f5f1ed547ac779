package io.osdqualify.device;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Type codes of partitions whose content carries no signature that a probe could find: for these
 * the code alone tells whose they are.
 */
final class PartitionTypes {

  private static final Map<String, String> OWNERS = new TreeMap<>();

  static {
    // UEFI specification, table of partition type GUIDs; GRUB's BIOS boot; PReP of Power firmware
    OWNERS.put("c12a7328-f81f-11d2-ba4b-00a0c93ec93b", "an EFI system partition");
    OWNERS.put("21686148-6449-6e6f-744e-656564454649", "a BIOS boot partition");
    OWNERS.put("9e1a2d38-c612-4316-aa26-8b49521e5a8b", "a PReP boot partition");
    OWNERS.put("0xef", "an EFI system partition");
    OWNERS.put("0x41", "a PReP boot partition");
    // PTYPE of Ceph's ceph-disk: plain, LUKS and dm-crypt forms of each
    OWNERS.put("45b0969e-9b03-4f30-b4c6-b4b80ceff106", "a Ceph journal");
    OWNERS.put("45b0969e-9b03-4f30-b4c6-35865ceff106", "a Ceph journal (LUKS)");
    OWNERS.put("45b0969e-9b03-4f30-b4c6-5ec00ceff106", "a Ceph journal (dm-crypt)");
    OWNERS.put("4fbd7e29-9d25-41b8-afd0-062c0ceff05d", "a Ceph OSD");
    OWNERS.put("4fbd7e29-9d25-41b8-afd0-35865ceff05d", "a Ceph OSD (LUKS)");
    OWNERS.put("4fbd7e29-9d25-41b8-afd0-5ec00ceff05d", "a Ceph OSD (dm-crypt)");
    OWNERS.put("cafecafe-9b03-4f30-b4c6-b4b80ceff106", "a Ceph block device");
    OWNERS.put("cafecafe-9b03-4f30-b4c6-35865ceff106", "a Ceph block device (LUKS)");
    OWNERS.put("cafecafe-9b03-4f30-b4c6-5ec00ceff106", "a Ceph block device (dm-crypt)");
    OWNERS.put("30cd0809-c2b2-499c-8879-2d6b78529876", "a Ceph block.db");
    OWNERS.put("166418da-c469-4022-adf4-b30afd37f176", "a Ceph block.db (LUKS)");
    OWNERS.put("93b0052d-02d9-4d8a-a43b-33a3ee4dfbc3", "a Ceph block.db (dm-crypt)");
    OWNERS.put("5ce17fce-4087-4169-b7ff-056cc58473f9", "a Ceph block.wal");
    OWNERS.put("86a32090-3647-40b9-bbbd-38d8c573aa86", "a Ceph block.wal (LUKS)");
    OWNERS.put("306e8683-4fe2-4330-b7c0-00a917c16966", "a Ceph block.wal (dm-crypt)");
    OWNERS.put("fb3aabf9-d25f-47cc-bf5e-721d1816496b", "a Ceph lockbox");
  }

  private PartitionTypes() {}

  /** Whose a partition of this type is; null where the type alone says nothing. */
  static @Nullable String owner(@Nullable String type) {
    return type == null ? null : OWNERS.get(type.strip().toLowerCase(Locale.ROOT));
  }
}
