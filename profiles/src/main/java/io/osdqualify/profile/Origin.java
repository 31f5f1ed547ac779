package io.osdqualify.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Where a profile's text comes from. */
sealed interface Origin {

  /** A profile's text in bytes at most: 1 MiB. The built-in ones have some 5 KiB. */
  int LONGEST = 1 << 20;

  /** As messages name it. */
  String label();

  /** Equal for the same file, however it is spelled. */
  String identity();

  /** As a result names it. */
  String source();

  /** One more byte than {@link #LONGEST} where it is longer than that. */
  byte[] read() throws IOException;

  /** A profile of the catalog, whose name is known to exist. */
  record BuiltIn(String name) implements Origin {
    @Override
    public String label() {
      return "catalog/" + name + ".yaml";
    }

    @Override
    public String identity() {
      return label();
    }

    @Override
    public String source() {
      return "built-in";
    }

    @Override
    public byte[] read() throws IOException {
      try (InputStream in = Catalog.open(name + ".yaml")) {
        return in.readNBytes(LONGEST + 1);
      }
    }
  }

  record File(Path path) implements Origin {
    @Override
    public String label() {
      return path.toString();
    }

    @Override
    public String identity() {
      return path.toAbsolutePath().normalize().toString();
    }

    @Override
    public String source() {
      return path.toString();
    }

    @Override
    public byte[] read() throws IOException {
      if (Files.isDirectory(path)) {
        throw new IOException("is a directory; a profile is a file");
      }
      try (InputStream in = Files.newInputStream(path)) {
        return in.readNBytes(LONGEST + 1);
      } catch (NoSuchFileException e) {
        throw new IOException("no such file", e);
      } catch (AccessDeniedException e) {
        throw new IOException("permission denied", e);
      }
    }
  }
}
