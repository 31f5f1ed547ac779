package io.osdqualify.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.HostDeviation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostCheckTest {

  private static final String PORT = "sys/devices/pci0000:40/0000:40:01.1/";
  private static final String DRIVE = PORT + "0000:41:00.0/";
  private static final String BLOCK = DRIVE + "nvme/nvme0/nvme0n1/";
  private static final String CPU = "sys/devices/system/cpu/";
  private static final String NODE = "sys/devices/system/node/";

  @TempDir Path root;

  /** A server that is as it should be. */
  @BeforeEach
  void makeAGoodServer() throws IOException {
    file("proc/meminfo", "MemTotal: 131805264 kB\nMemAvailable:   98000000 kB");
    file("proc/loadavg", "0.42 0.30 0.21 1/900 4711");
    file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-3\n");
    file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
    file(CPU + "online", "0-3");
    for (int cpu = 0; cpu < 4; cpu++) {
      file(CPU + "cpu" + cpu + "/cpufreq/scaling_governor", "performance");
      file(CPU + "cpu" + cpu + "/cpufreq/scaling_driver", "acpi-cpufreq");
      file(CPU + "cpu" + cpu + "/cpuidle/state1/name", "C1");
      file(CPU + "cpu" + cpu + "/cpuidle/state1/latency", "2");
      file(CPU + "cpu" + cpu + "/cpuidle/state2/name", "C6");
      file(CPU + "cpu" + cpu + "/cpuidle/state2/latency", "133");
      file(CPU + "cpu" + cpu + "/cpuidle/state2/disable", "1");
    }
    file(NODE + "node0/cpulist", "0-1");
    file(NODE + "node1/cpulist", "2-3");
    file(PORT + "max_link_speed", "16.0 GT/s PCIe");
    file(PORT + "max_link_width", "16");
    file(PORT + "current_link_speed", "16.0 GT/s PCIe");
    file(PORT + "current_link_width", "4");
    file(DRIVE + "max_link_speed", "16.0 GT/s PCIe");
    file(DRIVE + "max_link_width", "4");
    file(DRIVE + "current_link_speed", "16.0 GT/s PCIe");
    file(DRIVE + "current_link_width", "4");
    file(DRIVE + "numa_node", "1");
    file(DRIVE + "aer_dev_correctable", "RxErr 0\nBadTLP 0\nTOTAL_ERR_COR 0");
    file(DRIVE + "aer_dev_fatal", "TOTAL_ERR_FATAL 0");
    for (int irq = 40; irq < 44; irq++) {
      file(DRIVE + "msi_irqs/" + irq, "msix");
      file("proc/irq/" + irq + "/effective_affinity_list", "" + (irq - 40));
    }
    file(BLOCK + "queue/scheduler", "[none] mq-deadline");
    file(BLOCK + "queue/rotational", "0");
    file(BLOCK + "queue/iostats", "1");
    link("sys/class/block/nvme0n1", "../../devices/" + BLOCK.substring("sys/devices/".length()));
    link(BLOCK + "device", "../../nvme0");
  }

  @Test
  void aGoodServerHasNoDeviation() {
    assertThat(find()).isEmpty();
  }

  @Test
  void aMachineThatTellsNothingHasNoDeviation(@TempDir Path empty) {
    assertThat(new HostCheck(HostFiles.under(empty)).deviations(List.of("sda"))).isEmpty();
    assertThat(new HostCheck(HostFiles.under(empty)).deviations(List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          proc/meminfo | MemAvailable: 300000 kB | only 292 MiB of memory are available
          proc/loadavg | 2.01 0.1 0.1 1/2 3 | the load average is 2.01 on 4 CPUs
          sys/hypervisor/type | xen | this host is a virtual machine (hypervisor: xen)
          sys/devices/system/clocksource/clocksource0/current_clocksource | hpet | the clock source is hpet
          sys/devices/system/cpu/cpu3/cpufreq/scaling_governor | ondemand | the CPUs' frequency governor is ondemand
          sys/devices/system/cpu/cpu1/cpuidle/state2/disable | 0 | as deep as C6, which takes 133 µs to leave
          @/queue/scheduler | none [mq-deadline] | the I/O scheduler of nvme0n1 is mq-deadline
          @/queue/iostats | 0 | the kernel does not count the I/O of nvme0n1
          !/current_link_width | 2 | runs at 16.0 GT/s x2 where both ends can do 16.0 GT/s x4
          !/current_link_speed | 2.5 GT/s PCIe | runs at 2.5 GT/s x4 where both ends can do 16.0 GT/s x4
          !/max_link_speed | 32.0 GT/s PCIe | the most of its slot; the drive can do 32.0 GT/s x4
          !/aer_dev_correctable | RxErr 3\\nTOTAL_ERR_COR 12 | PCIe errors of nvme0n1 since the boot: 12 correctable
          !/aer_dev_fatal | TOTAL_ERR_FATAL 1 | PCIe errors of nvme0n1 since the boot: 1 fatal
          !/numa_node | -1 | nvme0n1 tells no NUMA node
          proc/self/status | Cpus_allowed_list: 0-1 | NUMA node 1 has no CPU for this process
          """)
  void eachDeviationIsFoundAlone(String path, String text, String what) throws IOException {
    file(path.replace("@/", BLOCK).replace("!/", DRIVE), text.replace("\\n", "\n"));
    assertThat(find())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.what()).contains(what);
              assertThat(found.effect()).isNotBlank();
              assertThat(found.fix()).isNotBlank();
            });
  }

  @Test
  void interruptsOnOneCpuAreFoundAndFewOnesAreNot() throws IOException {
    for (int irq = 40; irq < 44; irq++) {
      file("proc/irq/" + irq + "/effective_affinity_list", "2");
    }
    assertThat(find())
        .extracting(HostDeviation::what)
        .containsExactly("all interrupts of nvme0n1 go to CPU 2");
    Files.delete(root.resolve(DRIVE + "msi_irqs/43"));
    Files.delete(root.resolve(DRIVE + "msi_irqs/42"));
    assertThat(find()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "intel_pstate, performance, ",
    "intel_pstate, balance_power, 'powersave (intel_pstate, preference balance_power)'",
    "amd-pstate-epp, performance, ",
    "acpi-cpufreq, performance, powersave",
  })
  void powersaveIsNotSlowWhereTheCpuDecidesAndIsToldToBeFast(
      String driver, String preference, String found) throws IOException {
    for (int cpu = 0; cpu < 4; cpu++) {
      file(CPU + "cpu" + cpu + "/cpufreq/scaling_governor", "powersave");
      file(CPU + "cpu" + cpu + "/cpufreq/scaling_driver", driver);
      file(CPU + "cpu" + cpu + "/cpufreq/energy_performance_preference", preference);
    }
    assertThat(find().stream().map(HostDeviation::what).toList())
        .isEqualTo(found == null ? List.of() : List.of("the CPUs' frequency governor is " + found));
  }

  @Test
  void aSataLinkThatSavesPowerIsFoundAndAHardDisksSchedulerIsNot() throws IOException {
    String disk = "sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/";
    file(disk + "block/sda/queue/rotational", "1");
    file(disk + "block/sda/queue/scheduler", "none [bfq]");
    file("sys/devices/pci0000:00/0000:00:17.0/numa_node", "0");
    file("sys/class/scsi_host/host0/link_power_management_policy", "med_power_with_dipm");
    link("sys/class/block/sda", "../../devices/" + disk.substring(12) + "block/sda");
    link(disk + "block/sda/device", "../../../0:0:0:0");
    assertThat(new HostCheck(HostFiles.under(root)).deviations(List.of("sda")))
        .extracting(HostDeviation::what)
        .containsExactly("the SATA link of sda saves power (med_power_with_dipm)");
  }

  private List<HostDeviation> find() {
    return new HostCheck(HostFiles.under(root)).deviations(List.of("nvme0n1"));
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text + "\n");
  }

  private void link(String path, String target) throws IOException {
    Path link = root.resolve(path);
    Files.createDirectories(Objects.requireNonNull(link.getParent()));
    Files.createSymbolicLink(link, Path.of(target));
  }
}
