package io.osdqualify.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskStatisticsTest {

  private static final String DISK = "   8       0 sda 10 1 100 5 20 7 200 9 0 14 16";
  private static final String DISCARDS = " 1 2 3 4";
  private static final String FLUSHES = " 55 66";

  @TempDir Path root;

  @Test
  void kernelsWithAndWithoutDiscardsAndFlushesAreRead() {
    assertThat(line(DISK).flushes()).isNull();
    assertThat(line(DISK + DISCARDS).flushes()).isNull();
    DiskStatisticsLine newest = line(DISK + DISCARDS + FLUSHES);
    assertThat(newest.flushes()).isEqualTo(55);
    assertThat(newest.readSectors()).isEqualTo(100);
    assertThat(newest.writtenSectors()).isEqualTo(200);
    assertThat(newest.writeMerges()).isEqualTo(7);
    assertThat(line(DISK + DISCARDS + FLUSHES + " 7 8 9").flushes()).isEqualTo(55);
  }

  @Test
  void linesThatAreNoneAreLeftOut() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/bad/diskstats.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      assertThat(DiskStatisticsLine.parse(text)).containsOnlyKeys("sdd");
    }
  }

  @Test
  void bytesAreThePartitionsAndFlushesItsDisks() throws IOException {
    write(
        """
           8 0 sda 10 1 100 5 20 7 2000 9 0 14 16 1 2 3 4 50 6
           8 1 sda1 10 1 100 5 20 7 200 9 0 14 16 1 2 3 4 0 0
        """);
    DiskStatistics statistics = new DiskStatistics(HostFiles.under(root), "sda1", List.of("sda"));
    DiskReading before = statistics.read().orElseThrow();
    assertThat(before).isEqualTo(new DiskReading(200 * 512, 100 * 512, 7, 50L));
    write(
        """
           8 0 sda 10 1 100 5 20 7 9000 9 0 14 16 1 2 3 4 58 6
           8 1 sda1 10 1 104 5 20 9 208 9 0 14 16 1 2 3 4 0 0
        """);
    DiskReading done = statistics.read().orElseThrow().since(before);
    assertThat(done).isEqualTo(new DiskReading(8 * 512, 4 * 512, 2, 8L));
    assertThat(done.beside(4096, 2048, 4).deviceFlushes()).isEqualTo(8);
    assertThat(done.beside(4096, 2048, 4).engineWrittenBytes()).isEqualTo(4096);
  }

  @Test
  void flushesOfSeveralDisksAreSummedOrAbsent() throws IOException {
    String layer = "254 0 dm-0 1 0 8 0 1 0 8 0 0 0 0 0 0 0 0 0 0\n";
    String one = "8 0 sda 1 0 8 0 1 0 8 0 0 0 0 0 0 0 0 3 0\n";
    write(layer + one + "8 16 sdb 1 0 8 0 1 0 8 0 0 0 0 0 0 0 0 4 0\n");
    DiskStatistics statistics =
        new DiskStatistics(HostFiles.under(root), "dm-0", List.of("sda", "sdb"));
    assertThat(statistics.read().orElseThrow().flushes()).isEqualTo(7);
    write(layer + one);
    assertThat(statistics.read().orElseThrow().flushes()).isNull();
  }

  @Test
  void aDeviceWithoutStatisticsIsAbsentNotZero() throws IOException {
    write("253 0 zram0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    HostFiles files = HostFiles.under(root);
    Path queue = Files.createDirectories(root.resolve("sys/class/block/zram0/queue"));
    Files.writeString(queue.resolve("iostats"), "0\n");
    assertThat(new DiskStatistics(files, "zram0", List.of("zram0")).read()).isEmpty();
    assertThat(new DiskStatistics(files, null, List.of()).read()).isEmpty();
    assertThat(new DiskStatistics(files, "gone", List.of("gone")).read()).isEmpty();
    assertThat(new DiskStatistics(HostFiles.under(root.resolve("x")), "a", List.of()).read())
        .isEmpty();
  }

  private void write(String text) throws IOException {
    Files.createDirectories(root.resolve("proc"));
    Files.writeString(root.resolve("proc/diskstats"), text);
  }

  private static DiskStatisticsLine line(String text) {
    return Objects.requireNonNull(DiskStatisticsLine.parse(text).get("sda"));
  }
}
