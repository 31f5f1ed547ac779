/*
 * job.h: a job and the table of jobs.
 *
 * One lock (oq_lock) covers the table and all that is marked so below. Workers take it when
 * they start, end, or meet an error, never in the hot loop; there they read `stop`.
 */
#ifndef OQ_JOB_H
#define OQ_JOB_H

#include <pthread.h>
#include <stdbool.h>

#include "counter.h"
#include "message.h"
#include "oq_engine.h"

struct oq_backend_ops;
struct oq_worker;

struct oq_job {
	struct oq_job_spec spec;
	const struct oq_backend_ops *backend;
	void *device; /* of a backend that has one of its own, see timed.h */
	uint32_t streams;
	struct oq_worker **workers;

	/*
	 * Closed until all workers are ready. Its opening wakes all at once; with a condition
	 * each would have to take the lock first, one after the other.
	 */
	pthread_rwlock_t gate;

	/* Set before the gate is opened, constant afterwards. */
	uint64_t started_ns;
	uint64_t measure_ns;     /* when counting starts */
	uint64_t measure_end_ns; /* when it ends by duration; UINT64_MAX: by something else */

	/* Read by the workers with each operation, written once. */
	_Alignas(OQ_CACHE_LINE) _Atomic uint32_t stop;
	oq_counter end_ns; /* what completes at or after this is not counted; before `stop` */
	_Atomic uint32_t abandon; /* the read-back, too, is to end */

	/* Bytes that no worker has taken yet. */
	_Alignas(OQ_CACHE_LINE) oq_counter budget;

	/* Under the lock. */
	_Alignas(OQ_CACHE_LINE) uint32_t ready;
	uint32_t alive;
	bool go; /* the gate was opened for running, not because the start failed */
	int start_error;
	uint32_t end;     /* enum oq_end */
	uint64_t last_ns; /* last completion of the workers that have left */
	uint64_t errors;
	struct oq_device_error first_error;
	char message[OQ_MESSAGE_MAX];
};

/* As oq_job_start, on a backend that need not be one of the header's. */
int64_t oq_job_start_on(const struct oq_backend_ops *backend, void *device,
			const struct oq_job_spec *spec, const struct oq_stream_spec *streams,
			char *message, size_t length);

void oq_lock(void);
void oq_unlock(void);

/* Waits for a change of any job; the lock is held. False when DEADLINE has passed. */
bool oq_lock_wait(uint64_t deadline_ns);
void oq_lock_wake_all(void);

/* The table; the lock is held. Handles are > 0; no room is -EAGAIN, a stale one NULL. */
int64_t oq_table_add(struct oq_job *job);
struct oq_job *oq_table_find(int64_t handle);
void oq_table_remove(int64_t handle);

/* What workers tell their job; each takes the lock. */

/* The result of preparing; waits at the gate. False: leave without running. */
bool oq_job_ready(struct oq_job *job, int error, const char *message);
void oq_job_left(struct oq_job *job, uint64_t last_completion_ns);
void oq_job_fault(struct oq_job *job, const char *message);
void oq_job_end(struct oq_job *job, enum oq_end end, uint64_t at_ns);

/* False: it is more than the job is to go on after. */
bool oq_job_device_error(struct oq_job *job, const struct oq_device_error *error);

/* As oq_job_end with the lock held: the first cause wins, later ones change nothing. */
void oq_job_end_locked(struct oq_job *job, enum oq_end end, uint64_t at_ns);

/* Takes up to WANTED bytes from what max_bytes still allows; 0: none is left. */
uint64_t oq_job_claim(struct oq_job *job, uint64_t wanted);

#endif
