#include "worker.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "clock.h"
#include "target.h"
#include "validate.h"

/* The deepest call chain needs a few KiB; sanitizers multiply that. */
#define STACK_BYTES (512u << 10)

/* How often the CPU time in snapshots is renewed; the caller polls once a second. */
#define CPU_INTERVAL_NS OQ_NS_PER_S

static int add_hist(struct oq_worker *w, enum oq_kind kind)
{
	w->hists[kind] = oq_hist_new();
	return w->hists[kind] ? 0 : -ENOMEM;
}

static int add_hists(struct oq_worker *w)
{
	int error = add_hist(w, w->main_kind);

	if (error)
		return error;
	switch (w->spec.durability) {
	case OQ_DURABILITY_DSYNC:
		/* The write is the commit: one histogram is both. */
		w->hists[OQ_KIND_WRITE] = w->hists[OQ_KIND_COMMIT];
		break;
	case OQ_DURABILITY_FDATASYNC:
		error = add_hist(w, OQ_KIND_WRITE);
		if (!error)
			error = add_hist(w, OQ_KIND_FLUSH);
		break;
	}
	return error;
}

struct oq_worker *oq_worker_new(struct oq_job *job, const struct oq_stream_spec *spec,
				uint32_t index)
{
	struct oq_worker *w = aligned_alloc(OQ_CACHE_LINE, sizeof(*w));

	if (!w)
		return NULL;
	memset(w, 0, sizeof(*w));
	w->job = job;
	w->backend = oq_backend_find(job->spec.backend);
	w->spec = *spec;
	w->guard.offset = job->spec.permit_offset;
	w->guard.length = job->spec.permit_length;
	w->index = index;
	w->main_kind = oq_main_kind(spec);
	w->fd = -1;
	w->ops = calloc(spec->depth, sizeof(*w->ops));
	if (!w->ops || add_hists(w)) {
		oq_worker_free(w);
		return NULL;
	}
	return w;
}

void oq_worker_free(struct oq_worker *w)
{
	if (!w)
		return;
	if (w->hists[OQ_KIND_WRITE] == w->hists[OQ_KIND_COMMIT])
		w->hists[OQ_KIND_WRITE] = NULL;
	for (int kind = 0; kind < OQ_KINDS; kind++)
		free(w->hists[kind]);
	free(w->ops);
	free(w);
}

void oq_worker_fault(struct oq_worker *w, const char *format, ...)
{
	char message[OQ_MESSAGE_MAX];
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(message, sizeof(message), format, arguments);
	va_end(arguments);
	w->issuing = false;
	oq_job_fault(w->job, message);
}

static uint64_t timeval_ns(const struct timeval *t)
{
	return (uint64_t)t->tv_sec * OQ_NS_PER_S + (uint64_t)t->tv_usec * 1000;
}

static void read_cpu(uint64_t *user_ns, uint64_t *system_ns)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	*user_ns = timeval_ns(&usage.ru_utime);
	*system_ns = timeval_ns(&usage.ru_stime);
}

static void renew_cpu(struct oq_worker *w)
{
	uint64_t user_ns, system_ns;

	read_cpu(&user_ns, &system_ns);
	oq_counter_set(&w->counters.cpu_user_ns, user_ns - w->cpu_user_base_ns);
	oq_counter_set(&w->counters.cpu_system_ns, system_ns - w->cpu_system_base_ns);
}

static void start_counting(struct oq_worker *w)
{
	read_cpu(&w->cpu_user_base_ns, &w->cpu_system_base_ns);
	w->counting = true;
}

static void stop_counting(struct oq_worker *w)
{
	if (w->counting)
		renew_cpu(w);
	w->counting = false;
	w->next_event_ns = UINT64_MAX;
}

static void by_clock(struct oq_worker *w, uint64_t now_ns)
{
	const struct oq_job *job = w->job;

	if (!w->counting && now_ns >= job->measure_ns)
		start_counting(w);
	else if (w->counting)
		renew_cpu(w);
	if (now_ns >= job->measure_end_ns)
		oq_job_end(w->job, OQ_END_DURATION, job->measure_end_ns);
	if (!w->counting)
		w->next_event_ns = job->measure_ns;
	else if (job->measure_end_ns - now_ns > CPU_INTERVAL_NS)
		w->next_event_ns = now_ns + CPU_INTERVAL_NS;
	else
		w->next_event_ns = job->measure_end_ns;
}

void oq_worker_event(struct oq_worker *w, uint64_t now_ns)
{
	if (now_ns >= w->next_event_ns)
		by_clock(w, now_ns);
	/* Acquire: end_ns was stored before it. */
	if (!atomic_load_explicit(&w->job->stop, memory_order_acquire))
		return;
	w->issuing = false;
	if (now_ns >= oq_counter_get(&w->job->end_ns))
		stop_counting(w);
}

static int prepare(struct oq_worker *w, char *message, size_t length)
{
	const struct oq_stream_spec *spec = &w->spec;
	char text[128];
	int error;

	w->fd = oq_target_reopen(w->job->spec.fd, spec->operation == OQ_WRITE);
	if (w->fd < 0)
		return oq_fail(-w->fd, message, length,
			       "stream %u: the target cannot be opened again: %s", w->index,
			       oq_error_text(-w->fd, text, sizeof(text)));
	oq_cursor_init(&w->cursor, spec, w->index);
	error = oq_data_init(&w->data, spec->block_bytes, spec->depth, spec->seed, w->index);
	if (error)
		return oq_fail(-error, message, length, "stream %u: not enough memory for blocks",
			       w->index);
	return w->backend->prepare(w, message, length);
}

static void run(struct oq_worker *w)
{
	const struct oq_job *job = w->job;

	w->now_ns = job->started_ns;
	w->next_event_ns = job->measure_ns;
	w->allowance = job->spec.max_bytes ? 0 : UINT64_MAX;
	w->issuing = true;
	oq_worker_tick(w, oq_now());
	w->backend->run(w);
	stop_counting(w);
}

static void release(struct oq_worker *w)
{
	w->backend->release(w);
	oq_data_release(&w->data);
	if (w->fd >= 0)
		oq_target_close(w->fd);
	w->fd = -1;
}

static void *thread_main(void *argument)
{
	struct oq_worker *w = argument;
	char message[OQ_MESSAGE_MAX] = "";
	char name[16];
	int error;

	(void)snprintf(name, sizeof(name), "oq-stream-%u", w->index);
	prctl(PR_SET_NAME, name);
	error = prepare(w, message, sizeof(message));
	if (oq_job_ready(w->job, error, message))
		run(w);
	release(w);
	oq_job_left(w->job, w->now_ns);
	return NULL;
}

/*
 * Signals are the business of the caller's threads. Those of a fault of this very thread
 * stay: blocked, the kernel would kill the process without a handler's report.
 */
static void block_signals(sigset_t *before)
{
	sigset_t blocked;

	sigfillset(&blocked);
	sigdelset(&blocked, SIGSEGV);
	sigdelset(&blocked, SIGBUS);
	sigdelset(&blocked, SIGFPE);
	sigdelset(&blocked, SIGILL);
	pthread_sigmask(SIG_SETMASK, &blocked, before);
}

int oq_worker_start(struct oq_worker *w)
{
	pthread_attr_t attributes;
	sigset_t before;
	int error = pthread_attr_init(&attributes);

	if (error)
		return -error;
	error = pthread_attr_setstacksize(&attributes, STACK_BYTES);
	if (!error) {
		block_signals(&before);
		error = pthread_create(&w->thread, &attributes, thread_main, w);
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	pthread_attr_destroy(&attributes);
	return -error;
}
