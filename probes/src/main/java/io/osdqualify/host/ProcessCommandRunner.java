package io.osdqualify.host;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs real processes. They get an environment of their own: nothing of the caller's (a debug
 * variable, another configuration file) bends what a safety check reads.
 */
public final class ProcessCommandRunner implements CommandRunner {

  /** The output that is read at most; the tools that are asked print a few KiB. */
  private static final int MAX_BYTES = 4 << 20;

  /** Where administrators' tools are, also when the caller's PATH has no sbin. */
  private static final List<String> SYSTEM_FOLDERS =
      List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin", "/usr/local/sbin", "/usr/local/bin");

  private final List<String> folders;

  /** Looks in the system's folders first, then in the caller's PATH. */
  public ProcessCommandRunner() {
    this(System.getenv("PATH"));
  }

  ProcessCommandRunner(@Nullable String path) {
    Set<String> all = new LinkedHashSet<>(SYSTEM_FOLDERS);
    if (path != null) {
      for (String folder : path.split(File.pathSeparator, -1)) {
        if (folder.startsWith("/")) {
          all.add(folder);
        }
      }
    }
    folders = List.copyOf(all);
  }

  @Override
  public Result run(List<String> command, Duration timeout) throws IOException {
    String program = command.get(0);
    List<String> line = new ArrayList<>(command);
    line.set(0, find(program).toString());
    ProcessBuilder builder = new ProcessBuilder(line);
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("LC_ALL", "C");
    environment.put("PATH", String.join(File.pathSeparator, folders));
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      CompletableFuture<String> output = reader(program, process.getInputStream());
      CompletableFuture<String> errors = reader(program, process.getErrorStream());
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(program + " did not end within " + timeout.toSeconds() + " s");
      }
      return new Result(
          process.exitValue(), taken(program, output, timeout), taken(program, errors, timeout));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(program + " was interrupted", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Path find(String program) throws IOException {
    for (String folder : folders) {
      Path candidate = Path.of(folder, program);
      if (Files.isExecutable(candidate) && Files.isRegularFile(candidate)) {
        return candidate;
      }
    }
    throw new ProgramMissingException(program);
  }

  private static CompletableFuture<String> reader(String program, InputStream stream) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try (stream) {
                byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
                if (bytes.length > MAX_BYTES) {
                  throw new IOException(program + " printed more than " + MAX_BYTES + " B");
                }
                text.complete(new String(bytes, StandardCharsets.UTF_8));
              } catch (IOException | RuntimeException e) {
                text.completeExceptionally(e);
              }
            },
            "output of " + program);
    thread.setDaemon(true);
    thread.start();
    return text;
  }

  private static String taken(String program, CompletableFuture<String> text, Duration timeout)
      throws IOException, InterruptedException {
    try {
      return text.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IOException(
          cause instanceof IOException ? cause.getMessage() : program + ": " + cause, e);
    } catch (TimeoutException e) {
      throw new IOException(program + " kept its output open", e);
    }
  }
}
