package io.osdqualify.profile;

/**
 * How a step is run, whatever it measures.
 *
 * @param phase when its phases end
 * @param skippedByQuick whether {@code --quick} leaves the step out
 * @param engine the way to the device that its phases take
 */
public record Conduct(PhaseRule phase, boolean skippedByQuick, IoEngine engine) {}
