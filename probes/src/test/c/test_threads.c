/* The worker threads: signals, limits, one user of the API beside another. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "fixture.h"
#include "worker.h"

#define MANY (SANITIZED ? 40 : OQ_MAX_STREAMS)

/* The Nth thread cannot be started; 0: all can (ld --wrap). */
static int fails_at;
int __real_oq_worker_start(struct oq_worker *worker);
int __wrap_oq_worker_start(struct oq_worker *worker);

int __wrap_oq_worker_start(struct oq_worker *worker)
{
	if (fails_at && --fails_at == 0)
		return -EAGAIN;
	return __real_oq_worker_start(worker);
}

/* Each worker passes here before it runs: a look at it from its own thread. */
static sigset_t worker_mask;
static _Atomic uint32_t workers_seen;
bool __real_oq_job_ready(struct oq_job *job, int error, const char *message);
bool __wrap_oq_job_ready(struct oq_job *job, int error, const char *message);

bool __wrap_oq_job_ready(struct oq_job *job, int error, const char *message)
{
	if (atomic_fetch_add(&workers_seen, 1) == 0)
		pthread_sigmask(SIG_SETMASK, NULL, &worker_mask);
	return __real_oq_job_ready(job, error, message);
}

static void workers_block_signals(void)
{
	static const int blocked[] = { SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPROF,
				       SIGUSR1, SIGXFSZ, SIGCHLD, SIGPIPE, SIGALRM };
	static const int open[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	sigset_t before, after;

	pthread_sigmask(SIG_SETMASK, NULL, &before);
	EQUAL(oq_job_free(run(&job, &stream)), 0);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	EQUAL(atomic_load(&workers_seen), 1);
	for (size_t i = 0; i < sizeof(blocked) / sizeof(blocked[0]); i++) {
		EQUAL(sigismember(&worker_mask, blocked[i]), 1);
		EQUAL(sigismember(&after, blocked[i]), sigismember(&before, blocked[i]));
	}
	for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++)
		EQUAL(sigismember(&worker_mask, open[i]), 0);
	oq_target_close(fd);
}

static void a_thread_that_cannot_start_is_named(void)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec streams[4];
	char message[256];

	job.streams = 4;
	for (int i = 0; i < 4; i++)
		streams[i] = stream_of(&job, 1);
	for (int at = 1; at <= 4; at++) {
		char words[64];

		fails_at = at;
		EQUAL(oq_job_start(&job, streams, message, sizeof(message)), -EAGAIN);
		snprintf(words, sizeof(words), "thread %d of 4 could not be started", at);
		CONTAINS(message, words);
	}
	fails_at = 0;
	oq_target_close(fd);
}

/* How many of COUNT streams on a sink do nothing in 300 ms. */
static uint32_t idle_streams(uint32_t count)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec *streams = calloc(count, sizeof(*streams));
	uint32_t idle = 0;
	int64_t handle;

	REQUIRE(streams);
	job.streams = count;
	job.duration_ns = 300 * MS;
	for (uint32_t i = 0; i < count; i++)
		streams[i] = stream_of(&job, 1);
	handle = run(&job, streams);
	EQUAL(snapshot(handle).end, OQ_END_DURATION);
	for (uint32_t i = 0; i < count; i++) {
		struct oq_stream_result r = { .size = sizeof(r), .version = OQ_ABI_VERSION };

		EQUAL(oq_job_stream(handle, i, &r), 0);
		idle += r.operations == 0;
	}
	EQUAL(oq_job_free(handle), 0);
	free(streams);
	oq_target_close(fd);
	return idle;
}

static void streams_start_together(void)
{
	EQUAL(idle_streams(8), 0);
	/* Far more than processors: not each can have had its turn. */
	CHECK(idle_streams(MANY) < MANY);
}

static _Atomic int64_t shared_handle;
static _Atomic int over;

/* Asks for everything, all the time, with handles that may be gone. */
static void *ask(void *unused)
{
	static _Thread_local uint64_t counts[OQ_HIST_COUNTS];

	(void)unused;
	while (!atomic_load(&over)) {
		int64_t handle = atomic_load(&shared_handle);
		struct oq_snapshot s = { .size = sizeof(s), .version = OQ_ABI_VERSION };
		struct oq_histogram h = { .size = sizeof(h), .version = OQ_ABI_VERSION };
		struct oq_stream_result r = { .size = sizeof(r), .version = OQ_ABI_VERSION };
		int result = oq_job_snapshot(handle, &s);

		CHECK(result == 0 || result == -EINVAL);
		oq_job_histogram(handle, 0, 0, OQ_KIND_COMMIT, &h, counts, OQ_HIST_COUNTS);
		oq_job_stream(handle, 1, &r);
		oq_job_wait(handle, 1);
	}
	return NULL;
}

static void callers_may_race(void)
{
	int fd = scratch(MIB);
	struct oq_job_spec job = job_on(fd, has_uring() ? OQ_BACKEND_IO_URING : OQ_BACKEND_PSYNC);
	struct oq_stream_spec streams[2];
	pthread_t callers[2];

	job.streams = 2;
	job.duration_ns = 5 * MS;
	streams[0] = stream_of(&job, 1);
	streams[0].durability = OQ_DURABILITY_FDATASYNC;
	streams[1] = streams[0];
	for (int i = 0; i < 2; i++)
		REQUIRE(pthread_create(&callers[i], NULL, ask, NULL) == 0);
	for (int i = 0; i < (SANITIZED ? 12 : 30); i++) {
		int64_t handle = start(&job, streams);

		atomic_store(&shared_handle, handle);
		if (i % 3 == 0)
			EQUAL(oq_job_stop(handle), 0);
		EQUAL(oq_job_wait(handle, 5000), 0);
		EQUAL(oq_job_free(handle), 0);
	}
	atomic_store(&over, 1);
	for (int i = 0; i < 2; i++)
		pthread_join(callers[i], NULL);
	oq_target_close(fd);
}

int main(void)
{
	workers_block_signals();
	a_thread_that_cannot_start_is_named();
	streams_start_together();
	callers_may_race();
	return REPORT();
}
