package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The live machine's nodes, through the JDK's "unix" attribute view. */
final class UnixNodeReader implements NodeReader {

  /** The file type bits of st_mode, from inode(7). */
  private static final int TYPE_MASK = 0170000;

  private static final int BLOCK = 0060000;
  private static final int CHARACTER = 0020000;
  private static final int REGULAR = 0100000;
  private static final int DIRECTORY = 0040000;

  @Override
  public Node read(Path path) throws IOException {
    // Attributes first: of a deleted file behind /proc/PID/fd/N they can be read, its path can't.
    Map<String, Object> attributes = Files.readAttributes(path, "unix:mode,rdev,dev,ino,size");
    Node.Type type = type(number(attributes, "mode"));
    Path realPath;
    try {
      realPath = path.toRealPath();
    } catch (IOException e) {
      realPath = path.toAbsolutePath();
    }
    return new Node(
        realPath,
        type,
        DeviceNumber.ofDevT(number(attributes, "rdev")),
        DeviceNumber.ofDevT(number(attributes, "dev")),
        number(attributes, "ino"),
        number(attributes, "size"));
  }

  private static long number(Map<String, Object> attributes, String name) throws IOException {
    if (attributes.get(name) instanceof Number number) {
      return number.longValue();
    }
    throw new IOException("the file system gives no " + name);
  }

  private static Node.Type type(long mode) {
    return switch ((int) mode & TYPE_MASK) {
      case BLOCK -> Node.Type.BLOCK;
      case CHARACTER -> Node.Type.CHARACTER;
      case REGULAR -> Node.Type.REGULAR;
      case DIRECTORY -> Node.Type.DIRECTORY;
      default -> Node.Type.OTHER;
    };
  }
}
