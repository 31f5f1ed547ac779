/* worker.h: the thread of one stream and everything that it owns. */
#ifndef OQ_WORKER_H
#define OQ_WORKER_H

#include <pthread.h>
#include <stdbool.h>

#include "arrival.h"
#include "backend.h"
#include "counter.h"
#include "cursor.h"
#include "data.h"
#include "guard.h"
#include "histogram.h"
#include "job.h"
#include "mix.h"
#include "op.h"
#include "program.h"
#include "stalls.h"
#include "verify.h"

/* Written by the worker, read by snapshots. */
struct oq_counters {
	oq_counter operations;
	oq_counter bytes;
	oq_counter total_bytes_written;
	oq_counter total_bytes_read;
	oq_counter total_flushes;
	oq_counter total_dsyncs;
	oq_counter errors;
	oq_counter run_over; /* 1: nothing is issued or in flight any more */
	oq_counter cpu_user_ns;
	oq_counter cpu_system_ns;
	oq_counter backend_flags; /* what the backend could use, see oq_features */
};

struct oq_worker {
	/* Set before the thread starts. */
	_Alignas(OQ_CACHE_LINE) struct oq_job *job;
	struct oq_stream_spec spec;
	struct oq_guard guard;
	uint32_t index;
	enum oq_kind write_kind; /* what a write of the stream counts as: write or commit */
	uint64_t most_bytes;     /* largest transfer of one operation */
	struct oq_program writes;
	struct oq_program reads;
	struct oq_program closing; /* of OQ_DURABILITY_BEHIND */
	struct oq_mix mix;
	pthread_t thread;

	/* The thread's own. */
	int fd;
	void *backend_state;
	struct oq_cursor cursor;
	struct oq_cursor journal;
	struct oq_random choice; /* of sizes, and of reads or writes */
	struct oq_data data;
	struct oq_verifier *verifier; /* NULL: nothing is verified */
	uint64_t now_ns;        /* last completion */
	uint64_t next_event_ns; /* when oq_worker_event has something to do by the clock */
	uint64_t until_closing; /* writes, that one included; OQ_DURABILITY_BEHIND only */
	uint64_t allowance;     /* bytes that may be issued before more must be claimed */
	bool issuing;           /* new operations may begin */
	bool counting;          /* completions are counted */
	uint64_t cpu_user_base_ns;
	uint64_t cpu_system_base_ns;
	struct oq_stalls stalls;

	/* Shared with readers: its own cache lines. */
	_Alignas(OQ_CACHE_LINE) struct oq_counters counters;
	struct oq_arrivals arrival;
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

/*
 * Whether the next operation may begin. In open loop, for backends with one operation at a
 * time: sleeps until it is due; false when the stream has ended meanwhile.
 */
bool oq_worker_await(struct oq_worker *worker);

static inline bool oq_worker_due(struct oq_worker *worker)
{
	return !worker->arrival.open || oq_worker_await(worker);
}

/*
 * How long a wait may last before something else is due, at most 100 ms. ARRIVALS: the next
 * operation is something else, because there is a place for it.
 */
uint64_t oq_worker_patience(const struct oq_worker *worker, uint64_t now_ns, bool arrivals);

/* A fault of the engine, not of the device: ends the job with this message. */
__attribute__((format(printf, 2, 3))) void oq_worker_fault(struct oq_worker *worker,
							   const char *format, ...);

#endif
