package io.osdqualify.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Block devices for a test, taken away on {@link #close}. Names are the test's own: two rigs, in
 * one process or in two, may use the same ones. What a killed test left is swept by the next rig.
 *
 * <pre>{@code
 * assumeTrue(BlockRig.missing().isEmpty(), () -> BlockRig.missing().orElse(""));
 * try (BlockRig rig = BlockRig.open()) {
 *   Path drive = rig.fake("slow", 64, Cache.BACK, "wlat_us 200", "flat_us 2000");
 *   ...
 *   rig.ctl("slow", "err_w 0 4095 5");
 * }
 * }</pre>
 */
public final class BlockRig implements AutoCloseable {

  /** What the kernel believes of a device's write cache: whether it sends flushes. */
  public enum Cache {
    BACK,
    THROUGH;

    private String argument() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final long TIMEOUT_S = 60;
  private static final AtomicInteger RIGS = new AtomicInteger();
  private static final Pattern COUNTER = Pattern.compile("\"(\\w+)\":(\\d+)");

  private final Path blk;
  private final String prefix;
  private final Deque<String> names = new ArrayDeque<>();

  private BlockRig(Path blk) {
    this.blk = blk;
    this.prefix = "java-" + ProcessHandle.current().pid() + "-" + RIGS.incrementAndGet() + "-";
  }

  /** A rig, which can be made only where nothing is {@link #missing}. */
  public static BlockRig open() {
    missing()
        .ifPresent(
            why -> {
              throw new IllegalStateException(why);
            });
    BlockRig rig = new BlockRig(locate().orElseThrow());
    rig.call("sweep");
    return rig;
  }

  /** Why no block devices can be made here, in words for a skipped test; empty if they can. */
  public static Optional<String> missing() {
    return Why.MISSING;
  }

  /** A loop device on memory. */
  public Path loop(String name, int sizeMib, Cache cache, int logicalBlock) {
    return device(
        name, "loop", Integer.toString(sizeMib), cache.argument(), Integer.toString(logicalBlock));
  }

  /** A loop device on a drive that behaves as the lines say: see {@code rigs/fakedrive.c}. */
  public Path fake(String name, int sizeMib, Cache cache, String... lines) {
    return device(name, "fake", with(lines, Integer.toString(sizeMib), cache.argument()));
  }

  /** Replaces the lines of a fake drive; they hold when this returns. */
  public void ctl(String name, String... lines) {
    call("ctl", with(lines, prefix + name));
  }

  /** The counters of a fake drive as they are now, among them writes, reads, flushes and errors. */
  public Map<String, Long> stat(String name) {
    Map<String, Long> counters = new LinkedHashMap<>();
    Matcher matcher = COUNTER.matcher(call("stat", prefix + name));
    while (matcher.find()) {
      counters.put(matcher.group(1), Long.valueOf(matcher.group(2)));
    }
    return Collections.unmodifiableMap(counters);
  }

  /** Pulls a loop or fake drive out, whoever uses it: see {@code rigs/blk}. */
  public void pull(String name) {
    call("pull", prefix + name);
  }

  /**
   * Words before a command to which io_uring_setup(2) is forbidden by seccomp.
   *
   * @param errno what the call answers
   */
  public List<String> forbidIoUring(int errno) {
    return List.of(blk.toString(), "forbid", "425", Integer.toString(errno));
  }

  /** Takes one device away, whatever hangs in it. */
  public void down(String name) {
    call("down", prefix + name);
    names.remove(name);
  }

  @Override
  public void close() {
    List<String> complaints = new ArrayList<>();
    while (!names.isEmpty()) {
      try {
        call("down", prefix + names.removeLast());
      } catch (IllegalStateException e) {
        complaints.add(String.valueOf(e.getMessage()));
      }
    }
    if (!complaints.isEmpty()) {
      throw new IllegalStateException(String.join("; ", complaints));
    }
  }

  private Path device(String name, String kind, String... arguments) {
    names.addLast(name);
    return Path.of(call(kind, with(arguments, prefix + name)).strip());
  }

  private String call(String command, String... arguments) {
    Result result = run(blk, with(arguments, command));
    if (result.status() != 0) {
      throw new IllegalStateException(
          "blk " + command + " " + String.join(" ", arguments) + ": " + result.complaint().strip());
    }
    return result.output();
  }

  private static String[] with(String[] tail, String... head) {
    List<String> all = new ArrayList<>(List.of(head));
    all.addAll(List.of(tail));
    return all.toArray(String[]::new);
  }

  private static Optional<Path> locate() {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      Path candidate = folder.resolve("rigs").resolve("blk");
      if (Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** Asked once: the answer does not change while tests run. */
  private static final class Why {
    static final Optional<String> MISSING = ask();

    private static Optional<String> ask() {
      Optional<Path> blk = locate();
      if (blk.isEmpty()) {
        return Optional.of(
            "no block devices: rigs/blk is not above " + Path.of("").toAbsolutePath());
      }
      Result result = run(blk.get(), "missing");
      if (result.status() == 0) {
        return Optional.empty();
      }
      String why = (result.output() + result.complaint()).strip().replace("\n", "; ");
      return Optional.of("no block devices: " + why);
    }
  }

  private record Result(int status, String output, String complaint) {}

  private static Result run(Path blk, String... arguments) {
    List<String> command = new ArrayList<>(List.of(blk.toString()));
    command.addAll(List.of(arguments));
    try {
      // Into files: a drive's process outlives the command and must not hold a pipe of ours.
      Path output = Files.createTempFile("blk", ".out");
      Path complaint = Files.createTempFile("blk", ".err");
      try {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("BLK_OWNER", Long.toString(ProcessHandle.current().pid()));
        Process process =
            builder.redirectOutput(output.toFile()).redirectError(complaint.toFile()).start();
        process.getOutputStream().close();
        if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          return new Result(-1, "", "no end after " + TIMEOUT_S + " s");
        }
        return new Result(
            process.exitValue(), Files.readString(output), Files.readString(complaint));
      } finally {
        Files.deleteIfExists(output);
        Files.deleteIfExists(complaint);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't run " + blk, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + blk + " ran", e);
    }
  }
}
