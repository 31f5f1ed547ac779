package io.osdqualify.host;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which CPUs this process may use, and which are near a device. */
public final class HostCpus {

  private static final String ALLOWED = "Cpus_allowed_list:";

  private final HostFiles files;

  public HostCpus(HostFiles files) {
    this.files = files;
  }

  /**
   * CPUs to bind threads to.
   *
   * @param cpus none: to no particular ones
   * @param because why, in words
   */
  public record Binding(CpuList cpus, String because) {}

  /** The CPUs that this process may run on; none where the kernel does not tell. */
  public CpuList allowed() {
    String status = HostFiles.text(files.at("proc", "self", "status"));
    return status == null
        ? CpuList.NONE
        : status
            .lines()
            .filter(line -> line.startsWith(ALLOWED))
            .map(line -> CpuList.of(line.substring(ALLOWED.length())))
            .findFirst()
            .orElse(CpuList.NONE);
  }

  /**
   * The CPUs of the NUMA node that disks are attached to.
   *
   * @param disks the kernel's names, as {@code nvme0n1}
   */
  public Binding near(List<String> disks) {
    Set<Long> nodes = new LinkedHashSet<>();
    for (String disk : disks) {
      Long node = node(disk);
      if (node == null || node < 0) {
        return new Binding(CpuList.NONE, disk + " tells no NUMA node");
      }
      nodes.add(node);
    }
    if (nodes.size() != 1) {
      return new Binding(
          CpuList.NONE,
          nodes.isEmpty()
              ? "no drive is known under the target"
              : "its drives are on several nodes");
    }
    return ofNode(nodes.iterator().next());
  }

  /**
   * The CPUs of the node that the drive is on, for a comparison with others. A machine with one
   * node has no other, even where the drive does not tell its own.
   */
  public Binding nearForSure(List<String> disks) {
    List<Long> all = nodes();
    return all.size() == 1 ? ofNode(all.get(0)) : near(disks);
  }

  /** The CPUs of all NUMA nodes but that of the drive. */
  public Binding far(List<String> disks) {
    if (nodes().size() < 2) {
      return new Binding(CpuList.NONE, "this host has one NUMA node");
    }
    Binding near = near(disks);
    if (near.cpus().isEmpty()) {
      return near;
    }
    List<Integer> others =
        nodes().stream()
            .flatMap(node -> ofNode(node).cpus().without(near.cpus()).numbers().stream())
            .toList();
    return others.isEmpty()
        ? new Binding(CpuList.NONE, "the other NUMA nodes have no CPU for this process")
        : new Binding(new CpuList(others), "NUMA nodes that the drive is not on");
  }

  /** Whether it matters on which a thread runs. */
  boolean hasSeveralNodes() {
    return nodes().size() > 1;
  }

  /** Those with CPUs: memory alone may be a node, too. */
  private List<Long> nodes() {
    Path folder = files.at("sys/devices/system/node");
    return HostFiles.names(folder).stream()
        .filter(name -> name.matches("node[0-9]+"))
        .filter(name -> HostFiles.line(folder.resolve(name).resolve("cpulist")) != null)
        .map(name -> Long.parseLong(name.substring("node".length())))
        .sorted()
        .toList();
  }

  private Binding ofNode(long node) {
    CpuList cpus =
        CpuList.of(HostFiles.line(files.at("sys/devices/system/node", "node" + node, "cpulist")));
    CpuList mine = allowed();
    CpuList usable = mine.isEmpty() ? cpus : cpus.among(mine);
    return usable.isEmpty()
        ? new Binding(CpuList.NONE, "NUMA node " + node + " has no CPU for this process")
        : new Binding(usable, "NUMA node " + node + " of the drive");
  }

  /** Of the nearest device above the disk that has one: a SATA disk's is its controller's. */
  private @Nullable Long node(String disk) {
    return new DeviceFolders(files)
        .nearest(disk, "numa_node")
        .map(folder -> HostFiles.number(folder.resolve("numa_node")))
        .orElse(null);
  }
}
