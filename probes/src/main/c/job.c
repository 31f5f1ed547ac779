/* job.c: the life of a job. */
#include "job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "validate.h"
#include "worker.h"

#define FOREVER UINT64_MAX

static uint64_t add_capped(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static void job_free(struct oq_job *job)
{
	if (job->workers)
		for (uint32_t i = 0; i < job->streams; i++)
			oq_worker_free(job->workers[i]);
	free(job->workers);
	pthread_rwlock_destroy(&job->gate);
	free(job);
}

static struct oq_job *job_new(const struct oq_job_spec *spec, const struct oq_stream_spec *streams)
{
	struct oq_job *job = aligned_alloc(OQ_CACHE_LINE, sizeof(*job));

	if (!job)
		return NULL;
	memset(job, 0, sizeof(*job));
	pthread_rwlock_init(&job->gate, NULL);
	job->spec = *spec;
	job->streams = spec->streams;
	oq_counter_set(&job->budget, spec->max_bytes);
	job->workers = calloc(job->streams, sizeof(struct oq_worker *));
	if (!job->workers) {
		job_free(job);
		return NULL;
	}
	for (uint32_t i = 0; i < job->streams; i++) {
		job->workers[i] = oq_worker_new(job, &streams[i], i);
		if (!job->workers[i]) {
			job_free(job);
			return NULL;
		}
	}
	return job;
}

/* How many threads were started; fewer than streams leaves a message in the job. */
static uint32_t start_threads(struct oq_job *job)
{
	char text[128];
	int error = 0;
	uint32_t i;

	for (i = 0; i < job->streams; i++) {
		error = oq_worker_start(job->workers[i]);
		if (error)
			break;
	}
	if (!error)
		return i;
	oq_lock();
	job->start_error = error;
	oq_say(job->message, sizeof(job->message),
	       "thread %u of %u could not be started: %s (limits of processes: ulimit -u, the "
	       "control group's pids.max)",
	       i + 1, job->streams, oq_error_text(-error, text, sizeof(text)));
	oq_unlock();
	return i;
}

static void join_threads(struct oq_job *job, uint32_t threads)
{
	for (uint32_t i = 0; i < threads; i++)
		pthread_join(job->workers[i]->thread, NULL);
}

/* The lock is held. */
static void let_go(struct oq_job *job)
{
	job->started_ns = oq_now();
	job->measure_ns = add_capped(job->started_ns, job->spec.ramp_ns);
	job->measure_end_ns = FOREVER;
	if (job->spec.duration_ns)
		job->measure_end_ns = add_capped(job->measure_ns, job->spec.duration_ns);
	job->alive = job->streams;
	job->go = true;
}

/* Starts the threads and, when all are ready, lets them go together. */
static int launch(struct oq_job *job)
{
	uint32_t threads;
	int error;

	pthread_rwlock_wrlock(&job->gate);
	threads = start_threads(job);
	oq_lock();
	while (job->ready < threads && !job->start_error)
		oq_lock_wait(oq_now() + OQ_NS_PER_S);
	error = job->start_error;
	if (!error)
		let_go(job);
	oq_unlock();
	pthread_rwlock_unlock(&job->gate);
	if (error)
		join_threads(job, threads);
	return error;
}

int64_t oq_job_start(const struct oq_job_spec *spec, const struct oq_stream_spec *streams,
		     char *message, size_t length)
{
	const struct oq_backend_ops *backend = spec ? oq_backend_find(spec->backend) : NULL;

	return oq_job_start_on(backend, NULL, spec, streams, message, length);
}

int64_t oq_job_start_on(const struct oq_backend_ops *backend, void *device,
			const struct oq_job_spec *spec, const struct oq_stream_spec *streams,
			char *message, size_t length)
{
	struct oq_job *job;
	int64_t handle;
	int error = oq_validate(spec, streams, backend, message, length);

	if (error)
		return error;
	job = job_new(spec, streams);
	if (job) {
		job->backend = backend;
		job->device = device;
	}
	if (!job)
		return oq_fail(ENOMEM, message, length, "not enough memory for %u streams",
			       spec->streams);
	oq_lock();
	handle = oq_table_add(job);
	oq_unlock();
	if (handle < 0) {
		job_free(job);
		return oq_fail((int)-handle, message, length, "%u jobs exist already",
			       OQ_MAX_JOBS);
	}
	error = launch(job);
	if (!error)
		return handle;
	oq_lock();
	oq_table_remove(handle);
	oq_unlock();
	oq_say(message, length, "%s", job->message);
	job_free(job);
	return error;
}

bool oq_job_ready(struct oq_job *job, int error, const char *message)
{
	bool run;

	oq_lock();
	job->ready++;
	if (error && !job->start_error) {
		job->start_error = error;
		oq_say(job->message, sizeof(job->message), "%s", message);
	}
	oq_lock_wake_all();
	oq_unlock();
	pthread_rwlock_rdlock(&job->gate);
	run = job->go;
	pthread_rwlock_unlock(&job->gate);
	return run;
}

void oq_job_left(struct oq_job *job, uint64_t last_completion_ns)
{
	oq_lock();
	if (job->last_ns < last_completion_ns)
		job->last_ns = last_completion_ns;
	/* Only max_bytes lets all threads leave without a cause. */
	if (job->go && --job->alive == 0)
		oq_job_end_locked(job, OQ_END_BYTES, job->last_ns);
	oq_lock_wake_all();
	oq_unlock();
}

void oq_job_end_locked(struct oq_job *job, enum oq_end end, uint64_t at_ns)
{
	if (job->end != OQ_END_NONE)
		return;
	job->end = end;
	oq_counter_set(&job->end_ns, at_ns);
	atomic_store_explicit(&job->stop, 1, memory_order_release);
}

void oq_job_end(struct oq_job *job, enum oq_end end, uint64_t at_ns)
{
	oq_lock();
	oq_job_end_locked(job, end, at_ns);
	oq_unlock();
}

bool oq_job_device_error(struct oq_job *job, const struct oq_device_error *error)
{
	bool allowed;

	oq_lock();
	if (!job->errors++)
		job->first_error = *error;
	allowed = job->errors <= job->spec.continue_on_error;
	if (!allowed)
		oq_job_end_locked(job, OQ_END_ERROR, job->started_ns + error->at_ns);
	oq_unlock();
	return allowed;
}

void oq_job_fault(struct oq_job *job, const char *message)
{
	oq_lock();
	if (!job->message[0])
		oq_say(job->message, sizeof(job->message), "%s", message);
	oq_job_end_locked(job, OQ_END_ERROR, oq_now());
	oq_unlock();
}

uint64_t oq_job_claim(struct oq_job *job, uint64_t wanted)
{
	uint64_t left = oq_counter_get(&job->budget);
	uint64_t taken;

	do {
		taken = left < wanted ? left : wanted;
	} while (taken && !atomic_compare_exchange_weak_explicit(&job->budget, &left, left - taken,
								 memory_order_relaxed,
								 memory_order_relaxed));
	return taken;
}

int oq_job_stop(int64_t handle)
{
	struct oq_job *job;

	oq_lock();
	job = oq_table_find(handle);
	if (job) {
		uint64_t now_ns = oq_now();

		/* The duration may have passed without a worker that could see it. */
		if (now_ns >= job->measure_end_ns)
			oq_job_end_locked(job, OQ_END_DURATION, job->measure_end_ns);
		/* The second one: what was written shall not be read back either. */
		if (job->end != OQ_END_NONE)
			atomic_store(&job->abandon, 1);
		oq_job_end_locked(job, OQ_END_STOPPED, now_ns);
	}
	oq_unlock();
	return job ? 0 : -EINVAL;
}

int oq_job_wait(int64_t handle, uint32_t timeout_ms)
{
	uint64_t deadline_ns = oq_now() + timeout_ms * OQ_NS_PER_MS;
	struct oq_job *job;
	int result = 0;

	oq_lock();
	/* Looked up again after each wait: the job may be gone by then. */
	while ((job = oq_table_find(handle)) && job->alive && !result)
		if (!oq_lock_wait(deadline_ns))
			result = -ETIMEDOUT;
	if (!job)
		result = -EINVAL;
	else if (!job->alive)
		result = 0;
	oq_unlock();
	return result;
}

int oq_job_free(int64_t handle)
{
	struct oq_job *job;
	int error = 0;

	oq_lock();
	job = oq_table_find(handle);
	if (!job)
		error = -EINVAL;
	else if (job->alive)
		error = -EBUSY;
	else
		oq_table_remove(handle);
	oq_unlock();
	if (error)
		return error;
	/* They have left; what remains of them is the way out of the thread. */
	join_threads(job, job->streams);
	job_free(job);
	return 0;
}
