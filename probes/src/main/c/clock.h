/* clock.h: the one clock of the engine. */
#ifndef OQ_CLOCK_H
#define OQ_CLOCK_H

#include <stdint.h>
#include <time.h>

#define OQ_NS_PER_S 1000000000ull
#define OQ_NS_PER_MS 1000000ull

/* CLOCK_MONOTONIC through the vDSO: no system call on tsc, kvm-clock and arch_sys_counter. */
static inline uint64_t oq_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * OQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

#endif
