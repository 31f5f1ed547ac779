package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.osdqualify.profile.Expression.Result;
import io.osdqualify.profile.Expression.Scope;
import io.osdqualify.quantity.Unit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionTest {

  private static final List<InputSpec> INPUTS =
      List.of(
          new InputSpec("osds", InputSpec.Kind.INTEGER, false, 1, 30),
          new InputSpec("osd_size", InputSpec.Kind.BYTES, true, 1, Long.MAX_VALUE));

  private static final Scope SCOPE =
      new Scope(
          Map.of(
              "osds", new Result.Figure(4, Unit.NONE),
              "capacity", new Result.Figure(1 << 30, Unit.BYTES),
              "transport", new Result.Text("nvme")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "5000 ~ 5000 ~ NONE",
        "0.01 ~ 0.01 ~ NONE",
        "2 ms ~ 2000000 ~ NANOSECONDS",
        "0.5ms ~ 500000 ~ NANOSECONDS",
        "3 y ~ 94608000000000000 ~ NANOSECONDS",
        "4 KiB ~ 4096 ~ BYTES",
        "4k ~ 4096 ~ BYTES",
        "500 /s ~ 500 ~ PER_SECOND",
        "500/s ~ 500 ~ PER_SECOND",
        "40 MB/s ~ 40000000 ~ BYTES_PER_SECOND",
        "2 % ~ 0.02 ~ NONE",
        "1000 * osds ~ 4000 ~ NONE",
        "2 * capacity ~ 2147483648 ~ BYTES",
        "40 MB/s * osds ~ 160000000 ~ BYTES_PER_SECOND",
        "osds * 2 ms ~ 8000000 ~ NANOSECONDS",
        "1 + 2 * 3 ~ 7 ~ NONE",
        "(1 + 2) * 3 ~ 9 ~ NONE",
        "8 / 4 / 2 ~ 1 ~ NONE",
        "8 - 4 - 2 ~ 2 ~ NONE",
        "-osds + 10 ~ 6 ~ NONE",
        "--3 ~ 3 ~ NONE",
        "2 * -3 ~ -6 ~ NONE",
        "0 * -1 ~ 0 ~ NONE",
        "1 GiB / 512 KiB ~ 2048 ~ NONE",
        "1 GiB / 1 s ~ 1073741824 ~ BYTES_PER_SECOND",
        "40 MB/s * 60 s ~ 2400000000 ~ BYTES",
        "500 /s * 4 KiB ~ 2048000 ~ BYTES_PER_SECOND",
        "500 /s * 2 s ~ 1000 ~ NONE",
        "1 / 500 /s ~ 2000000 ~ NANOSECONDS",
        "40 MB/s / 4 kB/s ~ 10000 ~ NONE",
        "max(15000, 2 * osds) ~ 15000 ~ NONE",
        "min(2 ms, 300 us, 1 s) ~ 300000 ~ NANOSECONDS",
        "ceil(osds / 3) ~ 2 ~ NONE",
        "max(1, min(osds, 3)) ~ 3 ~ NONE",
        "transport == 'nvme' ? 15 : 5 ~ 15 ~ NONE",
        "transport != 'nvme' ? 15 : 5 ~ 5 ~ NONE",
        "osds > 3 ? 1 : osds > 2 ? 2 : 3 ~ 1 ~ NONE",
        "osds < 4 ? 1 : osds <= 4 ? 2 : 3 ~ 2 ~ NONE",
        "osds > 1 && transport == 'nvme' ? 1 : 0 ~ 1 ~ NONE",
        "osds > 9 || !(osds == 4) ? 1 : 0 ~ 0 ~ NONE",
      })
  void evaluates(String text, double value, Unit unit) throws ExpressionException {
    assertThat(Expressions.parse(text, INPUTS).evaluate(SCOPE))
        .contains(new Result.Figure(value, unit));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "osds > 1 ~ true",
        "osds == 1 ~ false",
        "osds >= 4 && osds <= 4 ~ true",
        "!(transport == 'sata') ~ true",
        "1 == 2 || 2 ms < 3 ms && 1 < 2 ~ true",
        "1 s == 1000 ms ~ true",
      })
  void evaluatesConditions(String text, boolean value) throws ExpressionException {
    assertThat(Expressions.parse(text, INPUTS).evaluate(SCOPE)).contains(new Result.Truth(value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "osd_size * osds",
        "data_device * 2",
        "max(1, data_device)",
        "data_device > 1 ? 1 : 2",
        "data_device > 1 && osds > 1",
        "-osd_size",
        "1 / (osds - 4)",
        "0 / (osds - 4)",
      })
  void hasNoValueWhereANameHasNone(String text) throws ExpressionException {
    assertThat(Expressions.parse(text, INPUTS).evaluate(SCOPE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "osds > 1 ? 1 : data_device ~ 1",
        "osds < 1 && data_device > 1 ? 1 : 2 ~ 2",
        "data_device > 1 && osds < 1 ? 1 : 2 ~ 2",
        "osds > 1 || data_device > 1 ? 1 : 2 ~ 1",
        "data_device > 1 || osds > 1 ? 1 : 2 ~ 1",
      })
  void asksOnlyForWhatIsNeeded(String text, double value) throws ExpressionException {
    assertThat(Expressions.parse(text, INPUTS).evaluate(SCOPE))
        .contains(new Result.Figure(value, Unit.NONE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "2 ms + 4 KiB ~ 5 ~ both sides of \"+\" must be alike: a time and a size",
        "osds + 2 ms ~ 5 ~ both sides of \"+\" must be alike: a plain number and a time",
        "2 ms * 2 ms ~ 5 ~ a time times a time is nothing that can be judged",
        "1 / 4 KiB ~ 2 ~ a plain number divided by a size is nothing that can be judged",
        "osds > 4 KiB ~ 5 ~ both sides of \">\" must be alike: a plain number and a size",
        "transport < 'x' ~ 0 ~ a text can't stand beside \"<\"",
        "transport + 1 ~ 10 ~ a text can't stand beside \"+\"",
        "osds ? 1 : 2 ~ 0 ~ a condition is expected before \"?\", not a plain number",
        "osds > 1 ? 1 : 2 ms ~ 15 ~ both sides of \":\" must be alike: a plain number and a time",
        "osds && osds > 1 ~ 0 ~ a condition is expected beside \"&&\", not a plain number",
        "osds > 1 || 2 ~ 12 ~ a condition is expected beside \"||\", not a plain number",
        "!osds ~ 1 ~ a condition is expected after \"!\", not a plain number",
        "-transport ~ 0 ~ a text can't stand beside \"-\"",
        "max(1, 2 ms) ~ 7 ~ all arguments of max() must be alike: a plain number and a time",
        "max(1) ~ 0 ~ max() takes two or more",
        "ceil(1, 2) ~ 0 ~ ceil() takes one argument",
        "ceil(1 ms) ~ 0 ~ a plain number is expected in ceil(), not a time",
        "max('a', 'b') ~ 4 ~ a text can't stand in max()",
        "maximum(1, 2) ~ 0 ~ unknown function \"maximum\"",
        "cell(1) ~ 0 ~ unknown function \"cell\"; did you mean \"ceil\"?",
        "1000 * osd ~ 7 ~ unknown name \"osd\"; did you mean \"osds\"?",
        "max ~ 0 ~ unknown name \"max\"; a function needs parentheses",
        "2 sm ~ 2 ~ unknown unit \"sm\"; did you mean \"ms\"?",
        "2 osds ~ 2 ~ unknown unit \"osds\"",
        "1 GB ~ 2 ~ unknown unit \"GB\"; did you mean \"GiB\"?",
        "1 + ~ 3 ~ a value is expected, not the end",
        "1 2 ~ 2 ~ the end or an operator is expected, not \"2\"",
        "(1 + 2 ~ 6 ~ \")\" is expected, not the end",
        "1 > 2 > 3 ~ 6 ~ the end or an operator is expected, not \">\"",
        "osds = 1 ~ 5 ~ unexpected \"=\"; equality is ==",
        "osds > 1 & osds > 2 ~ 9 ~ unexpected \"&\"; and is &&",
        "transport == 'nvme ~ 13 ~ the text that starts here has no closing '",
        "osds > 1 ? 2 ~ 12 ~ \":\" is expected, not the end",
        "1 # 2 ~ 2 ~ unexpected \"#\"",
        "1 . 5 ~ 2 ~ unexpected \".\"",
        "µ ~ 0 ~ unknown name \"µ\"",
      })
  void saysWhatIsWrongAndWhere(String text, int position, String message) {
    ExpressionException problem =
        catchThrowableOfType(ExpressionException.class, () -> Expressions.parse(text, INPUTS));
    assertThat(problem).isNotNull();
    assertThat(problem.position()).isEqualTo(position);
    assertThat(problem.getMessage()).startsWith(message);
  }

  @Test
  void refusesADoubleQuote() {
    assertThatThrownBy(() -> Expressions.parse("transport == \"nvme\"", INPUTS))
        .hasMessage("unexpected double quote; a text stands in single quotes");
  }

  @Test
  void refusesWhatWouldExhaustTheStack() {
    for (String text :
        List.of("(".repeat(999), "!".repeat(999), "-".repeat(999), "1>2?".repeat(200))) {
      assertThatThrownBy(() -> Expressions.parse(text, INPUTS)).hasMessage("nested deeper than 50");
    }
    assertThatThrownBy(() -> Expressions.parse("1+".repeat(600) + "1", INPUTS))
        .hasMessage("longer than 1000 characters");
    assertThatThrownBy(() -> Expressions.parse("  ", INPUTS))
        .hasMessage("an expression is missing");
  }

  @Test
  void evaluatesALongSum() throws ExpressionException {
    assertThat(Expressions.parse("1+".repeat(499) + "1", INPUTS).evaluate(SCOPE))
        .contains(new Result.Figure(500, Unit.NONE));
  }

  @Test
  void knowsItsTextAndItsNames() throws ExpressionException {
    Expression expression = Expressions.parse("0.01 * osd_size * osds", INPUTS);
    assertThat(expression.text()).isEqualTo("0.01 * osd_size * osds");
    assertThat(expression.names()).containsExactlyInAnyOrder("osd_size", "osds");
  }

  @Test
  void refusesAScopeOfAnotherType() throws ExpressionException {
    Scope wrong = new Scope(Map.of("osds", new Result.Figure(4, Unit.BYTES)));
    Expression expression = Expressions.parse("osds + 1", INPUTS);
    assertThatThrownBy(() -> expression.evaluate(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("osds is a plain number, not ");
  }
}
