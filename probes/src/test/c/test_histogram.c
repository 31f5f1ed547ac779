/*
 * The layout of the histograms against HdrHistogram's formula, what is recorded, and what a job
 * says of its streams one by one.
 */
#include <stdatomic.h>

#include "fixture.h"
#include "histogram.h"
#include "sys.h"

/* Writes of the upper half of the file are slow; the one at STALL_AT once, very. */
#define HALF MIB
#define SLOW_NS (3 * MS)
#define STALL_NS (60 * MS)
static _Atomic uint64_t stall_at;
static _Atomic uint64_t stalled_ns; /* when it ended */

int64_t __real_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);
int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);

int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags)
{
	int64_t result = __real_oq_sys_pwrite(fd, buffer, length, offset, flags);

	if (offset == atomic_load(&stall_at) && !atomic_load(&stalled_ns)) {
		oq_sleep(STALL_NS);
		atomic_store(&stalled_ns, oq_now());
	} else if (offset >= HALF) {
		oq_sleep(SLOW_NS);
	}
	return result;
}

/* HdrHistogram's countsArrayIndex, by division instead of shifts. */
static int32_t index_by_formula(uint64_t value)
{
	uint32_t bucket = 0;

	while (value >> bucket >= 256)
		bucket++;
	return (int32_t)((bucket + 1) * 128 + (value >> bucket) - 128);
}

static void check_value(uint64_t value)
{
	int32_t index = oq_hist_index(value);
	uint64_t low = oq_hist_value(index), next = oq_hist_value(index + 1);

	EQUAL(index, index_by_formula(value));
	CHECK(low <= value && value < next, "%llu is not in [%llu, %llu)",
	      (unsigned long long)value, (unsigned long long)low, (unsigned long long)next);
	CHECK((double)(next - low - 1) <= 0.008 * (double)value || next - low == 1,
	      "bucket of %llu is too wide", (unsigned long long)value);
}

static void indices_follow_the_formula(void)
{
	for (uint64_t value = 0; value < 100000; value++)
		check_value(value);
	for (uint64_t power = 1; power <= OQ_HIST_MAX_NS; power *= 2)
		for (uint64_t value = power - 1; value <= power + 1; value++)
			check_value(value);
	for (uint64_t value = 1000; value <= OQ_HIST_MAX_NS; value += value / 97)
		check_value(value);
	check_value(OQ_HIST_MAX_NS);
}

static void buckets_are_monotone_and_complete(void)
{
	for (int32_t i = 1; i < (int32_t)OQ_HIST_COUNTS; i++) {
		CHECK(oq_hist_value(i) > oq_hist_value(i - 1), "at %d", i);
		if (oq_hist_value(i) <= OQ_HIST_MAX_NS)
			EQUAL(oq_hist_index(oq_hist_value(i)), i);
	}
	EQUAL(oq_hist_index(OQ_HIST_MAX_NS + 1), -1);
	EQUAL(oq_hist_index(UINT64_MAX), -1);
	CHECK(oq_hist_value(-1) == UINT64_MAX);
	CHECK(oq_hist_value((int32_t)OQ_HIST_COUNTS) == UINT64_MAX);
}

/* From below 100 ns to above 300 s; the last octave is cut where the range ends. */
static void each_octave_has_64_buckets(void)
{
	for (uint64_t low = 64; low * 2 <= OQ_HIST_MAX_NS; low *= 2) {
		const int32_t buckets = oq_hist_index(low * 2) - oq_hist_index(low);

		CHECK(buckets >= 64, "%d from %llu ns", buckets, (unsigned long long)low);
	}
	CHECK(OQ_HIST_MAX_NS >= 300 * OQ_NS_PER_S);
	CHECK(oq_hist_index(300 * OQ_NS_PER_S) < oq_hist_index(301 * OQ_NS_PER_S + OQ_NS_PER_S * 2));
}

/* The longest that has a bucket, and what has none: counted, in the extremes and in the sum. */
static void overflow_is_loud(void)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	struct oq_histogram out = { 0 };
	struct oq_hist *hist = oq_hist_new();
	uint64_t in_buckets = 0;

	REQUIRE(hist);
	oq_hist_record(hist, OQ_HIST_MAX_NS);
	oq_hist_record(hist, OQ_HIST_MAX_NS + 1);
	oq_hist_record(hist, UINT64_MAX / 4);
	oq_hist_merge(hist, &out, counts);
	for (uint32_t i = 0; i < OQ_HIST_COUNTS; i++)
		in_buckets += counts[i];
	EQUAL(in_buckets, 1);
	EQUAL(counts[oq_hist_index(OQ_HIST_MAX_NS)], 1);
	EQUAL(out.overflow, 2);
	EQUAL(out.count, 3);
	EQUAL(out.min_ns, OQ_HIST_MAX_NS);
	EQUAL(out.max_ns, UINT64_MAX / 4);
	EQUAL(out.sum_ns, UINT64_MAX / 4 + 2 * OQ_HIST_MAX_NS + 1);
	free(hist);
}

static void extremes_and_sums_are_exact(void)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	struct oq_histogram out = { 0 };
	struct oq_hist *a = oq_hist_new(), *b = oq_hist_new();

	REQUIRE(a && b);
	oq_hist_record(a, 1000003);
	oq_hist_record(a, 17);
	oq_hist_record(b, OQ_HIST_MAX_NS + 5);
	oq_hist_record(b, 1000003);
	oq_hist_merge(a, &out, counts);
	oq_hist_merge(NULL, &out, counts);
	oq_hist_merge(b, &out, counts);
	EQUAL(out.count, 4);
	EQUAL(out.overflow, 1);
	EQUAL(out.min_ns, 17);
	EQUAL(out.max_ns, OQ_HIST_MAX_NS + 5);
	EQUAL(out.sum_ns, OQ_HIST_MAX_NS + 5 + 17 + 2 * 1000003);
	EQUAL(counts[oq_hist_index(1000003)], 2);
	EQUAL(counts[17], 1);
	free(a);
	free(b);
}

static void an_empty_one_has_no_extremes(void)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	struct oq_histogram out = { 0 };
	struct oq_hist *empty = oq_hist_new();

	REQUIRE(empty);
	oq_hist_merge(empty, &out, counts);
	EQUAL(out.count, 0);
	EQUAL(out.min_ns, 0);
	EQUAL(out.max_ns, 0);
	free(empty);
}

static struct oq_histogram of_stream(int64_t handle, uint32_t first, uint32_t streams)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	struct oq_histogram out = { .size = sizeof(out), .version = OQ_ABI_VERSION };

	REQUIRE(oq_job_histogram(handle, first, streams, OQ_KIND_WRITE, &out, counts,
				 OQ_HIST_COUNTS) == 0);
	return out;
}

/* A stream's own numbers are those of its own histogram. */
static struct oq_stream_result check_stream(int64_t handle, uint32_t stream)
{
	struct oq_stream_result r = { .size = sizeof(r), .version = OQ_ABI_VERSION };
	const struct oq_histogram h = of_stream(handle, stream, 1);

	REQUIRE(oq_job_stream(handle, stream, &r) == 0);
	EQUAL(r.operations, h.count);
	EQUAL(r.bytes, h.count * 4096);
	EQUAL(r.sum_ns, h.sum_ns);
	EQUAL(r.min_ns, h.min_ns);
	EQUAL(r.max_ns, h.max_ns);
	CHECK(r.operations > 0);
	return r;
}

/* The stall is in the list with its time and place; on a busy machine there may be worse ones. */
static void check_stalls(int64_t handle, uint64_t measure_ns)
{
	static struct oq_stall stalls[3 * OQ_STALLS];
	const int count = oq_job_stalls(handle, stalls, 3 * OQ_STALLS);
	int i = 0;

	while (i < count &&
	       (stalls[i].offset != atomic_load(&stall_at) || stalls[i].latency_ns < STALL_NS))
		i++;
	REQUIRE(i < count);
	EQUAL(stalls[i].stream, 1);
	EQUAL(stalls[i].kind, OQ_KIND_WRITE);
	/* It is seen a moment after it has ended. */
	CHECK(measure_ns + stalls[i].at_ns >= atomic_load(&stalled_ns));
	CHECK(measure_ns + stalls[i].at_ns < atomic_load(&stalled_ns) + 2000 * MS);
	CHECK(stalls[0].latency_ns >= of_stream(handle, 0, 0).max_ns);
	for (i = 1; i < count; i++)
		CHECK(stalls[i].latency_ns <= stalls[i - 1].latency_ns);
}

static void slow_streams_are_told_from_fast_ones(void)
{
	int fd = scratch(2 * HALF);
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec streams[3];
	struct oq_stream_result r[3];
	struct oq_histogram all;
	struct oq_snapshot end;
	int64_t handle;

	job.streams = 3;
	job.duration_ns = 300 * MS;
	for (uint32_t i = 0; i < 3; i++) {
		streams[i] = stream_of(&job, 1);
		streams[i].pattern = OQ_SEQUENTIAL;
		streams[i].region_offset = i == 1 ? HALF : i * (HALF / 4);
		streams[i].region_length = HALF / 4;
	}
	atomic_store(&stall_at, HALF + 10 * 4096);
	handle = run(&job, streams);
	end = snapshot(handle);
	for (uint32_t i = 0; i < 3; i++)
		r[i] = check_stream(handle, i);
	CHECK(r[1].min_ns >= SLOW_NS && r[1].max_ns >= STALL_NS);
	CHECK(r[1].sum_ns / r[1].operations > r[0].sum_ns / r[0].operations);
	CHECK(r[1].sum_ns / r[1].operations > r[2].sum_ns / r[2].operations);
	all = of_stream(handle, 0, 0);
	EQUAL(all.count, r[0].operations + r[1].operations + r[2].operations);
	EQUAL(all.count, end.operations);
	EQUAL(of_stream(handle, 1, 2).count, r[1].operations + r[2].operations);
	EQUAL(of_stream(handle, 1, 0).count, r[1].operations + r[2].operations);
	check_stalls(handle, end.started_ns);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

int main(void)
{
	each_octave_has_64_buckets();
	overflow_is_loud();
	slow_streams_are_told_from_fast_ones();
	indices_follow_the_formula();
	buckets_are_monotone_and_complete();
	extremes_and_sums_are_exact();
	an_empty_one_has_no_extremes();
	return REPORT();
}
