package io.osdqualify.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.osdqualify.evidence.EngineFacts.Ceiling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code osd-qualify engine} tells, in the form of its JSON.
 *
 * @param ceilings what a thread does at most, each backend at its depths
 * @param refused ceilings that could not be measured
 * @param selfTest the checks of the engine against itself
 * @param passed whether all of them did
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EngineReport(
    Features features,
    Clock clock,
    List<Ceiling> ceilings,
    List<Refusal> refused,
    List<Check> selfTest,
    boolean passed) {

  EngineReport {
    ceilings = List.copyOf(ceilings);
    refused = List.copyOf(refused);
    selfTest = List.copyOf(selfTest);
  }

  /**
   * Of kernel and CPU.
   *
   * @param ioUringFlags what a ring can use
   * @param ioUringRefused why there is none; absent where there is one
   * @param libaioRefused why there is no context; absent where there is one
   * @param rwfDsync whether a single write can be made durable
   * @param pmemMethods how the CPU can write its caches back
   * @param lockedMemoryBytes that this process may lock; absent where there is no limit
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Features(
      @Nullable String kernel,
      boolean ioUring,
      List<String> ioUringFlags,
      @Nullable String ioUringRefused,
      boolean libaio,
      @Nullable String libaioRefused,
      boolean rwfDsync,
      List<String> pmemMethods,
      @JsonProperty("locked_memory_bytes") @Nullable Long lockedMemoryBytes) {}

  /** The clock that latencies are measured with. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Clock(@Nullable String source, @JsonProperty("cost_ns") double costNs) {}

  /** A ceiling that could not be measured. */
  record Refusal(String backend, int depth, String reason) {}

  /** One check; all three figures are in the unit. */
  record Check(
      String check,
      String unit,
      double expected,
      double measured,
      double tolerance,
      boolean passed) {}
}
