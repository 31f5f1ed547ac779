package io.osdqualify.device;

import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads what is mounted, as this process and as the first one of the machine see it. */
final class MountReader {

  private final HostFiles files;
  private final NodeReader nodes;

  MountReader(HostFiles files, NodeReader nodes) {
    this.files = files;
    this.nodes = nodes;
  }

  /**
   * All mounts. A btrfs has an anonymous device number, so its source is looked at too.
   *
   * @throws IOException where the table can't be read: nothing is known then
   */
  List<Mount> read() throws IOException {
    String own = HostFiles.text(files.at("proc", "self", "mountinfo"));
    if (own == null) {
      throw new IOException(files.at("proc", "self", "mountinfo") + " can't be read");
    }
    Set<Mount> mounts = new LinkedHashSet<>(Mount.parse(own));
    // A service or container with mounts of its own does not see those of the machine.
    String first = HostFiles.text(files.at("proc", "1", "mountinfo"));
    if (first != null) {
      mounts.addAll(Mount.parse(first));
    }
    for (Mount mount : List.copyOf(mounts)) {
      if (mount.source().startsWith("/dev/")) {
        addBySource(mounts, mount);
      }
    }
    return List.copyOf(mounts);
  }

  private void addBySource(Set<Mount> mounts, Mount mount) {
    try {
      Node source = nodes.read(Path.of(mount.source()));
      if (source.type() == Node.Type.BLOCK) {
        mounts.add(new Mount(source.device(), mount.point(), mount.type(), mount.source()));
      }
    } catch (IOException | InvalidPathException e) {
      // /dev/root and the like name no node; the device number stands for these.
    }
  }
}
