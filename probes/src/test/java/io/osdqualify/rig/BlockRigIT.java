package io.osdqualify.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.rig.BlockRig.Cache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockRigIT {

  @BeforeEach
  void needsBlockDevices() {
    assumeTrue(BlockRig.missing().isEmpty(), () -> BlockRig.missing().orElse(""));
  }

  @Test
  void aLoopDeviceHasTheWantedCacheAndBlockSize() throws IOException {
    try (BlockRig rig = BlockRig.open()) {
      Path device = rig.loop("disk", 8, Cache.THROUGH, 4096);
      Path queue = Path.of("/sys/block", String.valueOf(device.getFileName()), "queue");
      assertThat(Files.readString(queue.resolve("write_cache")).strip()).isEqualTo("write through");
      assertThat(Files.readString(queue.resolve("logical_block_size")).strip()).isEqualTo("4096");
    }
  }

  @Test
  void aFakeDriveCountsCommitsAndFailsOnDemand() throws IOException {
    try (BlockRig rig = BlockRig.open()) {
      Path device = rig.fake("drive", 16, Cache.BACK, "wlat_us 100");
      rig.ctl("drive", "wlat_us 100", "reset 1"); // attaching the loop device flushes once
      commit(device, 4096);
      assertThat(rig.stat("drive")).containsEntry("writes", 1L).containsEntry("flushes", 1L);
      rig.ctl("drive", "err_w 8192 12287 5");
      assertThatThrownBy(() -> commit(device, 8192)).isInstanceOf(IOException.class);
      commit(device, 16384);
    }
  }

  @Test
  void aMistakenLineIsNamed() {
    try (BlockRig rig = BlockRig.open()) {
      assertThatThrownBy(() -> rig.fake("drive", 16, Cache.BACK, "wlat 100"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("unknown line: wlat");
    }
  }

  private static void commit(Path device, long offset) throws IOException {
    try (FileChannel channel = FileChannel.open(device, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(4096), offset);
      channel.force(false);
    }
  }
}
