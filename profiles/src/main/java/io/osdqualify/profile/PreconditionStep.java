package io.osdqualify.profile;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the range sequentially, so that what follows is measured on a written device.
 *
 * @param fill bytes to write; may name {@code capacity}, the length of the range
 */
public record PreconditionStep(Expression fill, int blockBytes, Conduct conduct)
    implements PlanStep {

  static final String PROBE = "precondition";

  static final StepBinder BINDER = new StepBinder(List.of("fill", "block"), PreconditionStep::bind);

  /** SNIA's workload-independent preconditioning, PTS 2.0.2. */
  private static final int FILL_BLOCK = 128 << 10;

  @Override
  public String probe() {
    return PROBE;
  }

  @Override
  public Set<String> metrics() {
    return Set.of();
  }

  private static Optional<PreconditionStep> bind(
      Fields fields, Conduct conduct, StepReader reader) {
    int block = reader.block(fields, FILL_BLOCK);
    return fields
        .required("fill")
        .flatMap(reader::volume)
        .map(fill -> new PreconditionStep(fill, block, conduct));
  }
}
