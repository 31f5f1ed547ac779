package io.osdqualify.evidence;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes result.json. The same qualification gives the same bytes, also after it was read
 * from a file; unknown keys, which a newer program of the same schema may write, are passed over.
 */
public final class ResultJson {

  /** The file's name in the folder of a run. */
  public static final String FILE_NAME = "result.json";

  /** Longest file that is read. A day of seconds for three kinds in one phase takes 35 MiB. */
  public static final long MAX_BYTES = 256L << 20;

  private static final JsonMapper MAPPER = ResultMapper.create();

  private static final ObjectWriter WRITER =
      MAPPER.writerWithDefaultPrettyPrinter().without(StreamWriteFeature.AUTO_CLOSE_TARGET);

  private static final int BUFFER = 1 << 16;

  private ResultJson() {}

  /**
   * Reads a stored result.
   *
   * @param path the file, or the folder of a run
   */
  public static Qualification read(Path path) throws ResultException {
    Path file = Files.isDirectory(path) ? path.resolve(FILE_NAME) : path;
    return parse(file.toString(), bytesOf(file));
  }

  /**
   * Reads a result out of a text.
   *
   * @param source its name in messages
   */
  public static Qualification parse(String source, byte[] json) throws ResultException {
    try {
      checkSchema(source, json);
      return MAPPER.readValue(json, Qualification.class);
    } catch (JacksonException e) {
      throw new ResultException(ResultProblem.describe(source, e), e);
    }
  }

  /**
   * Writes a result to a stream, which stays open.
   *
   * @throws IOException as the stream throws it
   */
  public static void write(OutputStream out, Qualification qualification) throws IOException {
    WRITER.writeValue(out, qualification);
    out.write('\n');
  }

  /**
   * Writes a result so that the file is there as a whole or not at all, also after a power cut: a
   * temporary file in the same folder, synced, then renamed.
   */
  public static void write(Path file, Qualification qualification) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path temporary =
        absolute.resolveSibling("." + absolute.getFileName() + "." + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        // Streamed: the text of a long run is many times what the run itself takes in memory.
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
        write(out, qualification);
        out.flush();
        channel.force(true);
      } catch (JacksonIOException e) {
        throw e.getCause();
      }
      Files.move(temporary, absolute, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
    syncFolder(absolute);
  }

  /** The bytes of result.json: UTF-8, with a line feed at the end. */
  public static byte[] bytes(Qualification qualification) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      write(out, qualification);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] bytesOf(Path file) throws ResultException {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new ResultException(file + ": not a file");
      }
      long size = Files.size(file);
      if (size > MAX_BYTES) {
        throw new ResultException(
            "%s: %d bytes; a result has at most %d".formatted(file, size, MAX_BYTES));
      }
      return Files.readAllBytes(file);
    } catch (ResultException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new ResultException(file + ": no such file", e);
    } catch (IOException e) {
      throw new ResultException(file + ": can't be read: " + e.getMessage(), e);
    }
  }

  /** Looks for the schema first: what another program wrote is said to be that, not to be wrong. */
  private static void checkSchema(String source, byte[] json) throws ResultException {
    if (json.length == 0) {
      throw new ResultException(source + ": the file is empty");
    }
    String schema = schemaOf(json);
    if (schema == null) {
      throw new ResultException(source + ": not a result of osd-qualify: it names no schema");
    }
    if (!schema.equals(Qualification.SCHEMA)) {
      throw new ResultException(
          "%s: schema \"%s\" is unknown; this program reads \"%s\""
              .formatted(source, ResultProblem.printable(schema), Qualification.SCHEMA));
    }
  }

  private static @Nullable String schemaOf(byte[] json) {
    try (JsonParser parser = MAPPER.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("schema")) {
          return value == JsonToken.VALUE_STRING ? parser.getString() : null;
        }
        parser.skipChildren();
      }
      return null;
    }
  }

  private static void syncFolder(Path file) throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
