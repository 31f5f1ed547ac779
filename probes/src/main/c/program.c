#include "program.h"

#include <string.h>

#include "sys.h"

static void add(struct oq_program *program, enum oq_step_kind kind, int rw_flags)
{
	program->steps[program->count++] = (struct oq_program_step){ .kind = kind,
								     .rw_flags = rw_flags };
}

static void chain(struct oq_program *program, const struct oq_stream_spec *spec)
{
	for (uint32_t i = 0; i < spec->step_count; i++) {
		const struct oq_step_spec *step = &spec->steps[i];
		struct oq_program_step *out = &program->steps[i];

		out->kind = (enum oq_step_kind)step->kind;
		out->block_bytes = step->block_bytes;
		out->rw_flags = step->flags & OQ_STEP_DSYNC ? RWF_DSYNC : 0;
		out->journal = step->flags & OQ_STEP_JOURNAL;
	}
	program->count = spec->step_count;
	program->body = program->count;
}

void oq_program_of_writes(struct oq_program *program, const struct oq_stream_spec *spec)
{
	memset(program, 0, sizeof(*program));
	program->rounds = 1;
	if (spec->durability == OQ_DURABILITY_CHAIN) {
		chain(program, spec);
		return;
	}
	add(program, OQ_STEP_WRITE, spec->durability == OQ_DURABILITY_DSYNC ? RWF_DSYNC : 0);
	if (spec->durability == OQ_DURABILITY_BUFFERED)
		add(program, OQ_STEP_SYNC_RANGE, 0);
	program->body = program->count;
	switch (spec->durability) {
	case OQ_DURABILITY_FDATASYNC:
	case OQ_DURABILITY_BUFFERED:
		add(program, OQ_STEP_FDATASYNC, 0);
		break;
	case OQ_DURABILITY_FSYNC:
		add(program, OQ_STEP_FSYNC, 0);
		break;
	default:
		return; /* nothing follows the writes that could cover several */
	}
	program->rounds = spec->flush_every;
}

void oq_program_of_closing(struct oq_program *program)
{
	memset(program, 0, sizeof(*program));
	program->rounds = 1;
	add(program, OQ_STEP_WRITE, 0);
	add(program, OQ_STEP_FSYNC, 0);
	program->body = program->count;
}

void oq_program_of_reads(struct oq_program *program)
{
	memset(program, 0, sizeof(*program));
	program->rounds = 1;
	add(program, OQ_STEP_READ, 0);
	program->body = 1;
}

uint64_t oq_program_most_bytes(const struct oq_program *program, uint32_t drawn)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < program->count; i++) {
		const struct oq_program_step *step = &program->steps[i];
		uint64_t times = i < program->body ? program->rounds : 1;

		if (oq_step_is_transfer(step->kind))
			bytes += times * (step->block_bytes ? step->block_bytes : drawn);
	}
	return bytes;
}
