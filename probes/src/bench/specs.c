#include "specs.h"

#include <string.h>

/* Any number does: the same offsets and data in each run. */
#define SEED 1

static uint64_t stream_bytes(const struct bench_options *options)
{
	return options->size_bytes / options->streams / options->block_bytes *
	       options->block_bytes;
}

void bench_job_spec(const struct bench_options *options, int fd, struct oq_job_spec *job)
{
	memset(job, 0, sizeof(*job));
	job->size = sizeof(*job);
	job->version = OQ_ABI_VERSION;
	job->fd = fd;
	job->backend = options->backend;
	job->streams = options->streams;
	job->permit_length = stream_bytes(options) * options->streams;
	job->ramp_ns = options->ramp_ns;
	job->duration_ns = options->duration_ns;
	job->writable = !options->read;
}

void bench_stream_specs(const struct bench_options *options, struct oq_stream_spec *streams)
{
	for (uint32_t i = 0; i < options->streams; i++) {
		struct oq_stream_spec *s = &streams[i];

		memset(s, 0, sizeof(*s));
		s->size = sizeof(*s);
		s->version = OQ_ABI_VERSION;
		s->pattern = OQ_RANDOM;
		s->durability = options->read ? OQ_DURABILITY_NONE : options->durability;
		s->arrival = OQ_CLOSED;
		s->depth = options->depth;
		s->read_permille = options->read ? 1000 : 0;
		s->flush_every = 1;
		s->data_permille = 1000;
		s->mix_count = 1;
		s->mix[0].block_bytes = options->block_bytes;
		s->mix[0].weight = 1;
		s->region_offset = i * stream_bytes(options);
		s->region_length = stream_bytes(options);
		s->seed = SEED;
	}
}

enum oq_kind bench_main_kind(const struct bench_options *options)
{
	if (options->read)
		return OQ_KIND_READ;
	return options->durability == OQ_DURABILITY_NONE ? OQ_KIND_WRITE : OQ_KIND_COMMIT;
}
