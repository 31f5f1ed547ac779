package io.osdqualify.device;

import org.jspecify.annotations.Nullable;

/**
 * What the user asks to be written to.
 *
 * @param path of the target; of the folder for a scratch file
 * @param size in bytes, the {@code --size} or {@code --scratch} option; null for all of the target
 * @param erase the word of the {@code --erase} option; null where it was not given
 * @param scratch whether a nameless temporary file is to be made in the folder
 */
public record TargetRequest(
    String path, @Nullable Long size, @Nullable String erase, boolean scratch) {

  /** A device or a file. */
  public static TargetRequest target(String path, @Nullable Long size, @Nullable String erase) {
    return new TargetRequest(path, size, erase, false);
  }

  /** A temporary file of this many bytes. */
  public static TargetRequest scratch(String folder, long size) {
    return new TargetRequest(folder, size, null, true);
  }
}
