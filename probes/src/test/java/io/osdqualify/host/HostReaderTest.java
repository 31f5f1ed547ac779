package io.osdqualify.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostReaderTest {

  @TempDir Path root;

  @Test
  void aServerIsDescribed() throws IOException {
    file("proc/sys/kernel/hostname", "ceph-osd-3");
    file("proc/sys/kernel/osrelease", "6.1.0-18-amd64");
    file("etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"");
    file("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7302P\nflags\t\t: fpu sse2\n");
    file("proc/meminfo", "MemTotal:       131805264 kB\nMemFree: 1 kB");
    file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
    file("sys/devices/system/cpu/online", "0-31");
    file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
    file("sys/devices/system/cpu/cpu10/cpufreq/scaling_governor", "powersave");
    file("sys/devices/system/cpu/cpu9/cpufreq/scaling_governor", "performance");
    file("sys/class/dmi/id/sys_vendor", "Supermicro");
    assertThat(read())
        .isEqualTo(
            new HostFacts(
                "ceph-osd-3",
                "Debian GNU/Linux 12 (bookworm)",
                "6.1.0-18-amd64",
                "AMD EPYC 7302P",
                32,
                131805264L * 1024,
                "tsc",
                "performance, powersave",
                null,
                List.of()));
  }

  @Test
  void aMachineThatTellsNothingHasNothing() {
    assertThat(read())
        .isEqualTo(
            new HostFacts("unknown", null, null, null, 0, null, null, null, null, List.of()));
  }

  @Test
  void aHypervisorIsFoundByItsNameOrByTheCpusFlag() throws IOException {
    file("proc/cpuinfo", "processor : 0\nprocessor : 1\nflags : fpu hypervisor sse2\n");
    assertThat(read().hypervisor()).isEqualTo("of unknown kind");
    assertThat(read().cpus()).isEqualTo(2);
    file("sys/class/dmi/id/sys_vendor", "QEMU");
    assertThat(read().hypervisor()).isEqualTo("QEMU/KVM");
    file("sys/hypervisor/type", "xen");
    assertThat(read().hypervisor()).isEqualTo("xen");
  }

  @Test
  void malformedFilesGiveNothing() throws IOException {
    file("proc/meminfo", "MemTotal: lots kB");
    file("proc/cpuinfo", ":::\n\u0000\u0001");
    file("sys/devices/system/cpu/online", "7-3,x");
    HostFacts facts = read();
    assertThat(facts.memoryBytes()).isNull();
    assertThat(facts.cpu()).isNull();
    assertThat(facts.cpus()).isZero();
  }

  @Test
  void listsOfCpusAreCounted() {
    assertThat(CpuList.of("0-3,8").size()).isEqualTo(5);
    assertThat(CpuList.of("0").size()).isEqualTo(1);
    assertThat(CpuList.of("").size()).isZero();
    assertThat(CpuList.of(null).size()).isZero();
  }

  @Test
  void thisMachineIsDescribedToo() {
    HostFacts facts = new HostReader(HostFiles.live()).read();
    assertThat(facts.name()).isNotBlank();
    assertThat(facts.cpus()).isPositive();
  }

  private HostFacts read() {
    return new HostReader(HostFiles.under(root)).read();
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text + "\n");
  }
}
