#include "timed.h"

#include "clock.h"
#include "worker.h"

/*
 * Spins instead of sleeping: a sleep ends when the scheduler likes. The last reading is the
 * device's completion.
 */
static void serve(struct oq_timed *device)
{
	const uint64_t start_ns = oq_now();
	const uint64_t wanted_ns = device->latency_ns(device->count);
	uint64_t now_ns = start_ns;

	while (now_ns - start_ns < wanted_ns)
		now_ns = oq_now();
	if (device->count < device->capacity) {
		device->took_ns[device->count] = now_ns - start_ns;
		device->done_ns[device->count] = now_ns;
	}
	device->count++;
}

static void run(struct oq_worker *w)
{
	struct oq_op *op = w->ops;

	while (oq_worker_due(w) && oq_op_begin(w, op)) {
		uint64_t now_ns = oq_now();

		do {
			oq_op_submitted(op, now_ns);
			serve(w->job->device);
			now_ns = oq_now();
			oq_worker_tick(w, now_ns);
		} while (oq_op_complete(w, op, op->length, now_ns));
	}
}

const struct oq_backend_ops oq_backend_timed = {
	.name = "timed",
	.max_depth = 1,
	.run = run,
};
