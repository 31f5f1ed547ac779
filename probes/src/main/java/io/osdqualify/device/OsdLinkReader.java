package io.osdqualify.device;

import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds the OSDs of this host by their folders, also those that do not run: packages keep them in
 * {@code /var/lib/ceph/osd/ceph-N}, cephadm in {@code /var/lib/ceph/FSID/osd.N}, Rook below {@code
 * /var/lib/rook}.
 */
final class OsdLinkReader {

  /** The links of BlueStore and FileStore (Ceph, BlueStore.cc and FileStore.cc). */
  private static final Map<String, String> ROLES =
      Map.of("block", "block", "block.db", "db", "block.wal", "wal", "journal", "journal");

  /** Folders between the two roots and an OSD's links: {@code rook/NAMESPACE/OSD}. */
  private static final int DEPTH = 2;

  private final HostFiles files;
  private final NodeReader nodes;

  OsdLinkReader(HostFiles files, NodeReader nodes) {
    this.files = files;
    this.nodes = nodes;
  }

  /** All links that lead somewhere; what this user may not see stays unseen. */
  List<OsdLink> read() {
    List<OsdLink> uses = new ArrayList<>();
    for (String root : List.of("ceph", "rook")) {
      below(files.at("var", "lib", root), Path.of("/var/lib", root), DEPTH, uses);
    }
    return uses;
  }

  private void below(Path folder, Path shown, int depth, List<OsdLink> uses) {
    for (String name : HostFiles.names(folder)) {
      String role = ROLES.get(name);
      if (role != null) {
        add(shown.resolve(name), role, uses);
      } else if (depth > 0) {
        below(folder.resolve(name), shown.resolve(name), depth - 1, uses);
      }
    }
  }

  private void add(Path link, String role, List<OsdLink> uses) {
    try {
      Node node = nodes.read(link);
      if (node.type() == Node.Type.BLOCK || node.type() == Node.Type.REGULAR) {
        uses.add(new OsdLink(link, role, node));
      }
    } catch (IOException e) {
      // It leads nowhere: the device is gone, and can't be the target.
    }
  }
}
