package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each malformed profile in {@code bad/} has the lines that must be said of it beside it. */
class BadProfilesTest {

  private static final Path FOLDER = Path.of("src/test/resources/bad");

  @TestFactory
  Stream<DynamicTest> saysEverythingThatIsWrong() throws IOException {
    return profiles().stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
  }

  @TestFactory
  Stream<DynamicTest> saysTheSameInEveryLocale() {
    return Stream.of("tr-TR", "de-DE", "ar-EG")
        .map(
            tag ->
                DynamicTest.dynamicTest(
                    tag,
                    () -> {
                      Locale before = Locale.getDefault();
                      try {
                        Locale.setDefault(Locale.forLanguageTag(tag));
                        for (Path file : profiles()) {
                          check(file);
                        }
                      } finally {
                        Locale.setDefault(before);
                      }
                    }));
  }

  @Test
  void fiveMistakesAreFiveLinesWithTheirPlaces() {
    ProfileException problem = load(FOLDER.resolve("five-mistakes.yaml"));
    assertThat(problem.problems()).hasSize(5);
    assertThat(String.valueOf(problem.getMessage()).lines())
        .hasSize(5)
        .allMatch(line -> line.matches(".*five-mistakes\\.yaml:[0-9]+:[0-9]+: .+"));
  }

  private static void check(Path file) throws IOException {
    Path expected = Path.of(file.toString().replace(".yaml", ".expected"));
    String said = String.valueOf(load(file).getMessage()).replace(FOLDER + "/", "");
    assertThat(said.lines()).containsExactlyElementsOf(Files.readAllLines(expected));
  }

  private static ProfileException load(Path file) {
    ProfileException problem =
        catchThrowableOfType(ProfileException.class, () -> ProfileLoader.load(file));
    assertThat(problem).as("%s has a mistake", file).isNotNull();
    return problem;
  }

  private static List<Path> profiles() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }
}
