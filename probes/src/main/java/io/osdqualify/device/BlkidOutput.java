package io.osdqualify.device;

import io.osdqualify.device.SignatureReading.Failure;
import io.osdqualify.host.CommandRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code blkid -p -o export} says, blkid(8). It ends with 0 where it found something, with 2
 * where it found nothing <em>or could not look</em>, with 8 where it found more than one that
 * exclude each other. So words on its standard error count as a failure whatever the code is.
 */
record BlkidOutput(
    List<Signature> signatures,
    @Nullable Failure failure,
    @Nullable String partitionType,
    @Nullable String partitionId) {

  static final String NAME = "blkid";

  private static final int FOUND = 0;
  private static final int NOTHING = 2;
  private static final int AMBIVALENT = 8;

  /**
   * The keys that tell of content. PART_ENTRY_* tell of the table that a partition is in, not of
   * what is on it.
   */
  private static final List<String> CONTENT = List.of("TYPE", "PTTYPE", "USAGE");

  BlkidOutput {
    signatures = List.copyOf(signatures);
  }

  static BlkidOutput parse(CommandRunner.Result result) {
    Map<String, String> values = new TreeMap<>();
    result
        .output()
        .lines()
        .filter(line -> line.indexOf('=') > 0)
        .forEach(
            line ->
                values.putIfAbsent(
                    line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
    List<Signature> signatures = new ArrayList<>();
    for (String key : CONTENT) {
      String value = values.get(key);
      if (value != null && (signatures.isEmpty() || !key.equals("USAGE"))) {
        signatures.add(new Signature(value, NAME));
      }
    }
    return new BlkidOutput(
        signatures,
        failure(result, values, signatures),
        values.get("PART_ENTRY_TYPE"),
        values.get("PART_ENTRY_UUID"));
  }

  private static @Nullable Failure failure(
      CommandRunner.Result result, Map<String, String> values, List<Signature> signatures) {
    String errors = result.errors().strip();
    if (!errors.isEmpty()) {
      return new Failure("blkid could not look: " + errors.lines().findFirst().orElse(""), null);
    }
    return switch (result.exitCode()) {
      case FOUND ->
          signatures.isEmpty() && values.keySet().stream().noneMatch(key -> key.startsWith("PART_"))
              ? new Failure("blkid found something and does not say what", null)
              : null;
      case NOTHING ->
          signatures.isEmpty()
              ? null
              : new Failure("blkid found something and ended with code 2", null);
      case AMBIVALENT ->
          new Failure("blkid found signatures that exclude each other (ambivalent)", null);
      default -> new Failure("blkid ended with code " + result.exitCode(), null);
    };
  }
}
