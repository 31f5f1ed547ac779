package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.osdqualify.quantity.Unit;
import java.lang.reflect.Constructor;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdConvertingSerializer;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.util.StdConverter;

/** How records become JSON: the one configuration of Jackson for results. */
final class ResultMapper {

  private ResultMapper() {}

  static JsonMapper create() {
    SimpleModule module = new SimpleModule("osd-qualify");
    module.addSerializer(Double.class, new PlainNumber());
    module.addSerializer(double.class, new PlainNumber());
    module.addSerializer(Unit.class, new UnitSymbol());
    module.addDeserializer(Unit.class, new UnitOfSymbol());
    module.addKeyDeserializer(DriveFact.class, new KnownFacts());
    module.addSerializer(Phase.class, new StdConvertingSerializer(Phase.class, new ToJson()));
    module.addDeserializer(Phase.class, new StdConvertingDeserializer<>(new FromJson()));
    return JsonMapper.builder()
        .addModule(module)
        .annotationIntrospector(new NullMarkedRecords())
        .changeDefaultPropertyInclusion(
            inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .defaultPrettyPrinter(new ResultLayout())
        .build();
  }

  /** A record's component must be there unless it is marked {@link Nullable}. */
  private static final class NullMarkedRecords extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
      return isRequired(member) ? Boolean.TRUE : super.hasRequiredMarker(config, member);
    }

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
      return isRequired(annotated)
          ? JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL)
          : super.findSetterInfo(config, annotated);
    }

    private static boolean isRequired(Annotated annotated) {
      return annotated instanceof AnnotatedParameter parameter
          && parameter.getOwner().getAnnotated() instanceof Constructor<?> constructor
          && constructor.getDeclaringClass().isRecord()
          && !constructor.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
              Nullable.class);
    }
  }

  /** Numbers without exponents; whole ones without a fraction. */
  private static final class PlainNumber extends StdSerializer<Double> {
    PlainNumber() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator json, SerializationContext context) {
      if (!Double.isFinite(value)) {
        throw new IllegalStateException("a result holds finite numbers only, not " + value);
      }
      BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
      json.writeNumber(exact.toPlainString());
    }
  }

  private static final class UnitSymbol extends StdSerializer<Unit> {
    UnitSymbol() {
      super(Unit.class);
    }

    @Override
    public void serialize(Unit unit, JsonGenerator json, SerializationContext context) {
      json.writeString(unit.symbol());
    }
  }

  private static final class UnitOfSymbol extends StdDeserializer<Unit> {
    UnitOfSymbol() {
      super(Unit.class);
    }

    @Override
    public Unit deserialize(JsonParser json, DeserializationContext context) {
      String symbol = json.getString();
      return Arrays.stream(Unit.values())
          .filter(unit -> unit.symbol().equals(symbol))
          .findFirst()
          .orElseThrow(() -> context.weirdStringException(symbol, Unit.class, "not a unit"));
    }
  }

  /** Passes over the facts of a newer program. */
  private static final class KnownFacts extends KeyDeserializer {
    @Override
    public Object deserializeKey(String key, DeserializationContext context) {
      return DriveFact.of(key);
    }
  }

  private static final class ToJson extends StdConverter<Phase, PhaseJson> {
    @Override
    public PhaseJson convert(Phase phase) {
      return PhaseJson.of(phase);
    }
  }

  private static final class FromJson extends StdConverter<PhaseJson, Phase> {
    @Override
    public Phase convert(PhaseJson json) {
      return json.toPhase();
    }
  }
}
