package io.osdqualify.evidence;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A latency distribution: HdrHistogram counts at two significant digits (error ≤ 0.8 %) beside the
 * exact extremes and the exact sum. Percentiles are clamped to the extremes.
 */
public final class LatencyHistogram {

  /** Shortest latency told apart, in ns. */
  public static final long LOWEST_NS = 1;

  /** Longest latency with a bucket: one hour. The engine's OQ_HIST_MAX_NS. */
  public static final long HIGHEST_NS = 3_600_000_000_000L;

  /** Significant digits of the counts. */
  public static final int DIGITS = 2;

  /** Fewer samples than this beyond a percentile, and it is no percentile. */
  public static final int SAMPLES_BEYOND = 10;

  private final Histogram counts;
  private final long overflow;
  private final long minNs;
  private final long maxNs;
  private final double meanNs;

  /** The text it was read from: deflate may differ by machine, a stored result does not change. */
  private final @Nullable String stored;

  private LatencyHistogram(
      Histogram counts,
      long overflow,
      long minNs,
      long maxNs,
      double meanNs,
      @Nullable String stored) {
    this.counts = counts;
    this.overflow = overflow;
    this.minNs = minNs;
    this.maxNs = maxNs;
    this.meanNs = meanNs;
    this.stored = stored;
  }

  /**
   * Out of the counts of the engine's buckets.
   *
   * @param bucketCounts in the order of HdrHistogram's counts array for {@link #DIGITS}
   */
  public static LatencyHistogram of(
      long[] bucketCounts, long overflow, long minNs, long maxNs, double sumNs) {
    Histogram histogram = new Histogram(LOWEST_NS, HIGHEST_NS, DIGITS);
    long total = overflow;
    for (int index = 0; index < bucketCounts.length; index++) {
      if (bucketCounts[index] > 0) {
        histogram.recordValueWithCount(valueOf(index), bucketCounts[index]);
        total += bucketCounts[index];
      }
    }
    double meanNs = total == 0 ? 0 : sumNs / total;
    return new LatencyHistogram(histogram, overflow, minNs, maxNs, meanNs, null);
  }

  /** The lowest value of a bucket, by HdrHistogram's layout for two digits. */
  public static long valueOf(int index) {
    int bucket = (index >> 7) - 1;
    int sub = (index & 127) + 128;
    return bucket < 0 ? index : (long) sub << bucket;
  }

  /** Out of a stored base64 text (HdrHistogram V2, compressed) and the exact figures beside it. */
  public static LatencyHistogram decode(
      String base64, long overflow, long minNs, long maxNs, double meanNs) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      Histogram histogram =
          Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), HIGHEST_NS);
      return new LatencyHistogram(histogram, overflow, minNs, maxNs, meanNs, base64);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("not a HdrHistogram V2 text: " + e.getMessage(), e);
    }
  }

  /** These samples and more of them, whose extremes are known as well as their buckets. */
  public LatencyHistogram plus(Histogram more) {
    if (more.getTotalCount() == 0) {
      return this;
    }
    Histogram all = counts.copy();
    all.add(more);
    double total = meanNs * count() + more.getMean() * more.getTotalCount();
    long min = count() == 0 ? more.getMinValue() : Math.min(minNs, more.getMinValue());
    return new LatencyHistogram(
        all,
        overflow,
        min,
        Math.max(maxNs, more.getMaxValue()),
        total / (count() + more.getTotalCount()),
        null);
  }

  /** These samples and those of another phase. */
  public LatencyHistogram plus(LatencyHistogram other) {
    if (other.count() == 0 || count() == 0) {
      return count() == 0 ? other : this;
    }
    Histogram all = counts.copy();
    all.add(other.counts);
    long total = count() + other.count();
    return new LatencyHistogram(
        all,
        overflow + other.overflow,
        Math.min(minNs, other.minNs),
        Math.max(maxNs, other.maxNs),
        (meanNs * count() + other.meanNs * other.count()) / total,
        null);
  }

  /** HdrHistogram V2, compressed, as base64. */
  public String encode() {
    if (stored != null) {
      return stored;
    }
    ByteBuffer buffer = ByteBuffer.allocate(counts.getNeededByteBufferCapacity());
    int length = counts.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = new byte[length];
    buffer.rewind();
    buffer.get(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** All samples, overflow included. */
  public long count() {
    return counts.getTotalCount() + overflow;
  }

  public long overflow() {
    return overflow;
  }

  public long minNs() {
    return minNs;
  }

  public long maxNs() {
    return maxNs;
  }

  /** The exact mean. */
  public double meanNs() {
    return meanNs;
  }

  /**
   * The latency that {@code percent} of the samples do not exceed, or null where fewer than {@link
   * #SAMPLES_BEYOND} samples lie beyond it.
   *
   * @param percent above 0, below 100
   */
  public @Nullable Long percentile(double percent) {
    if (count() * (1 - percent / 100) < SAMPLES_BEYOND) {
      return null;
    }
    return atRank((long) Math.ceil(count() * percent / 100));
  }

  /** The latency of the sample with this rank, 1 … count; the upper end of its bucket, clamped. */
  public long atRank(long rank) {
    if (count() == 0) {
      throw new IllegalStateException("no samples");
    }
    long wanted = Math.max(1, Math.min(rank, count()));
    if (wanted > counts.getTotalCount()) {
      return maxNs;
    }
    long below = 0;
    for (var value : counts.recordedValues()) {
      below += value.getCountAddedInThisIterationStep();
      if (below >= wanted) {
        return clamp(counts.highestEquivalentValue(value.getValueIteratedTo()));
      }
    }
    return maxNs;
  }

  /** How many samples exceed this latency. */
  public long countAbove(long ns) {
    return count() - counts.getCountBetweenValues(0, ns);
  }

  /** The counts, for merging and drawing. */
  public Histogram counts() {
    return counts.copy();
  }

  /** The distribution in a few numbers. */
  public LatencySummary summary() {
    return new LatencySummary(
        count(),
        overflow,
        minNs,
        meanNs,
        percentile(50),
        percentile(90),
        percentile(95),
        percentile(99),
        percentile(99.9),
        percentile(99.99),
        percentile(99.999),
        maxNs);
  }

  private long clamp(long ns) {
    return Math.max(minNs, Math.min(ns, maxNs));
  }
}
