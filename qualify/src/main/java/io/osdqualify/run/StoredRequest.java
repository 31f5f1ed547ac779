package io.osdqualify.run;

import io.osdqualify.device.TargetRequest;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.host.CpuList;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileException;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import io.osdqualify.workload.EngineChoice;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What a run was asked for, in its folder, so that it can go on without being asked again. */
final class StoredRequest {

  static final String FILE = "resume.properties";

  private static final String SCHEMA = "osd-qualify/resume/1";
  private static final String BUILT_IN = "built-in";

  private StoredRequest() {}

  /** Stores a request; the file is there whole or not at all. */
  static void write(Path folder, RunRequest request, TargetFacts facts) throws IOException {
    Path temporary = folder.resolve("." + FILE);
    try (Writer out = Files.newBufferedWriter(temporary)) {
      properties(request, facts).store(out, "what 'osd-qualify run --resume' goes on with");
    }
    Files.move(temporary, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  private static Properties properties(RunRequest request, TargetFacts facts) {
    Properties all = new Properties();
    all.setProperty("schema", SCHEMA);
    all.setProperty("target", Path.of(request.target().path()).toAbsolutePath().toString());
    put(all, "size", request.target().size());
    // A file that the run made is not empty any more, and has to be confirmed like any other.
    all.setProperty("erase", confirmation(request, facts));
    Profile profile = request.profile();
    all.setProperty("profile", isBuiltIn(profile) ? profile.name() : absolute(profile.source()));
    all.setProperty("profile.sha256", profile.sha256());
    all.setProperty("tier", request.tier().key());
    all.setProperty("osds", Integer.toString(request.osds()));
    put(all, "osd-size", request.osdSize().orElse(null));
    all.setProperty("quick", Boolean.toString(request.quick()));
    all.setProperty("engine", request.engine().choice().key());
    all.setProperty("cpus", request.engine().cpus().toString());
    all.setProperty("continue-on-error", Integer.toString(request.engine().continueOnError()));
    all.setProperty("iopoll", Boolean.toString(request.engine().ioPoll()));
    all.setProperty("spin", Boolean.toString(request.engine().spin()));
    all.setProperty("allow-cache-change", Boolean.toString(request.allowCacheChange()));
    all.setProperty("fail-fast", Boolean.toString(request.failFast()));
    all.setProperty("seed", Long.toString(request.seed()));
    return all;
  }

  private static String confirmation(RunRequest request, TargetFacts facts) {
    String given = request.target().erase();
    return given != null ? given : absolute(facts.path());
  }

  private static String absolute(String path) {
    return Path.of(path).toAbsolutePath().toString();
  }

  private static boolean isBuiltIn(Profile profile) {
    return profile.source().equals(BUILT_IN);
  }

  private static void put(Properties all, String key, @Nullable Long value) {
    if (value != null) {
      all.setProperty(key, Long.toString(value));
    }
  }

  /**
   * Reads it back.
   *
   * @throws ResumeException where it is no such file, or its profile is another one now
   */
  static RunRequest read(Path folder) throws IOException, ProfileException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new ResumeException(
          folder + ": nothing to go on with: there is no " + FILE + " of a run that was cut short");
    }
    Properties all = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      all.load(in);
    } catch (IllegalArgumentException e) {
      throw new ResumeException(file + ": " + e.getMessage());
    }
    if (!SCHEMA.equals(all.getProperty("schema"))) {
      throw new ResumeException(file + ": this program reads " + SCHEMA + " only");
    }
    try {
      return request(all, folder, profile(all, file));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new ResumeException(file + ": a value is missing or wrong: " + e.getMessage());
    }
  }

  private static Profile profile(Properties all, Path file)
      throws ProfileException, ResumeException {
    Profile profile = ProfileLoader.find(value(all, "profile"));
    if (!profile.sha256().equals(value(all, "profile.sha256"))) {
      throw new ResumeException(
          file
              + ": the profile "
              + value(all, "profile")
              + " is another one than when the run began; begin a new run");
    }
    return profile;
  }

  private static RunRequest request(Properties all, Path folder, Profile profile) {
    Long size = all.containsKey("size") ? Long.valueOf(value(all, "size")) : null;
    return new RunRequest(
        TargetRequest.target(value(all, "target"), size, value(all, "erase")),
        profile,
        Arrays.stream(Tier.values())
            .filter(tier -> tier.key().equals(value(all, "tier")))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("tier")),
        Integer.parseInt(value(all, "osds")),
        Optional.ofNullable(all.getProperty("osd-size")).map(Long::valueOf),
        Optional.of(ResultFolder.wholeOf(folder)),
        Boolean.parseBoolean(value(all, "quick")),
        engine(all),
        Boolean.parseBoolean(value(all, "allow-cache-change")),
        Boolean.parseBoolean(value(all, "fail-fast")),
        Long.parseLong(value(all, "seed")));
  }

  private static EngineRequest engine(Properties all) {
    String cpus = value(all, "cpus");
    return new EngineRequest(
        Arrays.stream(EngineChoice.values())
            .filter(choice -> choice.key().equals(value(all, "engine")))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("engine")),
        cpus.isEmpty() ? CpuList.NONE : CpuList.parse(cpus),
        Integer.parseInt(value(all, "continue-on-error")),
        Boolean.parseBoolean(value(all, "iopoll")),
        Boolean.parseBoolean(value(all, "spin")));
  }

  private static String value(Properties all, String key) {
    String value = all.getProperty(key);
    if (value == null) {
      throw new IllegalArgumentException(key);
    }
    return value;
  }
}
