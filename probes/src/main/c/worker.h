/* worker.h: the thread of one stream and everything that it owns. */
#ifndef OQ_WORKER_H
#define OQ_WORKER_H

#include <pthread.h>
#include <stdbool.h>

#include "backend.h"
#include "counter.h"
#include "cursor.h"
#include "data.h"
#include "guard.h"
#include "histogram.h"
#include "job.h"
#include "op.h"
#include "stalls.h"

/* Written by the worker, read by snapshots. */
struct oq_counters {
	oq_counter operations;
	oq_counter bytes;
	oq_counter total_bytes_written;
	oq_counter total_bytes_read;
	oq_counter total_flushes;
	oq_counter errors;
	oq_counter cpu_user_ns;
	oq_counter cpu_system_ns;
	oq_counter backend_flags; /* what the backend could use, see oq_features */
};

struct oq_worker {
	/* Set before the thread starts. */
	_Alignas(OQ_CACHE_LINE) struct oq_job *job;
	const struct oq_backend_ops *backend;
	struct oq_stream_spec spec;
	struct oq_guard guard;
	uint32_t index;
	enum oq_kind main_kind;
	pthread_t thread;

	/* The thread's own. */
	int fd;
	void *backend_state;
	struct oq_cursor cursor;
	struct oq_data data;
	uint64_t now_ns;        /* last completion */
	uint64_t next_event_ns; /* when oq_worker_event has something to do by the clock */
	uint64_t allowance;     /* bytes that may be issued before more must be claimed */
	bool issuing;           /* new operations may begin */
	bool counting;          /* completions are counted */
	uint64_t cpu_user_base_ns;
	uint64_t cpu_system_base_ns;
	struct oq_stalls stalls;

	/* Shared with readers: its own cache lines. */
	_Alignas(OQ_CACHE_LINE) struct oq_counters counters;
	struct oq_hist *hists[OQ_KINDS]; /* those that this stream uses */
	struct oq_op *ops;               /* spec.depth of them; readers see start_ns only */
};

/* All memory of a worker; the thread is not started yet. NULL: out of memory. */
struct oq_worker *oq_worker_new(struct oq_job *job, const struct oq_stream_spec *spec,
				uint32_t index);

/* Starts the thread with all signals blocked. 0 or -errno. */
int oq_worker_start(struct oq_worker *worker);

/* After the thread has been joined, or never started. */
void oq_worker_free(struct oq_worker *worker);

/* What is due at NOW: counting starts or ends, CPU time is read, a stop is seen. */
void oq_worker_event(struct oq_worker *worker, uint64_t now_ns);

/* With each completion, before it is counted; mostly two comparisons. */
static inline void oq_worker_tick(struct oq_worker *worker, uint64_t now_ns)
{
	worker->now_ns = now_ns;
	if (now_ns >= worker->next_event_ns ||
	    atomic_load_explicit(&worker->job->stop, memory_order_relaxed))
		oq_worker_event(worker, now_ns);
}

/* A fault of the engine, not of the device: ends the job with this message. */
__attribute__((format(printf, 2, 3))) void oq_worker_fault(struct oq_worker *worker,
							   const char *format, ...);

#endif
