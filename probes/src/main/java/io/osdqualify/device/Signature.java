package io.osdqualify.device;

/**
 * Something on the medium that says whose it is.
 *
 * @param type as the tool names it: ext4, LVM2_member, gpt, ceph_bluestore …
 * @param source what found it
 */
record Signature(String type, String source) {

  /** The type of all BlueStore labels, as libblkid names it since util-linux 2.37. */
  static final String BLUESTORE = "ceph_bluestore";

  boolean isCeph() {
    return type.startsWith("ceph");
  }
}
