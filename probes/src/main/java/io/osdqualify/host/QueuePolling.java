package io.osdqualify.host;

import java.util.List;
import java.util.Optional;

/** Whether block devices can be polled for completions instead of interrupting. */
public final class QueuePolling {

  private final HostFiles files;

  public QueuePolling(HostFiles files) {
    this.files = files;
  }

  /**
   * Why these disks can't be polled; empty where each says that it can, in {@code queue/io_poll}.
   * Before Linux 6.12 no error tells: the kernel then waits for the interrupt all the same.
   *
   * @param disks the kernel's names, as {@code nvme0n1}
   */
  public Optional<String> refusal(List<String> disks) {
    if (disks.isEmpty()) {
      return Optional.of("no drive is known under the target");
    }
    return disks.stream()
        .filter(disk -> !isPolled(disk))
        .findFirst()
        .map(disk -> disk + " has no poll queues (queue/io_poll; for NVMe: nvme.poll_queues)");
  }

  private boolean isPolled(String disk) {
    return Boolean.TRUE.equals(
        HostFiles.flag(
            files.at("sys", "class", "block", disk.replace('/', '!'), "queue", "io_poll")));
  }
}
