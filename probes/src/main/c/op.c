#include "op.h"

#include <errno.h>

#include "worker.h"

/*
 * Bytes are claimed from max_bytes when an operation begins, in pieces of about 1 MiB: the
 * sum of what is issued is exact and the shared counter is touched seldom.
 */
#define CLAIM_BYTES (1u << 20)

static bool claim(struct oq_worker *w)
{
	uint32_t block = w->spec.block_bytes;
	uint64_t wanted = block > CLAIM_BYTES ? block : CLAIM_BYTES / block * block;
	uint64_t got = oq_job_claim(w->job, wanted);

	/* The last rest may be smaller than a block: max_bytes are to be reached. */
	w->allowance += (got + block - 1) / block * block;
	return got > 0;
}

static inline bool may_issue(struct oq_worker *w)
{
	if (!w->issuing)
		return false;
	if (w->allowance < w->spec.block_bytes && !claim(w)) {
		w->issuing = false;
		return false;
	}
	w->allowance -= w->spec.block_bytes;
	return true;
}

bool oq_op_begin(struct oq_worker *w, struct oq_op *op)
{
	uint32_t length = w->spec.block_bytes;

	if (!may_issue(w))
		return false;
	op->offset = oq_cursor_next(&w->cursor);
	if (!oq_guard_allows(&w->guard, op->offset, length)) {
		oq_worker_fault(w, "offset %llu + %u of stream %u is outside the permitted range",
				(unsigned long long)op->offset, length, w->index);
		return false;
	}
	op->block = oq_data_take(&w->data);
	op->buffer = oq_data_address(&w->data, op->block);
	op->length = length;
	op->done = 0;
	op->step_ns = 0;
	op->step = OQ_STEP_READ;
	if (w->spec.operation == OQ_WRITE) {
		op->step = OQ_STEP_WRITE;
		oq_data_renew(&w->data, op->block);
	}
	return true;
}

static inline void put_back(struct oq_worker *w, struct oq_op *op)
{
	oq_counter_set(&op->start_ns, 0);
	oq_data_give(&w->data, op->block);
}

static enum oq_kind failed_kind(const struct oq_op *op)
{
	switch (op->step) {
	case OQ_STEP_READ:
		return OQ_KIND_READ;
	case OQ_STEP_WRITE:
		return OQ_KIND_WRITE;
	case OQ_STEP_FLUSH:
		break;
	}
	return OQ_KIND_FLUSH;
}

static bool fail(struct oq_worker *w, struct oq_op *op, int error, uint64_t now_ns)
{
	struct oq_device_error report = {
		.size = sizeof(report),
		.version = OQ_ABI_VERSION,
		.error = error,
		.stream = w->index,
		.operation = failed_kind(op),
		.length = op->length,
		.offset = op->offset,
		.at_ns = now_ns - w->job->started_ns,
	};

	oq_counter_add(&w->counters.errors, 1);
	oq_job_device_error(w->job, &report);
	put_back(w, op);
	/* An error that ended the job is seen here, before the next operation begins. */
	oq_worker_tick(w, now_ns);
	return false;
}

static void keep_stall(struct oq_worker *w, const struct oq_op *op, uint64_t latency_ns,
		       uint64_t now_ns)
{
	struct oq_stall stall = {
		.at_ns = now_ns - w->job->measure_ns,
		.latency_ns = latency_ns,
		.offset = op->offset,
		.stream = w->index,
		.kind = w->main_kind,
	};

	oq_stalls_add(&w->stalls, &stall);
}

static inline void count(struct oq_worker *w, struct oq_op *op, uint64_t latency_ns,
			 uint64_t now_ns)
{
	oq_counter_add(&w->counters.operations, 1);
	oq_counter_add(&w->counters.bytes, op->length);
	oq_hist_record(w->hists[w->main_kind], latency_ns);
	if (op->step == OQ_STEP_FLUSH) {
		oq_hist_record(w->hists[OQ_KIND_WRITE], op->write_ns);
		oq_hist_record(w->hists[OQ_KIND_FLUSH], now_ns - op->step_ns);
	}
}

/*
 * Counted is what completes while counting. The list of stalls also takes what was in
 * flight when counting ended: a stall at the end must not go unseen.
 */
static inline bool finish(struct oq_worker *w, struct oq_op *op, uint64_t now_ns)
{
	uint64_t latency_ns = now_ns - oq_counter_get(&op->start_ns);

	if (w->counting)
		count(w, op, latency_ns, now_ns);
	if (oq_stalls_wants(&w->stalls, latency_ns) && now_ns >= w->job->measure_ns)
		keep_stall(w, op, latency_ns, now_ns);
	put_back(w, op);
	return false;
}

static inline void count_transfer(struct oq_worker *w, const struct oq_op *op, int64_t bytes)
{
	if (op->step == OQ_STEP_WRITE)
		oq_counter_add(&w->counters.total_bytes_written, (uint64_t)bytes);
	else
		oq_counter_add(&w->counters.total_bytes_read, (uint64_t)bytes);
}

/*
 * A short transfer goes on with the rest where O_DIRECT could take it. Nothing at all, or
 * an odd rest, is an error of the device.
 */
static bool go_on(struct oq_worker *w, struct oq_op *op, int64_t result, uint64_t now_ns)
{
	if (result == 0 || result % OQ_SECTOR)
		return fail(w, op, EIO, now_ns);
	return true;
}

static inline bool flush_follows(const struct oq_worker *w, const struct oq_op *op)
{
	return op->step == OQ_STEP_WRITE && w->spec.durability == OQ_DURABILITY_FDATASYNC;
}

static bool complete_flush(struct oq_worker *w, struct oq_op *op, int64_t result, uint64_t now_ns)
{
	oq_counter_add(&w->counters.total_flushes, 1);
	if (result < 0)
		return fail(w, op, (int)-result, now_ns);
	return finish(w, op, now_ns);
}

bool oq_op_complete(struct oq_worker *w, struct oq_op *op, int64_t result, uint64_t now_ns)
{
	if (result == -EINTR)
		return true;
	if (op->step == OQ_STEP_FLUSH)
		return complete_flush(w, op, result, now_ns);
	if (result < 0)
		return fail(w, op, (int)-result, now_ns);
	count_transfer(w, op, result);
	op->done += (uint32_t)result;
	if (op->done < op->length)
		return go_on(w, op, result, now_ns);
	if (flush_follows(w, op)) {
		op->write_ns = now_ns - op->step_ns;
		op->step = OQ_STEP_FLUSH;
		op->step_ns = 0;
		return true;
	}
	return finish(w, op, now_ns);
}
