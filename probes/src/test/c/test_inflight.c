/*
 * What is given to the kernel does not change until it comes back, whatever else the stream
 * does meanwhile, and no two writes are alike: mixes, chains, deep rings, reads in between.
 */
#include "each_backend.h"
#include "op.h"
#include "stamp.h"
#include "worker.h"

#define LENGTH (8u * MIB)
#define DEPTH 48u
#define MOST 200000u

/* Of one stream: sums of what is in flight, and of all that was written. */
static struct {
	uint64_t sums[DEPTH];
	uint64_t *written;
	uint32_t count;
	uint32_t changed;
	size_t zeros;
	size_t bytes;
} seen;

bool __real_oq_op_begin(struct oq_worker *worker, struct oq_op *op);
bool __wrap_oq_op_begin(struct oq_worker *worker, struct oq_op *op);
bool __real_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns);
bool __wrap_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns);

static uint64_t sum_of(const struct oq_op *op)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < op->length; i += 8) {
		uint64_t word;

		memcpy(&word, op->buffer + i, 8);
		sum = (sum ^ word) * 0xbf58476d1ce4e5b9ull;
		sum ^= sum >> 29;
	}
	return sum;
}

/* A write is about to be given to the kernel. */
static void remember(const struct oq_worker *worker, const struct oq_op *op)
{
	const uint64_t sum = sum_of(op);

	seen.sums[op - worker->ops] = sum;
	if (seen.count == MOST)
		return;
	seen.written[seen.count++] = sum;
	seen.bytes += op->length / OQ_SECTOR * (OQ_SECTOR - OQ_STAMP_BYTES);
	for (uint32_t i = 0; i < op->length; i++)
		seen.zeros += i % OQ_SECTOR >= OQ_STAMP_BYTES && !op->buffer[i];
}

bool __wrap_oq_op_begin(struct oq_worker *worker, struct oq_op *op)
{
	const bool begun = __real_oq_op_begin(worker, op);

	if (seen.written && begun && op->step == OQ_STEP_WRITE)
		remember(worker, op);
	return begun;
}

bool __wrap_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns)
{
	bool goes_on;

	if (!seen.written)
		return __real_oq_op_complete(worker, op, result, now_ns);
	if (op->step == OQ_STEP_WRITE)
		seen.changed += sum_of(op) != seen.sums[op - worker->ops];
	goes_on = __real_oq_op_complete(worker, op, result, now_ns);
	if (goes_on && op->step == OQ_STEP_WRITE && !op->done)
		remember(worker, op);
	return goes_on;
}

static int compare(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return x < y ? -1 : x > y;
}

static void check_seen(uint32_t permille)
{
	/* Behind the stamps; of random bytes one in 256 is zero. */
	const double share = (OQ_SECTOR * permille / 1000.0 - OQ_STAMP_BYTES) /
			     (OQ_SECTOR - OQ_STAMP_BYTES);
	const double expected = 1 - share + share / 256;
	const double zeros = (double)seen.zeros / (double)seen.bytes;

	CHECK(seen.count > (SANITIZED ? 20 : 100), "%u", seen.count);
	EQUAL(seen.changed, 0);
	CHECK(zeros > expected - 0.02 && zeros < expected + 0.02, "%.3f, not %.3f is zero", zeros,
	      expected);
	qsort(seen.written, seen.count, sizeof(*seen.written), compare);
	for (uint32_t i = 1; i < seen.count; i++)
		CHECK(seen.written[i] != seen.written[i - 1], "the same was written twice");
}

/* On zeros, so that what is read could be told from what is to be written. */
static void watch(const struct oq_job_spec *job, struct oq_stream_spec *stream, const char *name)
{
	const int failed = oq_failures;

	for (uint32_t verify = OQ_VERIFY_OFF; verify <= OQ_VERIFY_STAMP; verify++) {
		uint64_t *written = calloc(MOST, sizeof(*written));

		REQUIRE(written);
		memset(&seen, 0, sizeof(seen));
		seen.written = written;
		stream->verify = verify;
		EQUAL(oq_job_free(run(job, stream)), 0);
		check_seen(stream->data_permille);
		seen.written = NULL;
		free(written);
	}
	if (failed != oq_failures)
		fprintf(stderr, "... backend %u, %s\n", job->backend, name);
}

static void nothing_changes_in_flight(uint32_t backend)
{
	int fd = backend == OQ_BACKEND_PMEM ? oq_memory_open(LENGTH, NULL, 0) : scratch(LENGTH);
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec s;

	job.duration_ns = 0;
	job.max_bytes = 8 * MIB;
	job.permit_length = LENGTH;
	s = stream_of(&job, depth_of(backend, 32));
	watch(&job, &s, "writes of 4 KiB");
	s.read_permille = 500;
	watch(&job, &s, "half of them reads");
	s.data_permille = 250;
	watch(&job, &s, "a quarter of it random");
	s.data_permille = 1000;
	s.mix_count = 3;
	s.mix[0] = (struct oq_mix_entry){ 4096, 10 };
	s.mix[1] = (struct oq_mix_entry){ 512, 10 };
	s.mix[2] = (struct oq_mix_entry){ 65536, 1 };
	watch(&job, &s, "a mix and reads");
	s.durability = OQ_DURABILITY_FDATASYNC;
	s.flush_every = 8;
	s.depth = depth_of(backend, 4);
	watch(&job, &s, "a mix, flushed every 8");
	s.flush_every = 1;
	s.durability = OQ_DURABILITY_CHAIN;
	s.read_permille = 300;
	s.step_count = 3;
	s.steps[0] = (struct oq_step_spec){ OQ_STEP_WRITE, 0, 0 };
	s.steps[1] = (struct oq_step_spec){ OQ_STEP_WRITE, 65536, OQ_STEP_JOURNAL };
	s.steps[2] = (struct oq_step_spec){ OQ_STEP_WRITE, 4096, 0 };
	s.region_length = LENGTH / 2;
	s.journal_offset = s.journal_length = LENGTH / 2;
	s.depth = depth_of(backend, DEPTH / 4);
	watch(&job, &s, "a chain");
	oq_target_close(fd);
}

int main(void)
{
	for (uint32_t b = OQ_BACKEND_PSYNC; b < BACKENDS; b++)
		if (has_backend(b))
			nothing_changes_in_flight(b);
	return REPORT();
}
