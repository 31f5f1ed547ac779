/*
 * counter.h: counters with one writer (the worker) and any number of readers (snapshots).
 *
 * Relaxed atomics, and never a read-modify-write: a single writer needs no lock prefix, and
 * a reader that races sees the value before or after.
 */
#ifndef OQ_COUNTER_H
#define OQ_COUNTER_H

#include <stdatomic.h>
#include <stdint.h>

/* x86-64 and most aarch64 have lines of 64 bytes; neighbours are fetched in pairs. */
#define OQ_CACHE_LINE 128

typedef _Atomic uint64_t oq_counter;

static inline uint64_t oq_counter_get(const oq_counter *c)
{
	return atomic_load_explicit(c, memory_order_relaxed);
}

static inline void oq_counter_set(oq_counter *c, uint64_t value)
{
	atomic_store_explicit(c, value, memory_order_relaxed);
}

static inline void oq_counter_add(oq_counter *c, uint64_t n)
{
	oq_counter_set(c, oq_counter_get(c) + n);
}

#endif
