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

/* At most this long; a signal may end it early. */
static inline void oq_sleep(uint64_t ns)
{
	const struct timespec t = { .tv_sec = (time_t)(ns / OQ_NS_PER_S),
				    .tv_nsec = (long)(ns % OQ_NS_PER_S) };

	nanosleep(&t, NULL);
}

/* Between two looks of a thread that spins: leaves the core to its sibling for a moment. */
static inline void oq_relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

#endif
