package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All block devices of a machine and how they stand on each other. */
final class BlockTree {

  private final Map<String, BlockNode> nodes = new LinkedHashMap<>();

  BlockTree(Collection<BlockNode> nodes) {
    nodes.forEach(node -> this.nodes.put(node.name(), node));
  }

  @Nullable BlockNode find(String name) {
    return nodes.get(name);
  }

  @Nullable BlockNode find(DeviceNumber number) {
    return nodes.values().stream()
        .filter(node -> node.number().equals(number))
        .findFirst()
        .orElse(null);
  }

  Collection<BlockNode> all() {
    return nodes.values();
  }

  /** The partitions of a disk, in the kernel's order. */
  List<BlockNode> partitions(BlockNode disk) {
    return nodes.values().stream().filter(node -> disk.name().equals(node.disk())).toList();
  }

  /** The disk of a partition, or the device itself. */
  BlockNode wholeDisk(BlockNode node) {
    String disk = node.disk();
    BlockNode found = disk == null ? null : nodes.get(disk);
    return found == null ? node : found;
  }

  /**
   * Names of what directly holds a device: what it says itself and what the others say of it; the
   * two differ when a device comes or goes in between, and then either counts.
   */
  Set<String> holders(BlockNode node) {
    Set<String> holders = new TreeSet<>(node.holders());
    for (BlockNode other : nodes.values()) {
      if (other.slaves().contains(node.name())) {
        holders.add(other.name());
      }
    }
    return holders;
  }

  /** The device, its partitions, and all that is made of them, upwards; the device first. */
  List<BlockNode> above(BlockNode node) {
    Set<BlockNode> seen = new LinkedHashSet<>();
    Deque<BlockNode> todo = new ArrayDeque<>(List.of(node));
    while (!todo.isEmpty()) {
      BlockNode next = todo.remove();
      if (!seen.add(next)) {
        continue;
      }
      todo.addAll(partitions(next));
      for (String holder : holders(next)) {
        BlockNode found = nodes.get(holder);
        if (found != null) {
          todo.add(found);
        }
      }
    }
    return List.copyOf(seen);
  }

  /** The disks that a device lies on in the end; itself where it is one. Never empty. */
  List<BlockNode> disks(BlockNode node) {
    Set<BlockNode> disks = new LinkedHashSet<>();
    Set<BlockNode> seen = new LinkedHashSet<>();
    Deque<BlockNode> todo = new ArrayDeque<>(List.of(node));
    while (!todo.isEmpty()) {
      BlockNode next = wholeDisk(todo.remove());
      if (!seen.add(next)) {
        continue;
      }
      List<BlockNode> below =
          next.slaves().stream().map(nodes::get).filter(slave -> slave != null).toList();
      if (below.isEmpty()) {
        disks.add(next);
      } else {
        todo.addAll(below);
      }
    }
    return disks.isEmpty() ? List.of(wholeDisk(node)) : List.copyOf(disks);
  }
}
