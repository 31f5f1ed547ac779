#include "validate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

#include "backend.h"
#include "cpus.h"
#include "data.h"
#include "guard.h"
#include "message.h"
#include "mix.h"
#include "pmem.h"
#include "sys.h"
#include "target.h"
#include "verify.h"

/* io_uring registers at most 1 GiB as one buffer; a stream's blocks are one buffer. */
#define STREAM_MEMORY (1ull << 30)

/* Where a message goes, so that each check is one line. */
struct report {
	char *message;
	size_t length;
	const struct oq_backend_ops *backend;
};

#define REFUSE(report, error, ...) \
	oq_fail((error), (report)->message, (report)->length, __VA_ARGS__)

typedef unsigned long long ull;

enum oq_kind oq_write_kind(const struct oq_stream_spec *spec)
{
	return spec->durability == OQ_DURABILITY_NONE || spec->durability == OQ_DURABILITY_BEHIND ?
		       OQ_KIND_WRITE :
		       OQ_KIND_COMMIT;
}

static int check_layout(const struct oq_job_spec *job, const struct oq_stream_spec *streams,
			const struct report *r)
{
	if (!job || !streams)
		return REFUSE(r, EINVAL, "no specification");
	if (job->size != sizeof(*job) || job->version != OQ_ABI_VERSION)
		return REFUSE(r, EPROTO, "job specification: size %u version %u, engine has %zu %u",
			      job->size, job->version, sizeof(*job), OQ_ABI_VERSION);
	if (job->streams < 1 || job->streams > OQ_MAX_STREAMS)
		return REFUSE(r, EINVAL, "streams: %u is not in 1 to %u", job->streams,
			      OQ_MAX_STREAMS);
	for (uint32_t i = 0; i < job->streams; i++)
		if (streams[i].size != sizeof(*streams) || streams[i].version != OQ_ABI_VERSION)
			return REFUSE(r, EPROTO,
				      "stream %u: size %u version %u, engine has %zu %u", i,
				      streams[i].size, streams[i].version, sizeof(*streams),
				      OQ_ABI_VERSION);
	return 0;
}

static int check_options(const struct oq_job_spec *job, const struct report *r)
{
	const uint32_t known = OQ_JOB_IOPOLL | OQ_JOB_PIN | OQ_JOB_SPIN;

	if (job->flags & ~known)
		return REFUSE(r, EINVAL, "flags: 0x%x has unknown bits", job->flags);
	if (job->flags & OQ_JOB_IOPOLL && job->backend != OQ_BACKEND_IO_URING)
		return REFUSE(r, EINVAL, "flags: only io_uring polls the device");
	if (job->flags & OQ_JOB_PIN && !oq_cpus_count(job->cpus))
		return REFUSE(r, EINVAL, "cpus: none is given to pin the streams to");
	if (job->pmem_method > OQ_PMEM_CLFLUSH ||
	    (job->pmem_method && job->backend != OQ_BACKEND_PMEM))
		return REFUSE(r, EINVAL, "pmem_method: %u is not for this backend",
			      job->pmem_method);
	if (job->backend == OQ_BACKEND_PMEM && !oq_pmem_find(job->pmem_method))
		return REFUSE(r, EOPNOTSUPP, "pmem_method: this CPU does not have %s",
			      oq_pmem_name(job->pmem_method));
	return 0;
}

static int check_job(const struct oq_job_spec *job, const struct report *r)
{
	if (!r->backend)
		return REFUSE(r, EINVAL, "backend: %u is unknown", job->backend);
	if (job->reserved)
		return REFUSE(r, EINVAL, "reserved: must be 0");
	if (job->writable > 1)
		return REFUSE(r, EINVAL, "writable: %u is neither 0 nor 1", job->writable);
	if (!job->permit_length)
		return REFUSE(r, EINVAL, "permit_length: nothing is permitted");
	if (job->permit_offset > UINT64_MAX - job->permit_length)
		return REFUSE(r, EINVAL, "permit: %llu + %llu is beyond 64 bits",
			      (ull)job->permit_offset, (ull)job->permit_length);
	return check_options(job, r);
}

static int check_access(const struct oq_job_spec *job, const struct report *r)
{
	int flags = fcntl(job->fd, F_GETFL);

	if (flags < 0)
		return REFUSE(r, EBADF, "fd: %d is not open", job->fd);
	/* Else root could write to what was opened for reading, through /proc/self/fd. */
	if (job->writable && (flags & O_ACCMODE) != O_RDWR)
		return REFUSE(r, EACCES, "fd: %d is not open for reading and writing", job->fd);
	return 0;
}

static int check_target(const struct oq_job_spec *job, const struct report *r)
{
	int64_t size;
	struct stat target;
	int error = check_access(job, r);

	if (error)
		return error;
	error = oq_sys_fstat(job->fd, &target);
	if (error)
		return REFUSE(r, -error, "fd: %d cannot be examined", job->fd);
	if (oq_target_is_sink(&target) && job->backend == OQ_BACKEND_PMEM)
		return REFUSE(r, ENODEV, "fd: %d cannot be mapped, as pmem must", job->fd);
	if (oq_target_is_sink(&target))
		return 0; /* it has no size */
	size = oq_target_size(job->fd);
	if (size < 0)
		return REFUSE(r, (int)-size, "fd: %d is neither a block device nor a file",
			      job->fd);
	if (job->permit_offset + job->permit_length > (uint64_t)size)
		return REFUSE(r, ERANGE, "permit: ends at %llu, the target at %llu",
			      (ull)(job->permit_offset + job->permit_length), (ull)size);
	return 0;
}

/* A number of the specification against its range. */
#define CHECK_RANGE(field, low, high) \
	do { \
		if (s->field < (low) || s->field > (high)) \
			return REFUSE(r, EINVAL, "stream %u: " #field " %u is not in %u to %u", i, \
				      s->field, (uint32_t)(low), (uint32_t)(high)); \
	} while (0)

static int check_words(const struct oq_job_spec *job, const struct oq_stream_spec *s, uint32_t i,
		       const struct report *r)
{
	CHECK_RANGE(pattern, OQ_SEQUENTIAL, OQ_RANDOM);
	CHECK_RANGE(durability, OQ_DURABILITY_NONE, OQ_DURABILITY_BEHIND);
	CHECK_RANGE(arrival, OQ_CLOSED, OQ_POISSON);
	CHECK_RANGE(flush_every, 1, OQ_MAX_FLUSH_EVERY);
	CHECK_RANGE(data_permille, 1, 1000);
	CHECK_RANGE(mix_count, 1, OQ_MAX_MIX);
	if (s->read_permille > 1000)
		return REFUSE(r, EINVAL, "stream %u: read_permille %u is above 1000", i,
			      s->read_permille);
	if (s->verify > OQ_VERIFY_CHECK)
		return REFUSE(r, EINVAL, "stream %u: verify %u is unknown", i, s->verify);
	if (s->read_permille < 1000 && !job->writable)
		return REFUSE(r, EACCES, "stream %u: writes, but the job is read-only", i);
	if (s->read_permille == 1000 && s->durability != OQ_DURABILITY_NONE)
		return REFUSE(r, EINVAL, "stream %u: a read has no durability", i);
	return 0;
}

static int check_arrival(const struct oq_stream_spec *s, uint32_t i, const struct report *r)
{
	if (s->arrival == OQ_CLOSED)
		return s->rate_hz == 0 ?
			       0 :
			       REFUSE(r, EINVAL, "stream %u: a closed loop has no rate_hz", i);
	/* Written so that a NaN is refused, too. */
	if (!(s->rate_hz > 0 && s->rate_hz <= OQ_MAX_RATE))
		return REFUSE(r, EINVAL, "stream %u: rate_hz %g is not in (0, %g]", i, s->rate_hz,
			      OQ_MAX_RATE);
	return 0;
}

static int check_block(const struct oq_job_spec *job, uint32_t bytes, uint32_t i,
		       const struct report *r)
{
	uint32_t logical = oq_target_logical_block(job->fd);

	if (!bytes || bytes % OQ_SECTOR || bytes > OQ_MAX_BLOCK)
		return REFUSE(r, EINVAL,
			      "stream %u: block_bytes %u is not a multiple of 512 in 512 to %u", i,
			      bytes, OQ_MAX_BLOCK);
	if (bytes % logical)
		return REFUSE(r, EINVAL,
			      "stream %u: block_bytes %u is no multiple of the logical block %u", i,
			      bytes, logical);
	return 0;
}

static int check_mix(const struct oq_job_spec *job, const struct oq_stream_spec *s, uint32_t i,
		     const struct report *r)
{
	for (uint32_t k = 0; k < s->mix_count; k++) {
		uint32_t weight = s->mix[k].weight;
		int error = check_block(job, s->mix[k].block_bytes, i, r);

		if (error)
			return error;
		if (weight < 1 || weight > OQ_MAX_WEIGHT)
			return REFUSE(r, EINVAL, "stream %u: weight %u is not in 1 to %u", i,
				      weight, OQ_MAX_WEIGHT);
	}
	return 0;
}

static int check_step(const struct oq_job_spec *job, const struct oq_stream_spec *s, uint32_t i,
		      const struct oq_step_spec *step, const struct report *r)
{
	switch (step->kind) {
	case OQ_STEP_WRITE:
		break;
	case OQ_STEP_FDATASYNC:
	case OQ_STEP_FSYNC:
		if (step->block_bytes || step->flags)
			return REFUSE(r, EINVAL,
				      "stream %u: a flush of a chain has no block and no flags", i);
		return 0;
	default:
		return REFUSE(r, EINVAL, "stream %u: step %u cannot be in a chain", i, step->kind);
	}
	if (step->flags & ~(uint32_t)(OQ_STEP_DSYNC | OQ_STEP_JOURNAL))
		return REFUSE(r, EINVAL, "stream %u: step flags 0x%x are unknown", i, step->flags);
	if (step->flags & OQ_STEP_JOURNAL && !s->journal_length)
		return REFUSE(r, EINVAL, "stream %u: a step needs a journal, there is none", i);
	return step->block_bytes ? check_block(job, step->block_bytes, i, r) : 0;
}

static int check_chain(const struct oq_job_spec *job, const struct oq_stream_spec *s, uint32_t i,
		       const struct report *r)
{
	int error = 0;

	if (s->durability != OQ_DURABILITY_CHAIN)
		return s->step_count || s->journal_length ?
			       REFUSE(r, EINVAL, "stream %u: steps and a journal are for chains",
				      i) :
			       0;
	CHECK_RANGE(step_count, 1, OQ_MAX_STEPS);
	/* A flush with nothing before it is no commit, and its error would have no offset. */
	if (s->steps[0].kind != OQ_STEP_WRITE)
		return REFUSE(r, EINVAL, "stream %u: a chain starts with a write", i);
	for (uint32_t k = 0; !error && k < s->step_count; k++)
		error = check_step(job, s, i, &s->steps[k], r);
	return error;
}

/* What a backend or an option cannot do is said, never done another way. */
static int check_possible(const struct oq_job_spec *job, const struct oq_stream_spec *s,
			  uint32_t i, const struct report *r)
{
	const struct oq_backend_ops *backend = r->backend;
	const bool flushes = s->durability != OQ_DURABILITY_NONE &&
			     s->durability != OQ_DURABILITY_DSYNC;

	if (s->depth < 1 || s->depth > backend->max_depth)
		return REFUSE(r, EINVAL, "stream %u: depth %u is not in 1 to %u (%s)", i, s->depth,
			      backend->max_depth, backend->name);
	if (s->durability == OQ_DURABILITY_BUFFERED && !backend->buffered)
		return REFUSE(r, EINVAL, "stream %u: %s has no buffered write + sync_file_range",
			      i, backend->name);
	if (job->flags & OQ_JOB_IOPOLL && flushes)
		return REFUSE(r, EINVAL,
			      "stream %u: a polled io_uring cannot flush (only none and dsync)", i);
	return 0;
}

static int check_memory(const struct oq_stream_spec *s, uint32_t i, const struct report *r)
{
	if (oq_data_bytes(s) > STREAM_MEMORY)
		return REFUSE(r, EINVAL, "stream %u: depth %u of %u bytes needs more than 1 GiB", i,
			      s->depth, oq_mix_largest(s));
	return 0;
}

static int check_multiple(uint32_t bytes, uint32_t smallest, uint32_t i, const struct report *r)
{
	if (bytes % smallest)
		return REFUSE(r, EINVAL, "stream %u: verify needs blocks that are multiples of "
			      "the smallest, %u", i, smallest);
	return 0;
}

static int check_verify(const struct oq_stream_spec *s, uint32_t i, const struct report *r)
{
	const uint32_t smallest = oq_mix_smallest(s);
	const uint64_t room = (uint64_t)OQ_VERIFY_ROOM * s->depth * oq_mix_largest(s);
	int error = 0;

	if (!s->verify)
		return 0;
	for (uint32_t k = 0; !error && k < s->mix_count; k++)
		error = check_multiple(s->mix[k].block_bytes, smallest, i, r);
	for (uint32_t k = 0; !error && k < s->step_count; k++)
		error = check_multiple(s->steps[k].block_bytes, smallest, i, r);
	if (error)
		return error;
	if (!oq_verifier_table_entries(s))
		return REFUSE(r, EINVAL,
			      "stream %u: verify of %llu bytes in blocks of %u needs more than "
			      "%llu MiB of memory",
			      i, (ull)s->region_length, smallest, OQ_VERIFY_TABLE_BYTES >> 20);
	if (s->region_length < room)
		return REFUSE(r, EINVAL, "stream %u: verify needs a region of at least %llu bytes",
			      i, (ull)room);
	if (s->journal_length && s->journal_length < room)
		return REFUSE(r, EINVAL, "stream %u: verify needs a journal of at least %llu bytes",
			      i, (ull)room);
	return 0;
}

static bool overlap(uint64_t a, uint64_t a_length, uint64_t b, uint64_t b_length)
{
	return a_length && b_length && a < b + b_length && b < a + a_length;
}

/* Whether what B writes can lie in A's places. */
static bool disturbs(const struct oq_stream_spec *a, const struct oq_stream_spec *b)
{
	if (b->read_permille == 1000)
		return false;
	return overlap(a->region_offset, a->region_length, b->region_offset, b->region_length) ||
	       overlap(a->region_offset, a->region_length, b->journal_offset, b->journal_length) ||
	       overlap(a->journal_offset, a->journal_length, b->region_offset, b->region_length) ||
	       overlap(a->journal_offset, a->journal_length, b->journal_offset, b->journal_length);
}

/* What another stream writes over a verified one's blocks would look like a fault of the drive. */
static int check_apart(const struct oq_job_spec *job, const struct oq_stream_spec *streams,
		       uint32_t i, const struct report *r)
{
	const struct oq_stream_spec *s = &streams[i];

	if (!s->verify)
		return 0;
	if (overlap(s->region_offset, s->region_length, s->journal_offset, s->journal_length))
		return REFUSE(r, EINVAL, "stream %u: verify needs a journal apart from the region",
			      i);
	for (uint32_t k = 0; k < job->streams; k++)
		if (k != i && disturbs(s, &streams[k]))
			return REFUSE(r, EINVAL,
				      "stream %u: verify needs a region of its own, stream %u "
				      "writes there",
				      i, k);
	return 0;
}

/*
 * The page cache writes whole pages: a part of one would take bytes outside the region with
 * it, and a direct write of another stream to the same page makes the kernel fail the next sync
 * (mm/filemap.c, kiocb_invalidate_post_direct_write).
 */
static int check_pages(const struct oq_stream_spec *s, uint32_t i, const struct report *r)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	if (s->durability != OQ_DURABILITY_BUFFERED)
		return 0;
	if (s->region_offset % page || s->region_length % page)
		return REFUSE(r, EINVAL,
			      "stream %u: buffered writes need a region of whole pages of %llu, "
			      "not %llu + %llu",
			      i, (ull)page, (ull)s->region_offset, (ull)s->region_length);
	return 0;
}

/* One block size against the region it is used in. */
static int check_fit(uint64_t offset, uint64_t length, uint32_t block, uint32_t i,
		     const struct report *r)
{
	if (offset % block || length % block || !length)
		return REFUSE(r, EINVAL,
			      "stream %u: region %llu + %llu is not made of blocks of %u", i,
			      (ull)offset, (ull)length, block);
	return 0;
}

static int check_fits(const struct oq_stream_spec *s, uint32_t i, const struct report *r)
{
	int error = 0;

	for (uint32_t k = 0; !error && k < s->mix_count; k++)
		error = check_fit(s->region_offset, s->region_length, s->mix[k].block_bytes, i, r);
	for (uint32_t k = 0; !error && k < s->step_count; k++) {
		const struct oq_step_spec *step = &s->steps[k];
		const bool journal = step->flags & OQ_STEP_JOURNAL;
		const uint64_t offset = journal ? s->journal_offset : s->region_offset;
		const uint64_t length = journal ? s->journal_length : s->region_length;

		if (step->block_bytes)
			error = check_fit(offset, length, step->block_bytes, i, r);
		for (uint32_t m = 0; !error && journal && !step->block_bytes && m < s->mix_count;
		     m++)
			error = check_fit(offset, length, s->mix[m].block_bytes, i, r);
	}
	return error;
}

static int check_region(const struct oq_job_spec *job, const struct oq_stream_spec *s, uint32_t i,
			const struct report *r)
{
	const struct oq_guard guard = { job->permit_offset, job->permit_length };
	int error = check_fits(s, i, r);

	if (error)
		return error;
	if (!oq_guard_allows(&guard, s->region_offset, s->region_length))
		return REFUSE(r, EPERM,
			      "stream %u: region %llu + %llu is outside the permitted %llu + %llu",
			      i, (ull)s->region_offset, (ull)s->region_length, (ull)guard.offset,
			      (ull)guard.length);
	if (s->journal_length && !oq_guard_allows(&guard, s->journal_offset, s->journal_length))
		return REFUSE(r, EPERM,
			      "stream %u: journal %llu + %llu is outside the permitted %llu + %llu",
			      i, (ull)s->journal_offset, (ull)s->journal_length, (ull)guard.offset,
			      (ull)guard.length);
	return 0;
}

static int check_stream(const struct oq_job_spec *job, const struct oq_stream_spec *s, uint32_t i,
			const struct report *r)
{
	int error = check_words(job, s, i, r);

	if (!error)
		error = check_arrival(s, i, r);
	if (!error)
		error = check_mix(job, s, i, r);
	if (!error)
		error = check_chain(job, s, i, r);
	if (!error)
		error = check_possible(job, s, i, r);
	if (!error)
		error = check_memory(s, i, r);
	if (!error)
		error = check_region(job, s, i, r);
	if (!error)
		error = check_pages(s, i, r);
	if (!error)
		error = check_verify(s, i, r);
	return error;
}

int oq_validate(const struct oq_job_spec *job, const struct oq_stream_spec *streams,
		const struct oq_backend_ops *backend, char *message, size_t length)
{
	const struct report r = { message, length, backend };
	int error = check_layout(job, streams, &r);

	if (!error)
		error = check_job(job, &r);
	if (!error)
		error = check_target(job, &r);
	for (uint32_t i = 0; !error && i < job->streams; i++)
		error = check_stream(job, &streams[i], i, &r);
	for (uint32_t i = 0; !error && i < job->streams; i++)
		error = check_apart(job, streams, i, &r);
	return error;
}
