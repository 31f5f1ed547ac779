/*
 * Verify on a drive that lies: a write that is dropped, goes elsewhere, is torn, rots, or is
 * overwritten by somebody else is found and called by its name, by reads of the stream and by
 * the read-back at the end.
 *
 * The drive lies where a write is reported as done (ld --wrap of oq_op_complete): what the
 * backend has really written is then changed in the file. That is the same for all backends.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "each_backend.h"
#include "op.h"
#include "stamp.h"
#include "sys.h"
#include "worker.h"

#define LENGTH (6u * MIB)
#define LARGEST 65536u
#define RUN 0x0123456789abcdefull

enum what {
	HONEST,
	DROP,         /* what was there before stays */
	HALF_OLD,     /* the second half is what was there before */
	HALF_ZERO,    /* the second half is zero */
	FLIP_DATA,    /* a bit of the last byte */
	FLIP_HEAD,    /* a bit of the first stamp's offset */
	FLIP_RUN,     /* a bit of the first stamp's run */
	ZERO,         /* zeros instead */
	OTHER_RUN,    /* whole and right, but of another run */
	REDIRECT,     /* to the place of an earlier write of this stream */
	OTHER_STREAM, /* to the first place of stream 1 */
	EVERY_50TH_DROPPED,
	FAIL,         /* not written, and EIO */
	FAIL_READS    /* DROP, and each read of its place is EIO */
};

/* The drive: what is on it, who lies when, and what came of it. */
static struct {
	pthread_mutex_t lock;
	int fd;
	uint8_t content[LENGTH];
	uint8_t scratch[LARGEST] __attribute__((aligned(4096)));
	enum what what;
	int at;              /* the how manieth write of stream 0 */
	int writes[2];       /* completed, by stream */
	bool lied;
	bool erased;         /* an honest write has covered it since */
	uint64_t offset;     /* of the write that was lied about */
	uint32_t length;
	uint64_t generation;
	struct oq_stamp before; /* the first sector there before */
	bool had;            /* any sector there before was of this run */
	uint64_t target;     /* where it went instead */
	uint64_t earlier;    /* an earlier write of the same length, for REDIRECT */
	uint32_t earlier_length;
} drive = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool __real_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns);
bool __wrap_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns);

/* What is in drive.scratch, to the drive. */
static void put(uint64_t offset, uint32_t length)
{
	memcpy(drive.content + offset, drive.scratch, length);
	EQUAL(pwrite(drive.fd, drive.scratch, length, (off_t)offset), length);
}

static void put_in_other_run(const struct oq_op *op)
{
	for (uint32_t i = 0; i < op->length; i += OQ_SECTOR) {
		struct oq_stamp stamp;

		REQUIRE(oq_stamp_check(drive.scratch + i, &stamp) == 0);
		stamp.run++;
		oq_stamp_write(drive.scratch + i, &stamp);
	}
	put(op->offset, op->length);
}

static void put_old(const struct oq_op *op, uint32_t from)
{
	memcpy(drive.scratch + from, drive.content + op->offset + from, op->length - from);
	put(op->offset, op->length);
}

static void put_elsewhere(const struct oq_op *op, uint64_t target)
{
	static uint8_t copy[LARGEST];

	memcpy(copy, drive.scratch, op->length);
	put_old(op, 0);
	memcpy(drive.scratch, copy, op->length);
	drive.target = target;
	put(target, op->length);
}

static void note_before(const struct oq_op *op)
{
	drive.had = false;
	for (uint32_t i = op->length; i; i -= OQ_SECTOR) {
		const uint8_t *sector = drive.content + op->offset + i - OQ_SECTOR;

		REQUIRE(oq_stamp_check(sector, &drive.before) == 0);
		drive.had |= drive.before.run == RUN;
	}
}

static void tell_lie(const struct oq_op *op)
{
	drive.lied = true;
	drive.offset = drive.target = op->offset;
	drive.length = op->length;
	drive.generation = op->generation;
	note_before(op);
	memcpy(drive.scratch, op->buffer, op->length);
	switch (drive.what) {
	case DROP:
	case EVERY_50TH_DROPPED:
	case FAIL:
	case FAIL_READS:
		put_old(op, 0);
		break;
	case HALF_OLD:
		put_old(op, op->length / 2);
		break;
	case HALF_ZERO:
		memset(drive.scratch + op->length / 2, 0, op->length / 2);
		put(op->offset, op->length);
		break;
	case FLIP_DATA:
		drive.scratch[op->length - 1] ^= 1;
		put(op->offset, op->length);
		break;
	case FLIP_HEAD:
		drive.scratch[17] ^= 16;
		put(op->offset, op->length);
		break;
	case FLIP_RUN:
		drive.scratch[12] ^= 32;
		put(op->offset, op->length);
		break;
	case ZERO:
		memset(drive.scratch, 0, op->length);
		put(op->offset, op->length);
		break;
	case OTHER_RUN:
		put_in_other_run(op);
		break;
	case REDIRECT:
		put_elsewhere(op, drive.earlier);
		break;
	case OTHER_STREAM:
		put_elsewhere(op, LENGTH / 2);
		break;
	case HONEST:
		break;
	}
}

static bool covers(const struct oq_op *op, uint64_t offset)
{
	return drive.lied && op->offset < offset + drive.length &&
	       offset < op->offset + op->length;
}

static bool lies_now(uint32_t stream, const struct oq_op *op)
{
	if (stream || drive.what == HONEST)
		return false;
	if (drive.what == EVERY_50TH_DROPPED)
		return drive.writes[0] % 50 == 0;
	if (drive.lied || drive.writes[0] < drive.at)
		return false;
	return drive.what != REDIRECT ||
	       (drive.earlier_length == op->length && drive.earlier != op->offset);
}

static void note_honest(uint32_t stream, const struct oq_op *op)
{
	memcpy(drive.content + op->offset, op->buffer, op->length);
	drive.erased |= covers(op, drive.offset) || covers(op, drive.target);
	if (!stream && drive.writes[0] < drive.at / 2) {
		drive.earlier = op->offset;
		drive.earlier_length = op->length;
	} else if (drive.earlier_length && op->offset < drive.earlier + drive.earlier_length &&
		   drive.earlier < op->offset + op->length) {
		drive.earlier_length = 0;
	}
}

/*
 * For OTHER_STREAM: stream 1 has to be there for its place to be taken, and must not use up
 * what both may write before stream 0 has lied. The lock is held.
 */
static bool has_to_wait(uint32_t stream)
{
	if (drive.what != OTHER_STREAM)
		return false;
	if (stream)
		return drive.writes[1] >= 8 && !drive.lied;
	return drive.writes[0] == drive.at && drive.writes[1] < 4;
}

/* A write has come back whole. The result that the engine is told. */
static int64_t written(uint32_t stream, const struct oq_op *op, int64_t result)
{
	pthread_mutex_lock(&drive.lock);
	drive.writes[stream]++;
	while (has_to_wait(stream)) {
		pthread_mutex_unlock(&drive.lock);
		usleep(100);
		pthread_mutex_lock(&drive.lock);
	}
	if (lies_now(stream, op)) {
		tell_lie(op);
		if (drive.what == FAIL)
			result = -EIO;
	} else {
		note_honest(stream, op);
	}
	pthread_mutex_unlock(&drive.lock);
	return result;
}

bool __wrap_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns)
{
	if (drive.fd && op->step == OQ_STEP_WRITE && result == op->length)
		result = written(worker->index, op, result);
	if (drive.fd && op->step == OQ_STEP_READ && drive.what == FAIL_READS &&
	    covers(op, drive.offset))
		result = -EIO;
	return __real_oq_op_complete(worker, op, result, now_ns);
}

/* Faults of the read-back: no stream of these tests reads by psync. */
static struct {
	bool on;
	uint64_t bad;        /* reads of this byte are EIO; UINT64_MAX: none */
	unsigned sleep_us;
	unsigned calls;
} reading = { .bad = UINT64_MAX };

int64_t __real_oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset);
int64_t __wrap_oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset);

int64_t __wrap_oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset)
{
	if (!reading.on)
		return __real_oq_sys_pread(fd, buffer, length, offset);
	usleep(reading.sleep_us);
	if (reading.bad >= offset && reading.bad < offset + length)
		return -EIO;
	/* Short, and interrupted, as reads may be. */
	if (reading.calls++ % 7 == 3)
		return -EINTR;
	return __real_oq_sys_pread(fd, buffer, length > 8192 ? 8192 : length, offset);
}

/* The kinds of streams that are verified. */
struct workload {
	const char *name;
	uint32_t pattern;
	uint32_t depth;
	uint32_t durability;
	uint32_t flush_every;
	uint32_t mix_count;
	struct oq_mix_entry mix[3];
	uint64_t region_length;
	uint32_t step_count;
	struct oq_step_spec steps[4];
};

static const struct workload workloads[] = {
	{ "ring", OQ_SEQUENTIAL, 1, OQ_DURABILITY_NONE, 1, 1, { { 4096, 1 } }, 256 * KIB, 0,
	  { { 0, 0, 0 } } },
	{ "deep random", OQ_RANDOM, 8, OQ_DURABILITY_DSYNC, 1, 1, { { 4096, 1 } }, 2 * MIB, 0,
	  { { 0, 0, 0 } } },
	{ "random mix", OQ_RANDOM, 4, OQ_DURABILITY_FDATASYNC, 2, 3,
	  { { 4096, 6 }, { 16384, 3 }, { 65536, 1 } }, 2 * MIB, 0, { { 0, 0, 0 } } },
	{ "ring of a mix", OQ_SEQUENTIAL, 4, OQ_DURABILITY_NONE, 1, 3,
	  { { 65536, 1 }, { 4096, 6 }, { 16384, 3 } }, 2 * MIB, 0, { { 0, 0, 0 } } },
	{ "buffered", OQ_RANDOM, 1, OQ_DURABILITY_BUFFERED, 8, 2, { { 4096, 1 }, { 8192, 1 } },
	  2 * MIB, 0, { { 0, 0, 0 } } },
	{ "chain", OQ_RANDOM, 2, OQ_DURABILITY_CHAIN, 1, 2, { { 4096, 3 }, { 16384, 1 } }, 2 * MIB,
	  4, { { OQ_STEP_WRITE, 0, 0 }, { OQ_STEP_WRITE, 65536, OQ_STEP_JOURNAL },
	       { OQ_STEP_FDATASYNC, 0, 0 }, { OQ_STEP_WRITE, 4096, OQ_STEP_JOURNAL } } },
};

static uint64_t seed = 1;

static void stream_as(struct oq_stream_spec *s, const struct oq_job_spec *job,
		      const struct workload *w)
{
	*s = stream_of(job, depth_of(job->backend, w->depth));
	s->pattern = w->pattern;
	s->durability = w->durability;
	if (s->durability == OQ_DURABILITY_DSYNC && !has_dsync())
		s->durability = OQ_DURABILITY_NONE;
	s->flush_every = w->flush_every;
	s->mix_count = w->mix_count;
	memcpy(s->mix, w->mix, sizeof(w->mix));
	s->region_offset = 64 * KIB;
	s->region_length = w->region_length;
	if (w->step_count) {
		s->step_count = w->step_count;
		memcpy(s->steps, w->steps, sizeof(w->steps));
		s->journal_offset = 3 * MIB;
		s->journal_length = 2 * MIB;
	}
	s->verify = OQ_VERIFY_CHECK;
	s->seed = seed;
}

static struct oq_job_spec job_here(uint32_t backend)
{
	struct oq_job_spec job = job_on(drive.fd, backend);

	job.permit_length = LENGTH;
	job.duration_ns = 0;
	job.stamp_run = RUN;
	return job;
}

/* Written once: what is allocated only is slow to write. */
static int clean_file(uint32_t backend)
{
	static const uint8_t zeros[MIB] __attribute__((aligned(4096)));
	static int files[BACKENDS];
	int *fd = &files[backend];

	if (!*fd)
		*fd = backend == OQ_BACKEND_PMEM ? oq_memory_open(LENGTH, NULL, 0) :
						   scratch(LENGTH);
	REQUIRE(*fd > 0);
	for (uint32_t at = 0; at < LENGTH; at += MIB)
		EQUAL(pwrite(*fd, zeros, MIB, at), MIB);
	return *fd;
}

/* A drive full of zeros that will lie at the AT-th write of stream 0. */
static void new_drive(uint32_t backend, enum what what, int at)
{
	drive.fd = clean_file(backend);
	memset(drive.content, 0, sizeof(drive.content));
	drive.what = what;
	drive.at = at;
	drive.writes[0] = drive.writes[1] = 0;
	drive.lied = drive.erased = false;
	drive.earlier_length = 0;
}

static struct oq_verify_result verified(int64_t handle)
{
	struct oq_verify_result out = { .size = sizeof(out), .version = OQ_ABI_VERSION };

	REQUIRE(oq_job_verify(handle, &out) == 0);
	return out;
}

static uint64_t bad_blocks(const struct oq_verify_result *r)
{
	uint64_t bad = 0;

	for (int i = OQ_BLOCK_GOOD + 1; i < OQ_VERDICTS; i++)
		bad += r->count[i];
	return bad;
}

static void check_sum(int64_t handle, const struct oq_verify_result *r)
{
	const struct oq_snapshot end = snapshot(handle);

	EQUAL(r->blocks, r->count[OQ_BLOCK_GOOD] + bad_blocks(r));
	EQUAL(end.verify_errors, bad_blocks(r));
	CHECK(r->blocks > 0 && end.verified_bytes >= r->blocks * 512);
}

/* The name of what lies at the place of the lie, by what was there before. */
static enum oq_verdict name_of(enum what what)
{
	switch (what) {
	case DROP:
	case FAIL_READS:
		return drive.had ? OQ_BLOCK_STALE : OQ_BLOCK_LOST;
	case REDIRECT:
		return OQ_BLOCK_MISPLACED;
	case HALF_OLD:
	case HALF_ZERO:
		return OQ_BLOCK_TORN;
	case FLIP_DATA:
	case FLIP_HEAD:
	case FLIP_RUN:
		return OQ_BLOCK_CORRUPT;
	default:
		return OQ_BLOCK_LOST;
	}
}

/* The fields of the first bad block, where only one place is bad. */
static void check_first(const struct oq_verify_result *r, enum what what)
{
	EQUAL(r->verdict, name_of(what));
	EQUAL(r->stream, 0);
	EQUAL(r->offset, drive.offset);
	EQUAL(r->expected_generation, drive.generation);
	if (what == DROP)
		EQUAL(r->found_generation, drive.before.generation);
	if (what == DROP && drive.before.run == RUN)
		EQUAL(r->found_offset, drive.offset);
	if (what == FLIP_DATA || what == OTHER_RUN)
		EQUAL(r->found_generation, drive.generation);
	if (what == ZERO)
		EQUAL(r->found_generation, 0);
}

/* Two places are bad: where the write is missing, and where it is too much. */
static void check_redirected(const struct oq_verify_result *r)
{
	EQUAL(bad_blocks(r), 2);
	EQUAL(r->count[OQ_BLOCK_MISPLACED], 1);
	EQUAL(r->count[drive.had ? OQ_BLOCK_STALE : OQ_BLOCK_LOST], 1);
	if (r->verdict != OQ_BLOCK_MISPLACED) {
		EQUAL(r->offset, drive.offset);
		return;
	}
	EQUAL(r->offset, drive.target);
	EQUAL(r->found_generation, drive.generation);
	EQUAL(r->found_offset, drive.offset);
}

/* One run with one lie in it. False: a later write has covered it, there is nothing to find. */
static bool try_lie(uint32_t backend, const struct workload *w, enum what what, int at)
{
	struct oq_stream_spec stream;
	struct oq_job_spec job;
	struct oq_verify_result r;
	struct oq_snapshot end;
	int64_t handle;
	bool told;

	new_drive(backend, what, at);
	job = job_here(backend);
	job.max_bytes = w->mix_count > 1 ? 3 * MIB / 2 : 288 * KIB;
	job.continue_on_error = what == FAIL_READS ? 1000000 : 1;
	stream_as(&stream, &job, w);
	if (what == FAIL_READS) {
		job.max_bytes *= 2;
		stream.read_permille = 500;
	}
	handle = run(&job, &stream);
	r = verified(handle);
	end = snapshot(handle);
	told = what == HONEST || (drive.lied && !drive.erased);
	EQUAL(end.state, OQ_ENDED);
	EQUAL(end.end, OQ_END_BYTES);
	check_sum(handle, &r);
	if (what == HONEST || what == FAIL) {
		EQUAL(bad_blocks(&r), 0);
		EQUAL(r.verdict, OQ_BLOCK_GOOD);
		EQUAL(end.errors, what == FAIL && drive.lied);
	} else if (told && what == REDIRECT) {
		check_redirected(&r);
	} else if (told) {
		EQUAL(bad_blocks(&r), 1);
		EQUAL(r.count[name_of(what)], 1);
		check_first(&r, what);
	}
	EQUAL(oq_job_free(handle), 0);
	drive.fd = 0;
	return told;
}

static void one_lie(uint32_t backend, const struct workload *w, enum what what, int at)
{
	const int failed = oq_failures;
	bool told = false;

	if (w->durability == OQ_DURABILITY_BUFFERED && !can_buffer(backend))
		return;
	for (int i = 0; i < 30 && !told; i++, seed++)
		told = try_lie(backend, w, what, at);
	CHECK(told, "all were covered");
	if (failed != oq_failures)
		fprintf(stderr, "... backend %u, %s, lie %d at write %d, seed %llu\n", backend,
			w->name, what, at, (unsigned long long)seed - 1);
}

static void lies_are_called_by_their_names(uint32_t backend)
{
	for (size_t i = 0; i < sizeof(workloads) / sizeof(workloads[0]); i++)
		for (enum what what = HONEST; what <= REDIRECT; what++)
			one_lie(backend, &workloads[i], what, what % 2 ? 20 : 40);
	/* In its second round a ring has something to be stale. */
	one_lie(backend, &workloads[0], DROP, 70);
	CHECK(drive.had, "the ring did not come round");
	one_lie(backend, &workloads[0], HALF_OLD, 70);
	one_lie(backend, &workloads[0], REDIRECT, 70);
}

/* A failed write leaves its place unknown: one block less is read back. */
static void failed_writes_are_not_expected(uint32_t backend)
{
	struct oq_stream_spec stream;
	struct oq_job_spec job;
	int64_t handle;

	new_drive(backend, FAIL, 20);
	job = job_here(backend);
	job.max_bytes = 50 * 4096;
	job.continue_on_error = 1;
	stream_as(&stream, &job, &workloads[0]);
	handle = run(&job, &stream);
	EQUAL(snapshot(handle).errors, 1);
	EQUAL(snapshot(handle).verified_bytes, 49 * 4096);
	EQUAL(verified(handle).count[OQ_BLOCK_GOOD], 49);
	EQUAL(verified(handle).blocks, 49);
	EQUAL(oq_job_free(handle), 0);
	drive.fd = 0;
}

/* A failed read does not make verify forget what must be there. */
static void failed_reads_hide_nothing(uint32_t backend)
{
	one_lie(backend, &workloads[0], FAIL_READS, 20);
	one_lie(backend, &workloads[1], FAIL_READS, 20);
}

static void a_block_of_another_stream_is_misplaced(uint32_t backend)
{
	struct oq_stream_spec streams[2];
	struct oq_verify_result r;
	struct oq_job_spec job;
	int64_t handle;

	new_drive(backend, OTHER_STREAM, 20);
	job = job_here(backend);
	job.streams = 2;
	job.max_bytes = 5 * MIB / 2;
	for (uint32_t i = 0; i < 2; i++) {
		stream_as(&streams[i], &job, &workloads[0]);
		streams[i].region_offset = i * (LENGTH / 2);
		streams[i].region_length = LENGTH / 2;
	}
	handle = run(&job, streams);
	r = verified(handle);
	check_sum(handle, &r);
	EQUAL(bad_blocks(&r), 2);
	EQUAL(r.count[OQ_BLOCK_LOST], 1);
	EQUAL(r.count[OQ_BLOCK_MISPLACED], 1);
	EQUAL(r.verdict, OQ_BLOCK_LOST);
	EQUAL(r.stream, 0);
	EQUAL(r.offset, drive.offset);
	EQUAL(oq_job_free(handle), 0);
	drive.fd = 0;
}

/* While the stream runs, before any read-back. */
static void reads_find_lies(uint32_t backend, const struct workload *w)
{
	struct oq_stream_spec stream;
	struct oq_verify_result r;
	struct oq_job_spec job;
	struct oq_snapshot s;
	int64_t handle;

	new_drive(backend, EVERY_50TH_DROPPED, 0);
	job = job_here(backend);
	stream_as(&stream, &job, w);
	stream.read_permille = 500;
	handle = start(&job, &stream);
	for (int i = 0; i < 2000; i++) {
		s = snapshot(handle);
		if (s.verify_errors > 5)
			break;
		usleep(10000);
	}
	EQUAL(s.state, OQ_MEASURE);
	EQUAL(s.end, OQ_END_NONE);
	CHECK(s.verify_errors > 5);
	EQUAL(oq_job_stop(handle), 0);
	EQUAL(oq_job_stop(handle), 0);
	finish(handle);
	r = verified(handle);
	check_sum(handle, &r);
	EQUAL(bad_blocks(&r), r.count[OQ_BLOCK_LOST] + r.count[OQ_BLOCK_STALE]);
	CHECK(r.count[OQ_BLOCK_GOOD] > bad_blocks(&r));
	CHECK(r.expected_generation > 0 && r.expected_generation % 50 == 0,
	      "backend %u, %s: expected %llu, found %llu, verdict %u", backend, w->name,
	      (unsigned long long)r.expected_generation, (unsigned long long)r.found_generation,
	      r.verdict);
	EQUAL(oq_job_free(handle), 0);
	drive.fd = 0;
}

/* Stamps alone: nothing is compared, all can be read back by whoever wants to. */
static void stamps_without_checks(uint32_t backend)
{
	static uint8_t content[256 * KIB] __attribute__((aligned(4096)));
	struct oq_stream_spec stream;
	struct oq_job_spec job;
	int64_t handle;

	new_drive(backend, HONEST, 0);
	job = job_here(backend);
	stream_as(&stream, &job, &workloads[0]);
	stream.verify = OQ_VERIFY_STAMP;
	stream.region_length = job.max_bytes = sizeof(content);
	handle = run(&job, &stream);
	EQUAL(snapshot(handle).verified_bytes, 0);
	EQUAL(verified(handle).blocks, 0);
	EQUAL(pread(drive.fd, content, sizeof(content), 64 * KIB), sizeof(content));
	for (uint32_t at = 0; at < sizeof(content); at += OQ_SECTOR) {
		struct oq_stamp stamp;

		EQUAL(oq_stamp_check(content + at, &stamp), 0);
		EQUAL(stamp.verdict, OQ_BLOCK_GOOD);
		EQUAL(stamp.run, RUN);
		EQUAL(stamp.stream, 0);
		EQUAL(stamp.offset, 64 * KIB + at);
		EQUAL(stamp.generation, 1 + at / 4096);
	}
	EQUAL(oq_job_free(handle), 0);
	drive.fd = 0;
}

/* 512 blocks of 4 KiB, then the read-back as READING says. */
static int64_t start_read_back(struct oq_job_spec *job, uint32_t continue_on_error)
{
	struct oq_stream_spec stream;

	new_drive(OQ_BACKEND_PSYNC, HONEST, 0);
	reading.on = true;
	*job = job_here(OQ_BACKEND_PSYNC);
	job->max_bytes = 2 * MIB;
	job->continue_on_error = continue_on_error;
	stream_as(&stream, job, &workloads[0]);
	stream.region_length = 4 * MIB;
	return start(job, &stream);
}

static void end_read_back(int64_t handle)
{
	reading.on = false;
	reading.bad = UINT64_MAX;
	reading.sleep_us = 0;
	EQUAL(oq_job_free(handle), 0);
	drive.fd = 0;
}

static void unreadable_blocks_are_device_errors(void)
{
	struct oq_device_error e;
	struct oq_job_spec job;
	struct oq_snapshot end;
	int64_t handle;

	reading.bad = 64 * KIB + 100 * 4096 + 7;
	handle = start_read_back(&job, 1);
	end = finish(handle);
	EQUAL(end.end, OQ_END_BYTES);
	EQUAL(end.errors, 1);
	EQUAL(end.verify_errors, 0);
	EQUAL(end.verified_bytes, 511 * 4096);
	e = device_error(handle);
	EQUAL(e.error, EIO);
	EQUAL(e.operation, OQ_KIND_READ);
	EQUAL(e.offset, 64 * KIB + 100 * 4096);
	EQUAL(e.length, 4096);
	end_read_back(handle);

	reading.bad = 64 * KIB + 100 * 4096 + 7;
	handle = start_read_back(&job, 0);
	end = finish(handle);
	EQUAL(end.end, OQ_END_ERROR);
	EQUAL(end.errors, 1);
	EQUAL(end.verified_bytes, 100 * 4096);
	end_read_back(handle);
}

static struct oq_snapshot wait_for_state(int64_t handle, uint32_t state)
{
	struct oq_snapshot s = snapshot(handle);

	for (int i = 0; i < 10000 && s.state != state; i++) {
		usleep(1000);
		s = snapshot(handle);
	}
	EQUAL(s.state, state);
	return s;
}

/* A read of 8 KiB takes 2 ms, a chunk 256 ms, all of them 0.5 s. */
static void a_second_stop_ends_the_read_back(void)
{
	struct oq_job_spec job;
	struct oq_snapshot s;
	uint64_t asked_ns;
	int64_t handle;

	reading.sleep_us = 2000;
	handle = start_read_back(&job, 0);
	s = wait_for_state(handle, OQ_VERIFYING);
	EQUAL(s.threads_alive, 1);
	usleep(50000);
	s = snapshot(handle);
	EQUAL(s.state, OQ_VERIFYING);
	CHECK(s.oldest_inflight_ns > 0, "a read that takes long is not seen");
	asked_ns = oq_now();
	EQUAL(oq_job_stop(handle), 0);
	EQUAL(oq_job_stop(handle), 0);
	s = finish(handle);
	CHECK(oq_now() - asked_ns < 1000 * MS);
	EQUAL(s.state, OQ_ENDED);
	EQUAL(s.oldest_inflight_ns, 0);
	CHECK(s.verified_bytes < 2 * MIB);
	EQUAL(s.verify_errors, 0);
	end_read_back(handle);
}

/* Stopped once: what was written is still read back, and nothing more is counted. */
static void one_stop_lets_it_read_back(void)
{
	struct oq_stream_spec stream;
	struct oq_job_spec job;
	struct oq_snapshot s;
	uint64_t operations;
	int64_t handle;

	new_drive(OQ_BACKEND_PSYNC, HONEST, 0);
	reading.on = true;
	reading.sleep_us = 1000;
	job = job_here(OQ_BACKEND_PSYNC);
	stream_as(&stream, &job, &workloads[0]);
	stream.region_length = MIB;
	handle = start(&job, &stream);
	EQUAL(oq_job_wait(handle, 100), -ETIMEDOUT);
	EQUAL(oq_job_stop(handle), 0);
	s = wait_for_state(handle, OQ_VERIFYING);
	EQUAL(s.end, OQ_END_STOPPED);
	operations = s.operations;
	s = finish(handle);
	EQUAL(s.operations, operations);
	EQUAL(s.verified_bytes, s.total_bytes_written < MIB ? s.total_bytes_written : MIB);
	EQUAL(s.total_bytes_read, 0);
	end_read_back(handle);
}

static void refused(struct oq_job_spec job, const struct oq_stream_spec *streams, const char *why)
{
	char message[256] = "";

	EQUAL(oq_job_start(&job, streams, message, sizeof(message)), -EINVAL);
	CONTAINS(message, why);
}

/* What would make verify call a good drive bad. */
static void what_cannot_be_verified_is_refused(void)
{
	struct oq_stream_spec s[2];
	struct oq_job_spec job;

	new_drive(OQ_BACKEND_PSYNC, HONEST, 0);
	job = job_here(OQ_BACKEND_PSYNC);
	stream_as(&s[0], &job, &workloads[2]);
	s[0].mix[1].block_bytes = 6144;
	s[0].region_offset = 0;
	s[0].region_length = 384 * KIB;
	s[0].mix[2].block_bytes = 12288;
	refused(job, s, "multiples of the smallest, 4096");
	stream_as(&s[0], &job, &workloads[5]);
	s[0].region_offset = s[0].journal_offset = 0;
	s[0].region_length = s[0].journal_length = 768 * KIB;
	refused(job, s, "a journal apart from the region");
	s[0].journal_offset = 768 * KIB;
	s[0].mix[1].block_bytes = 12288;
	s[0].steps[1].block_bytes = 6144;
	refused(job, s, "multiples of the smallest, 4096");
	job.streams = 2;
	stream_as(&s[0], &job, &workloads[0]);
	stream_as(&s[1], &job, &workloads[0]);
	s[1].region_offset = s[0].region_offset + s[0].region_length - 4096;
	s[1].verify = OQ_VERIFY_OFF;
	refused(job, s, "stream 1 writes there");
	s[0].region_length = 12288;
	refused(job, s, "a region of at least 16384 bytes");
	drive.fd = 0;
}

int main(void)
{
	for (uint32_t b = OQ_BACKEND_PSYNC; b < BACKENDS; b++) {
		if (!has_backend(b)) {
			printf("without backend %u\n", b);
			continue;
		}
		lies_are_called_by_their_names(b);
		failed_writes_are_not_expected(b);
		failed_reads_hide_nothing(b);
		a_block_of_another_stream_is_misplaced(b);
		reads_find_lies(b, &workloads[0]);
		reads_find_lies(b, &workloads[2]);
		stamps_without_checks(b);
	}
	unreadable_blocks_are_device_errors();
	a_second_stop_ends_the_read_back();
	one_stop_lets_it_read_back();
	what_cannot_be_verified_is_refused();
	return REPORT();
}
