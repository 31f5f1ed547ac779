package io.osdqualify.device;

import io.osdqualify.device.DriveListing.Answer;
import io.osdqualify.device.Finding.Rule;
import io.osdqualify.device.smart.HealthReader;
import io.osdqualify.device.smart.NvmeNamespace;
import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import io.osdqualify.host.CommandRunner;
import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The drives of this machine. Opens them for reading only, and changes nothing. */
public final class Inventory {

  /** Findings that tell of a use. */
  private static final Set<Rule> USES = EnumSet.of(Rule.MOUNT, Rule.HOLDER, Rule.OWNER);

  /** How a target is looked at; the gate's own way. */
  interface Inspector {
    Inspection inspect(TargetRequest request) throws IOException, TargetUsageException;
  }

  private final HostFiles files;
  private final NodeReader nodes;
  private final Inspector inspector;
  private final DriveReader drives;
  private final LinkReader links;
  private final OsdReader osds;
  private final HealthReader health;

  /** Of this machine. */
  public Inventory(HostFiles files, CommandRunner commands, SafetyGate gate) {
    this(files, new UnixNodeReader(), commands, gate::inspect);
  }

  Inventory(HostFiles files, NodeReader nodes, CommandRunner commands, Inspector inspector) {
    this.files = files;
    this.nodes = nodes;
    this.inspector = inspector;
    this.drives = new DriveReader(files);
    this.links = new LinkReader(files);
    this.osds = new OsdReader(files, nodes, commands);
    this.health = new HealthReader(commands);
  }

  /**
   * All drives, in the kernel's order.
   *
   * @throws IOException where the machine shows no block devices
   */
  public List<DriveListing> read() throws IOException {
    BlockTree tree = new BlockTreeReader(files).read();
    List<OsdUse> uses = osds.read(tree);
    List<BlockNode> disks = tree.all().stream().filter(Inventory::isDrive).toList();
    List<NvmeNamespace> namespaces =
        disks.stream().anyMatch(disk -> disk.name().startsWith("nvme"))
            ? health.namespaces()
            : List.of();
    List<DriveListing> listings = new ArrayList<>();
    for (BlockNode disk : disks) {
      BlockNode map = multipath(tree, disk);
      List<BlockNode> paths = map == null ? List.of() : tree.disks(map);
      if (map == null || paths.get(0).equals(disk)) {
        listings.add(listing(tree, disk, map, paths, uses, namespaces));
      }
    }
    return listings;
  }

  /** A disk that is no layer over another one, no memory and no drive for media. */
  private static boolean isDrive(BlockNode node) {
    String name = node.name();
    boolean layer = node.isMapped() || node.isRaid() || node.isBcache() || node.isLoop();
    boolean made = !name.startsWith("xvd") && VirtualDrives.reason(name, "", "") != null;
    return !node.isPartition()
        && !node.hidden()
        && !layer
        && !made
        && !name.matches("(sr|fd|mtdblock)\\d+");
  }

  private static @Nullable BlockNode multipath(BlockTree tree, BlockNode disk) {
    for (String holder : tree.holders(disk)) {
      BlockNode found = tree.find(holder);
      if (found != null && found.isMultipath()) {
        return found;
      }
    }
    return null;
  }

  private DriveListing listing(
      BlockTree tree,
      BlockNode disk,
      @Nullable BlockNode map,
      List<BlockNode> paths,
      List<OsdUse> allUses,
      List<NvmeNamespace> namespaces) {
    BlockNode base = map == null ? disk : map;
    Drive drive = drives.read(disk);
    QueueFacts queue = QueueFacts.read(base.folder().resolve("queue"));
    Boolean rotational = QueueFacts.read(disk.folder().resolve("queue")).rotational();
    String path = base.path();
    DriveHealth told = health.read("/dev/" + disk.name(), drive.transport().startsWith("nvme"));
    List<String> notes = new ArrayList<>();
    List<Finding> findings = findings(path, isRotating(drive, rotational, told), told, notes);
    List<OsdUse> uses =
        allUses.stream()
            .filter(
                use -> {
                  BlockNode device = tree.find(use.device());
                  return device != null && tree.disks(device).contains(disk);
                })
            .toList();
    compare(drive, base, told, namespaces, notes);
    return new DriveListing(
        base.name(),
        path,
        byId(base),
        paths.stream().map(BlockNode::name).toList(),
        first(drive.model(), told.model()),
        first(drive.serial(), told.serial()),
        drive.wwid(),
        first(drive.firmware(), told.firmware()),
        base.size(),
        queue.logicalBlock(),
        queue.physicalBlock(),
        drive.transport(),
        links.read(disk, drive.transport()),
        links.numaNode(disk),
        queue.writeCache(),
        told.writeCache() == DeviceCache.UNKNOWN ? drive.cache() : told.writeCache(),
        queue.fua(),
        queue.scheduler(),
        rotational,
        queue.discard(),
        drive.virtualReason(),
        told,
        findings.stream().filter(one -> USES.contains(one.rule())).map(Finding::what).toList(),
        uses,
        (int) uses.stream().map(use -> use.cluster() + " " + use.osd()).distinct().count(),
        answer(findings),
        findings,
        notes);
  }

  private List<Finding> findings(
      String path, boolean rotating, DriveHealth told, List<String> notes) {
    List<Finding> findings = new ArrayList<>();
    if (rotating) {
      findings.add(
          new Finding(
              Rule.DEVICE,
              "a rotating drive is no cache device",
              "lsblk -o NAME,ROTA " + ShellWord.quote(path),
              null));
    }
    Long protection = told.get(DriveFact.PROTECTION_TYPE);
    if (protection != null) {
      notes.add(
          "formatted with protection information, type "
              + protection
              + ": not every system takes such a drive");
    }
    try {
      if (nodes.read(Path.of(path)).type() != Node.Type.BLOCK) {
        throw new TargetUsageException(path + " is no block device");
      }
      Inspection inspection = inspector.inspect(TargetRequest.target(path, null, null));
      findings.addAll(inspection.findings());
      notes.addAll(inspection.facts().notes());
    } catch (IOException | TargetUsageException e) {
      findings.add(
          new Finding(
              Rule.DEVICE,
              "it can't be looked at: " + e.getMessage(),
              "ls -l " + ShellWord.quote(path),
              null));
    }
    return findings;
  }

  /** Hypervisors call their disks rotating where nobody told them otherwise: not believed. */
  private static boolean isRotating(Drive drive, @Nullable Boolean rotational, DriveHealth told) {
    Long rotation = told.get(DriveFact.ROTATION);
    return (Boolean.TRUE.equals(rotational) && drive.virtualReason() == null)
        || (rotation != null && rotation > 0);
  }

  private static Answer answer(List<Finding> findings) {
    if (findings.isEmpty()) {
      return Answer.YES;
    }
    return findings.stream().anyMatch(one -> one.rule() == Rule.DEVICE)
        ? Answer.NO
        : Answer.REQUALIFY;
  }

  /** Where a tool names another drive than the kernel does, one of them is wrong. */
  private static void compare(
      Drive drive,
      BlockNode base,
      DriveHealth told,
      List<NvmeNamespace> namespaces,
      List<String> notes) {
    differs(drive.serial(), told.serial(), "smartctl or nvme", notes);
    namespaces.stream()
        .filter(one -> one.name().equals(base.name()))
        .forEach(one -> differs(drive.serial(), one.serial(), "nvme list", notes));
  }

  private static void differs(
      @Nullable String kernel, @Nullable String tool, String name, List<String> notes) {
    if (kernel != null && tool != null && !kernel.equals(tool) && !kernel.contains(tool)) {
      notes.add(name + " says serial " + tool + ", the kernel " + kernel);
    }
  }

  private List<String> byId(BlockNode node) {
    Path folder = files.at("dev", "disk", "by-id");
    return HostFiles.names(folder).stream()
        .filter(name -> leadsTo(folder.resolve(name), node))
        .map(name -> "/dev/disk/by-id/" + name)
        .toList();
  }

  private boolean leadsTo(Path link, BlockNode node) {
    try {
      return Files.isSymbolicLink(link) && nodes.read(link).device().equals(node.number());
    } catch (IOException e) {
      return false; // a link that leads nowhere
    }
  }

  private static @Nullable String first(@Nullable String one, @Nullable String two) {
    return one != null ? one : two;
  }
}
