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
	uint64_t most = w->most_bytes;
	uint64_t wanted = most > CLAIM_BYTES ? most : CLAIM_BYTES / most * most;
	uint64_t got = oq_job_claim(w->job, wanted);

	/* The last rest may be smaller than an operation: max_bytes are to be reached. */
	w->allowance += (got + most - 1) / most * most;
	return got > 0;
}

static inline bool may_issue(struct oq_worker *w)
{
	if (!w->issuing)
		return false;
	if (w->allowance < w->most_bytes && !claim(w)) {
		w->issuing = false;
		return false;
	}
	return true;
}

static inline bool reads(struct oq_worker *w)
{
	uint32_t permille = w->spec.read_permille;

	if (permille == 0 || permille == 1000)
		return permille;
	return oq_random_below(&w->choice, 1000) < permille;
}

/* Its place and its data. False: a place where nothing may be written. */
static bool aim(struct oq_worker *w, struct oq_op *op, const struct oq_program_step *step)
{
	struct oq_cursor *cursor = step->journal ? &w->journal : &w->cursor;

	op->length = step->block_bytes ? step->block_bytes : oq_mix_draw(&w->mix, &w->choice);
	op->offset = oq_cursor_next(cursor, op->length);
	if (w->verifier)
		op->offset = oq_verifier_reserve(w->verifier, op->offset, op->length);
	if (oq_guard_allows(&w->guard, op->offset, op->length))
		return true;
	oq_worker_fault(w, "offset %llu + %u of stream %u is outside the permitted range",
			(unsigned long long)op->offset, op->length, w->index);
	return false;
}

static inline void load(struct oq_worker *w, struct oq_op *op)
{
	op->block = oq_data_take(&w->data, op->step == OQ_STEP_READ);
	op->buffer = oq_data_address(&w->data, op->block, op->length);
	op->done = 0;
	if (op->step == OQ_STEP_READ)
		return;
	if (w->verifier)
		op->generation =
			oq_verifier_stamp(w->verifier, op->buffer, op->offset, op->length);
	else
		oq_data_renew(&w->data, op->buffer, op->length);
}

static inline bool begin_step(struct oq_worker *w, struct oq_op *op)
{
	const struct oq_program_step *step = &op->program->steps[op->at];

	op->step = step->kind;
	op->step_ns = 0;
	if (!oq_step_is_transfer(step->kind))
		return true;
	op->rw_flags = step->rw_flags;
	if (!aim(w, op, step))
		return false;
	load(w, op);
	return true;
}

static inline const struct oq_program *next_write(struct oq_worker *w)
{
	if (--w->until_closing)
		return &w->writes;
	w->until_closing = w->spec.flush_every;
	return &w->closing;
}

bool oq_op_begin(struct oq_worker *w, struct oq_op *op)
{
	if (!may_issue(w))
		return false;
	op->program = reads(w) ? &w->reads : next_write(w);
	op->at = 0;
	op->rounds = op->program->rounds;
	op->bytes = 0;
	op->block = OQ_NO_BLOCK;
	if (w->arrival.open)
		op->intended_ns = oq_arrival_take(&w->arrival);
	if (!begin_step(w, op))
		return false;
	w->allowance -= w->most_bytes;
	return true;
}

static inline void give_back(struct oq_worker *w, struct oq_op *op)
{
	if (op->block != OQ_NO_BLOCK)
		oq_data_give(&w->data, op->block);
	op->block = OQ_NO_BLOCK;
}

static inline bool leave(struct oq_worker *w, struct oq_op *op)
{
	give_back(w, op);
	oq_counter_set(&op->start_ns, 0);
	return false;
}

void oq_op_drop(struct oq_worker *w, struct oq_op *op)
{
	if (w->verifier && oq_step_is_transfer(op->step))
		oq_verifier_failed(w->verifier, op);
	(void)leave(w, op);
}

static enum oq_kind step_kind(enum oq_step_kind step)
{
	switch (step) {
	case OQ_STEP_READ:
		return OQ_KIND_READ;
	case OQ_STEP_WRITE:
		return OQ_KIND_WRITE;
	case OQ_STEP_FDATASYNC:
	case OQ_STEP_FSYNC:
	case OQ_STEP_SYNC_RANGE:
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
		.operation = step_kind(op->step),
		.length = op->length,
		.offset = op->offset,
		.at_ns = now_ns - w->job->started_ns,
	};

	oq_counter_add(&w->counters.errors, 1);
	(void)oq_job_device_error(w->job, &report);
	if (w->verifier && oq_step_is_transfer(op->step))
		oq_verifier_failed(w->verifier, op);
	(void)leave(w, op);
	/* An error that ended the job is seen here, before the next operation begins. */
	oq_worker_tick(w, now_ns);
	return false;
}

static inline enum oq_kind main_kind(const struct oq_worker *w, const struct oq_op *op)
{
	return op->program == &w->reads ? OQ_KIND_READ : w->write_kind;
}

static void keep_stall(struct oq_worker *w, const struct oq_op *op, uint64_t latency_ns,
		       uint64_t now_ns)
{
	struct oq_stall stall = {
		.at_ns = now_ns - w->job->measure_ns,
		.latency_ns = latency_ns,
		.offset = op->offset,
		.stream = w->index,
		.kind = main_kind(w, op),
	};

	oq_stalls_add(&w->stalls, &stall);
}

/*
 * The parts of a commit are counted with it, so that their sums make its own: not those of one
 * that fails or ends too late. The many writes that one flush covers are counted as they end.
 */
static inline bool parts_wait(const struct oq_op *op)
{
	return op->program->rounds == 1;
}

static inline void count_parts(struct oq_worker *w, const struct oq_op *op)
{
	for (uint32_t i = 0; i < op->program->count; i++)
		oq_hist_record(w->hists[step_kind(op->program->steps[i].kind)], op->took_ns[i]);
}

static inline void count(struct oq_worker *w, const struct oq_op *op, uint64_t latency_ns,
			 uint64_t now_ns)
{
	oq_counter_add(&w->counters.operations, 1);
	oq_counter_add(&w->counters.bytes, op->bytes);
	if (op->program != &w->closing) /* its parts are what it counts as */
		oq_hist_record(w->hists[main_kind(w, op)], latency_ns);
	if (op->program->count > 1 && parts_wait(op))
		count_parts(w, op);
	if (w->arrival.open)
		oq_hist_record(w->hists[OQ_KIND_RESPONSE], now_ns - op->intended_ns);
}

/*
 * Counted is what completes while counting. The list of stalls also takes what was in
 * flight when counting ended: a stall at the end must not go unseen.
 */
static inline bool finish(struct oq_worker *w, struct oq_op *op, uint64_t now_ns)
{
	uint64_t latency_ns = now_ns - oq_counter_get(&op->start_ns);

	/* It took the most that one may transfer; what it did not need is left for others. */
	w->allowance += w->most_bytes - op->bytes;
	if (w->counting)
		count(w, op, latency_ns, now_ns);
	if (oq_stalls_wants(&w->stalls, latency_ns) && now_ns >= w->job->measure_ns)
		keep_stall(w, op, latency_ns, now_ns);
	return leave(w, op);
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

static inline void count_transfer(struct oq_worker *w, const struct oq_op *op, int64_t bytes)
{
	if (op->step == OQ_STEP_WRITE)
		oq_counter_add(&w->counters.total_bytes_written, (uint64_t)bytes);
	else
		oq_counter_add(&w->counters.total_bytes_read, (uint64_t)bytes);
}

static inline void end_transfer(struct oq_worker *w, struct oq_op *op)
{
	op->bytes += op->length;
	if (op->rw_flags)
		oq_counter_add(&w->counters.total_dsyncs, 1);
	if (w->verifier)
		oq_verifier_done(w->verifier, op);
	give_back(w, op);
}

/* What its step took: an operation of one step has it in its own histogram. */
static inline void end_step(struct oq_worker *w, struct oq_op *op, uint64_t now_ns)
{
	const uint64_t took_ns = now_ns - op->step_ns;

	if (op->program->count == 1)
		return;
	if (parts_wait(op))
		op->took_ns[op->at] = took_ns;
	else if (w->counting)
		oq_hist_record(w->hists[step_kind(op->step)], took_ns);
}

bool oq_op_complete(struct oq_worker *w, struct oq_op *op, int64_t result, uint64_t now_ns)
{
	if (result == -EINTR)
		return true;
	if (!oq_step_is_transfer(op->step) && op->step != OQ_STEP_SYNC_RANGE)
		oq_counter_add(&w->counters.total_flushes, 1);
	if (result < 0)
		return fail(w, op, (int)-result, now_ns);
	if (oq_step_is_transfer(op->step)) {
		count_transfer(w, op, result);
		op->done += (uint32_t)result;
		if (op->done < op->length)
			return go_on(w, op, result, now_ns);
		end_transfer(w, op);
	}
	end_step(w, op, now_ns);
	if (!oq_program_next(op->program, &op->at, &op->rounds))
		return finish(w, op, now_ns);
	return begin_step(w, op) || leave(w, op);
}
