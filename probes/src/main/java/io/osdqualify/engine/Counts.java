package io.osdqualify.engine;

/** Histogram counts of one latency kind, in HdrHistogram's layout, beside the exact figures. */
public final class Counts {

  private final long[] buckets;
  private final long count;
  private final long overflow;
  private final long minNs;
  private final long maxNs;
  private final long sumNs;

  /**
   * @param buckets counts in the order of HdrHistogram's array for two significant digits
   * @param count of all samples
   * @param overflow samples longer than the last bucket
   * @param sumNs exact sum of all samples
   */
  public Counts(long[] buckets, long count, long overflow, long minNs, long maxNs, long sumNs) {
    this.buckets = buckets.clone();
    this.count = count;
    this.overflow = overflow;
    this.minNs = minNs;
    this.maxNs = maxNs;
    this.sumNs = sumNs;
  }

  /** How many buckets there are. */
  public int size() {
    return buckets.length;
  }

  /** The count of one bucket. */
  public long bucket(int index) {
    return buckets[index];
  }

  /** A copy of the counts. */
  public long[] buckets() {
    return buckets.clone();
  }

  public long count() {
    return count;
  }

  public long overflow() {
    return overflow;
  }

  /** Exact; 0 where nothing was counted. */
  public long minNs() {
    return minNs;
  }

  /** Exact. */
  public long maxNs() {
    return maxNs;
  }

  public long sumNs() {
    return sumNs;
  }
}
