package io.osdqualify.device;

/**
 * A process that has the target open.
 *
 * @param process its id
 * @param program its name
 * @param writable whether it can write through that descriptor
 */
record OpenFile(long process, String program, boolean writable) {

  String title() {
    return program + " (process " + process + ")";
  }
}
