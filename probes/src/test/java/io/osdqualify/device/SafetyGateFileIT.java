package io.osdqualify.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.engine.NativeTargetOpener;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.ProcessCommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate on files; needs no root. */
class SafetyGateFileIT {

  private static final long SIZE = 64L << 20;

  private final SafetyGate gate = gate(new NativeTargetOpener());

  @TempDir Path folder;

  @Test
  void aScratchFileLeavesNothingBehind() throws Exception {
    try (WritePermit permit = gate.open(TargetRequest.scratch(folder.toString(), SIZE))) {
      assertThat(permit.facts().kind()).isEqualTo(TargetKind.SCRATCH);
      assertThat(permit.rangeLength()).isEqualTo(SIZE);
      assertThat(Files.size(Path.of("/proc/self/fd/" + permit.fd()))).isEqualTo(SIZE);
      assertThat(folder).isEmptyDirectory();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aScratchFileThatDoesNotFitIsWrongUsage() {
    assertThatThrownBy(() -> gate.open(TargetRequest.scratch(folder.toString(), 1L << 60)))
        .isInstanceOf(TargetUsageException.class)
        .hasMessageContaining("free");
    assertThatThrownBy(() -> gate.open(TargetRequest.scratch(folder + "/none", SIZE)))
        .isInstanceOf(TargetUsageException.class)
        .hasMessageContaining("no such folder");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFileThatIsNotThereIsMadeInTheGivenSize() throws Exception {
    Path file = folder.resolve("new");
    assertThat(gate.inspect(request(file, SIZE, null)).needsErase()).isFalse();
    assertThat(file).doesNotExist();
    try (WritePermit permit = gate.open(request(file, SIZE, null))) {
      assertThat(permit.facts().kind()).isEqualTo(TargetKind.FILE);
      assertThat(permit.isReduced()).isFalse();
      assertThat(file).hasSize(SIZE);
    }
    assertThatThrownBy(() -> gate.open(request(folder.resolve("other"), null, null)))
        .isInstanceOf(TargetUsageException.class)
        .hasMessageContaining("--size");
  }

  @Test
  void aFileWithContentNeedsItsPathAsTheWord() throws Exception {
    Path file = Files.write(folder.resolve("full"), new byte[(int) SIZE]);
    assertThatThrownBy(() -> gate.open(request(file, SIZE, null)))
        .isInstanceOf(SafetyRefusal.class)
        .hasMessageContaining("add --erase " + file);
    assertThatThrownBy(() -> gate.open(request(file, SIZE, "full")))
        .isInstanceOf(SafetyRefusal.class);
    try (WritePermit permit = gate.open(request(file, null, file.toString()))) {
      assertThat(permit.rangeLength()).isEqualTo(SIZE);
    }
    try (WritePermit permit = gate.open(request(file, 2 * SIZE, file.toString()))) {
      assertThat(permit.rangeLength()).isEqualTo(2 * SIZE);
    }
    try (WritePermit permit = gate.open(request(file, SIZE, file.toString()))) {
      assertThat(permit.rangeLength()).isEqualTo(SIZE);
      assertThat(permit.isReduced()).isTrue();
    }
    assertThat(file).as("a file is never cut").hasSize(2 * SIZE);
  }

  @Test
  void aFileSystemImageIsRefusedWhateverTheWordIs() throws Exception {
    Path file = folder.resolve("image");
    Shell.run("truncate -s 64M " + file + " && mkfs.ext4 -q -F " + file);
    String before = Shell.run("sha256sum " + file);
    assertThatThrownBy(() -> gate.open(request(file, null, file.toString())))
        .isInstanceOf(SafetyRefusal.class)
        .hasMessageContaining("ext4")
        .hasMessageContaining("wipefs -a " + file);
    assertThat(Shell.run("sha256sum " + file)).isEqualTo(before);
  }

  @Test
  void aFileThatAnotherProcessWritesIsRefused() throws Exception {
    Path file = Files.write(folder.resolve("disk.img"), new byte[(int) SIZE]);
    Process writer =
        new ProcessBuilder(
                List.of(
                    "python3",
                    "-c",
                    "import sys\nf=open(sys.argv[1],'r+b')\nprint('open',flush=True)\nsys.stdin.read()",
                    file.toString()))
            .start();
    try {
      assertThat(writer.getInputStream().read()).isEqualTo('o');
      assertThatThrownBy(() -> gate.open(request(file, null, file.toString())))
          .isInstanceOf(SafetyRefusal.class)
          .hasMessageContaining("(process " + writer.pid() + ") has it open for writing");
    } finally {
      writer.destroy();
      writer.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void aFileThatIsExchangedAfterTheLookIsSeen() throws Exception {
    Path file = Files.write(folder.resolve("a"), new byte[(int) SIZE]);
    Path other = Files.write(folder.resolve("b"), new byte[(int) SIZE]);
    SafetyGate raced =
        gate(
            new NativeTargetOpener() {
              @Override
              public int openExclusive(Path path, boolean writable) throws IOException {
                Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
                return super.openExclusive(path, writable);
              }
            });
    assertThatThrownBy(() -> raced.open(request(file, null, file.toString())))
        .isInstanceOf(SafetyRefusal.class)
        .hasMessageContaining("another drive or file answers now");
  }

  @Test
  void aFileThatCouldNotBeFilledIsRemovedAgain() {
    Path file = folder.resolve("new");
    SafetyGate full =
        gate(
            new NativeTargetOpener() {
              @Override
              public void allocate(int fd, long length) throws IOException {
                throw new OpenException(28, "no room");
              }
            });
    assertThatThrownBy(() -> full.open(request(file, SIZE, null)))
        .isInstanceOf(OpenException.class);
    assertThat(file).doesNotExist();
  }

  @Test
  void foldersAndCharacterDevicesAreWrongUsage() {
    for (Path path : List.of(folder, Path.of("/dev/null"), Path.of("/proc/self/status"))) {
      assertThatThrownBy(() -> gate.inspect(request(path, SIZE, null)))
          .isInstanceOf(TargetUsageException.class);
    }
  }

  private static TargetRequest request(Path path, @Nullable Long size, @Nullable String erase) {
    return TargetRequest.target(path.toString(), size, erase);
  }

  private static SafetyGate gate(TargetOpener opener) {
    return new SafetyGate(HostFiles.live(), new ProcessCommandRunner(), opener);
  }
}
