package io.osdqualify.device;

import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks through the descriptors of all other processes. What this user may not see stays unseen, so
 * a hit counts and none proves nothing.
 */
final class OpenFileReader {

  /** O_WRONLY and O_RDWR of fcntl.h: the two low bits of the flags. */
  private static final int WRITE_MASK = 3;

  private final HostFiles files;
  private final NodeReader nodes;
  private final long self;

  OpenFileReader(HostFiles files, NodeReader nodes, long self) {
    this.files = files;
    this.nodes = nodes;
    this.self = self;
  }

  /** The processes that have a node open which the predicate accepts, each once. */
  List<OpenFile> read(Predicate<Node> wanted) {
    List<OpenFile> found = new ArrayList<>();
    Path proc = files.at("proc");
    for (String entry : HostFiles.names(proc)) {
      if (!entry.matches("\\d{1,10}") || Long.parseLong(entry) == self) {
        continue;
      }
      of(proc.resolve(entry), Long.parseLong(entry), wanted).ifPresent(found::add);
    }
    return found;
  }

  private Optional<OpenFile> of(Path process, long id, Predicate<Node> wanted) {
    Path folder = process.resolve("fd");
    OpenFile found = null;
    for (String fd : HostFiles.names(folder)) {
      String target = HostFiles.link(folder.resolve(fd));
      if (target == null || !target.startsWith("/")) {
        continue; // a socket, a pipe, an event
      }
      try {
        if (wanted.test(nodes.read(folder.resolve(fd)))) {
          boolean writable = writable(HostFiles.text(process.resolve("fdinfo").resolve(fd)));
          if (found == null || writable) {
            String name = HostFiles.line(process.resolve("comm"));
            found = new OpenFile(id, name == null ? "a process" : name, writable);
          }
        }
      } catch (IOException e) {
        // It was closed meanwhile.
      }
    }
    return Optional.ofNullable(found);
  }

  /** The flags line of fdinfo is octal; a missing one counts as writable. */
  static boolean writable(@Nullable String fdInfo) {
    if (fdInfo == null) {
      return true;
    }
    return fdInfo
        .lines()
        .filter(line -> line.startsWith("flags:"))
        .map(line -> line.substring("flags:".length()).strip())
        .filter(flags -> flags.matches("[0-7]{1,18}"))
        .map(flags -> (Long.parseLong(flags, 8) & WRITE_MASK) != 0)
        .findFirst()
        .orElse(true);
  }
}
