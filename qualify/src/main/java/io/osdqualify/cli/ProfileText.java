package io.osdqualify.cli;

import io.osdqualify.profile.Criterion;
import io.osdqualify.profile.Criterion.Limit;
import io.osdqualify.profile.InputSpec;
import io.osdqualify.profile.PlanStep;
import io.osdqualify.profile.PreconditionStep;
import io.osdqualify.profile.Profile;
import java.io.PrintStream;

/** A resolved profile as a person reads it. */
record ProfileText(PrintStream out) {

  void print(Profile profile) {
    out.printf("%s, version %d: %s%n", profile.name(), profile.version(), profile.title());
    out.printf("source: %s, sha256 %.12s%n%n", profile.source(), profile.sha256());
    out.println("inputs");
    profile.inputs().forEach(input -> out.println("  " + input(input)));
    out.println();
    out.println("plan");
    profile.plan().forEach(step -> out.println("  " + step(step)));
    out.println();
    out.println("criteria (minimum | recommended)");
    profile.criteria().forEach(this::criterion);
  }

  private static String input(InputSpec input) {
    String range =
        input.kind() == InputSpec.Kind.INTEGER
            ? input.low() + " to " + input.high()
            : "a size, as 12TiB";
    return input.name() + ": " + range + (input.optional() ? ", optional" : "");
  }

  private static String step(PlanStep step) {
    String times =
        String.format(
            "%d s ramp, %d to %d s each",
            step.phase().ramp().toSeconds(),
            step.phase().min().toSeconds(),
            step.phase().max().toSeconds());
    String quick = step.skippedByQuick() ? " (not with --quick)" : "";
    return switch (step.probe()) {
      case "precondition" ->
          "precondition: writes " + ((PreconditionStep) step).fill().text() + quick;
      default -> step.probe() + ": " + times + quick;
    };
  }

  private void criterion(Criterion criterion) {
    out.printf(
        "  %-22s %-44s %s%s%n",
        criterion.axis().key(),
        criterion.metric(),
        limit(criterion.limit()),
        criterion.severity() == Criterion.Severity.WARN ? "  (warning only)" : "");
    out.printf("  %-22s   why: %s%n", "", criterion.why());
  }

  private static String limit(Limit limit) {
    if (limit instanceof Limit.AtLeast least) {
      return "at least " + tiers(least.minimum().text(), least.recommended().text());
    }
    if (limit instanceof Limit.AtMost most) {
      return "at most " + tiers(most.minimum().text(), most.recommended().text());
    }
    Limit.OneOf words = (Limit.OneOf) limit;
    return "one of "
        + tiers(String.join(", ", words.minimum()), String.join(", ", words.recommended()));
  }

  private static String tiers(String minimum, String recommended) {
    return minimum.equals(recommended) ? minimum : minimum + " | " + recommended;
  }
}
