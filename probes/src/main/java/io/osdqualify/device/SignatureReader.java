package io.osdqualify.device;

import io.osdqualify.device.SignatureReading.Failure;
import io.osdqualify.host.CommandRunner;
import io.osdqualify.host.CommandRunner.ProgramMissingException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks blkid, wipefs and our own eyes what is on the medium. Opens it for reading only. One source
 * that fails is enough to know nothing.
 */
final class SignatureReader {

  /** Both read a few MiB; a drive that takes longer for that answers nothing. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final CommandRunner commands;

  SignatureReader(CommandRunner commands) {
    this.commands = commands;
  }

  /**
   * Looks at what is behind a path.
   *
   * @param path of the device or file; a held descriptor as {@code /proc/PID/fd/N}
   * @param size of it, in bytes
   */
  SignatureReading read(Path path, long size) {
    List<Signature> signatures = new ArrayList<>();
    List<Failure> failures = new ArrayList<>();
    String partitionType = null;
    String partitionId = null;
    try {
      signatures.addAll(MediumReader.read(path, size));
    } catch (IOException e) {
      failures.add(new Failure("the medium can't be read: " + e.getMessage(), null));
    }
    try {
      BlkidOutput blkid =
          BlkidOutput.parse(
              commands.run(List.of(BlkidOutput.NAME, "-p", "-o", "export", "" + path), TIMEOUT));
      signatures.addAll(blkid.signatures());
      addIfPresent(failures, blkid.failure());
      partitionType = blkid.partitionType();
      partitionId = blkid.partitionId();
    } catch (IOException e) {
      failures.add(failure(e));
    }
    try {
      WipefsOutput wipefs =
          WipefsOutput.parse(
              commands.run(
                  List.of(WipefsOutput.NAME, "--no-act", "--parsable", "" + path), TIMEOUT));
      signatures.addAll(wipefs.signatures());
      addIfPresent(failures, wipefs.failure());
    } catch (IOException e) {
      failures.add(failure(e));
    }
    return new SignatureReading(signatures, failures, partitionType, partitionId);
  }

  private static void addIfPresent(List<Failure> failures, @Nullable Failure failure) {
    if (failure != null) {
      failures.add(failure);
    }
  }

  private static Failure failure(IOException e) {
    String cure =
        e instanceof ProgramMissingException ? "apt install util-linux (or dnf, zypper)" : null;
    return new Failure("" + e.getMessage(), cure);
  }
}
