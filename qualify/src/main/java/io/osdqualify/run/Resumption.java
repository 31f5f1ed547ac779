package io.osdqualify.run;

import io.osdqualify.evidence.Disturbance;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.profile.ProfileException;
import io.osdqualify.workload.ProbeContext.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A run that was cut short and goes on: by a stop, a kill or a reboot.
 *
 * @param folder where its files are
 * @param request what it was asked for
 * @param earlier what it had stored
 * @param whole its phases that had ended by their rule
 * @param progress of the phase after them
 */
public record Resumption(
    Path folder, RunRequest request, Qualification earlier, List<Phase> whole, Progress progress) {

  public Resumption {
    whole = List.copyOf(whole);
  }

  /**
   * Reads a folder.
   *
   * @param dir as it was given to the run, or with {@code .partial} behind it
   * @throws ResumeException where no run can go on there
   */
  public static Resumption of(Path dir) throws IOException, ProfileException {
    Path whole = ResultFolder.wholeOf(dir);
    Path folder = ResultFolder.partialOf(whole);
    if (!Files.isDirectory(folder)) {
      throw new ResumeException(
          Files.isDirectory(whole)
              ? whole + ": the run came to its end; there is nothing to go on with"
              : folder + ": no such folder");
    }
    RunRequest request = StoredRequest.read(folder);
    Qualification earlier = ResultJson.read(folder);
    Position.Noted noted = Position.read(folder);
    List<Phase> phases = earlier.phases();
    return new Resumption(
        folder,
        request,
        earlier,
        phases.subList(0, Math.min(noted.wholePhases(), phases.size())),
        noted.progress());
  }

  /** The time in which nothing was measured. */
  Disturbance gap(Instant now) {
    Instant from = whole.isEmpty() ? earlier.startedAt() : end(whole.get(whole.size() - 1));
    return new Disturbance(
        "interruption", null, from, now, "the run was cut short here and went on later");
  }

  private static Instant end(Phase phase) {
    return phase
        .startedAt()
        .plusNanos(Math.round((phase.rampSeconds() + phase.durationSeconds()) * 1e9));
  }
}
