package io.osdqualify.report;

import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.Metrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What could not be had: first what a criterion asked for, then the rest, where one quantity that
 * is missing for one reason in several phases is one entry. All of it stands in result.json.
 */
final class MissingSection implements Section {

  /** Of a metric that phases have alike. */
  private static final Pattern QUANTITY =
      Pattern.compile(
          "(?<phase>(?:commit|mixed|chain)\\..+?)"
              + "\\.(?<quantity>(?:write\\.|flush\\.)?(?:iops|bandwidth|latency-.+))");

  private static final int WIDEST_REASON = 60;

  /** What several entries have in common. */
  private record Group(String quantity, String reason) {}

  @Override
  public void draw(Qualification qualification, Page page) {
    if (qualification.missing().isEmpty()) {
      return;
    }
    Set<String> needed = needed(qualification);
    Table table = new Table("what", "why");
    Map<Group, List<Missing>> rest = new LinkedHashMap<>();
    for (Missing missing : qualification.missing()) {
      if (needed.contains(metric(missing))) {
        add(table, missing);
      } else {
        rest.computeIfAbsent(group(missing), group -> new ArrayList<>()).add(missing);
      }
    }
    rest.forEach((group, members) -> add(table, group, members));
    page.heading("Missing");
    page.table(table);
  }

  /** A long reason has lines of its own. */
  private static void add(Table table, Missing missing) {
    boolean fits = missing.reason().length() <= WIDEST_REASON;
    table.row(missing.what(), fits ? missing.reason() : "");
    if (!fits) {
      table.note(missing.reason());
    }
  }

  private static Set<String> needed(Qualification qualification) {
    return Optional.ofNullable(qualification.verdict()).stream()
        .flatMap(verdict -> verdict.criteria().stream())
        .map(CriterionResult::metric)
        .collect(Collectors.toSet());
  }

  private static void add(Table table, Group group, List<Missing> members) {
    if (members.size() == 1) {
      add(table, members.get(0));
      return;
    }
    if (group.quantity().equals(phase(members.get(0)))) {
      table.row(group.quantity(), group.reason());
      return;
    }
    table.row(group.quantity(), group.reason() + " in " + members.size() + " phases");
    table.note(members.stream().map(MissingSection::phase).collect(Collectors.joining(", ")));
  }

  /** By quantity, or by phase where that gave nothing at all. */
  private static Group group(Missing missing) {
    if (missing.reason().endsWith("in the phase")) {
      return new Group(phase(missing), missing.reason());
    }
    Matcher parts = QUANTITY.matcher(metric(missing));
    return parts.matches()
        ? new Group(
            parts.group("quantity") + missing.what().substring(metric(missing).length()),
            missing.reason().replaceFirst(":.*", ""))
        : new Group(missing.what(), missing.reason());
  }

  /** The phase, or the group of streams of it, that a quantity is missing of. */
  private static String phase(Missing missing) {
    Matcher parts = QUANTITY.matcher(metric(missing));
    return parts.matches() ? parts.group("phase") : missing.what();
  }

  /** The metric whose value or whose interval is missing. */
  private static String metric(Missing missing) {
    String what = missing.what();
    return what.endsWith(Metrics.INTERVAL)
        ? what.substring(0, what.length() - Metrics.INTERVAL.length())
        : what;
  }
}
