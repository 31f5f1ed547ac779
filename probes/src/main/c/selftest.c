/* selftest.c: the engine against what is known exactly. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "data.h"
#include "histogram.h"
#include "job.h"
#include "oq_engine.h"
#include "op.h"
#include "random.h"
#include "sys.h"
#include "timed.h"
#include "verify.h"

#define US 1000ull
#define MS OQ_NS_PER_MS

/* Where checks go; `error` stops the rest. */
struct report {
	struct oq_check *out;
	uint32_t capacity;
	uint32_t count;
	char *message;
	size_t length;
};

/* UNIT of expected, measured and tolerance. */
static void check(struct report *r, const char *name, const char *unit, double expected,
		  double measured, double tolerance)
{
	const double off = measured > expected ? measured - expected : expected - measured;
	struct oq_check *out;

	if (r->count++ >= r->capacity)
		return;
	out = &r->out[r->count - 1];
	memset(out, 0, sizeof(*out));
	oq_say(out->name, sizeof(out->name), "%s", name);
	oq_say(out->unit, sizeof(out->unit), "%s", unit);
	out->expected = expected;
	out->measured = measured;
	out->tolerance = tolerance;
	out->passed = off <= tolerance;
}

static int compare_u64(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return x < y ? -1 : x > y;
}

/* The smallest of sorted VALUES that a share of PERMYRIAD is not above. */
static uint64_t exact(const uint64_t *values, uint64_t count, uint64_t permyriad)
{
	uint64_t rank = (count * permyriad + 9999) / 10000;

	return values[rank ? rank - 1 : 0];
}

/* The same of a histogram: the middle of the bucket, clamped to the extremes. */
static uint64_t of_counts(const struct oq_histogram *h, const uint64_t *counts, uint64_t permyriad)
{
	uint64_t rank = (h->count * permyriad + 9999) / 10000, seen = 0;

	for (int32_t i = 0; i < (int32_t)OQ_HIST_COUNTS; i++) {
		uint64_t low = oq_hist_value(i), high = oq_hist_value(i + 1);
		uint64_t middle = low + (high - low) / 2;

		seen += counts[i];
		if (seen < rank || !counts[i])
			continue;
		if (middle < h->min_ns)
			return h->min_ns;
		return middle > h->max_ns ? h->max_ns : middle;
	}
	return h->max_ns;
}

/* Values over nine orders of magnitude: what the buckets make of them. */
static int check_buckets(struct report *r)
{
	enum { VALUES = 100000 };
	struct oq_histogram merged = { .size = sizeof(merged) };
	uint64_t *counts = calloc(OQ_HIST_COUNTS, sizeof(*counts));
	uint64_t *values = malloc(VALUES * sizeof(*values));
	struct oq_hist *hist = oq_hist_new();
	struct oq_random random;
	double worst = 0;

	oq_random_seed(&random, 1, 0);
	for (uint64_t i = 0; counts && values && hist && i < VALUES; i++) {
		values[i] = 100ull << oq_random_below(&random, 31);
		values[i] += oq_random_below(&random, values[i]);
		oq_hist_record(hist, values[i]);
	}
	if (counts && values && hist) {
		oq_hist_merge(hist, &merged, counts);
		qsort(values, VALUES, sizeof(*values), compare_u64);
		for (uint64_t p = 100; p <= 9990; p += 10) {
			double e = (double)exact(values, VALUES, p);
			double off = ((double)of_counts(&merged, counts, p) - e) / e;

			worst = off > worst ? off : -off > worst ? -off : worst;
		}
		check(r, "percentiles of 100 ns to 200 s: worst error", "1", 0, worst, 0.008);
		check(r, "longest value", "ns", (double)values[VALUES - 1], (double)merged.max_ns, 0);
	}
	free(counts);
	free(values);
	free(hist);
	return counts && values && hist ? 0 : -ENOMEM;
}

/* One CPU's clock may not be behind what another has shown. */
static int check_clock(struct report *r)
{
	uint64_t cpus[OQ_MAX_CPUS / 64], backwards = 0, last = oq_now(), now;
	int error = oq_sys_getaffinity(cpus, sizeof(cpus));

	if (error)
		return error;
	for (int round = 0; round < 20; round++)
		for (uint32_t cpu = 0; cpu < OQ_MAX_CPUS; cpu++) {
			uint64_t one[OQ_MAX_CPUS / 64] = { 0 };

			if (!(cpus[cpu / 64] >> (cpu % 64) & 1))
				continue;
			one[cpu / 64] = 1ull << (cpu % 64);
			if (oq_sys_setaffinity(one, sizeof(one)))
				continue;
			now = oq_now();
			backwards += now < last;
			last = now;
		}
	error = oq_sys_setaffinity(cpus, sizeof(cpus));
	check(r, "clock readings that went back from CPU to CPU", "1", 0, (double)backwards, 0);
	return error;
}

/* 4 KiB writes to nowhere. */
static struct oq_stream_spec one_stream(void)
{
	struct oq_stream_spec s = {
		.size = sizeof(s),
		.version = OQ_ABI_VERSION,
		.pattern = OQ_SEQUENTIAL,
		.durability = OQ_DURABILITY_NONE,
		.arrival = OQ_CLOSED,
		.depth = 1,
		.flush_every = 1,
		.data_permille = 1000,
		.mix_count = 1,
		.mix = { { 4096, 1 } },
		.region_length = 1u << 20,
		.seed = 1,
	};

	return s;
}

/* A job on DEVICE from start to end; its handle, or -errno. */
static int64_t run_timed(struct oq_timed *device, const struct oq_stream_spec *stream,
			 uint64_t duration_ns, uint64_t max_bytes, const struct report *r)
{
	struct oq_job_spec job = {
		.size = sizeof(job),
		.version = OQ_ABI_VERSION,
		.backend = OQ_BACKEND_PSYNC, /* in name only: the device is its own backend */
		.streams = 1,
		.permit_length = 1u << 20,
		.duration_ns = duration_ns,
		.max_bytes = max_bytes,
		.writable = 1,
	};
	int64_t handle;

	job.fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (job.fd < 0)
		return oq_fail(errno, r->message, r->length, "/dev/null cannot be opened");
	handle = oq_job_start_on(&oq_backend_timed, device, &job, stream, r->message, r->length);
	while (handle > 0 && oq_job_wait(handle, 1000) == -ETIMEDOUT)
		;
	close(job.fd);
	return handle;
}

#define OPERATIONS 2000u
#define LONG_STALL 1500u

/* 100 us; each fiftieth 1 ms; one of 50 ms. */
static uint64_t known_latency(uint64_t nth)
{
	if (nth == LONG_STALL)
		return 50 * MS;
	return nth % 50 == 49 ? 1 * MS : 100 * US;
}

static int read_kind(int64_t handle, uint32_t kind, struct oq_histogram *h, uint64_t *counts)
{
	memset(h, 0, sizeof(*h));
	h->size = sizeof(*h);
	h->version = OQ_ABI_VERSION;
	return oq_job_histogram(handle, 0, 1, kind, h, counts, OQ_HIST_COUNTS);
}

/*
 * What a bucket may be off, and what the engine may add: its work between the device's own
 * readings and its own, and an interruption now and then that falls there.
 */
static double tolerance(double expected)
{
	return expected * 0.01 + 1 * US;
}

static void compare_with_device(struct report *r, int64_t handle, struct oq_timed *device,
				uint64_t *counts)
{
	struct oq_histogram h;
	struct oq_stall worst = { 0 };
	double sum = 0;

	if (read_kind(handle, OQ_KIND_WRITE, &h, counts) || device->count > device->capacity)
		return;
	for (uint64_t i = 0; i < device->count; i++)
		sum += (double)device->took_ns[i];
	qsort(device->took_ns, device->count, sizeof(*device->took_ns), compare_u64);
	check(r, "operations of a timed device", "1", (double)device->count, (double)h.count, 0);
	for (int i = 0; i < 3; i++) {
		static const uint64_t permyriads[] = { 5000, 9900, 9990 };
		static const char *const names[] = { "p50 of a device with 100 us",
						     "p99 of a device with 2 % of 1 ms",
						     "p99.9 of a device with 2 % of 1 ms" };
		double e = (double)exact(device->took_ns, device->count, permyriads[i]);

		check(r, names[i], "ns", e, (double)of_counts(&h, counts, permyriads[i]),
		      tolerance(e));
	}
	sum /= (double)device->count;
	check(r, "mean latency of a timed device", "ns", sum, (double)h.sum_ns / (double)h.count,
	      tolerance(sum));
	(void)oq_job_stalls(handle, &worst, 1);
	check(r, "its one stall of 50 ms, in the list of stalls", "ns",
	      (double)device->took_ns[device->count - 1], (double)worst.latency_ns,
	      tolerance(50.0 * MS));
	check(r, "offset of that stall", "B", (double)(LONG_STALL % 256 * 4096),
	      (double)worst.offset, 0);
}

/* In flight = rate x mean latency: Little's law, for one operation in flight. */
static void check_little(struct report *r, int64_t handle)
{
	struct oq_snapshot s = { .size = sizeof(s), .version = OQ_ABI_VERSION };
	struct oq_stream_result one = { .size = sizeof(one), .version = OQ_ABI_VERSION };

	if (oq_job_snapshot(handle, &s) || oq_job_stream(handle, 0, &one) || !s.measured_ns)
		return;
	/* The rest of the time is the engine's own, and that of whoever takes the CPU from it. */
	check(r, "operations in flight by Little's law", "1", 1,
	      (double)one.sum_ns / (double)s.measured_ns, 0.05);
}

static int check_closed_loop(struct report *r, uint64_t *counts, struct oq_timed *device)
{
	const struct oq_stream_spec stream = one_stream();
	int64_t handle;

	device->latency_ns = known_latency;
	device->count = 0;
	handle = run_timed(device, &stream, 0, OPERATIONS * 4096ull, r);
	if (handle < 0)
		return (int)handle;
	compare_with_device(r, handle, device, counts);
	check_little(r, handle);
	(void)oq_job_free(handle);
	return 0;
}

#define RATE 1000.0
#define STALL_AT 300u
#define STALL_NS (400 * MS)

#define SERVICE_NS (50 * US)

/* 50 us, and one stall: what is due behind it has to wait. */
static uint64_t stalling_latency(uint64_t nth)
{
	return nth == STALL_AT ? STALL_NS : SERVICE_NS;
}

/*
 * How many of a device's operations ended longer than half of the stall after they were due:
 * the NTH of them N intervals after the start, to half an interval.
 */
static double long_responses(const struct oq_timed *device, uint64_t started_ns)
{
	const uint64_t interval_ns = (uint64_t)((double)OQ_NS_PER_S / RATE);
	double sum = 0;

	for (uint64_t i = 0; i < device->count && i < device->capacity; i++) {
		uint64_t due_ns = started_ns + i * interval_ns + interval_ns / 2;

		sum += device->done_ns[i] > due_ns + STALL_NS / 2;
	}
	return sum;
}

/* Values of a histogram above LOW. */
static double above(const uint64_t *counts, uint64_t low)
{
	double sum = 0;

	for (int32_t i = 0; i < (int32_t)OQ_HIST_COUNTS; i++)
		if (oq_hist_value(i) > low)
			sum += (double)counts[i];
	return sum;
}

/* In closed loop only one operation would have seen the stall. */
static int check_open_loop(struct report *r, uint64_t *counts, struct oq_timed *device)
{
	struct oq_snapshot s = { .size = sizeof(s), .version = OQ_ABI_VERSION };
	struct oq_stream_spec stream = one_stream();
	struct oq_histogram h;
	int64_t handle;

	stream.arrival = OQ_FIXED;
	stream.rate_hz = RATE;
	device->latency_ns = stalling_latency;
	device->count = 0;
	handle = run_timed(device, &stream, 1200 * MS, 0, r);
	if (handle < 0)
		return (int)handle;
	(void)oq_job_snapshot(handle, &s);
	if (!read_kind(handle, OQ_KIND_RESPONSE, &h, counts)) {
		check(r, "open loop: longest response behind a stall of 400 ms", "ns",
		      (double)STALL_NS, (double)h.max_ns, 0.05 * (double)STALL_NS);
		check(r, "open loop: responses longer than 200 ms", "1",
		      long_responses(device, s.started_ns), above(counts, STALL_NS / 2), 4);
		check(r, "open loop: operations of 1.2 s at 1000 a second", "1", 1200,
		      (double)h.count, 12);
	}
	if (!read_kind(handle, OQ_KIND_WRITE, &h, counts))
		check(r, "open loop: services longer than 200 ms", "1", 1,
		      above(counts, STALL_NS / 2), 0);
	(void)oq_job_free(handle);
	return 0;
}

/* Five blocks, each wrong in another way, and one that is good. */
enum { BLOCK = 4096, BLOCKS = 8 };

static void write_block(struct oq_verifier *v, uint8_t *content, uint32_t block)
{
	struct oq_op op = { .step = OQ_STEP_WRITE, .offset = (uint64_t)block * BLOCK,
			    .length = BLOCK };

	op.offset = oq_verifier_reserve(v, op.offset, BLOCK);
	op.generation = oq_verifier_stamp(v, content + op.offset, op.offset, BLOCK);
	oq_verifier_done(v, &op);
}

static void spoil(struct oq_verifier *v, uint8_t *content)
{
	static uint8_t before[BLOCKS * BLOCK];

	for (uint32_t i = 0; i < BLOCKS; i++)
		write_block(v, content, i);
	memcpy(before, content, sizeof(before));
	for (uint32_t i = 0; i < BLOCKS; i++)
		write_block(v, content, i);
	memset(content, 0, BLOCK);                                           /* 0: lost */
	memcpy(content + BLOCK, before + BLOCK, BLOCK);                      /* 1: stale */
	memcpy(content + 2 * BLOCK, content + 7 * BLOCK, BLOCK);             /* 2: misplaced */
	memcpy(content + 3 * BLOCK, before + 3 * BLOCK, BLOCK / 2);          /* 3: torn */
	content[4 * BLOCK + 1000] ^= 1;                                      /* 4: corrupt */
}

static int check_verdicts(struct report *r)
{
	static const char *const names[OQ_VERDICTS] = {
		"verify: good blocks",      "verify: lost blocks", "verify: stale blocks",
		"verify: misplaced blocks", "verify: torn blocks", "verify: corrupt blocks",
	};
	struct oq_stream_spec stream = one_stream();
	struct oq_verify_result found = { .size = sizeof(found), .version = OQ_ABI_VERSION };
	static uint8_t content[BLOCKS * BLOCK];
	struct oq_verifier *v;

	stream.region_length = BLOCKS * BLOCK;
	v = oq_verifier_new(&stream, 42, 0);
	if (!v)
		return -ENOMEM;
	spoil(v, content);
	oq_verifier_compare(v, content, 0, sizeof(content));
	oq_verifier_merge(v, &found);
	for (int i = 0; i < OQ_VERDICTS; i++)
		check(r, names[i], "1", i == OQ_BLOCK_GOOD ? BLOCKS - 5 : 1,
		      (double)found.count[i], 0);
	oq_verifier_free(v);
	return 0;
}

static int check_loops(struct report *r)
{
	uint64_t *counts = calloc(OQ_HIST_COUNTS, sizeof(*counts));
	struct oq_timed device = {
		.took_ns = calloc(OPERATIONS, sizeof(uint64_t)),
		.done_ns = calloc(OPERATIONS, sizeof(uint64_t)),
		.capacity = OPERATIONS,
	};
	int error = counts && device.took_ns && device.done_ns ? 0 : -ENOMEM;

	if (!error)
		error = check_closed_loop(r, counts, &device);
	if (!error)
		error = check_open_loop(r, counts, &device);
	free(device.took_ns);
	free(device.done_ns);
	free(counts);
	return error;
}

int oq_self_test(struct oq_check *out, uint32_t capacity, char *message, size_t length)
{
	struct report r = { out, out ? capacity : 0, 0, message, length };
	int error;

	oq_say(message, length, "%s", "");
	error = check_buckets(&r);
	if (!error)
		error = check_clock(&r);
	if (!error)
		error = check_loops(&r);
	if (!error)
		error = check_verdicts(&r);
	return error ? error : (int)r.count;
}
