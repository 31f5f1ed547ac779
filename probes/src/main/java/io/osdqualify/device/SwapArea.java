package io.osdqualify.device;

import java.util.List;

/**
 * The swap areas of /proc/swaps.
 *
 * @param path the block device or file
 */
record SwapArea(String path) {

  /** All areas of the table; its first line is the heading. */
  static List<SwapArea> parse(String swaps) {
    return swaps
        .lines()
        .skip(1)
        .map(line -> line.strip().split("\\s+", -1)[0])
        .filter(path -> path.startsWith("/"))
        .map(path -> new SwapArea(withoutMark(KernelText.unescape(path))))
        .toList();
  }

  /** A swap file that was unlinked is still in use. */
  private static String withoutMark(String path) {
    String mark = " (deleted)";
    return path.endsWith(mark) ? path.substring(0, path.length() - mark.length()) : path;
  }
}
