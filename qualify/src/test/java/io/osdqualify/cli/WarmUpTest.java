package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  @Test
  void itsResultCanBeReadByThisProgramOrTheArchiveWouldBeTrainedOnAnError() throws Exception {
    try (InputStream in = WarmUp.class.getResourceAsStream(WarmUp.RESULT)) {
      assertThat(in).isNotNull();
      Qualification result = ResultJson.parse(WarmUp.RESULT, in.readAllBytes());
      assertThat(result.phases()).hasSize(1);
      assertThat(result.verdict()).isNotNull();
    }
  }
}
