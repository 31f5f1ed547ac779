package io.osdqualify.engine;

/**
 * One check of the engine against itself.
 *
 * @param name as {@code p99 of a device that takes 100 us}
 * @param unit of the three figures; 1 for a plain number
 * @param tolerance largest allowed difference of measured and expected
 */
public record SelfCheck(
    String name, String unit, double expected, double measured, double tolerance, boolean passed) {}
