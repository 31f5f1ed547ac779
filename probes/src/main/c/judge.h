/*
 * judge.h: what a block that was read is, instead of what was written there. No memory, no
 * table: the bytes and what is expected of them.
 */
#ifndef OQ_JUDGE_H
#define OQ_JUDGE_H

#include "oq_engine.h"

/* A write, or what later ones have left of it. */
struct oq_expected {
	uint64_t run;
	uint32_t stream;
	uint32_t granule; /* writes begin and end at multiples of it, from OFFSET */
	uint64_t offset;
	uint64_t length; /* a multiple of `granule` */
	uint64_t generation;
};

/*
 * The verdict on LENGTH bytes. FOUND is the stamp of the first sector that is not good, and
 * not used where all are.
 */
enum oq_verdict oq_judge(const uint8_t *at, const struct oq_expected *expected,
			 struct oq_stamp *found);

#endif
