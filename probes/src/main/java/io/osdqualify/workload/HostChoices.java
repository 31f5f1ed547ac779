package io.osdqualify.workload;

import io.osdqualify.host.CpuList;
import io.osdqualify.host.HostCpus;
import io.osdqualify.host.HostCpus.Binding;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.QueuePolling;
import java.util.List;

/**
 * What the host has for loads that are run in several ways.
 *
 * @param allowed CPUs that this process may run on; none: unknown
 * @param near the CPUs of the drive's NUMA node, or why there are none
 * @param far those of all other nodes, or why there are none
 * @param noPolling why the target can't be polled; empty where it can
 */
public record HostChoices(CpuList allowed, Binding near, Binding far, String noPolling) {

  /** Of a host that was not asked. */
  public static final HostChoices UNKNOWN =
      new HostChoices(
          CpuList.NONE,
          new Binding(CpuList.NONE, "the host was not asked"),
          new Binding(CpuList.NONE, "the host was not asked"),
          "the host was not asked");

  /**
   * Asks the host.
   *
   * @param disks under the target, by the kernel's names
   */
  public static HostChoices of(HostFiles files, List<String> disks) {
    HostCpus cpus = new HostCpus(files);
    return new HostChoices(
        cpus.allowed(),
        cpus.nearForSure(disks),
        cpus.far(disks),
        new QueuePolling(files).refusal(disks).orElse(""));
  }
}
