package io.osdqualify.evidence;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that bent the numbers of a phase.
 *
 * @param kind as {@code foreign-io}
 * @param phase the phase it fell into; absent where it spans more than one
 * @param detail what was seen, with figures
 */
public record Disturbance(
    String kind, @Nullable String phase, Instant startedAt, Instant endedAt, String detail) {}
