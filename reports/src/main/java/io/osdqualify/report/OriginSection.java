package io.osdqualify.report;

import io.osdqualify.evidence.EngineFacts;
import io.osdqualify.evidence.HostFacts;
import io.osdqualify.evidence.ProfileUse;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where the result comes from: target, host, cluster, profile, program. */
final class OriginSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    page.heading("Origin");
    Table table = new Table("", "");
    target(table, qualification.target());
    host(table, qualification.host());
    engine(table, qualification.engine());
    table.row("cluster", qualification.cluster().state());
    table.row("", qualification.cluster().reason());
    profile(table, qualification.profile());
    table.row("result", qualification.id());
    table.row("program", qualification.tool().name() + " " + qualification.tool().version());
    page.table(table);
  }

  private static void target(Table table, TargetFacts target) {
    table.row("target", target.kind().key() + " " + target.realPath());
    add(table, "disk", target.wholeDisk());
    table.row(
        "range",
        Bytes.print(target.rangeBytes()) + " from offset " + Bytes.print(target.rangeOffset()));
    table.row(
        "block sizes",
        Bytes.print(target.logicalBlockBytes())
            + " logical, "
            + Bytes.print(target.physicalBlockBytes())
            + " physical");
    add(table, "I/O scheduler", target.scheduler());
    add(table, "rotational", yes(target.rotational()));
    add(table, "FUA", yes(target.fua()));
  }

  private static void host(Table table, HostFacts host) {
    table.row("host", host.name());
    add(table, "system", host.os());
    add(table, "kernel", host.kernel());
    table.row("CPU", host.cpus() + (host.cpu() == null ? "" : " × " + host.cpu()));
    add(table, "memory", host.memoryBytes() == null ? null : Bytes.print(host.memoryBytes()));
    add(table, "clock", host.clockSource());
    add(table, "governor", host.governor());
    add(table, "hypervisor", host.hypervisor());
  }

  private static void engine(Table table, @Nullable EngineFacts engine) {
    if (engine == null) {
      return;
    }
    String cpus = engine.cpus() == null ? "any" : engine.cpus();
    table.row(
        "engine",
        "CPUs "
            + cpus
            + (engine.pinned() ? ", pinned" : "")
            + " ("
            + engine.cpusBecause()
            + "), clock "
            + Durations.print(engine.clockCostNs()));
    for (EngineFacts.Ceiling ceiling : engine.ceilings()) {
      table.row(
          "",
          "ceiling %s depth %d: %s a thread on %s, %s of CPU each"
              .formatted(
                  ceiling.backend(),
                  ceiling.depth(),
                  Quantity.print(Math.rint(ceiling.iops()), Unit.PER_SECOND),
                  ceiling.target(),
                  Durations.print(ceiling.cpuNs())));
    }
  }

  private static void profile(Table table, ProfileUse profile) {
    table.row(
        "profile", profile.name() + " version " + profile.version() + ", " + profile.source());
    table.row("", "SHA-256 " + profile.sha256());
    table.row("inputs", inputs(profile.inputs()));
  }

  private static String inputs(Map<String, String> inputs) {
    return inputs.entrySet().stream()
        .map(input -> input.getKey() + " " + input.getValue())
        .collect(Collectors.joining(", "));
  }

  private static void add(Table table, String name, @Nullable String value) {
    if (value != null) {
      table.row(name, value);
    }
  }

  private static @Nullable String yes(@Nullable Boolean value) {
    return value == null ? null : value ? "yes" : "no";
  }
}
