package io.osdqualify.profile;

import io.osdqualify.profile.Expression.Result;
import io.osdqualify.quantity.Suggest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recursive descent, one method a level of precedence:
 *
 * <pre>
 * choice     = either [ "?" choice ":" choice ]
 * either     = both { "||" both }
 * both       = comparison { "&amp;&amp;" comparison }
 * comparison = sum [ ("==" | "!=" | "&lt;" | "&lt;=" | "&gt;" | "&gt;=") sum ]
 * sum        = product { ("+" | "-") product }
 * product    = unary { ("*" | "/") unary }
 * unary      = [ "-" | "!" ] unary | primary
 * primary    = literal | 'text' | name | function "(" choice { "," choice } ")" | "(" choice ")"
 * </pre>
 */
final class ExpressionParser {

  /** Longer texts are no limits; with {@link #DEEPEST} it bounds the stack. */
  static final int LONGEST = 1000;

  private static final int DEEPEST = 50;
  private static final Set<String> EQUALITIES = Set.of("==", "!=");
  private static final Set<String> ORDERS = Set.of("<", "<=", ">", ">=");
  static final List<String> FUNCTIONS = List.of("min", "max", "ceil");

  private final Map<String, Type> known;
  private final List<Token> tokens;
  private final Set<String> used = new LinkedHashSet<>();
  private int at;
  private int depth;

  private ExpressionParser(Map<String, Type> known, List<Token> tokens) {
    this.known = known;
    this.tokens = tokens;
  }

  /**
   * Parses a whole text.
   *
   * @param known the names that may stand in it
   */
  static ParsedExpression parse(String text, Map<String, Type> known) throws ExpressionException {
    if (text.length() > LONGEST) {
      throw new ExpressionException(0, "longer than " + LONGEST + " characters");
    }
    if (text.isBlank()) {
      throw new ExpressionException(0, "an expression is missing");
    }
    ExpressionParser parser = new ExpressionParser(known, new Tokenizer(text).tokens());
    Syntax root = parser.choice();
    Token rest = parser.peek();
    if (!(rest instanceof Token.End)) {
      throw unexpected(rest, "the end or an operator");
    }
    return new ParsedExpression(text, Set.copyOf(parser.used), root);
  }

  private Syntax choice() throws ExpressionException {
    deeper();
    int start = peek().position();
    Syntax condition = either();
    if (accept("?")) {
      require(Type.TRUTH, condition, start, "before \"?\"");
      Syntax then = choice();
      expect(":");
      int second = peek().position();
      Syntax otherwise = choice();
      same(then, otherwise, second, "both sides of \":\"");
      condition = new Syntax.Choice(condition, then, otherwise);
    }
    depth--;
    return condition;
  }

  private Syntax either() throws ExpressionException {
    int start = peek().position();
    Syntax left = both();
    while (accept("||")) {
      left = logic(true, left, start, peek().position(), both());
    }
    return left;
  }

  private Syntax both() throws ExpressionException {
    int start = peek().position();
    Syntax left = comparison();
    while (accept("&&")) {
      left = logic(false, left, start, peek().position(), comparison());
    }
    return left;
  }

  private static Syntax logic(boolean decides, Syntax left, int start, int second, Syntax right)
      throws ExpressionException {
    String where = decides ? "beside \"||\"" : "beside \"&&\"";
    require(Type.TRUTH, left, start, where);
    require(Type.TRUTH, right, second, where);
    return new Syntax.Logic(decides, left, right);
  }

  private Syntax comparison() throws ExpressionException {
    int start = peek().position();
    Syntax left = sum();
    Token sign = peek();
    boolean order = ORDERS.contains(sign.shown());
    boolean compares = order || EQUALITIES.contains(sign.shown());
    if (!compares || !(sign instanceof Token.Sign)) {
      return left;
    }
    at++;
    Syntax right = sum();
    if (left.type() == Type.TRUTH || (order && !left.type().isNumeric())) {
      throw new ExpressionException(
          start, left.type().noun() + " can't stand beside \"" + sign.shown() + "\"");
    }
    same(left, right, sign.position(), "both sides of \"" + sign.shown() + "\"");
    return new Syntax.Comparison(sign.shown(), left, right);
  }

  private Syntax sum() throws ExpressionException {
    Syntax left = product();
    for (Token sign = peek(); accept("+") || accept("-"); sign = peek()) {
      Syntax right = product();
      requireNumeric(left, sign);
      same(left, right, sign.position(), "both sides of \"" + sign.shown() + "\"");
      left = new Syntax.Arithmetic(sign.shown().charAt(0), left.type(), left, right);
    }
    return left;
  }

  private Syntax product() throws ExpressionException {
    Syntax left = unary();
    for (Token sign = peek(); accept("*") || accept("/"); sign = peek()) {
      Syntax right = unary();
      requireNumeric(left, sign);
      requireNumeric(right, sign);
      boolean times = sign.shown().equals("*");
      Optional<Type> type = times ? left.type().times(right.type()) : left.type().per(right.type());
      if (type.isEmpty()) {
        throw new ExpressionException(
            sign.position(),
            left.type().noun()
                + (times ? " times " : " divided by ")
                + right.type().noun()
                + " is nothing that can be judged");
      }
      left = new Syntax.Arithmetic(sign.shown().charAt(0), type.get(), left, right);
    }
    return left;
  }

  private Syntax unary() throws ExpressionException {
    Token sign = peek();
    if (accept("-")) {
      deeper();
      Syntax operand = unary();
      depth--;
      requireNumeric(operand, sign);
      return new Syntax.Negate(operand);
    }
    if (accept("!")) {
      deeper();
      int start = peek().position();
      Syntax operand = unary();
      depth--;
      require(Type.TRUTH, operand, start, "after \"!\"");
      return new Syntax.Not(operand);
    }
    return primary();
  }

  private Syntax primary() throws ExpressionException {
    Token token = peek();
    if (token instanceof Token.Literal literal) {
      at++;
      var quantity = literal.quantity();
      return new Syntax.Constant(
          Type.of(quantity.unit()), new Result.Figure(quantity.value(), quantity.unit()));
    }
    if (token instanceof Token.Text text) {
      at++;
      return new Syntax.Constant(Type.TEXT, new Result.Text(text.value()));
    }
    if (token instanceof Token.Name name) {
      at++;
      return accept("(") ? call(name) : value(name);
    }
    if (accept("(")) {
      Syntax inner = choice();
      expect(")");
      return inner;
    }
    throw unexpected(token, "a value");
  }

  private Syntax value(Token.Name name) throws ExpressionException {
    Type type = known.get(name.shown());
    if (type == null) {
      String hint =
          FUNCTIONS.contains(name.shown())
              ? "; a function needs parentheses"
              : Suggest.question(name.shown(), known.keySet());
      throw new ExpressionException(
          name.position(), "unknown name \"" + name.shown() + "\"" + hint);
    }
    used.add(name.shown());
    return new Syntax.Name(type, name.shown());
  }

  private Syntax call(Token.Name name) throws ExpressionException {
    String function = name.shown();
    if (!FUNCTIONS.contains(function)) {
      throw new ExpressionException(
          name.position(),
          "unknown function \"" + function + "\"" + Suggest.question(function, FUNCTIONS));
    }
    List<Syntax> arguments = new ArrayList<>();
    do {
      int start = peek().position();
      Syntax argument = choice();
      if (!argument.type().isNumeric()) {
        throw new ExpressionException(
            start, argument.type().noun() + " can't stand in " + function + "()");
      }
      if (!arguments.isEmpty()) {
        same(arguments.get(0), argument, start, "all arguments of " + function + "()");
      }
      arguments.add(argument);
    } while (accept(","));
    expect(")");
    boolean one = function.equals("ceil");
    if (one != (arguments.size() == 1)) {
      throw new ExpressionException(
          name.position(), function + "() takes " + (one ? "one argument" : "two or more"));
    }
    if (one) {
      require(Type.NUMBER, arguments.get(0), name.position(), "in ceil()");
    }
    return new Syntax.Call(function, List.copyOf(arguments));
  }

  private Token peek() {
    return tokens.get(at);
  }

  private boolean accept(String sign) {
    boolean here = peek() instanceof Token.Sign && peek().shown().equals(sign);
    if (here) {
      at++;
    }
    return here;
  }

  private void expect(String sign) throws ExpressionException {
    Token token = peek();
    if (!accept(sign)) {
      throw unexpected(token, "\"" + sign + "\"");
    }
  }

  private void deeper() throws ExpressionException {
    depth++;
    if (depth > DEEPEST) {
      throw new ExpressionException(peek().position(), "nested deeper than " + DEEPEST);
    }
  }

  private static void require(Type type, Syntax operand, int position, String where)
      throws ExpressionException {
    if (operand.type() != type) {
      throw new ExpressionException(
          position, type.noun() + " is expected " + where + ", not " + operand.type().noun());
    }
  }

  private static void requireNumeric(Syntax operand, Token sign) throws ExpressionException {
    if (!operand.type().isNumeric()) {
      throw new ExpressionException(
          sign.position(), operand.type().noun() + " can't stand beside \"" + sign.shown() + "\"");
    }
  }

  private static void same(Syntax left, Syntax right, int position, String where)
      throws ExpressionException {
    if (left.type() != right.type()) {
      throw new ExpressionException(
          position,
          where + " must be alike: " + left.type().noun() + " and " + right.type().noun());
    }
  }

  private static ExpressionException unexpected(Token token, String expected) {
    String found = token instanceof Token.End ? token.shown() : "\"" + token.shown() + "\"";
    return new ExpressionException(token.position(), expected + " is expected, not " + found);
  }
}
