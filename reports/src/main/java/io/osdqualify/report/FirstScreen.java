package io.osdqualify.report;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.ProfileUse;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.judge.Deciders;
import io.osdqualify.profile.MetricNames;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The verdict, the numbers that decided, the drive and the warnings: about 24 lines. */
final class FirstScreen implements Section {

  private static final int DECIDERS = 3;
  private static final int REASON_LINES = 3;
  private static final String INDENT = "  ";
  private static final String HANGING = " ".repeat(12);

  @Override
  public void draw(Qualification qualification, Page page) {
    Verdict verdict = qualification.verdict();
    banner(qualification, page);
    if (verdict != null) {
      page.blank();
      page.paragraph(INDENT, INDENT, Ink.STRONG, sentence(verdict.reason()), REASON_LINES);
      page.blank();
      deciders(verdict, page);
    }
    page.blank();
    drive(qualification, page);
    profile(qualification, page);
    stamps(Stamps.of(qualification), page);
  }

  private static void banner(Qualification qualification, Page page) {
    Verdict verdict = qualification.verdict();
    String word = verdict == null ? "NOT JUDGED YET" : word(verdict);
    Ink ink = verdict == null ? Ink.FAINT : Ink.of(verdict.overall());
    String bar = "═".repeat(word.length() + 4);
    TargetFacts target = qualification.target();
    page.line(new Piece(ink, "╔" + bar + "╗"), new Piece(Ink.STRONG, INDENT + name(target)));
    page.line(
        new Piece(ink, "║  " + word + "  ║"), Piece.of(INDENT + purpose(qualification.profile())));
    page.line(new Piece(ink, "╚" + bar + "╝"), Piece.of(INDENT + dependents(qualification)));
  }

  private static String word(Verdict verdict) {
    boolean open =
        verdict.overall() == Outcome.INCONCLUSIVE && verdict.wouldBe() != Outcome.INCONCLUSIVE;
    if (!open) {
      return verdict.overall().key();
    }
    return switch (verdict.wouldBe()) {
      case PASS -> "INCONCLUSIVE · would pass";
      case MARGINAL -> "INCONCLUSIVE · would be marginal";
      case FAIL -> "INCONCLUSIVE · would fail";
      case NOT_JUDGED, INCONCLUSIVE -> "INCONCLUSIVE";
    };
  }

  private static String name(TargetFacts target) {
    return target.model() == null ? target.kind().key() + " " + target.path() : target.model();
  }

  private static String purpose(ProfileUse profile) {
    return "for " + profile.name() + ", tier " + profile.tier();
  }

  private static String dependents(Qualification qualification) {
    String osds = qualification.profile().inputs().get("osds");
    if (osds == null) {
      return "";
    }
    return osds.equals("1") ? "1 OSD depends on this device" : osds + " OSDs depend on this device";
  }

  private static void deciders(Verdict verdict, Page page) {
    List<CriterionResult> deciders = Deciders.of(verdict).stream().limit(DECIDERS).toList();
    if (deciders.isEmpty()) {
      return;
    }
    Table table = new Table("what decided", ">measured", ">limit", ">margin", "");
    for (CriterionResult criterion : deciders) {
      table.row(
          MetricNames.of(criterion.metric()),
          new Piece(Ink.of(criterion.outcome()), Criteria.measured(criterion)),
          Criteria.limit(criterion),
          Criteria.margin(criterion),
          Criteria.outcome(criterion));
      if (!Criteria.allowed(criterion).isEmpty()) {
        table.note(Criteria.allowed(criterion));
      }
    }
    page.table(table);
  }

  private static void drive(Qualification qualification, Page page) {
    TargetFacts target = qualification.target();
    fact(
        page,
        "drive",
        joined(
            target.path(),
            labelled("serial ", target.serial()),
            labelled("firmware ", target.firmware())));
    fact(
        page,
        "",
        joined(
            Bytes.print(target.capacityBytes()) + " (" + Bytes.label(target.capacityBytes()) + ")",
            target.transport(),
            "blocks of " + Bytes.print(target.logicalBlockBytes())));
    fact(
        page,
        "cache",
        joined(
            "kernel: " + Objects.requireNonNullElse(target.writeCache(), "unknown"),
            "drive's own: " + target.deviceCache().key(),
            labelled("PLP inferred: ", protection(qualification))));
  }

  private static void profile(Qualification qualification, Page page) {
    ProfileUse profile = qualification.profile();
    fact(
        page, "profile", joined(profile.name() + " version " + profile.version(), profile.title()));
    fact(
        page,
        "run",
        joined(
            Moment.of(qualification.startedAt()),
            qualification.finishedAt() == null
                ? "not finished"
                : Durations.print(
                    Duration.between(qualification.startedAt(), qualification.finishedAt())
                        .toNanos()),
            qualification.tool().name() + " " + qualification.tool().version()));
  }

  private static @Nullable String protection(Qualification qualification) {
    return qualification
        .measurement(Metrics.PLP_FINDING)
        .map(finding -> finding.value().print(finding.unit()))
        .orElse(null);
  }

  private static void stamps(List<String> stamps, Page page) {
    if (!stamps.isEmpty()) {
      page.blank();
      stamps.forEach(
          stamp -> page.paragraph(INDENT + "! ", INDENT + "  ", Ink.WARN, sentence(stamp), 2));
    }
  }

  /** With a capital at its start. */
  private static String sentence(String words) {
    return words.isEmpty()
        ? words
        : Character.toString(Character.toUpperCase(words.codePointAt(0)))
            + words.substring(words.offsetByCodePoints(0, 1));
  }

  private static void fact(Page page, String name, String text) {
    String label = INDENT + name + " ".repeat(HANGING.length() - INDENT.length() - name.length());
    page.paragraph(label, HANGING, Ink.PLAIN, text, 2);
  }

  private static String joined(@Nullable String... parts) {
    return Stream.of(parts).filter(Objects::nonNull).collect(Collectors.joining(" · "));
  }

  private static @Nullable String labelled(String label, @Nullable String value) {
    return value == null ? null : label + value;
  }
}
