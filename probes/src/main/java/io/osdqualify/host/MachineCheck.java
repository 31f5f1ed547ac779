package io.osdqualify.host;

import io.osdqualify.evidence.HostDeviation;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The machine as a whole: its clock, its memory, what else it does. */
final class MachineCheck {

  /**
   * Clock sources that are read by a register of the machine or a call into the hypervisor instead
   * of an instruction: about a microsecond each time (Linux, Documentation/timers).
   */
  private static final Set<String> SLOW_CLOCKS = Set.of("hpet", "acpi_pm", "xen", "jiffies");

  /** Below this the kernel reclaims memory while it is measured. A choice. */
  private static final long LEAST_MEMORY = 512L << 20;

  /** A CPU's worth of other work for each this many CPUs. A choice. */
  private static final double CPUS_A_LOAD = 2;

  private final HostFiles files;

  MachineCheck(HostFiles files) {
    this.files = files;
  }

  Stream<HostDeviation> find() {
    return Stream.of(hypervisor(), clock(), memory(), load()).flatMap(Optional::stream);
  }

  private Optional<HostDeviation> hypervisor() {
    return Optional.ofNullable(new HostReader(files).read().hypervisor())
        .map(
            name ->
                new HostDeviation(
                    "this host is a virtual machine (hypervisor: " + name + ")",
                    "another guest, or the hypervisor itself, may stand in any latency",
                    "measure on the machine that the OSDs will run on"));
  }

  private Optional<HostDeviation> clock() {
    return Optional.ofNullable(new HostReader(files).read().clockSource())
        .filter(SLOW_CLOCKS::contains)
        .map(
            clock ->
                new HostDeviation(
                    "the clock source is " + clock,
                    "each reading takes about a microsecond, and each I/O needs two",
                    "echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource"
                        + " (where available_clocksource lists it)"));
  }

  /** MemAvailable of /proc/meminfo, in KiB whatever the unit says. */
  private Optional<HostDeviation> memory() {
    return HostFiles.lines(files.at("proc", "meminfo"))
        .filter(line -> line.startsWith("MemAvailable:"))
        .map(line -> line.replaceAll("\\D", ""))
        .filter(digits -> digits.matches("\\d{1,15}"))
        .map(digits -> Long.parseLong(digits) << 10)
        .filter(bytes -> bytes < LEAST_MEMORY)
        .findFirst()
        .map(
            bytes ->
                new HostDeviation(
                    "only " + (bytes >> 20) + " MiB of memory are available",
                    "the kernel looks for free memory while it is measured",
                    "stop what uses it"));
  }

  /** The first figure of /proc/loadavg: of the last minute. */
  private Optional<HostDeviation> load() {
    int cpus = new HostReader(files).read().cpus();
    return HostFiles.lines(files.at("proc", "loadavg"))
        .map(line -> line.split(" ", 2)[0])
        .filter(word -> word.matches("\\d{1,6}\\.\\d{1,4}"))
        .map(Double::parseDouble)
        .filter(load -> cpus > 0 && load > cpus / CPUS_A_LOAD)
        .findFirst()
        .map(
            load ->
                new HostDeviation(
                    "the load average is " + load + " on " + cpus + (cpus == 1 ? " CPU" : " CPUs"),
                    "other work takes turns with the engine's threads",
                    "stop it, or give the engine CPUs of its own (--cpus)"));
  }
}
