/* results.c: what a job has found, read by the caller while it runs and after. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "worker.h"

/* Each struct that is filled carries the caller's idea of its layout. */
#define LAYOUT_DIFFERS(out) ((out)->size != sizeof(*(out)) || (out)->version != OQ_ABI_VERSION)

int oq_abi_sizes(uint32_t *sizes, uint32_t capacity)
{
	static const uint32_t known[] = {
		sizeof(struct oq_stream_spec),   sizeof(struct oq_job_spec),
		sizeof(struct oq_snapshot),      sizeof(struct oq_histogram),
		sizeof(struct oq_stall),         sizeof(struct oq_device_error),
		sizeof(struct oq_stream_result), sizeof(struct oq_verify_result),
		sizeof(struct oq_stamp),         sizeof(struct oq_check),
		sizeof(struct oq_features),
	};
	const uint32_t count = sizeof(known) / sizeof(known[0]);

	if (!sizes && capacity)
		return -EINVAL;
	for (uint32_t i = 0; i < count && i < capacity; i++)
		sizes[i] = known[i];
	return (int)count;
}

/* Start of the oldest operation in flight; 0: none. */
static uint64_t oldest_inflight(const struct oq_worker *w)
{
	uint64_t oldest = 0;

	for (uint32_t i = 0; i < w->spec.depth; i++) {
		uint64_t start = oq_counter_get(&w->ops[i].start_ns);

		if (start && (!oldest || start < oldest))
			oldest = start;
	}
	return oldest;
}

/* Until now, or until the end of counting. */
static uint64_t counted_until(const struct oq_job *job, uint64_t now_ns)
{
	return job->end == OQ_END_NONE ? now_ns : oq_counter_get(&job->end_ns);
}

static void add_worker(struct oq_snapshot *out, const struct oq_worker *w)
{
	const struct oq_counters *c = &w->counters;
	uint64_t oldest = oldest_inflight(w);

	out->operations += oq_counter_get(&c->operations);
	out->bytes += oq_counter_get(&c->bytes);
	out->total_bytes_written += oq_counter_get(&c->total_bytes_written);
	out->total_bytes_read += oq_counter_get(&c->total_bytes_read);
	out->total_flushes += oq_counter_get(&c->total_flushes);
	out->total_dsyncs += oq_counter_get(&c->total_dsyncs);
	out->unserved += oq_arrival_unserved(&w->arrival, counted_until(w->job, out->now_ns));
	if (w->verifier) {
		out->verified_bytes += oq_verifier_bytes(w->verifier);
		out->verify_errors += oq_verifier_errors(w->verifier);
	}
	out->cpu_user_ns += oq_counter_get(&c->cpu_user_ns);
	out->cpu_system_ns += oq_counter_get(&c->cpu_system_ns);
	out->backend_flags &= (uint32_t)oq_counter_get(&c->backend_flags);
	if (oldest && (!out->oldest_inflight_ns || oldest < out->oldest_inflight_ns))
		out->oldest_inflight_ns = oldest;
}

/* All streams are at their end, and one at least is to be checked. */
static bool verifies(const struct oq_job *job)
{
	bool checks = false;

	for (uint32_t i = 0; i < job->streams; i++) {
		if (!oq_counter_get(&job->workers[i]->counters.run_over))
			return false;
		checks |= job->workers[i]->spec.verify == OQ_VERIFY_CHECK;
	}
	return checks;
}

static uint32_t state_of(const struct oq_job *job, uint64_t now_ns)
{
	if (!job->alive)
		return OQ_ENDED;
	if (verifies(job))
		return OQ_VERIFYING;
	return now_ns < job->measure_ns ? OQ_RAMP : OQ_MEASURE;
}

static uint64_t measured(const struct oq_job *job, uint64_t now_ns)
{
	uint64_t until = counted_until(job, now_ns);

	return until > job->measure_ns ? until - job->measure_ns : 0;
}

static void fill_snapshot(struct oq_job *job, struct oq_snapshot *out)
{
	uint64_t now_ns = oq_now();

	/* On a device that hangs no worker sees that the time is over. */
	if (now_ns >= job->measure_end_ns)
		oq_job_end_locked(job, OQ_END_DURATION, job->measure_end_ns);
	memset(out, 0, sizeof(*out));
	out->size = sizeof(*out);
	out->version = OQ_ABI_VERSION;
	out->state = state_of(job, now_ns);
	out->end = job->end;
	out->threads_alive = job->alive;
	out->now_ns = now_ns;
	out->started_ns = job->started_ns;
	out->measured_ns = measured(job, now_ns);
	out->errors = job->errors;
	out->backend_flags = UINT32_MAX;
	for (uint32_t i = 0; i < job->streams; i++)
		add_worker(out, job->workers[i]);
}

int oq_job_snapshot(int64_t handle, struct oq_snapshot *out)
{
	struct oq_job *job;

	if (!out)
		return -EINVAL;
	if (LAYOUT_DIFFERS(out))
		return -EPROTO;
	oq_lock();
	job = oq_table_find(handle);
	if (job)
		fill_snapshot(job, out);
	oq_unlock();
	return job ? 0 : -EINVAL;
}

static void clear_histogram(struct oq_histogram *out, uint64_t *counts)
{
	memset(out, 0, sizeof(*out));
	out->size = sizeof(*out);
	out->version = OQ_ABI_VERSION;
	memset(counts, 0, OQ_HIST_COUNTS * sizeof(*counts));
}

static int check_histogram(uint32_t kind, const struct oq_histogram *out, const uint64_t *counts,
			   uint32_t capacity)
{
	if (!out || !counts || kind >= OQ_KINDS || capacity < OQ_HIST_COUNTS)
		return -EINVAL;
	return LAYOUT_DIFFERS(out) ? -EPROTO : 0;
}

int oq_job_histogram(int64_t handle, uint32_t first, uint32_t streams, uint32_t kind,
		     struct oq_histogram *out, uint64_t *counts, uint32_t capacity)
{
	struct oq_job *job;
	int result = check_histogram(kind, out, counts, capacity);

	if (result)
		return result;
	result = -EINVAL;
	oq_lock();
	job = oq_table_find(handle);
	if (job && !streams && first < job->streams)
		streams = job->streams - first;
	if (job && streams && first < job->streams && streams <= job->streams - first) {
		clear_histogram(out, counts);
		for (uint32_t i = first; i < first + streams; i++)
			oq_hist_merge(job->workers[i]->hists[kind], out, counts);
		result = 0;
	}
	oq_unlock();
	return result;
}

/* A stream's operations of one kind, into its sum and extremes. */
static void add_hist(struct oq_stream_result *out, const struct oq_hist *hist)
{
	uint64_t min_ns, max_ns;

	if (!hist)
		return;
	min_ns = oq_counter_get(&hist->min_ns);
	max_ns = oq_counter_get(&hist->max_ns);
	if (min_ns == UINT64_MAX)
		return; /* none yet */
	if (!out->min_ns || min_ns < out->min_ns)
		out->min_ns = min_ns;
	if (max_ns > out->max_ns)
		out->max_ns = max_ns;
	out->sum_ns += oq_counter_get(&hist->sum_ns);
}

static void fill_stream(const struct oq_worker *w, struct oq_stream_result *out)
{
	memset(out, 0, sizeof(*out));
	out->size = sizeof(*out);
	out->version = OQ_ABI_VERSION;
	out->operations = oq_counter_get(&w->counters.operations);
	out->bytes = oq_counter_get(&w->counters.bytes);
	out->errors = oq_counter_get(&w->counters.errors);
	add_hist(out, w->hists[OQ_KIND_READ]);
	add_hist(out, w->hists[w->write_kind]);
	out->inflight_since_ns = oldest_inflight(w);
	out->unserved = oq_arrival_unserved(&w->arrival, counted_until(w->job, oq_now()));
}

int oq_job_stream(int64_t handle, uint32_t stream, struct oq_stream_result *out)
{
	struct oq_job *job;
	int result = -EINVAL;

	if (!out)
		return -EINVAL;
	if (LAYOUT_DIFFERS(out))
		return -EPROTO;
	oq_lock();
	job = oq_table_find(handle);
	if (job && stream < job->streams) {
		fill_stream(job->workers[stream], out);
		result = 0;
	}
	oq_unlock();
	return result;
}

/* All streams' stalls in one array, worst first; the caller frees it. */
static int collect_stalls(const struct oq_job *job, struct oq_stall **all)
{
	uint32_t count = 0;

	*all = malloc((size_t)job->streams * OQ_STALLS * sizeof(**all));
	if (!*all)
		return -ENOMEM;
	for (uint32_t i = 0; i < job->streams; i++) {
		const struct oq_stalls *stalls = &job->workers[i]->stalls;

		memcpy(*all + count, stalls->heap, stalls->count * sizeof(**all));
		count += stalls->count;
	}
	qsort(*all, count, sizeof(**all), oq_stall_compare);
	return (int)count;
}

int oq_job_stalls(int64_t handle, struct oq_stall *out, uint32_t capacity)
{
	struct oq_stall *all = NULL;
	struct oq_job *job;
	int count = -EINVAL;

	if (!out && capacity)
		return -EINVAL;
	oq_lock();
	job = oq_table_find(handle);
	if (job)
		count = job->alive ? -EBUSY : collect_stalls(job, &all);
	oq_unlock();
	if (count > 0 && (uint32_t)count > capacity)
		count = (int)capacity;
	if (count > 0)
		memcpy(out, all, (size_t)count * sizeof(*out));
	free(all);
	return count;
}

int oq_job_verify(int64_t handle, struct oq_verify_result *out)
{
	struct oq_job *job;

	if (!out)
		return -EINVAL;
	if (LAYOUT_DIFFERS(out))
		return -EPROTO;
	oq_lock();
	job = oq_table_find(handle);
	if (job) {
		memset(out, 0, sizeof(*out));
		out->size = sizeof(*out);
		out->version = OQ_ABI_VERSION;
		for (uint32_t i = 0; i < job->streams; i++)
			if (job->workers[i]->verifier)
				oq_verifier_merge(job->workers[i]->verifier, out);
	}
	oq_unlock();
	return job ? 0 : -EINVAL;
}

int oq_job_error(int64_t handle, struct oq_device_error *out)
{
	struct oq_job *job;
	int result = -EINVAL;

	if (!out)
		return -EINVAL;
	if (LAYOUT_DIFFERS(out))
		return -EPROTO;
	oq_lock();
	job = oq_table_find(handle);
	if (job) {
		result = job->errors > 0;
		if (result) {
			*out = job->first_error;
			out->count = job->errors;
		}
	}
	oq_unlock();
	return result;
}

int oq_job_message(int64_t handle, char *message, size_t length)
{
	struct oq_job *job;

	if (!message || !length)
		return -EINVAL;
	oq_lock();
	job = oq_table_find(handle);
	if (job)
		oq_say(message, length, "%s", job->message);
	oq_unlock();
	return job ? 0 : -EINVAL;
}
