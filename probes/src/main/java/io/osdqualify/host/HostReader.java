package io.osdqualify.host;

import io.osdqualify.evidence.HostFacts;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what the machine is. Changes nothing; what can't be read is absent. */
public final class HostReader {

  /** What hypervisors write into the DMI tables, and the name that people know them by. */
  private static final List<List<String>> DMI_NAMES =
      List.of(
          List.of("qemu", "QEMU/KVM"),
          List.of("kvm", "QEMU/KVM"),
          List.of("vmware", "VMware"),
          List.of("virtualbox", "VirtualBox"),
          List.of("innotek", "VirtualBox"),
          List.of("xen", "Xen"),
          List.of("amazon ec2", "Amazon EC2"),
          List.of("google compute engine", "Google Compute Engine"),
          List.of("openstack", "OpenStack"),
          List.of("bochs", "Bochs"),
          List.of("parallels", "Parallels"));

  private final HostFiles files;

  public HostReader(HostFiles files) {
    this.files = files;
  }

  /** The facts as they are now. */
  public HostFacts read() {
    String cpuInfo = HostFiles.text(files.at("proc", "cpuinfo"));
    String memory = HostFiles.text(files.at("proc", "meminfo"));
    String name = HostFiles.line(files.at("proc", "sys", "kernel", "hostname"));
    return new HostFacts(
        name == null ? "unknown" : name,
        operatingSystem(),
        HostFiles.line(files.at("proc", "sys", "kernel", "osrelease")),
        cpuInfo == null ? null : cpuModel(cpuInfo),
        cpus(cpuInfo),
        memory == null ? null : memoryBytes(memory),
        HostFiles.line(files.at("sys/devices/system/clocksource/clocksource0/current_clocksource")),
        governor(),
        hypervisor(cpuInfo),
        List.of());
  }

  private @Nullable String operatingSystem() {
    String text = HostFiles.text(files.at("etc", "os-release"));
    if (text == null) {
      text = HostFiles.text(files.at("usr", "lib", "os-release"));
    }
    return text == null ? null : prettyName(text);
  }

  /** PRETTY_NAME of os-release(5), unquoted. */
  static @Nullable String prettyName(String osRelease) {
    return osRelease
        .lines()
        .filter(line -> line.startsWith("PRETTY_NAME="))
        .map(line -> line.substring(line.indexOf('=') + 1).strip().replaceAll("^[\"']|[\"']$", ""))
        .filter(value -> !value.isEmpty())
        .findFirst()
        .orElse(null);
  }

  /** The model as x86 and some Arm kernels name it; Arm servers usually name none. */
  static @Nullable String cpuModel(String cpuInfo) {
    return value(cpuInfo, "model name").or(() -> value(cpuInfo, "Model")).orElse(null);
  }

  /** MemTotal of /proc/meminfo, which is in KiB whatever the unit says. */
  static @Nullable Long memoryBytes(String memInfo) {
    String total = value(memInfo, "MemTotal").orElse("");
    String digits = total.replaceFirst("\\s*kB$", "");
    try {
      return Math.multiplyExact(Long.parseLong(digits), 1024L);
    } catch (NumberFormatException | ArithmeticException e) {
      return null;
    }
  }

  private int cpus(@Nullable String cpuInfo) {
    int online = CpuList.of(HostFiles.line(files.at("sys/devices/system/cpu/online"))).size();
    if (online > 0) {
      return online;
    }
    return cpuInfo == null
        ? 0
        : (int) cpuInfo.lines().filter(line -> line.startsWith("processor")).count();
  }

  /** The governor of all CPUs, each once; absent where the kernel scales no frequency. */
  private @Nullable String governor() {
    Path cpus = files.at("sys/devices/system/cpu");
    Set<String> governors = new LinkedHashSet<>();
    HostFiles.names(cpus).stream()
        .filter(name -> name.matches("cpu\\d+"))
        .sorted(Comparator.comparingInt(name -> Integer.parseInt(name.substring(3))))
        .map(name -> HostFiles.line(cpus.resolve(name).resolve("cpufreq/scaling_governor")))
        .forEach(
            governor -> {
              if (governor != null) {
                governors.add(governor);
              }
            });
    return governors.isEmpty() ? null : String.join(", ", governors);
  }

  private @Nullable String hypervisor(@Nullable String cpuInfo) {
    String type = HostFiles.line(files.at("sys", "hypervisor", "type"));
    if (type != null) {
      return type;
    }
    String dmi = dmi("sys_vendor") + " " + dmi("product_name");
    for (List<String> name : DMI_NAMES) {
      if (dmi.contains(name.get(0)) && !dmi.contains("metal")) {
        return name.get(1);
      }
    }
    if (dmi.contains("microsoft corporation") && dmi.contains("virtual machine")) {
      return "Hyper-V";
    }
    boolean flagged =
        cpuInfo != null
            && value(cpuInfo, "flags")
                .map(flags -> (" " + flags + " ").contains(" hypervisor "))
                .orElse(false);
    return flagged ? "of unknown kind" : null;
  }

  private String dmi(String file) {
    String line = HostFiles.line(files.at("sys", "class", "dmi", "id", file));
    return line == null ? "" : line.toLowerCase(Locale.ROOT);
  }

  /** The first value of a key in a table of {@code key : value} lines. */
  private static Optional<String> value(String table, String key) {
    return table
        .lines()
        .map(line -> line.split(":", 2))
        .filter(parts -> parts.length == 2 && parts[0].strip().equals(key))
        .map(parts -> parts[1].strip())
        .filter(value -> !value.isEmpty())
        .findFirst();
  }
}
