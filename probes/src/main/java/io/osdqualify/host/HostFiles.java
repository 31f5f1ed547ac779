package io.osdqualify.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files through which the kernel, and udev where it runs, tell about the machine. The root is
 * injected, so that a captured tree reads like a live machine. A file that is not there, or can't
 * be read, is {@code null} here: the caller decides what its absence means.
 */
public final class HostFiles {

  /**
   * A larger file counts as one that can't be read: half a table of mounts would be worse than
   * none. The tables of hosts with thousands of containers have a few MiB.
   */
  private static final int MAX_BYTES = 64 << 20;

  private final Path root;

  private HostFiles(Path root) {
    this.root = root;
  }

  /** The machine that this process runs on. */
  public static HostFiles live() {
    return under(Path.of("/"));
  }

  /** A captured machine. */
  public static HostFiles under(Path root) {
    return new HostFiles(root);
  }

  /** A path of the machine, as {@code at("sys", "block")}. */
  public Path at(String first, String... more) {
    return root.resolve(Path.of(first, more));
  }

  /** The whole text, or null; what is no UTF-8 in it is replaced. */
  public static @Nullable String text(Path file) {
    byte[] bytes = bytes(file);
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** The text without white space and NUL bytes around it, or null where nothing remains. */
  public static @Nullable String line(Path file) {
    String text = text(file);
    if (text == null) {
      return null;
    }
    String stripped = text.replace('\0', ' ').strip();
    return stripped.isEmpty() ? null : stripped;
  }

  /** The lines; none where it can't be read. */
  public static Stream<String> lines(Path file) {
    String text = text(file);
    return text == null ? Stream.empty() : text.lines();
  }

  /** A whole number, or null where the file holds none. */
  public static @Nullable Long number(Path file) {
    String line = line(file);
    if (line == null) {
      return null;
    }
    try {
      return Long.parseLong(line);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** A flag of sysfs: 0 or another number; null where the file holds none. */
  public static @Nullable Boolean flag(Path file) {
    Long number = number(file);
    return number == null ? null : number != 0;
  }

  /** The bytes, or null. */
  public static byte @Nullable [] bytes(Path file) {
    try (var in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      return bytes.length > MAX_BYTES ? null : bytes;
    } catch (IOException | SecurityException e) {
      return null;
    }
  }

  /** The names in a folder, sorted; empty where it is not there. */
  public static List<String> names(Path folder) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (IOException | DirectoryIteratorException | SecurityException e) {
      return names.isEmpty() ? List.of() : sorted(names);
    }
    return sorted(names);
  }

  /** What a symbolic link says, or null where it is none. */
  public static @Nullable String link(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException | SecurityException | UnsupportedOperationException e) {
      return null;
    }
  }

  private static List<String> sorted(List<String> names) {
    Collections.sort(names);
    return names;
  }
}
