package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A captured machine. Its text has one file a line:
 *
 * <pre>
 *   at FOLDER        the folder that the following @/ stands for
 *   PATH = TEXT      a file ("\n" is a new line)
 *   PATH x HEX       a binary file
 *   PATH -> TARGET   a symbolic link
 *   PATH b 8:0       a block device, PATH c 10:1 a character device
 *   PATH/            a folder
 * </pre>
 */
final class Machine implements NodeReader {

  private static final int FILE_SYSTEM = 77;

  private final Path root;

  private Machine(Path root) {
    this.root = root;
  }

  static Machine of(String resource, Path folder) throws IOException {
    try (InputStream in = Machine.class.getResourceAsStream("/machines/" + resource + ".txt")) {
      String text =
          new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
      Machine machine = new Machine(folder.toRealPath());
      String at = "";
      for (String line : text.lines().map(String::strip).toList()) {
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        if (line.startsWith("at ")) {
          at = line.substring(3);
        } else {
          machine.add(line.replaceFirst("^@", at));
        }
      }
      return machine;
    }
  }

  /** One that was made before. */
  static Machine at(Path root) throws IOException {
    return new Machine(root.toRealPath());
  }

  HostFiles files() {
    return HostFiles.under(root);
  }

  void add(String line) throws IOException {
    String[] parts = line.split(" ", 3);
    Path path = root.resolve(parts[0]);
    if (parts.length == 1) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    String value = parts.length == 3 ? parts[2] : "";
    switch (parts[1]) {
      case "=" -> Files.writeString(path, value.replace("\\n", "\n") + "\n");
      case "x" -> Files.write(path, HexFormat.ofDelimiter(" ").parseHex(value));
      case "->" -> Files.createSymbolicLink(path, Path.of(value));
      case "b", "c" -> Files.writeString(path, parts[1] + " " + value);
      default -> throw new IllegalArgumentException(line);
    }
  }

  @Override
  public Node read(Path path) throws IOException {
    Path inside = path.startsWith(root) ? path : root.resolve(Path.of("/").relativize(path));
    if (!Files.exists(inside)) {
      throw new NoSuchFileException(path.toString());
    }
    Path real = inside.toRealPath();
    Path seen = Path.of("/").resolve(root.relativize(real));
    DeviceNumber none = new DeviceNumber(0, 0);
    DeviceNumber fileSystem = new DeviceNumber(FILE_SYSTEM, 0);
    if (Files.isDirectory(real)) {
      return new Node(seen, Node.Type.DIRECTORY, none, fileSystem, 0, 0);
    }
    String text = Files.readString(real, StandardCharsets.ISO_8859_1);
    DeviceNumber device = text.length() < 3 ? null : DeviceNumber.parse(text.substring(2));
    if (device != null && text.startsWith("b ")) {
      return new Node(seen, Node.Type.BLOCK, device, fileSystem, 0, 0);
    }
    if (device != null && text.startsWith("c ")) {
      return new Node(seen, Node.Type.CHARACTER, device, fileSystem, 0, 0);
    }
    long inode = seen.toString().hashCode() & 0xffffffffL;
    return new Node(seen, Node.Type.REGULAR, none, fileSystem, inode, 1L << 30);
  }
}
