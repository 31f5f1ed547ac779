package io.osdqualify.profile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** Reads the text of a profile: short enough, and UTF-8. */
final class SourceText {

  private SourceText() {}

  /**
   * The text of an origin.
   *
   * @param digest takes the bytes as they were read
   * @return empty where it can't be read; then a problem says why
   */
  static Optional<String> read(Origin origin, MessageDigest digest, Problems problems) {
    Place file = Place.wholeFile(origin.label());
    byte[] bytes;
    try {
      bytes = origin.read();
    } catch (IOException e) {
      problems.add(file, "can't be read: " + e.getMessage());
      return Optional.empty();
    }
    if (bytes.length > Origin.LONGEST) {
      problems.add(file, "larger than 1 MiB: this is no profile");
      return Optional.empty();
    }
    digest.update(bytes);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CoderResult result = decoder.decode(in, text, true);
    text.flip();
    if (result.isError()) {
      problems.add(Place.after(origin.label(), text), "not UTF-8");
      return Optional.empty();
    }
    return Optional.of(text.toString());
  }
}
