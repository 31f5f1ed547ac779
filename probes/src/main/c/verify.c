#include "verify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "job.h"
#include "mix.h"
#include "op.h"
#include "stamp.h"
#include "sys.h"

/* In a table entry: an operation in flight touches this block. */
#define BUSY (1ull << 63)

/* How much is read back at once; a block that is larger is read as a whole. */
#define CHUNK_BYTES (1u << 20)

/* A region or the journal. */
struct area {
	uint64_t offset;
	uint64_t length;
	uint64_t *table; /* last generation of each granule; 0: unknown */
};

struct oq_verifier {
	uint32_t granule; /* the stream's smallest block */
	uint32_t largest;
	uint64_t run;
	uint32_t stream;
	uint64_t generation; /* of the last write */
	struct area areas[2];
	uint64_t *memory;
	oq_counter bytes;
	oq_counter count[OQ_VERDICTS];
	struct oq_verify_result first; /* under oq_lock: the first bad block */
};

/* A write as it must be read: LENGTH bytes at OFFSET of one generation. */
struct block {
	uint64_t offset;
	uint64_t length;
	uint64_t generation;
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

/* What one sector is instead of what was written there. */
static enum oq_verdict judge_sector(const struct oq_verifier *v, const struct oq_stamp *found,
				    uint64_t offset, uint64_t generation)
{
	if (found->verdict != OQ_BLOCK_GOOD)
		return found->run == v->run ? (enum oq_verdict)found->verdict : OQ_BLOCK_LOST;
	if (found->run != v->run)
		return OQ_BLOCK_LOST;
	if (found->offset != offset || found->stream != v->stream)
		return OQ_BLOCK_MISPLACED;
	return found->generation == generation ? OQ_BLOCK_GOOD : OQ_BLOCK_STALE;
}

static void note(struct oq_verifier *v, enum oq_verdict verdict, const struct block *block,
		 const struct oq_stamp *found)
{
	oq_counter_add(&v->count[verdict], 1);
	if (verdict == OQ_BLOCK_GOOD)
		return;
	oq_lock();
	if (v->first.verdict == OQ_BLOCK_GOOD) {
		v->first.verdict = verdict;
		v->first.stream = v->stream;
		v->first.offset = block->offset;
		v->first.expected_generation = block->generation;
		v->first.found_generation = found->generation;
		v->first.found_offset = found->offset;
	}
	oq_unlock();
}

/* The sectors of one block, by what they are. */
struct tally {
	uint64_t count[OQ_VERDICTS];
	struct oq_stamp found; /* of the first that is not good */
	bool several;          /* stale sectors are of more than one earlier write */
};

static void tally_add(struct tally *t, enum oq_verdict sector, const struct oq_stamp *found)
{
	t->count[sector]++;
	if (sector == OQ_BLOCK_GOOD)
		return;
	if (sector == OQ_BLOCK_STALE && t->count[sector] > 1 &&
	    found->generation != t->found.generation)
		t->several = true;
	if (t->found.verdict == OQ_VERDICTS)
		t->found = *found;
}

/*
 * Sectors that all are the same wrong thing give the block its name. A mixture is a torn
 * block, unless a sector is rotten: that says more.
 */
static enum oq_verdict tally_verdict(const struct tally *t, uint64_t sectors)
{
	if (t->count[OQ_BLOCK_CORRUPT])
		return OQ_BLOCK_CORRUPT;
	for (int i = 0; i < OQ_VERDICTS; i++)
		if (t->count[i] == sectors && !t->several)
			return (enum oq_verdict)i;
	return OQ_BLOCK_TORN;
}

static void judge_block(struct oq_verifier *v, const uint8_t *at, const struct block *block)
{
	struct tally t = { .found.verdict = OQ_VERDICTS };

	for (uint64_t i = 0; i < block->length; i += OQ_SECTOR) {
		struct oq_stamp found;

		(void)oq_stamp_check(at + i, &found);
		tally_add(&t, judge_sector(v, &found, block->offset + i, block->generation),
			  &found);
	}
	oq_counter_add(&v->bytes, block->length);
	note(v, tally_verdict(&t, block->length / OQ_SECTOR), block, &t.found);
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

/* Compares LENGTH bytes that were read at OFFSET, write by write. */
static void compare(struct oq_verifier *v, const uint8_t *at, uint64_t offset, uint64_t length)
{
	const uint64_t end = offset + length;

	while (offset < end) {
		struct block block = {
			.offset = offset,
			.length = extent(v, offset, end),
			.generation = *entry(v, offset) & ~BUSY,
		};

		if (block.generation)
			judge_block(v, at, &block);
		at += block.length;
		offset += block.length;
	}
}

void oq_verifier_done(struct oq_verifier *v, const struct oq_op *op)
{
	uint64_t *at = entry(v, op->offset);

	if (op->step == OQ_STEP_WRITE) {
		set(v, op, op->generation);
		return;
	}
	compare(v, op->buffer, op->offset, op->length);
	for (uint32_t i = 0; i < op->length / v->granule; i++)
		at[i] &= ~BUSY;
}

void oq_verifier_failed(struct oq_verifier *v, const struct oq_op *op)
{
	set(v, op, 0);
}

/* Reads LENGTH bytes whole. 0 or -errno. */
static int read_whole(int fd, uint8_t *buffer, uint64_t offset, uint64_t length)
{
	uint64_t done = 0;

	while (done < length) {
		int64_t got = oq_sys_pread(fd, buffer + done, length - done, offset + done);

		if (got == -EINTR)
			continue;
		if (got <= 0)
			return got ? (int)got : -EIO;
		done += (uint64_t)got;
	}
	return 0;
}

/* Whole writes from OFFSET, up to a chunk of them; blocks that nothing is expected of end it. */
static uint64_t chunk_of(const struct oq_verifier *v, const struct area *area, uint64_t offset)
{
	const uint64_t end = area->offset + area->length;
	uint64_t length = 0;

	while (offset + length < end && *entry(v, offset + length)) {
		uint64_t next = extent(v, offset + length, end);

		if (length && length + next > CHUNK_BYTES)
			break;
		length += next;
	}
	return length;
}

static int read_area_back(struct oq_verifier *v, const struct area *area, int fd, uint8_t *buffer,
			  const _Atomic uint32_t *stop, uint64_t *failed_offset)
{
	uint64_t offset = area->offset;

	while (offset < area->offset + area->length) {
		uint64_t length = chunk_of(v, area, offset);
		int error;

		if (atomic_load_explicit(stop, memory_order_relaxed))
			return 0;
		if (!length) {
			offset += v->granule;
			continue;
		}
		error = read_whole(fd, buffer, offset, length);
		if (error) {
			*failed_offset = offset;
			return error;
		}
		compare(v, buffer, offset, length);
		offset += length;
	}
	return 0;
}

int oq_verifier_read_back(struct oq_verifier *v, int fd, const _Atomic uint32_t *stop,
			  uint64_t *failed_offset)
{
	size_t size = (size_t)CHUNK_BYTES + v->largest;
	uint8_t *buffer;
	int error = 0;

	size = (size + OQ_PAGE - 1) / OQ_PAGE * OQ_PAGE;
	buffer = aligned_alloc(OQ_PAGE, size);
	if (!buffer)
		return -ENOMEM;
	for (int i = 0; i < 2 && !error; i++)
		error = read_area_back(v, &v->areas[i], fd, buffer, stop, failed_offset);
	free(buffer);
	return error;
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
