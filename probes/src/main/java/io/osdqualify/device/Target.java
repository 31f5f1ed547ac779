package io.osdqualify.device;

import io.osdqualify.evidence.TargetFacts;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A target as it was found.
 *
 * @param node behind its path; absent for a file that is still to be made
 * @param block the device; absent for a file
 * @param identity absent for a file that is still to be made
 * @param reduced whether the range is only a part of it
 */
record Target(
    TargetFacts facts,
    @Nullable Node node,
    @Nullable BlockNode block,
    BlockTree tree,
    @Nullable Identity identity,
    TargetLayers layers,
    boolean reduced) {

  /**
   * The devices whose use is a use of the target: what stands on it; for a partition its disk and
   * what else stands on that, its other partitions apart. Empty for a file.
   */
  List<BlockNode> scope() {
    return block == null ? List.of() : scope(tree, block);
  }

  static List<BlockNode> scope(BlockTree tree, BlockNode block) {
    Set<BlockNode> scope = new LinkedHashSet<>(tree.above(block));
    BlockNode disk = tree.wholeDisk(block);
    if (!disk.equals(block)) {
      scope.add(disk);
      for (String holder : tree.holders(disk)) {
        BlockNode found = tree.find(holder);
        if (found != null) {
          scope.addAll(tree.above(found));
        }
      }
    }
    return List.copyOf(scope);
  }

  /** The path for commands that a person types: quoted where the shell asks for it. */
  String word() {
    return ShellWord.quote(facts.realPath());
  }
}
