package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.profile.Criterion.Limit;
import io.osdqualify.profile.Criterion.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InheritanceTest {

  private static final String HEAD =
      "schema: osd-qualify/profile/1\nname: site\nversion: 7\ntitle: our site\n";

  @TempDir Path folder;

  @Test
  void takesWhatItDoesNotChange() throws Exception {
    Profile base = ProfileLoader.builtIn("wal-hdd");
    Profile site = load("extends: wal-hdd\n");
    assertThat(site.name()).isEqualTo("site");
    assertThat(site.version()).isEqualTo(7);
    assertThat(site.title()).isEqualTo("our site");
    assertThat(site.inputs()).isEqualTo(base.inputs());
    assertThat(site.plan()).isEqualTo(base.plan());
    assertThat(site.criteria()).isEqualTo(base.criteria());
    assertThat(site.sha256()).isNotEqualTo(base.sha256());
  }

  @Test
  void changesOneTierOfOneLimitInItsPlace() throws Exception {
    Profile base = ProfileLoader.builtIn("wal-hdd");
    Profile site =
        load(
            """
            extends: wal-hdd
            criteria:
              - {metric: commit.fdatasync.streams-1.iops, at-least: {minimum: 3000}}
            """);
    assertThat(site.criteria()).hasSameSizeAs(base.criteria());
    Criterion changed = site.criteria().get(0);
    assertThat(changed.id()).isEqualTo(base.criteria().get(0).id());
    assertThat(((Limit.AtLeast) changed.limit()).minimum().text()).isEqualTo("3000");
    assertThat(((Limit.AtLeast) changed.limit()).recommended().text()).isEqualTo("5000");
    assertThat(changed.why()).isEqualTo(base.criteria().get(0).why());
  }

  @Test
  void replacesALimitOfAnotherKind() throws Exception {
    Profile site =
        load(
            """
            extends: wal-hdd
            criteria:
              - {metric: commit.fdatasync.streams-1.iops, at-most: 9000, severity: warn}
            """);
    assertThat(site.criteria().get(0).limit()).isInstanceOf(Limit.AtMost.class);
    assertThat(site.criteria().get(0).severity()).isEqualTo(Severity.WARN);
  }

  @Test
  void mergesStepsByProbeOrNameAndDropsThem() throws Exception {
    Profile site =
        load(
            """
            extends: wal-hdd
            phase: {max: 60 s}
            plan:
              - {probe: precondition, drop: true}
              - {probe: commit-write, block: 4 KiB, phase: {quick: 2 s}}
              - {probe: commit-write, name: large, durability: fdatasync, block: 64k}
            """);
    assertThat(site.plan())
        .extracting(PlanStep::probe)
        .containsExactly("commit-write", "scaling", "mixed-load", "steady-state", "commit-write");
    CommitWriteStep first = (CommitWriteStep) site.plan().get(0);
    assertThat(first.blockBytes()).containsExactly(4096);
    assertThat(first.durabilities()).hasSize(3);
    assertThat(first.phase().quick()).isEqualTo(Duration.ofSeconds(2));
    assertThat(first.phase().max()).isEqualTo(Duration.ofSeconds(60));
    assertThat(first.phase().min()).isEqualTo(Duration.ofSeconds(30));
    assertThat(site.plan().get(1).phase().quick()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void dropsAndAddsCriteria() throws Exception {
    Profile site =
        load(
            """
            extends: wal+db-hdd
            criteria:
              - {id: plan.osds, drop: true}
              - {axis: scaling, metric: scaling.shape, one-of: [linear, asymptotic], why: site}
            """);
    assertThat(site.criteria())
        .extracting(Criterion::id)
        .doesNotContain("plan.osds")
        .contains("scaling.shape");
  }

  @Test
  void extendsAFileBesideIt() throws Exception {
    Files.createDirectories(folder.resolve("sub"));
    Files.writeString(folder.resolve("middle.yaml"), HEAD + "extends: wal-hdd\n");
    Path heir = folder.resolve("sub/heir.yml");
    Files.writeString(
        heir, HEAD + "extends: ../middle.yaml\ncriteria:\n  - {id: plp-single, drop: true}\n");
    Profile profile = ProfileLoader.load(heir);
    assertThat(profile.criteria()).extracting(Criterion::id).doesNotContain("plp-single");
    assertThat(profile.source()).isEqualTo(heir.toString());
  }

  @Test
  void digestsAllTextsItIsMadeOf() throws Exception {
    Path base = folder.resolve("base.yaml");
    Path heir = folder.resolve("heir.yaml");
    Files.writeString(base, HEAD + "extends: wal-hdd\n");
    Files.writeString(heir, HEAD + "extends: base.yaml\n");
    String before = ProfileLoader.load(heir).sha256();
    assertThat(ProfileLoader.load(heir).sha256()).isEqualTo(before);
    Files.writeString(base, HEAD + "extends: wal-hdd\n# a comment\n");
    assertThat(ProfileLoader.load(heir).sha256()).isNotEqualTo(before);
  }

  private Profile load(String body) throws ProfileException, IOException {
    Path file = Files.createTempFile(folder, "site", ".yaml");
    return ProfileLoader.load(Files.writeString(file, HEAD + body));
  }
}
