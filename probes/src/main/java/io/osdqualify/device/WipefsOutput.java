package io.osdqualify.device;

import io.osdqualify.device.SignatureReading.Failure;
import io.osdqualify.host.CommandRunner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code wipefs --no-act --parsable} says, wipefs(8): a line {@code offset,uuid,label,type}
 * for each signature, after a heading that starts with '#'. Unlike blkid it lists all of them.
 */
record WipefsOutput(List<Signature> signatures, @Nullable Failure failure) {

  static final String NAME = "wipefs";

  WipefsOutput {
    signatures = List.copyOf(signatures);
  }

  static WipefsOutput parse(CommandRunner.Result result) {
    String errors = result.errors().strip();
    if (!errors.isEmpty() || result.exitCode() != 0) {
      String why =
          errors.isEmpty() ? "code " + result.exitCode() : errors.lines().findFirst().orElse("");
      return new WipefsOutput(List.of(), new Failure("wipefs could not look: " + why, null));
    }
    List<Signature> signatures = new ArrayList<>();
    for (String line : result.output().lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] columns = line.split(",", -1);
      if (columns.length < 2 || !columns[0].startsWith("0x")) {
        return new WipefsOutput(
            signatures, new Failure("wipefs printed what can't be read: " + line, null));
      }
      signatures.add(new Signature(columns[columns.length - 1].strip(), NAME));
    }
    return new WipefsOutput(signatures, null);
  }
}
