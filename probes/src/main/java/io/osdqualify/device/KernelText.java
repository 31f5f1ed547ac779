package io.osdqualify.device;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How the kernel writes names into the tables of /proc. */
final class KernelText {

  private KernelText() {}

  /** Undoes the octal escapes of blanks, tabs, newlines and backslashes: {@code \040} … */
  static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    byte[] in = text.getBytes(StandardCharsets.UTF_8);
    byte[] out = new byte[in.length];
    int length = 0;
    for (int i = 0; i < in.length; i++) {
      if (in[i] == '\\'
          && i + 3 < in.length
          && octal(in[i + 1])
          && octal(in[i + 2])
          && octal(in[i + 3])) {
        out[length++] =
            (byte) ((in[i + 1] - '0') << 6 | (in[i + 2] - '0') << 3 | (in[i + 3] - '0'));
        i += 3;
      } else {
        out[length++] = in[i];
      }
    }
    return new String(Arrays.copyOf(out, length), StandardCharsets.UTF_8);
  }

  private static boolean octal(byte b) {
    return b >= '0' && b <= '7';
  }
}
