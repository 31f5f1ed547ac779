package io.osdqualify.profile;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The built-in profiles. Names and titles stand in an index of their own: no folder of a jar is
 * listed and no YAML is read, since {@code osd-qualify profiles} has 0.15 s. For the same reason no
 * lambdas here.
 */
final class Catalog {

  private static final String FOLDER = "/io/osdqualify/catalog/";

  private Catalog() {}

  /** In the order of the index. */
  static List<ProfileLoader.Entry> entries() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(open("index.txt"), StandardCharsets.UTF_8))) {
      List<ProfileLoader.Entry> entries = new ArrayList<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int colon = line.indexOf(':');
        if (colon > 0 && line.charAt(0) != '#') {
          entries.add(
              new ProfileLoader.Entry(
                  line.substring(0, colon).strip(), line.substring(colon + 1).strip()));
        }
      }
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException("the catalog can't be read", e);
    }
  }

  static List<String> names() {
    List<String> names = new ArrayList<>();
    for (ProfileLoader.Entry entry : entries()) {
      names.add(entry.name());
    }
    return names;
  }

  static InputStream open(String file) throws IOException {
    InputStream in = Catalog.class.getResourceAsStream(FOLDER + file);
    if (in == null) {
      throw new FileNotFoundException(FOLDER + file);
    }
    return in;
  }
}
