#include "random.h"

#define GOLDEN_GAMMA 0x9e3779b97f4a7c15ull /* 2^64 / golden ratio, odd */

uint64_t oq_splitmix(uint64_t *state)
{
	uint64_t z = *state += GOLDEN_GAMMA;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

void oq_random_seed(struct oq_random *random, uint64_t seed, uint64_t stream)
{
	uint64_t mixed = stream;
	uint64_t state = seed ^ oq_splitmix(&mixed);

	for (int i = 0; i < 4; i++)
		random->state[i] = oq_splitmix(&state);
}

static inline uint64_t rotate(uint64_t value, int bits)
{
	return (value << bits) | (value >> (64 - bits));
}

static inline uint64_t next(uint64_t *s)
{
	uint64_t result = rotate(s[1] * 5, 7) * 9;
	uint64_t shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = rotate(s[3], 45);
	return result;
}

uint64_t oq_random_next(struct oq_random *random)
{
	return next(random->state);
}

uint64_t oq_random_below(struct oq_random *random, uint64_t bound)
{
	/* The high half of the product: no division, no loop. */
	return (uint64_t)(((unsigned __int128)next(random->state) * bound) >> 64);
}
