package io.osdqualify.host;

import io.osdqualify.evidence.HostDeviation;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the CPUs save power: what wakes up slowly is in every latency at a low depth. */
final class CpuCheck {

  /**
   * A state that takes longer to leave than this is seen in the latency of a drive with a protected
   * cache (10 to 50 µs a commit). A choice.
   */
  private static final long SLOW_EXIT_US = 20;

  /** Of drivers where {@code powersave} leaves the clock to the CPU (Linux, admin-guide/pm). */
  private static final Set<String> OWN_GOVERNOR = Set.of("intel_pstate", "amd-pstate-epp");

  private final HostFiles files;

  CpuCheck(HostFiles files) {
    this.files = files;
  }

  Stream<HostDeviation> find() {
    return Stream.of(governor(), idleStates()).flatMap(Optional::stream);
  }

  private List<Path> cpus() {
    Path folder = files.at("sys/devices/system/cpu");
    return HostFiles.names(folder).stream()
        .filter(name -> name.matches("cpu\\d+"))
        .map(folder::resolve)
        .toList();
  }

  private Optional<HostDeviation> governor() {
    Set<String> slow =
        cpus().stream()
            .map(cpu -> cpu.resolve("cpufreq"))
            .map(CpuCheck::slowGovernor)
            .flatMap(Optional::stream)
            .collect(Collectors.toCollection(TreeSet::new));
    return slow.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new HostDeviation(
                "the CPUs' frequency governor is " + String.join(", ", slow),
                "a CPU clocks up only after work has come: latencies at a low depth are longer",
                "cpupower frequency-set -g performance"));
  }

  private static Optional<String> slowGovernor(Path frequency) {
    String governor = HostFiles.line(frequency.resolve("scaling_governor"));
    if (governor == null || governor.equals("performance")) {
      return Optional.empty();
    }
    String driver = HostFiles.line(frequency.resolve("scaling_driver"));
    String preference = HostFiles.line(frequency.resolve("energy_performance_preference"));
    if (driver == null || preference == null || !OWN_GOVERNOR.contains(driver)) {
      return Optional.of(governor);
    }
    return preference.equals("performance")
        ? Optional.empty()
        : Optional.of(governor + " (" + driver + ", preference " + preference + ")");
  }

  /** The slowest state that a CPU may enter. */
  private record State(String name, long exitUs) {}

  private Optional<HostDeviation> idleStates() {
    return cpus().stream()
        .map(cpu -> cpu.resolve("cpuidle"))
        .flatMap(folder -> HostFiles.names(folder).stream().map(folder::resolve))
        .map(CpuCheck::state)
        .flatMap(Optional::stream)
        .filter(state -> state.exitUs() > SLOW_EXIT_US)
        .max(Comparator.comparingLong(State::exitUs))
        .map(
            state ->
                new HostDeviation(
                    "idle CPUs may sleep as deep as "
                        + state.name()
                        + ", which takes "
                        + state.exitUs()
                        + " µs to leave",
                    "each I/O that a CPU has slept through is that much longer",
                    "cpupower idle-set -D " + SLOW_EXIT_US + " (until the next boot)"));
  }

  private static Optional<State> state(Path folder) {
    Long exit = HostFiles.number(folder.resolve("latency"));
    boolean disabled = Boolean.TRUE.equals(HostFiles.flag(folder.resolve("disable")));
    return exit == null || disabled
        ? Optional.empty()
        : Optional.of(
            new State(
                Objects.requireNonNullElse(HostFiles.line(folder.resolve("name")), "a state"),
                exit));
  }
}
