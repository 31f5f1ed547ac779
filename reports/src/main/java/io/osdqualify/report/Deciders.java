package io.osdqualify.report;

import static java.util.Comparator.comparing;
import static java.util.Comparator.reverseOrder;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Chooses the criteria that stand on the first screen: the worst ones, one of each axis. */
final class Deciders {

  private static final int SHOWN = 3;

  private Deciders() {}

  static List<CriterionResult> of(Verdict verdict) {
    Map<String, CriterionResult> worst = new LinkedHashMap<>();
    verdict.criteria().stream()
        .filter(criterion -> !criterion.severity().equals("warn"))
        .filter(criterion -> criterion.outcome() != Outcome.NOT_JUDGED)
        .sorted(comparing(CriterionResult::outcome, reverseOrder()))
        .forEach(criterion -> worst.putIfAbsent(criterion.axis(), criterion));
    return worst.values().stream().limit(SHOWN).toList();
  }
}
