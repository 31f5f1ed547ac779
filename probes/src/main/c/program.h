/* program.h: what one operation of a stream consists of, as steps in their order. */
#ifndef OQ_PROGRAM_H
#define OQ_PROGRAM_H

#include <stdbool.h>

#include "oq_engine.h"

struct oq_program_step {
	enum oq_step_kind kind;
	int rw_flags;         /* RWF_* of a write */
	uint32_t block_bytes; /* of a transfer; 0: drawn from the stream's mix */
	bool journal;         /* a write into the stream's journal */
};

struct oq_program {
	struct oq_program_step steps[OQ_MAX_STEPS];
	uint32_t count;
	uint32_t body;   /* the first `body` steps are done `rounds` times, then the rest once */
	uint32_t rounds;
};

void oq_program_of_writes(struct oq_program *program, const struct oq_stream_spec *spec);
void oq_program_of_reads(struct oq_program *program);

/* The write that OQ_DURABILITY_BEHIND makes durable, with all before it. */
void oq_program_of_closing(struct oq_program *program);

/* Most that one operation transfers in bytes, where a drawn block is at most DRAWN. */
uint64_t oq_program_most_bytes(const struct oq_program *program, uint32_t drawn);

static inline bool oq_step_is_transfer(enum oq_step_kind kind)
{
	return kind == OQ_STEP_WRITE || kind == OQ_STEP_READ;
}

/* From step *AT to the next one, with *ROUNDS of the body left. False: it was the last. */
static inline bool oq_program_next(const struct oq_program *program, uint32_t *at,
				   uint32_t *rounds)
{
	uint32_t next = *at + 1;

	if (next == program->body && --*rounds)
		next = 0;
	*at = next;
	return next < program->count;
}

#endif
