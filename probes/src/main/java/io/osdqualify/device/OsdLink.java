package io.osdqualify.device;

import java.nio.file.Path;

/**
 * A link in an OSD's folder: it stays when the OSD is stopped, and nothing holds the device then.
 *
 * @param link as {@code /var/lib/ceph/osd/ceph-3/block.db}
 * @param role block, db, wal or journal
 * @param node what it leads to
 */
record OsdLink(Path link, String role, Node node) {

  /** As {@code osd.3}, where the folder is named like that; else the folder. */
  String osd() {
    Path folder = link.getParent();
    String name = folder == null ? "" : String.valueOf(folder.getFileName());
    String id = name.substring(Math.max(name.lastIndexOf('-'), name.lastIndexOf('.')) + 1);
    return id.matches("\\d{1,9}") ? "osd." + id : "an OSD (" + folder + ")";
  }
}
