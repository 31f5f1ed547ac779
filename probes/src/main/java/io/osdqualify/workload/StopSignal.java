package io.osdqualify.workload;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The wish to end a run early, from a signal handler to whoever waits. */
public final class StopSignal {

  private final CountDownLatch latch = new CountDownLatch(1);

  /** Asks for the end. */
  public void request() {
    latch.countDown();
  }

  public boolean isRequested() {
    return latch.getCount() == 0;
  }

  /** Waits; true as soon as the end is asked for. */
  public boolean await(Duration timeout) {
    try {
      return latch.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      request();
      return true;
    }
  }
}
