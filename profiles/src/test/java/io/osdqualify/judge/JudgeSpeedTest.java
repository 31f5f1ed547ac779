package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.profile.Expression.Result;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Unit;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class JudgeSpeedTest {

  @Test
  void aThousandResultsAreJudgedWithinTenSeconds() {
    Evidence evidence = Run.sound().evidence();
    Map<String, Result> inputs = Map.of("osds", new Result.Figure(4, Unit.NONE));
    Assertions.assertTimeout(
        Duration.ofSeconds(10),
        () -> {
          for (int i = 0; i < 1_000; i++) {
            assertThat(Judge.judge(Run.WAL_DB, Tier.MINIMUM, inputs, evidence).overall())
                .isEqualTo(Outcome.PASS);
          }
        });
  }
}
