#include "verify.h"

#include <stdlib.h>

#include "data.h"
#include "job.h"
#include "judge.h"
#include "mix.h"
#include "op.h"
#include "stamp.h"

/* In a table entry: an operation in flight touches this block. */
#define BUSY (1ull << 63)

/* The region and the journal. */
#define AREAS 2u

/* A region or the journal. */
struct area {
	uint64_t offset;
	uint64_t length;
	uint64_t *table; /* last generation of each granule; 0: unknown */
};

struct oq_verifier {
	uint32_t granule; /* the stream's smallest block */
	uint32_t largest;
	bool checks; /* reads of the stream are compared */
	uint64_t run;
	uint32_t stream;
	uint64_t generation; /* of the last write */
	struct area areas[AREAS];
	uint64_t *memory;
	oq_counter bytes;
	oq_counter count[OQ_VERDICTS];
	struct oq_verify_result first; /* under oq_lock: the first bad block */
};

uint64_t oq_verifier_table_entries(const struct oq_stream_spec *spec)
{
	uint32_t granule = oq_mix_smallest(spec);
	uint64_t entries = spec->region_length / granule + spec->journal_length / granule;

	return entries <= OQ_VERIFY_TABLE_BYTES / sizeof(uint64_t) ? entries : 0;
}

struct oq_verifier *oq_verifier_new(const struct oq_stream_spec *spec, uint64_t run,
				    uint32_t stream)
{
	struct oq_verifier *v = calloc(1, sizeof(*v));

	if (!v)
		return NULL;
	v->granule = oq_mix_smallest(spec);
	v->largest = oq_mix_largest(spec);
	v->checks = spec->verify == OQ_VERIFY_CHECK;
	v->run = run;
	v->stream = stream;
	v->memory = calloc(oq_verifier_table_entries(spec), sizeof(*v->memory));
	if (!v->memory) {
		free(v);
		return NULL;
	}
	v->areas[0] = (struct area){ spec->region_offset, spec->region_length, v->memory };
	v->areas[1] = (struct area){ spec->journal_offset, spec->journal_length,
				     v->memory + spec->region_length / v->granule };
	return v;
}

void oq_verifier_free(struct oq_verifier *v)
{
	if (!v)
		return;
	free(v->memory);
	free(v);
}

static const struct area *area_of(const struct oq_verifier *v, uint64_t offset)
{
	const struct area *region = &v->areas[0];

	return offset - region->offset < region->length ? region : &v->areas[1];
}

static uint64_t *entry(const struct oq_verifier *v, uint64_t offset)
{
	const struct area *area = area_of(v, offset);

	return &area->table[(offset - area->offset) / v->granule];
}

static bool is_free(const struct oq_verifier *v, uint64_t offset, uint32_t length)
{
	const uint64_t *at = entry(v, offset);

	for (uint32_t i = 0; i < length / v->granule; i++)
		if (at[i] & BUSY)
			return false;
	return true;
}

static void set(const struct oq_verifier *v, const struct oq_op *op, uint64_t value)
{
	uint64_t *at = entry(v, op->offset);

	for (uint32_t i = 0; i < op->length / v->granule; i++)
		at[i] = value;
}

uint64_t oq_verifier_reserve(struct oq_verifier *v, uint64_t offset, uint32_t length)
{
	const struct area *area = area_of(v, offset);
	uint64_t *at;

	/* It ends: there is room for OQ_VERIFY_ROOM times what can be in flight. */
	while (!is_free(v, offset, length)) {
		offset += length;
		if (offset - area->offset > area->length - length)
			offset = area->offset;
	}
	at = entry(v, offset);
	for (uint32_t i = 0; i < length / v->granule; i++)
		at[i] |= BUSY;
	return offset;
}

uint64_t oq_verifier_stamp(struct oq_verifier *v, uint8_t *at, uint64_t offset, uint32_t length)
{
	struct oq_stamp stamp = {
		.run = v->run,
		.generation = ++v->generation & OQ_MAX_GENERATION,
		.stream = v->stream,
	};

	for (uint32_t i = 0; i < length; i += OQ_SECTOR) {
		stamp.offset = offset + i;
		oq_stamp_write(at + i, &stamp);
	}
	return stamp.generation;
}

static void note(struct oq_verifier *v, enum oq_verdict verdict,
		 const struct oq_expected *expected, const struct oq_stamp *found)
{
	oq_counter_add(&v->bytes, expected->length);
	oq_counter_add(&v->count[verdict], 1);
	if (verdict == OQ_BLOCK_GOOD)
		return;
	oq_lock();
	if (v->first.verdict == OQ_BLOCK_GOOD) {
		v->first.verdict = verdict;
		v->first.stream = v->stream;
		v->first.offset = expected->offset;
		v->first.expected_generation = expected->generation;
		v->first.found_generation = found->generation;
		v->first.found_offset = found->offset;
	}
	oq_unlock();
}

/* How many bytes from OFFSET to END belong to one write. */
static uint64_t extent(const struct oq_verifier *v, uint64_t offset, uint64_t end)
{
	const uint64_t *at = entry(v, offset);
	uint64_t granules = (end - offset) / v->granule, i = 1;

	while (i < granules && (at[i] & ~BUSY) == (at[0] & ~BUSY))
		i++;
	return i * v->granule;
}

void oq_verifier_compare(struct oq_verifier *v, const uint8_t *at, uint64_t offset,
			 uint64_t length)
{
	const uint64_t end = offset + length;

	while (offset < end) {
		const struct oq_expected expected = {
			.run = v->run,
			.stream = v->stream,
			.granule = v->granule,
			.offset = offset,
			.length = extent(v, offset, end),
			.generation = *entry(v, offset) & ~BUSY,
		};
		struct oq_stamp found;

		if (expected.generation)
			note(v, oq_judge(at, &expected, &found), &expected, &found);
		at += expected.length;
		offset += expected.length;
	}
}

/* Its place is free again, with what was there before. */
static void release(const struct oq_verifier *v, const struct oq_op *op)
{
	uint64_t *at = entry(v, op->offset);

	for (uint32_t i = 0; i < op->length / v->granule; i++)
		at[i] &= ~BUSY;
}

void oq_verifier_done(struct oq_verifier *v, const struct oq_op *op)
{
	if (op->step == OQ_STEP_WRITE) {
		set(v, op, op->generation);
		return;
	}
	if (v->checks)
		oq_verifier_compare(v, op->buffer, op->offset, op->length);
	release(v, op);
}

void oq_verifier_failed(struct oq_verifier *v, const struct oq_op *op)
{
	if (op->step == OQ_STEP_WRITE)
		set(v, op, 0);
	else
		release(v, op);
}

/* Something is expected, and no operation that never ended is in the way. */
static bool is_known(const struct oq_verifier *v, uint64_t offset)
{
	const uint64_t value = *entry(v, offset);

	return value && !(value & BUSY);
}

/* Whole writes from OFFSET in AREA, together at most MOST bytes unless the first is larger. */
static uint64_t writes_from(const struct oq_verifier *v, const struct area *area, uint64_t offset,
			    uint64_t most)
{
	const uint64_t end = area->offset + area->length;
	uint64_t length = 0;

	while (offset + length < end && is_known(v, offset + length)) {
		uint64_t next = extent(v, offset + length, end);

		if (length && length + next > most)
			break;
		length += next;
	}
	return length;
}

bool oq_verifier_next(const struct oq_verifier *v, struct oq_written *written, uint64_t most)
{
	uint64_t offset = written->offset + written->length;

	for (; written->area < AREAS; written->area++) {
		const struct area *area = &v->areas[written->area];

		if (!written->begun)
			offset = area->offset;
		written->begun = true;
		while (offset < area->offset + area->length && !is_known(v, offset))
			offset += v->granule;
		written->offset = offset;
		written->length = writes_from(v, area, offset, most);
		if (written->length)
			return true;
		written->begun = false;
	}
	return false;
}

uint32_t oq_verifier_largest(const struct oq_verifier *v)
{
	return v->largest;
}

void oq_verifier_merge(const struct oq_verifier *v, struct oq_verify_result *out)
{
	for (int i = 0; i < OQ_VERDICTS; i++) {
		uint64_t count = oq_counter_get(&v->count[i]);

		out->count[i] += count;
		out->blocks += count;
	}
	if (out->verdict != OQ_BLOCK_GOOD || v->first.verdict == OQ_BLOCK_GOOD)
		return;
	out->verdict = v->first.verdict;
	out->stream = v->first.stream;
	out->offset = v->first.offset;
	out->expected_generation = v->first.expected_generation;
	out->found_generation = v->first.found_generation;
	out->found_offset = v->first.found_offset;
}

uint64_t oq_verifier_bytes(const struct oq_verifier *v)
{
	return oq_counter_get(&v->bytes);
}

uint64_t oq_verifier_errors(const struct oq_verifier *v)
{
	uint64_t errors = 0;

	for (int i = OQ_BLOCK_GOOD + 1; i < OQ_VERDICTS; i++)
		errors += oq_counter_get(&v->count[i]);
	return errors;
}
