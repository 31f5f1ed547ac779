/* table.c: the lock of the engine and the table of its jobs. */
#include <errno.h>
#include <pthread.h>

#include "clock.h"
#include "job.h"

/* A handle is the slot in its low bits and above it the slot's generation, never 0. */
#define SLOT_BITS 8
_Static_assert(OQ_MAX_JOBS <= 1u << SLOT_BITS, "slots do not fit into a handle");

struct slot {
	struct oq_job *job;
	uint32_t generation;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct slot slots[OQ_MAX_JOBS];

/* Timeouts must not depend on somebody setting the time of day. */
static void make_condition(void)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&changed, &attributes);
	pthread_condattr_destroy(&attributes);
}

void oq_lock(void)
{
	pthread_once(&once, make_condition);
	pthread_mutex_lock(&lock);
}

void oq_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

bool oq_lock_wait(uint64_t deadline_ns)
{
	struct timespec deadline = {
		.tv_sec = (time_t)(deadline_ns / OQ_NS_PER_S),
		.tv_nsec = (long)(deadline_ns % OQ_NS_PER_S),
	};

	return pthread_cond_timedwait(&changed, &lock, &deadline) != ETIMEDOUT;
}

void oq_lock_wake_all(void)
{
	pthread_cond_broadcast(&changed);
}

int64_t oq_table_add(struct oq_job *job)
{
	for (uint32_t i = 0; i < OQ_MAX_JOBS; i++) {
		struct slot *slot = &slots[i];

		if (slot->job)
			continue;
		slot->job = job;
		if (++slot->generation == 0)
			slot->generation = 1;
		return ((int64_t)slot->generation << SLOT_BITS) | i;
	}
	return -EAGAIN;
}

static struct slot *slot_of(int64_t handle)
{
	uint64_t index = (uint64_t)handle & ((1u << SLOT_BITS) - 1);

	if (handle <= 0 || index >= OQ_MAX_JOBS)
		return NULL;
	if (!slots[index].job || slots[index].generation != handle >> SLOT_BITS)
		return NULL;
	return &slots[index];
}

struct oq_job *oq_table_find(int64_t handle)
{
	struct slot *slot = slot_of(handle);

	/* One that is still starting has not been given to anybody. */
	return slot && slot->job->go ? slot->job : NULL;
}

void oq_table_remove(int64_t handle)
{
	struct slot *slot = slot_of(handle);

	if (slot)
		slot->job = NULL;
}
