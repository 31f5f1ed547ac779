/*
 * raw.h: the bare loops. Each makes the same system calls as the engine's backend, with the same
 * readings of the clock and a random offset for each, and nothing else: no state of an
 * operation, no histogram, no stamps, no checks. What the engine needs beyond them is its own.
 *
 * With `floor` also the clock and the generator are left out: what is left is the kernel's.
 */
#ifndef BENCH_RAW_H
#define BENCH_RAW_H

#include <time.h>

#include "options.h"

/* As many as the engine sends at once, at most: see its batch_of(). */
#define RAW_MAX_BATCH 8u

/* With `floor` the clock is read once in so many operations, to end. */
#define RAW_FLOOR_CHECK 1024u

struct raw {
	struct bench_options options;
	int fd;
	uint8_t *buffers; /* depth blocks of random data, which never change */
	uint64_t blocks;  /* of the target */
	uint64_t random;
	uint64_t until_ns;
	uint64_t operations; /* the result */
	uint64_t sum_ns;     /* of their latencies */
};

/* Until until_ns; 0 or -errno. */
int raw_psync(struct raw *raw);
int raw_libaio(struct raw *raw);

/* The set-up of a ring costs more than a short ramp allows, so it is made before. */
struct raw_ring;
struct raw_ring *raw_uring_new(struct raw *raw);
int raw_uring(struct raw *raw, struct raw_ring *ring);
void raw_uring_free(struct raw_ring *ring);

static inline uint64_t raw_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* xorshift64 (Marsaglia: "Xorshift RNGs", 2003): the cheapest that does. */
static inline uint64_t raw_offset(struct raw *raw)
{
	raw->random ^= raw->random << 13;
	raw->random ^= raw->random >> 7;
	raw->random ^= raw->random << 17;
	return (uint64_t)(((unsigned __int128)raw->random * raw->blocks) >> 64) *
	       raw->options.block_bytes;
}

static inline uint32_t raw_batch(uint32_t depth)
{
	uint32_t batch = depth / 4;

	if (batch < 1)
		return 1;
	return batch < RAW_MAX_BATCH ? batch : RAW_MAX_BATCH;
}

#endif
