package io.osdqualify.judge;

import static io.osdqualify.judge.Run.outcome;
import static io.osdqualify.judge.Run.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.SampleLoad;
import io.osdqualify.evidence.SampleRounds;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.judge.Samples.Target;
import io.osdqualify.profile.Expression.Result;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileException;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Unit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The built-in profiles with their real expressions. */
class CatalogVerdictTest {

  private static Run sound() {
    Run run = Run.sound().with(SampleLoad.served(600, 150_000, 700_000, 6_000_000));
    SampleRounds.steady(1.2e9).forEach(run::with);
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"wal-hdd", "wal+db-hdd"})
  void aSoundDrivePassesBothTiers(String name) throws ProfileException {
    Profile profile = ProfileLoader.builtIn(name);
    for (Tier tier : Tier.values()) {
      Verdict verdict = sound().judged(profile, tier);
      assertThat(verdict.overall()).as("%s", verdict).isEqualTo(Outcome.PASS);
    }
  }

  @Test
  void withoutTheSizeOfAnOsdTheCapacityOfADbIsNotJudged() throws ProfileException {
    Verdict verdict = sound().judged(ProfileLoader.builtIn("wal+db-hdd"));
    assertThat(result(verdict, "target.capacity").explanation())
        .isEqualTo("osd_size was not given");
  }

  @Test
  void aConditionDecidesWhichCriterionJudges() throws ProfileException {
    Profile profile = ProfileLoader.builtIn("wal-hdd");
    Verdict shared = sound().judged(profile);
    assertThat(outcome(shared, "plp-shared")).isEqualTo(Outcome.PASS);
    assertThat(result(shared, "plp-single").explanation()).isEqualTo("only judged when osds == 1");
    Verdict single =
        sound().inputs(Map.of("osds", new Result.Figure(1, Unit.NONE))).judged(profile);
    assertThat(outcome(single, "plp-shared")).isEqualTo(Outcome.NOT_JUDGED);
    assertThat(outcome(single, "plp-single")).isEqualTo(Outcome.PASS);
  }

  @Test
  void withOneOsdTheSameNumberIsShownOnce() throws ProfileException {
    Verdict single =
        sound()
            .inputs(Map.of("osds", new Result.Figure(1, Unit.NONE)))
            .judged(ProfileLoader.builtIn("wal-hdd"));
    assertThat(Deciders.of(single))
        .extracting(Verdict.CriterionResult::metric)
        .doesNotHaveDuplicates()
        .contains("commit.fdatasync.streams-1.iops");
  }

  @Test
  void sixOsdsAreTooManyForASataDriveButNotForNvme() throws ProfileException {
    Profile profile = ProfileLoader.builtIn("wal+db-hdd");
    Run run =
        sound()
            .with(Samples.fdatasync(6, 55_000).phase())
            .inputs(Map.of("osds", new Result.Figure(6, Unit.NONE)));
    assertThat(run.judged(profile).overall()).isEqualTo(Outcome.PASS);
    Verdict sata = run.on(new Target().transport("sata")).judged(profile);
    assertThat(sata.overall()).isEqualTo(Outcome.FAIL);
    assertThat(sata.reason())
        .startsWith(
            "6 OSDs on this device, 20 % above the 5 allowed; power-loss protection inferred: likely");
  }
}
