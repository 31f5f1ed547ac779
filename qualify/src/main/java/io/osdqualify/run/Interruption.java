package io.osdqualify.run;

import io.osdqualify.workload.StopSignal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a run on SIGINT and SIGTERM: asks it to stop, waits until what was measured is stored, then
 * leaves with the code of an interrupted run.
 */
public final class Interruption implements AutoCloseable {

  /** 128 + SIGINT, the shell's code of an interrupted program. */
  private static final int CODE = 130;

  /** The run has this long to stop its engine (1 s at most) and store its result. */
  private static final long PATIENCE_MS = 1800;

  private final StopSignal signal = new StopSignal();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "interruption");

  /** Takes over the signals. */
  public Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** What the run listens to. */
  public StopSignal signal() {
    return signal;
  }

  private void interrupt() {
    signal.request();
    try {
      if (!done.await(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
        System.err.println("osd-qualify: interrupted before the result could be stored");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(CODE);
  }

  /** The run has stored what it has; gives the signals back. */
  @Override
  public void close() {
    done.countDown();
    if (!signal.isRequested()) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
