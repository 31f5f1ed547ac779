#include "validate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>

#include "backend.h"
#include "data.h"
#include "guard.h"
#include "message.h"
#include "sys.h"
#include "target.h"

/* io_uring registers at most 1 GiB as one buffer; a stream's blocks are one buffer. */
#define STREAM_MEMORY (1ull << 30)

/* Where a message goes, so that each check is one line. */
struct report {
	char *message;
	size_t length;
};

#define REFUSE(report, error, ...) \
	oq_fail((error), (report)->message, (report)->length, __VA_ARGS__)

typedef unsigned long long ull;

enum oq_kind oq_main_kind(const struct oq_stream_spec *spec)
{
	if (spec->operation == OQ_READ)
		return OQ_KIND_READ;
	return spec->durability == OQ_DURABILITY_NONE ? OQ_KIND_WRITE : OQ_KIND_COMMIT;
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

static int check_job(const struct oq_job_spec *job, const struct report *r)
{
	if (!oq_backend_find(job->backend))
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
	return 0;
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

static int check_kind(const struct oq_job_spec *job, const struct oq_stream_spec *s, uint32_t i,
		      const struct report *r)
{
	if (s->operation != OQ_WRITE && s->operation != OQ_READ)
		return REFUSE(r, EINVAL, "stream %u: operation %u is unknown", i, s->operation);
	if (s->operation == OQ_WRITE && !job->writable)
		return REFUSE(r, EACCES, "stream %u: writes, but the job is read-only", i);
	if (s->pattern != OQ_SEQUENTIAL && s->pattern != OQ_RANDOM)
		return REFUSE(r, EINVAL, "stream %u: pattern %u is unknown", i, s->pattern);
	if (s->durability < OQ_DURABILITY_NONE || s->durability > OQ_DURABILITY_FDATASYNC)
		return REFUSE(r, EINVAL, "stream %u: durability %u is unknown", i, s->durability);
	if (s->operation == OQ_READ && s->durability != OQ_DURABILITY_NONE)
		return REFUSE(r, EINVAL, "stream %u: a read has no durability", i);
	if (s->reserved)
		return REFUSE(r, EINVAL, "stream %u: reserved must be 0", i);
	return 0;
}

static int check_sizes(const struct oq_job_spec *job, const struct oq_stream_spec *s, uint32_t i,
		       const struct report *r)
{
	const struct oq_backend_ops *backend = oq_backend_find(job->backend);
	uint32_t logical = oq_target_logical_block(job->fd);

	if (!s->block_bytes || s->block_bytes % OQ_SECTOR || s->block_bytes > OQ_MAX_BLOCK)
		return REFUSE(r, EINVAL,
			      "stream %u: block_bytes %u is not a multiple of 512 in 512 to %u", i,
			      s->block_bytes, OQ_MAX_BLOCK);
	if (s->block_bytes % logical)
		return REFUSE(r, EINVAL,
			      "stream %u: block_bytes %u is no multiple of the logical block %u", i,
			      s->block_bytes, logical);
	if (s->depth < 1 || s->depth > backend->max_depth)
		return REFUSE(r, EINVAL, "stream %u: depth %u is not in 1 to %u (%s)", i, s->depth,
			      backend->max_depth, backend->name);
	if ((s->depth + 1ull) * s->block_bytes > STREAM_MEMORY)
		return REFUSE(r, EINVAL, "stream %u: depth %u of %u bytes needs more than 1 GiB", i,
			      s->depth, s->block_bytes);
	return 0;
}

static int check_region(const struct oq_job_spec *job, const struct oq_stream_spec *s, uint32_t i,
			const struct report *r)
{
	const struct oq_guard guard = { job->permit_offset, job->permit_length };

	if (s->region_offset % s->block_bytes || s->region_length % s->block_bytes ||
	    !s->region_length)
		return REFUSE(r, EINVAL,
			      "stream %u: region %llu + %llu is not made of blocks of %u", i,
			      (ull)s->region_offset, (ull)s->region_length, s->block_bytes);
	if (!oq_guard_allows(&guard, s->region_offset, s->region_length))
		return REFUSE(r, EPERM,
			      "stream %u: region %llu + %llu is outside the permitted %llu + %llu",
			      i, (ull)s->region_offset, (ull)s->region_length, (ull)guard.offset,
			      (ull)guard.length);
	return 0;
}

int oq_validate(const struct oq_job_spec *job, const struct oq_stream_spec *streams, char *message,
		size_t length)
{
	const struct report r = { message, length };
	int error = check_layout(job, streams, &r);

	if (!error)
		error = check_job(job, &r);
	if (!error)
		error = check_target(job, &r);
	for (uint32_t i = 0; !error && i < job->streams; i++) {
		error = check_kind(job, &streams[i], i, &r);
		if (!error)
			error = check_sizes(job, &streams[i], i, &r);
		if (!error)
			error = check_region(job, &streams[i], i, &r);
	}
	return error;
}
