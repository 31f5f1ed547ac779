package io.osdqualify.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class BackendFlagTest {

  @Test
  void bitsOfTheEngineBecomeWords() {
    Set<BackendFlag> ring = BackendFlag.of(1 | 1 << 2 | 1 << 30);
    assertThat(BackendFlag.words(Backend.IO_URING, ring))
        .containsExactly("single-issuer", "registered-buffers");
    assertThat(BackendFlag.words(Backend.PSYNC, BackendFlag.of(0))).isEmpty();
  }

  @Test
  void persistentMemoryThatIsNoneIsSaidToBeThePageCache() {
    assertThat(BackendFlag.words(Backend.PMEM, BackendFlag.of(1 << 9)))
        .containsExactly("page-cache", "msync");
    assertThat(BackendFlag.words(Backend.PMEM, BackendFlag.of(1 << 4 | 1 << 6)))
        .containsExactly("dax", "clwb");
  }
}
