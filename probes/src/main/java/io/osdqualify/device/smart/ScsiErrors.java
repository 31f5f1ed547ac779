package io.osdqualify.device.smart;

import io.osdqualify.evidence.DriveFact;
import java.math.BigInteger;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The uncorrected errors of a SCSI drive's error counter log, SPC-5. */
final class ScsiErrors {

  private ScsiErrors() {}

  static void note(
      HealthNotes notes,
      @Nullable BigInteger read,
      @Nullable BigInteger write,
      @Nullable BigInteger verify) {
    notes.put(DriveFact.READ_UNCORRECTED, read);
    notes.put(DriveFact.WRITE_UNCORRECTED, write);
    notes.put(DriveFact.VERIFY_UNCORRECTED, verify);
    notes.put(
        DriveFact.MEDIA_ERRORS,
        Stream.of(read, write, verify)
            .filter(Objects::nonNull)
            .reduce(BigInteger::add)
            .orElse(null));
  }
}
