package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code engine}: of the profile, and of single steps. */
class PlanEngineTest {

  @TempDir Path folder;

  private List<PlanStep> plan(String profileKey) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("site.yaml"),
            """
            schema: osd-qualify/profile/1
            name: site
            version: 1
            title: site
            %s
            plan:
              - {probe: precondition, fill: capacity, engine: auto}
              - {probe: commit-write, durability: [fsync, buffered]}
              - {probe: scaling, streams: [2], engine: bluestore}
            criteria:
              - {axis: commit, metric: commit.buffered.streams-1.iops, at-least: 1, why: choice}
            """
                .formatted(profileKey));
    return ProfileLoader.load(file).plan();
  }

  @Test
  void aStepIsAutoUnlessItSaysSo() throws Exception {
    assertThat(plan(""))
        .extracting(PlanStep::engine)
        .containsExactly(IoEngine.AUTO, IoEngine.AUTO, IoEngine.BLUESTORE);
  }

  @Test
  void aProfileSaysItForAllStepsAndAStepForItself() throws Exception {
    assertThat(plan("engine: bluestore"))
        .extracting(PlanStep::engine)
        .containsExactly(IoEngine.AUTO, IoEngine.BLUESTORE, IoEngine.BLUESTORE);
  }

  @Test
  void theBuiltInProfilesLeaveItOpen() throws Exception {
    for (ProfileLoader.Entry entry : ProfileLoader.catalog()) {
      assertThat(ProfileLoader.builtIn(entry.name()).plan())
          .allMatch(step -> step.engine() == IoEngine.AUTO);
    }
  }
}
