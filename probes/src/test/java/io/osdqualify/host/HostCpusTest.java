package io.osdqualify.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.params.provider.ValueSource;

class HostCpusTest {

  private static final String PCI = "sys/devices/pci0000:80/0000:80:01.0/";

  @TempDir private Path root;

  @BeforeEach
  void machine() throws IOException {
    file("sys/devices/system/node/node0/cpulist", "0-7,16-23");
    file("sys/devices/system/node/node1/cpulist", "8-15,24-31");
    file(PCI + "numa_node", "1");
    nvme("nvme0n1", PCI + "nvme/nvme0");
  }

  private HostCpus.Binding near(String... disks) {
    return new HostCpus(HostFiles.under(root)).near(List.of(disks));
  }

  @Test
  void anNvmeDriveIsNearTheNodeOfItsSlot() {
    assertThat(near("nvme0n1").cpus()).hasToString("8-15,24-31");
    assertThat(near("nvme0n1").because()).isEqualTo("NUMA node 1 of the drive");
  }

  @Test
  void aSataDisksNodeIsThatOfItsController() throws IOException {
    String controller = "sys/devices/pci0000:00/0000:00:17.0/";
    file(controller + "numa_node", "0");
    nvme("sda", controller + "ata1/host0/target0:0:0/0:0:0:0");
    assertThat(near("sda").cpus()).hasToString("0-7,16-23");
  }

  @Test
  void onlyCpusThatThisProcessMayUse() throws IOException {
    file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t10-12,40\n");
    assertThat(near("nvme0n1").cpus()).hasToString("10-12");
    file("proc/self/status", "Cpus_allowed_list:\t0-3\n");
    assertThat(near("nvme0n1").cpus().isEmpty()).isTrue();
    assertThat(near("nvme0n1").because()).isEqualTo("NUMA node 1 has no CPU for this process");
  }

  @Test
  void withoutANodeNothingIsBound() throws IOException {
    file(PCI + "numa_node", "-1");
    assertThat(near("nvme0n1").cpus().isEmpty()).isTrue();
    assertThat(near("nvme0n1").because()).isEqualTo("nvme0n1 tells no NUMA node");
    assertThat(near("loop3").because()).isEqualTo("loop3 tells no NUMA node");
    assertThat(near().because()).isEqualTo("no drive is known under the target");
  }

  @Test
  void aMirrorAcrossNodesIsBoundToNone() throws IOException {
    String other = "sys/devices/pci0000:00/0000:00:02.0/";
    file(other + "numa_node", "0");
    nvme("nvme1n1", other + "nvme/nvme1");
    assertThat(near("nvme0n1", "nvme1n1").cpus().isEmpty()).isTrue();
    assertThat(near("nvme0n1", "nvme1n1").because()).isEqualTo("its drives are on several nodes");
  }

  private HostCpus.Binding far() {
    return new HostCpus(HostFiles.under(root)).far(List.of("nvme0n1"));
  }

  @Test
  void farAreTheCpusOfAllOtherNodes() throws IOException {
    file("sys/devices/system/node/node2/cpulist", "32-35");
    file("sys/devices/system/node/node3/cpulist", "");
    assertThat(far().cpus()).hasToString("0-7,16-23,32-35");
    file("proc/self/status", "Cpus_allowed_list:\t4-12\n");
    assertThat(far().cpus()).hasToString("4-7");
    file("proc/self/status", "Cpus_allowed_list:\t8-12\n");
    assertThat(far().because()).isEqualTo("the other NUMA nodes have no CPU for this process");
  }

  @Test
  void whereTheDriveTellsNoNodeNothingIsFar() throws IOException {
    file(PCI + "numa_node", "-1");
    assertThat(far().because()).isEqualTo("nvme0n1 tells no NUMA node");
  }

  @Test
  void oneNodeIsNearToAllAndNothingIsFar() throws IOException {
    Files.delete(root.resolve("sys/devices/system/node/node1/cpulist"));
    file(PCI + "numa_node", "-1");
    HostCpus cpus = new HostCpus(HostFiles.under(root));
    assertThat(cpus.nearForSure(List.of("nvme0n1")).cpus()).hasToString("0-7,16-23");
    assertThat(far().because()).isEqualTo("this host has one NUMA node");
  }

  @Test
  void onlyQueuesThatSaySoCanBePolled() throws IOException {
    QueuePolling polling = new QueuePolling(HostFiles.under(root));
    String no = "nvme0n1 has no poll queues (queue/io_poll; for NVMe: nvme.poll_queues)";
    assertThat(polling.refusal(List.of("nvme0n1"))).contains(no);
    String queue = PCI + "nvme/nvme0/block-of-nvme0n1/queue/io_poll";
    file(queue, "0");
    assertThat(polling.refusal(List.of("nvme0n1"))).contains(no);
    file(queue, "1");
    assertThat(polling.refusal(List.of("nvme0n1"))).isEmpty();
    assertThat(polling.refusal(List.of("nvme0n1", "sda")))
        .hasValueSatisfying(why -> assertThat(why).startsWith("sda has no poll queues"));
    assertThat(polling.refusal(List.of())).contains("no drive is known under the target");
  }

  @ParameterizedTest
  @CsvSource({"'3,1,2,1', 1-3", "'0-3,8', '0-3,8'", "1023, 1023", "' 0 , 2 ', '0,2'"})
  void listsAreReadAndPrinted(String list, String printed) {
    assertThat(CpuList.parse(list)).hasToString(printed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "3-1", "1024", "-1", "1,,2", "0x3", "1-"})
  void whatIsNoListIsRefused(String list) {
    assertThatThrownBy(() -> CpuList.parse(list)).isInstanceOf(IllegalArgumentException.class);
  }

  private void nvme(String name, String device) throws IOException {
    Path controller = Files.createDirectories(root.resolve(device));
    Path node = Files.createDirectories(controller.resolve("block-of-" + name));
    Files.createSymbolicLink(node.resolve("device"), controller);
    Path link = root.resolve("sys/class/block").resolve(name);
    Files.createDirectories(Objects.requireNonNull(link.getParent()));
    Files.createSymbolicLink(link, node);
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text + "\n");
  }
}
