/* random.h: the generator of offsets and data, one per user, never shared. */
#ifndef OQ_RANDOM_H
#define OQ_RANDOM_H

#include <stdint.h>

struct oq_random {
	uint64_t state[4];
};

/*
 * One step of splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
 * generators", 2014): spreads seeds that differ in few bits over all 64.
 */
uint64_t oq_splitmix(uint64_t *state);

/* The same seed and stream give the same sequence; another stream gives another. */
void oq_random_seed(struct oq_random *random, uint64_t seed, uint64_t stream);

/* xoshiro256** (Blackman, Vigna: "Scrambled linear pseudorandom number generators", 2018). */
uint64_t oq_random_next(struct oq_random *random);

/* Uniform in [0, BOUND); the bias is below BOUND / 2^64. */
uint64_t oq_random_below(struct oq_random *random, uint64_t bound);

#endif
