package io.osdqualify.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.host.HostFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheSwitchTest {

  private static final String SDA = "/dev/sda";
  private static final TargetLayers ON_SDA = new TargetLayers("sda", List.of("sda"));

  @TempDir private Path folder;
  private SataServer server;

  @BeforeEach
  void capture() throws IOException {
    server = SataServer.capture(folder);
  }

  private List<String> notes() {
    return HostFiles.names(server.settings());
  }

  @Test
  void theCacheIsOffForAWhileAndThenAsItWas() throws Exception {
    try (CacheSwitch.Held held = new CacheSwitch(server.journal()).off(server.permit(SDA))) {
      assertThat(held).isNotNull();
      assertThat(server.value()).isEqualTo("write through");
      assertThat(notes()).containsExactly(SataServer.SERIAL + ".properties");
      assertThat(server.journal().restore()).as("while the process runs").isEmpty();
      assertThat(server.value()).isEqualTo("write through");
    }
    assertThat(server.value()).isEqualTo("write back");
    assertThat(notes()).isEmpty();
  }

  @Test
  void whatAKilledProcessLeftIsPutBackAtTheNextStart() throws Exception {
    kill();
    assertThat(server.value()).isEqualTo("write through");

    assertThat(server.journal().restore())
        .singleElement()
        .asString()
        .isEqualTo(
            "the write cache of sda (%s) is \"write back\" again, as before an earlier run that was"
                + " cut short",
            SataServer.SERIAL);

    assertThat(server.value()).isEqualTo("write back");
    assertThat(notes()).isEmpty();
    assertThat(server.journal().restore()).isEmpty();
  }

  @Test
  void whatOthersChangedSinceIsLeftAsItIs() throws Exception {
    kill();
    server.set("write back, no read (daft)");
    assertThat(server.journal().restore()).singleElement().asString().contains("left as it is");
    assertThat(server.value()).isEqualTo("write back, no read (daft)");
    assertThat(notes()).isEmpty();
  }

  @Test
  void theNoteOfADriveThatIsNotHereStays() throws Exception {
    kill();
    Path note = server.settings().resolve(notes().get(0));
    Files.writeString(note, Files.readString(note).replace(SataServer.SERIAL, "OTHER"));
    assertThat(server.journal().restore())
        .singleElement()
        .asString()
        .contains("the drive OTHER is not here", "\"write back\" again");
    assertThat(server.value()).isEqualTo("write through");
    assertThat(notes()).hasSize(1);
  }

  @Test
  void aNoteThatCannotBeReadIsSaidAndStays() throws Exception {
    Files.createDirectories(server.settings());
    Files.writeString(server.settings().resolve("X.properties"), "pid=many\n");
    assertThat(server.journal().restore()).singleElement().asString().contains("by hand");
    assertThat(notes()).hasSize(1);
  }

  @Test
  void aDriveThatDoesNotTakeItIsLeftWithoutANote() throws Exception {
    WritePermit permit = server.permit(SDA);
    Files.delete(server.cacheType());
    Files.createDirectory(server.cacheType());
    assertThatThrownBy(() -> new CacheSwitch(server.journal()).off(permit))
        .isInstanceOf(IOException.class);
    assertThat(notes()).isEmpty();
  }

  @Test
  void onlySataAndSasDrivesWithACacheThatIsOnAreSwitched() throws Exception {
    assertThat(CacheSwitch.impossible(server.facts(SDA), ON_SDA)).isEmpty();
    server.set("write through");
    assertThat(CacheSwitch.impossible(server.facts(SDA), ON_SDA))
        .contains("the drive's write cache is off already");
    assertThat(CacheSwitch.impossible(server.facts("/dev/nvme2n1"), ON_SDA))
        .hasValueSatisfying(reason -> assertThat(reason).contains("this one is nvme"));
    assertThat(CacheSwitch.impossible(server.facts(SDA), new TargetLayers("dm-0", List.of())))
        .hasValueSatisfying(reason -> assertThat(reason).contains("not on one drive"));
  }

  /** A process switches the cache off, and is killed. */
  private void kill() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SataServer.class.getName(),
                folder.toString(),
                SDA)
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(Objects.requireNonNull(out.readLine())).isEqualTo(SataServer.SWITCHED);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
