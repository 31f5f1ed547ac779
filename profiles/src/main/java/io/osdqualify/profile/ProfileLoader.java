package io.osdqualify.profile;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Loads profiles. Whatever is wrong with one is collected and thrown at once, as a {@link
 * ProfileException} with a file, a line and a column for each problem.
 */
public final class ProfileLoader {

  private ProfileLoader() {}

  /** A profile of the catalog: its name and its title. */
  public record Entry(String name, String title) {}

  /** The built-in profiles; cheap, no profile is read. */
  public static List<Entry> catalog() {
    return Catalog.entries();
  }

  /**
   * A profile as the command line names it: a file where the text has a slash or ends in .yaml or
   * .yml, else a built-in one.
   */
  public static Profile find(String nameOrFile) throws ProfileException {
    if (!isFile(nameOrFile)) {
      return builtIn(nameOrFile);
    }
    try {
      return load(Path.of(nameOrFile));
    } catch (InvalidPathException e) {
      throw problem("\"" + nameOrFile + "\" is no file name: " + e.getReason());
    }
  }

  /** A profile of the catalog. An unknown name is a problem without a file. */
  public static Profile builtIn(String name) throws ProfileException {
    List<String> names = Catalog.names();
    if (!names.contains(name)) {
      throw problem(Inheritance.unknown(name, names));
    }
    return load(new Origin.BuiltIn(name));
  }

  /** A profile out of a file: UTF-8, at most 1 MiB. */
  public static Profile load(Path file) throws ProfileException {
    return load(new Origin.File(file));
  }

  static boolean isFile(String nameOrFile) {
    return nameOrFile.endsWith(".yaml")
        || nameOrFile.endsWith(".yml")
        || nameOrFile.indexOf('/') >= 0;
  }

  private static Profile load(Origin origin) throws ProfileException {
    Problems problems = new Problems();
    MessageDigest digest = sha256();
    Optional<Profile> profile =
        new Inheritance(digest, problems)
            .resolve(origin)
            .flatMap(
                root ->
                    new ProfileBinder(problems)
                        .bind(root, origin.source(), HexFormat.of().formatHex(digest.digest())));
    problems.throwIfAny();
    return profile.orElseThrow(() -> new IllegalStateException("no profile and no problem"));
  }

  private static ProfileException problem(String message) {
    return new ProfileException(List.of(new Problem("", 0, 0, message)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
