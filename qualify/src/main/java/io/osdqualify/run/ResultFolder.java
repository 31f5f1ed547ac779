package io.osdqualify.run;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The run's own folder. It is {@code DIR.partial} from the start, with a valid result.json of what
 * has been measured, and is renamed to {@code DIR} when whole. Nothing is ever overwritten.
 */
final class ResultFolder {

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final String SUFFIX = ".partial";
  private static final String RESULT = "result.json";
  private static final String MANIFEST = "manifest.sha256";

  private final Path whole;
  private final Path partial;

  private ResultFolder(Path whole, Path partial) {
    this.whole = whole;
    this.partial = partial;
  }

  /**
   * Makes the folder.
   *
   * @throws FileAlreadyExistsException where DIR or DIR.partial is there
   */
  static ResultFolder create(Path dir) throws IOException {
    Path whole = dir.toAbsolutePath().normalize();
    Path partial = partialOf(whole);
    check(whole);
    Files.createDirectory(partial);
    return new ResultFolder(whole, partial);
  }

  /** {@code osd-qualify-<UTC>-<serial or name>}, in the current folder. */
  static Path defaultName(TargetFacts facts, Clock clock) {
    String name = facts.serial();
    if (name == null) {
      Path file = Path.of(facts.path()).getFileName();
      name = file == null || facts.kind() == TargetKind.SCRATCH ? "scratch" : file.toString();
    }
    String safe = name.replaceAll("[^A-Za-z0-9._-]+", "-");
    return Path.of("osd-qualify-" + STAMP.format(clock.instant()) + "-" + safe);
  }

  /**
   * Checks, before anything is done, that {@link #create} will work.
   *
   * @throws FileAlreadyExistsException where an older run is there
   * @throws NoSuchFileException where the folder around it is not
   */
  static void check(Path dir) throws IOException {
    Path whole = dir.toAbsolutePath().normalize();
    Path parent = whole.getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      throw new NoSuchFileException(parent.toString());
    }
    for (Path path : List.of(whole, partialOf(whole))) {
      if (Files.exists(path)) {
        throw new FileAlreadyExistsException(
            path.toString(), null, "it is there already; results are never overwritten");
      }
    }
  }

  /** A folder in which a run goes on. */
  static ResultFolder reopen(Path folder) {
    Path whole = wholeOf(folder);
    return new ResultFolder(whole, partialOf(whole));
  }

  /** The name that the folder has in the end, of that or of the one with {@code .partial}. */
  static Path wholeOf(Path dir) {
    Path absolute = dir.toAbsolutePath().normalize();
    String name = String.valueOf(absolute.getFileName());
    return name.endsWith(SUFFIX)
        ? absolute.resolveSibling(name.substring(0, name.length() - SUFFIX.length()))
        : absolute;
  }

  static Path partialOf(Path whole) {
    return whole.resolveSibling(whole.getFileName() + SUFFIX);
  }

  /** Where the files are now. */
  Path path() {
    return Files.isDirectory(partial) ? partial : whole;
  }

  /** Where the log goes. */
  Path log() {
    return partial.resolve("run.log");
  }

  /** Stores what has been measured so far. */
  void write(Qualification qualification) throws IOException {
    ResultJson.write(partial.resolve(RESULT), qualification);
  }

  /** Writes the manifest and gives the folder its final name. */
  void finish() throws IOException {
    Files.deleteIfExists(partial.resolve(StoredRequest.FILE));
    Files.deleteIfExists(partial.resolve(Position.FILE));
    writeManifest();
    Files.move(partial, whole);
  }

  /** Checksums of all files, in the format of sha256sum(1). */
  private void writeManifest() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(partial)) {
      files = all.filter(file -> !file.getFileName().toString().equals(MANIFEST)).sorted().toList();
    }
    StringBuilder text = new StringBuilder();
    for (Path file : files) {
      text.append(sha256(Files.readAllBytes(file)))
          .append("  ")
          .append(file.getFileName())
          .append('\n');
    }
    Files.writeString(partial.resolve(MANIFEST), text);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
