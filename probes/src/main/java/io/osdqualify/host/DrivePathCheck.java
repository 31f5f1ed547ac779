package io.osdqualify.host;

import io.osdqualify.evidence.HostDeviation;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The way from the CPUs to a drive: queue, interrupts, link, NUMA node. */
final class DrivePathCheck {

  private static final Set<String> NO_SCHEDULER = Set.of("none", "noop");

  /** One of the administration queue and two of I/O queues: fewer can't be spread. */
  private static final int SPREADABLE = 3;

  private static final String FULL_POWER = "max_performance";

  private final HostFiles files;
  private final HostCpus cpus;
  private final DeviceFolders folders;

  DrivePathCheck(HostFiles files) {
    this.files = files;
    this.cpus = new HostCpus(files);
    this.folders = new DeviceFolders(files);
  }

  /**
   * Of one disk.
   *
   * @param disk the kernel's name
   */
  Stream<HostDeviation> find(String disk) {
    return Stream.of(
            scheduler(disk),
            statistics(disk),
            link(disk),
            linkErrors(disk),
            linkPower(disk),
            node(disk),
            interrupts(disk))
        .flatMap(Optional::stream);
  }

  private Path queue(String disk) {
    return files.at("sys", "class", "block", disk.replace('/', '!'), "queue");
  }

  private Optional<HostDeviation> scheduler(String disk) {
    String line = HostFiles.line(queue(disk).resolve("scheduler"));
    boolean rotational = Boolean.TRUE.equals(HostFiles.flag(queue(disk).resolve("rotational")));
    if (line == null || rotational) {
      return Optional.empty();
    }
    String active = line.replaceFirst(".*\\[(.+?)\\].*", "$1");
    return NO_SCHEDULER.contains(active)
        ? Optional.empty()
        : Optional.of(
            new HostDeviation(
                "the I/O scheduler of " + disk + " is " + active,
                "it holds requests back and changes their order",
                "echo none > /sys/block/" + disk + "/queue/scheduler"));
  }

  private Optional<HostDeviation> statistics(String disk) {
    return Boolean.FALSE.equals(HostFiles.flag(queue(disk).resolve("iostats")))
        ? Optional.of(
            new HostDeviation(
                "the kernel does not count the I/O of " + disk,
                "other I/O on the drive, and a cache that answers for it, can't be seen",
                "echo 1 > /sys/block/" + disk + "/queue/iostats"))
        : Optional.empty();
  }

  private Optional<HostDeviation> link(String disk) {
    Optional<Path> device = folders.nearest(disk, "current_link_speed");
    Optional<PcieLink> now = device.flatMap(PcieLink::current);
    Optional<PcieLink> own = device.flatMap(PcieLink::most);
    if (device.isEmpty() || now.isEmpty() || own.isEmpty()) {
      return Optional.empty();
    }
    Path port = Objects.requireNonNull(device.get().getParent());
    PcieLink both = PcieLink.most(port).map(own.get()::with).orElse(own.get());
    String what = "the PCIe link of " + disk + " runs at " + now.get();
    if (now.get().isLessThan(both)) {
      return Optional.of(
          new HostDeviation(
              what + " where both ends can do " + both,
              "less bandwidth, longer transfers: a bad contact, cable or slot setting",
              "reseat the drive; lspci -vv shows LnkSta"));
    }
    return both.isLessThan(own.get())
        ? Optional.of(
            new HostDeviation(
                what + ", the most of its slot; the drive can do " + own.get(),
                "less bandwidth than the drive has",
                "use a slot that has it, if the bandwidth is to be judged"))
        : Optional.empty();
  }

  private Optional<HostDeviation> linkErrors(String disk) {
    return folders
        .nearest(disk, "aer_dev_correctable")
        .map(
            device ->
                Stream.of("correctable", "nonfatal", "fatal")
                    .map(kind -> count(device.resolve("aer_dev_" + kind), kind))
                    .flatMap(Optional::stream)
                    .toList())
        .filter(counts -> !counts.isEmpty())
        .map(
            counts ->
                new HostDeviation(
                    "PCIe errors of " + disk + " since the boot: " + String.join(", ", counts),
                    "each packet that has to be sent again waits; a link that gets worse fails",
                    "reseat the drive or its cable, and see whether they grow"));
  }

  /** The line TOTAL_ERR_… of a table of names and counts; empty for none. */
  private static Optional<String> count(Path table, String kind) {
    return HostFiles.lines(table)
        .filter(line -> line.startsWith("TOTAL_ERR_"))
        .map(line -> line.replaceFirst("^\\S+\\s+", "").strip())
        .filter(count -> count.matches("[1-9]\\d{0,18}"))
        .map(count -> count + " " + kind)
        .findFirst();
  }

  private Optional<HostDeviation> linkPower(String disk) {
    return folders
        .above(disk)
        .map(folder -> String.valueOf(folder.getFileName()))
        .filter(name -> name.matches("host\\d+"))
        .findFirst()
        .map(host -> files.at("sys", "class", "scsi_host", host, "link_power_management_policy"))
        .map(HostFiles::line)
        .filter(policy -> !policy.equals(FULL_POWER))
        .map(
            policy ->
                new HostDeviation(
                    "the SATA link of " + disk + " saves power (" + policy + ")",
                    "the first I/O after a pause waits until the link is awake",
                    "echo "
                        + FULL_POWER
                        + " > /sys/class/scsi_host/hostN/link_power_management_policy"));
  }

  private Optional<HostDeviation> node(String disk) {
    if (!cpus.hasSeveralNodes()) {
      return Optional.empty();
    }
    HostCpus.Binding near = cpus.near(List.of(disk));
    return near.cpus().isEmpty()
        ? Optional.of(
            new HostDeviation(
                near.because(),
                "threads and memory may be on another NUMA node than the drive",
                "run it on the drive's node (numactl --cpunodebind, --cpus)"))
        : Optional.empty();
  }

  private Optional<HostDeviation> interrupts(String disk) {
    List<String> targets =
        folders.nearest(disk, "msi_irqs").map(f -> HostFiles.names(f.resolve("msi_irqs"))).stream()
            .flatMap(List::stream)
            .map(irq -> HostFiles.line(files.at("proc", "irq", irq, "effective_affinity_list")))
            .flatMap(Stream::ofNullable)
            .toList();
    Set<String> distinct = targets.stream().collect(Collectors.toSet());
    boolean together = targets.size() >= SPREADABLE && distinct.size() == 1;
    return together && cpus.allowed().size() > 1
        ? Optional.of(
            new HostDeviation(
                "all interrupts of " + disk + " go to CPU " + targets.get(0),
                "one CPU completes the I/O of all streams",
                "spread them: start irqbalance, or write /proc/irq/N/smp_affinity_list"))
        : Optional.empty();
  }
}
