package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects what the machine uses. Opens no device. */
final class HostUseReader {

  /** The inode of the machine's first PID namespace: PROC_PID_INIT_INO of linux/proc_ns.h. */
  private static final long FIRST_PROCESS_NAMESPACE = 0xEFFFFFFCL;

  private final HostFiles files;
  private final NodeReader nodes;
  private final MountReader mounts;
  private final OsdLinkReader osds;
  private final OpenFileReader openFiles;

  HostUseReader(HostFiles files, NodeReader nodes, long self) {
    this.files = files;
    this.nodes = nodes;
    this.mounts = new MountReader(files, nodes);
    this.osds = new OsdLinkReader(files, nodes);
    this.openFiles = new OpenFileReader(files, nodes, self);
  }

  /**
   * The state now.
   *
   * @param wanted which open nodes matter
   */
  HostUse read(BlockTree tree, Predicate<Node> wanted) throws IOException {
    return new HostUse(
        mounts.read(),
        swaps(),
        loops(tree),
        resume(),
        osds.read(),
        openFiles.read(wanted),
        foreignProcessNamespace());
  }

  /** A kernel without swap has no table; one that can't be read says nothing. */
  private List<SwapUse> swaps() throws IOException {
    Path table = files.at("proc", "swaps");
    String text = HostFiles.text(table);
    if (text == null && Files.exists(table)) {
      throw new IOException(table + " can't be read");
    }
    List<SwapUse> swaps = new ArrayList<>();
    for (SwapArea area : text == null ? List.<SwapArea>of() : SwapArea.parse(text)) {
      find(area.path()).ifPresent(node -> swaps.add(new SwapUse(area.path(), node)));
    }
    return swaps;
  }

  List<LoopUse> loops(BlockTree tree) {
    List<LoopUse> loops = new ArrayList<>();
    for (BlockNode node : tree.all()) {
      String backing = node.backingFile();
      if (backing != null) {
        find(backing).ifPresent(found -> loops.add(new LoopUse(node.name(), found)));
      }
    }
    return loops;
  }

  private Optional<Node> find(String path) {
    try {
      return Optional.of(nodes.read(Path.of(path)));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // deleted, or outside this mount namespace
    }
  }

  private @Nullable DeviceNumber resume() {
    DeviceNumber number = DeviceNumber.parse(HostFiles.line(files.at("sys", "power", "resume")));
    return number == null || number.major() == 0 ? null : number;
  }

  /** Our own link: it can always be read, and a container run with the host's has that one. */
  private boolean foreignProcessNamespace() {
    String link = HostFiles.link(files.at("proc", "self", "ns", "pid"));
    return !("pid:[" + FIRST_PROCESS_NAMESPACE + "]").equals(link);
  }
}
