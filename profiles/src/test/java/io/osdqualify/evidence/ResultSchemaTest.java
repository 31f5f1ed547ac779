package io.osdqualify.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The published schema and the written results agree, and the schema hides no undocumented key. */
class ResultSchemaTest {

  private static final JsonMapper JSON = new JsonMapper();

  @ParameterizedTest
  @MethodSource("io.osdqualify.evidence.ResultJsonTest#samples")
  void whatIsWrittenIsDescribedToTheLastKey(Qualification sample) throws IOException {
    assertThat(problems(strict(), JSON.readTree(ResultJson.bytes(sample)))).isEmpty();
  }

  @Test
  void aNewKeyIsTolerated() throws IOException {
    ObjectNode json = (ObjectNode) JSON.readTree(ResultJson.bytes(Samples.minimal()));
    json.put("moon", 1);
    assertThat(problems(published(), json)).isEmpty();
    assertThat(problems(strict(), json)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "\"schema\": \"osd-qualify/result/1\"|\"schema\": \"osd-qualify/result/2\"",
        "\"complete\": true|\"complete\": \"yes\"",
        "\"startedAt\": \"2026-03-14T09:26:53Z\"|\"startedAt\": \"2026-03-14T09:26:53+01:00\"",
        "\"target\":|\"tarjet\":",
        "\"overall\": \"FAIL\"|\"overall\": \"fail\"",
        "\"unit\": \"1/s\"|\"unit\": \"IOPS\"",
        "\"op\": \"at-least\"|\"op\": \">=\"",
        "\"ci95_high\"|\"ci95_top\"",
        "\"value\": \"missing\"|\"value\": 7",
        "\"count\": 65880|\"count\": -1",
        "\"commit\": {\"count\"|\"comit\": {\"count\"",
        "\"deviceCache\": \"enabled\"|\"deviceCache\": null",
      })
  void whatIsNoResultIsRefused(String good, String bad) throws IOException {
    String json = new String(ResultJson.bytes(Samples.consumerDrive()), UTF_8);
    assertThat(json).contains(good);
    assertThat(problems(published(), JSON.readTree(json.replace(good, bad)))).isNotEmpty();
  }

  @Test
  void theDocumentNamesEveryKeyOfTheSchema() throws IOException {
    String document = Files.readString(Path.of("../docs/result-format.md"));
    Set<String> unnamed = new TreeSet<>(keys(published()));
    unnamed.removeIf(key -> document.contains("`" + key + "`"));
    assertThat(unnamed).isEmpty();
  }

  private static List<?> problems(JsonNode schema, JsonNode json) {
    Schema compiled =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    return compiled.validate(json);
  }

  private static JsonNode published() throws IOException {
    try (InputStream in =
        ResultSchemaTest.class.getResourceAsStream("/io/osdqualify/catalog/result.schema.json")) {
      return JSON.readTree(Objects.requireNonNull(in));
    }
  }

  /** The same schema, but an object with listed keys has no others. */
  private static JsonNode strict() throws IOException {
    JsonNode schema = published();
    close(schema);
    return schema;
  }

  private static void close(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("type").asString("").equals("object")
        && object.has("properties")
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    node.forEach(ResultSchemaTest::close);
  }

  private static Set<String> keys(JsonNode node) {
    Set<String> keys = new TreeSet<>();
    node.path("properties").propertyNames().forEach(keys::add);
    for (JsonNode child : node) {
      keys.addAll(keys(child));
    }
    return keys;
  }
}
