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
#include "cpus.h"
#include "readback.h"
#include "sys.h"
#include "target.h"
#include "validate.h"

/* The deepest call chain needs a few KiB; sanitizers multiply that. */
#define STACK_BYTES (512u << 10)

/* How often the CPU time in snapshots is renewed; the caller polls once a second. */
#define CPU_INTERVAL_NS OQ_NS_PER_S

/* The longest a thread sleeps before it looks whether it shall stop. */
#define LONGEST_WAIT_NS (100 * OQ_NS_PER_MS)

/* Keeps the choices of a stream apart from its offsets and data, which have the same seed. */
#define SALT_CHOICE 0x63686f6963653131ull

static bool closes(const struct oq_worker *w)
{
	return w->spec.durability == OQ_DURABILITY_BEHIND;
}

/* The kinds that a stream has, as bits. */
static uint32_t kinds_of(const struct oq_worker *w)
{
	uint32_t kinds = 0;

	if (w->spec.read_permille)
		kinds |= 1u << OQ_KIND_READ;
	if (w->spec.read_permille < 1000)
		kinds |= 1u << w->write_kind;
	if (w->spec.read_permille < 1000 && (w->writes.count > 1 || closes(w)))
		kinds |= 1u << OQ_KIND_WRITE | 1u << OQ_KIND_FLUSH;
	if (w->spec.arrival != OQ_CLOSED)
		kinds |= 1u << OQ_KIND_RESPONSE;
	return kinds;
}

static int add_hists(struct oq_worker *w)
{
	const uint32_t kinds = kinds_of(w);

	for (int kind = 0; kind < OQ_KINDS; kind++) {
		if (!(kinds & 1u << kind))
			continue;
		w->hists[kind] = oq_hist_new();
		if (!w->hists[kind])
			return -ENOMEM;
	}
	/* Where the write is the commit, one histogram is both. */
	if (w->hists[OQ_KIND_COMMIT] && !w->hists[OQ_KIND_WRITE])
		w->hists[OQ_KIND_WRITE] = w->hists[OQ_KIND_COMMIT];
	return 0;
}

static uint64_t most_bytes(const struct oq_worker *w)
{
	uint64_t reads = w->spec.read_permille ? w->mix.largest : 0;
	uint64_t writes = 0;

	if (w->spec.read_permille < 1000)
		writes = oq_program_most_bytes(&w->writes, w->mix.largest);
	return reads > writes ? reads : writes;
}

struct oq_worker *oq_worker_new(struct oq_job *job, const struct oq_stream_spec *spec,
				uint32_t index)
{
	struct oq_worker *w = aligned_alloc(OQ_CACHE_LINE, sizeof(*w));

	if (!w)
		return NULL;
	memset(w, 0, sizeof(*w));
	w->job = job;
	w->spec = *spec;
	w->guard.offset = job->spec.permit_offset;
	w->guard.length = job->spec.permit_length;
	w->index = index;
	w->write_kind = oq_write_kind(spec);
	w->fd = -1;
	oq_program_of_writes(&w->writes, spec);
	oq_program_of_reads(&w->reads);
	oq_program_of_closing(&w->closing);
	oq_mix_init(&w->mix, spec);
	w->most_bytes = most_bytes(w);
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
	oq_verifier_free(w->verifier);
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

uint64_t oq_worker_patience(const struct oq_worker *w, uint64_t now_ns, bool arrivals)
{
	uint64_t until = now_ns + LONGEST_WAIT_NS;

	if (w->next_event_ns < until)
		until = w->next_event_ns;
	if (arrivals && w->arrival.open && oq_counter_get(&w->arrival.next_ns) < until)
		until = oq_counter_get(&w->arrival.next_ns);
	return until > now_ns ? until - now_ns : 0;
}

bool oq_worker_await(struct oq_worker *w)
{
	for (;;) {
		uint64_t now_ns = oq_now();

		oq_worker_tick(w, now_ns);
		if (!w->issuing)
			return false;
		if (oq_arrival_due(&w->arrival, now_ns))
			return true;
		if (w->job->spec.flags & OQ_JOB_SPIN)
			oq_relax();
		else
			oq_sleep(oq_worker_patience(w, now_ns, true));
	}
}

/* Where the thread runs, before it touches any memory of its own. */
static int place(const struct oq_worker *w, char *message, size_t length)
{
	uint64_t cpus[OQ_MAX_CPUS / 64];
	char text[128];
	int error;

	/* A sleep must end when an operation is due, not 50 us later (timer_slack_ns, proc(5)). */
	prctl(PR_SET_TIMERSLACK, 1ul);
	if (!oq_cpus_of_stream(cpus, &w->job->spec, w->index))
		return 0;
	error = oq_sys_setaffinity(cpus, sizeof(cpus));
	if (error)
		return oq_fail(-error, message, length,
			       "stream %u cannot run on the CPUs it is bound to: %s", w->index,
			       oq_error_text(-error, text, sizeof(text)));
	return 0;
}

/* In the thread itself, so that the memory comes from the node that it runs on. */
static int allocate(struct oq_worker *w)
{
	w->ops = calloc(w->spec.depth, sizeof(*w->ops));
	if (!w->ops || add_hists(w))
		return -ENOMEM;
	if (w->spec.verify) {
		w->verifier = oq_verifier_new(&w->spec, w->job->spec.stamp_run, w->index);
		if (!w->verifier)
			return -ENOMEM;
	}
	return oq_data_init(&w->data, &w->spec, w->index);
}

static bool is_direct(const struct oq_worker *w)
{
	return w->spec.durability != OQ_DURABILITY_BUFFERED &&
	       w->job->spec.backend != OQ_BACKEND_PMEM;
}

static int open_again(struct oq_worker *w, char *message, size_t length)
{
	const bool writes = w->spec.read_permille < 1000;
	char text[128];

	w->fd = oq_target_reopen(w->job->spec.fd, writes, is_direct(w));
	if (w->fd >= 0)
		return 0;
	return oq_fail(-w->fd, message, length, "stream %u: the target cannot be opened again: %s",
		       w->index, oq_error_text(-w->fd, text, sizeof(text)));
}

static int prepare(struct oq_worker *w, char *message, size_t length)
{
	int error = place(w, message, length);

	if (!error)
		error = open_again(w, message, length);
	if (error)
		return error;
	oq_cursor_init(&w->cursor, &w->spec, w->index);
	oq_cursor_init_journal(&w->journal, &w->spec);
	oq_arrival_init(&w->arrival, &w->spec, w->index);
	oq_random_seed(&w->choice, w->spec.seed ^ SALT_CHOICE, w->index);
	if (allocate(w))
		return oq_fail(ENOMEM, message, length, "stream %u: not enough memory for blocks",
			       w->index);
	return w->job->backend->prepare ? w->job->backend->prepare(w, message, length) : 0;
}

static void run(struct oq_worker *w)
{
	const struct oq_job *job = w->job;

	w->now_ns = job->started_ns;
	w->next_event_ns = job->measure_ns;
	w->allowance = job->spec.max_bytes ? 0 : UINT64_MAX;
	w->until_closing = closes(w) ? w->spec.flush_every : UINT64_MAX;
	w->issuing = true;
	oq_arrival_start(&w->arrival, job->started_ns);
	oq_worker_tick(w, oq_now());
	w->job->backend->run(w);
	stop_counting(w);
	oq_counter_set(&w->counters.run_over, 1);
}

static void read_back(struct oq_worker *w)
{
	if (w->spec.verify == OQ_VERIFY_CHECK && !atomic_load(&w->job->abandon))
		oq_read_back(w);
}

static void release(struct oq_worker *w)
{
	if (w->job->backend->release)
		w->job->backend->release(w);
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
	if (oq_job_ready(w->job, error, message)) {
		run(w);
		read_back(w);
	}
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
