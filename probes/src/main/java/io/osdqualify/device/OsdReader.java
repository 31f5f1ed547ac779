package io.osdqualify.device;

import io.osdqualify.host.CommandRunner;
import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the OSDs of this machine and what they keep where: by their folders, and by the tags that
 * ceph-volume gives to volumes, which stopped OSDs have too.
 */
final class OsdReader {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final OsdLinkReader links;
  private final CommandRunner commands;

  OsdReader(HostFiles files, NodeReader nodes, CommandRunner commands) {
    this.links = new OsdLinkReader(files, nodes);
    this.commands = commands;
  }

  /** All that are found, each use once. */
  List<OsdUse> read(BlockTree tree) {
    List<OsdUse> uses = new ArrayList<>(tagged(tree));
    for (OsdLink link : links.read()) {
      BlockNode device = tree.find(link.node().device());
      if (device != null) {
        link.id()
            .ifPresent(id -> add(uses, new OsdUse(id, link.role(), device.name(), link.cluster())));
      }
    }
    return uses;
  }

  private List<OsdUse> tagged(BlockTree tree) {
    if (tree.all().stream().noneMatch(BlockNode::isLogicalVolume)) {
      return List.of();
    }
    try {
      String output =
          commands
              .run(
                  List.of(
                      "lvs",
                      "--readonly",
                      "--noheadings",
                      "--separator",
                      ";",
                      "-o",
                      "vg_name,lv_name,lv_tags"),
                  TIMEOUT)
              .output();
      return tagged(tree, output);
    } catch (IOException e) {
      return List.of(); // the volumes themselves are in the tree; they hold the drive all the same
    }
  }

  /** Reads lines {@code vg;lv;tag,tag}. */
  static List<OsdUse> tagged(BlockTree tree, String lvs) {
    List<OsdUse> uses = new ArrayList<>();
    for (String line : lvs.lines().toList()) {
      String[] fields = line.strip().split(";", -1);
      if (fields.length == 3) {
        Map<String, String> tags = tags(fields[2]);
        String osd = tags.get("ceph.osd_id");
        String role = tags.get("ceph.type");
        String volume = fields[0] + "/" + fields[1];
        if (osd != null && role != null) {
          tree.all().stream()
              .filter(node -> node.isLogicalVolume() && node.volume().equals(volume))
              .forEach(
                  node ->
                      add(uses, new OsdUse(osd, role, node.name(), tags.get("ceph.cluster_fsid"))));
        }
      }
    }
    return uses;
  }

  private static Map<String, String> tags(String text) {
    Map<String, String> tags = new TreeMap<>();
    for (String tag : text.split(",", -1)) {
      int equals = tag.indexOf('=');
      if (equals > 0) {
        tags.put(tag.substring(0, equals), tag.substring(equals + 1));
      }
    }
    return tags;
  }

  private static void add(List<OsdUse> uses, OsdUse use) {
    boolean known =
        uses.stream()
            .anyMatch(
                one ->
                    one.osd().equals(use.osd())
                        && one.role().equals(use.role())
                        && one.device().equals(use.device()));
    if (!known) {
      uses.add(use);
    }
  }
}
