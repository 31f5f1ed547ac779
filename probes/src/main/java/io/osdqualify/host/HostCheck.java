package io.osdqualify.host;

import io.osdqualify.evidence.HostDeviation;
import java.util.List;
import java.util.stream.Stream;

/** What about this host bends the numbers, read before a run. Changes nothing. */
public final class HostCheck {

  private final MachineCheck machine;
  private final CpuCheck cpu;
  private final DrivePathCheck path;

  public HostCheck(HostFiles files) {
    this.machine = new MachineCheck(files);
    this.cpu = new CpuCheck(files);
    this.path = new DrivePathCheck(files);
  }

  /**
   * All deviations that can be seen; what the host does not tell is none.
   *
   * @param disks under the target, by the kernel's names
   */
  public List<HostDeviation> deviations(List<String> disks) {
    return Stream.concat(
            Stream.concat(machine.find(), cpu.find()), disks.stream().flatMap(path::find))
        .toList();
  }
}
