package io.osdqualify.device;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A link in an OSD's folder: it stays when the OSD is stopped, and nothing holds the device then.
 *
 * @param link as {@code /var/lib/ceph/osd/ceph-3/block.db}
 * @param role block, db, wal or journal
 * @param node what it leads to
 */
record OsdLink(Path link, String role, Node node) {

  private static final Pattern CLUSTER = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-.*");

  /** As {@code osd.3}, where the folder is named like that; else the folder. */
  String osd() {
    return id().map(id -> "osd." + id).orElseGet(() -> "an OSD (" + link.getParent() + ")");
  }

  /** The number at the end of {@code ceph-3} or {@code osd.3}; Rook names its folders otherwise. */
  Optional<String> id() {
    Path folder = link.getParent();
    String name = folder == null ? "" : String.valueOf(folder.getFileName());
    String id = name.substring(Math.max(name.lastIndexOf('-'), name.lastIndexOf('.')) + 1);
    return id.matches("\\d{1,9}") ? Optional.of(id) : Optional.empty();
  }

  /** The cluster's id, where the folder's parent is named by it. */
  @Nullable String cluster() {
    Path folder = link.getParent();
    Path parent = folder == null ? null : folder.getParent();
    String name = parent == null ? "" : String.valueOf(parent.getFileName());
    return CLUSTER.matcher(name).matches() ? name : null;
  }
}
