#include "judge.h"

#include <stdbool.h>

#include "data.h"
#include "stamp.h"

/* A sector with a wrong checksum is of this run unless it says otherwise, and is right then. */
static bool is_of_this_run(const uint8_t *at, const struct oq_stamp *found, uint64_t run)
{
	if (found->run == run)
		return true;
	return found->verdict == OQ_BLOCK_CORRUPT && oq_stamp_fits(at, run);
}

static enum oq_verdict judge_sector(const uint8_t *at, const struct oq_expected *e,
				    uint64_t offset, struct oq_stamp *found)
{
	(void)oq_stamp_check(at, found);
	if (found->verdict == OQ_BLOCK_LOST || !is_of_this_run(at, found, e->run))
		return OQ_BLOCK_LOST;
	if (found->verdict == OQ_BLOCK_CORRUPT)
		return OQ_BLOCK_CORRUPT;
	if (found->offset != offset || found->stream != e->stream)
		return OQ_BLOCK_MISPLACED;
	return found->generation == e->generation ? OQ_BLOCK_GOOD : OQ_BLOCK_STALE;
}

/* Whether two sectors that lie DISTANCE apart came with one write. */
static bool same_write(const struct oq_stamp *a, const struct oq_stamp *b, uint64_t distance)
{
	return a->generation == b->generation && a->stream == b->stream &&
	       b->offset - a->offset == distance;
}

/*
 * No write is smaller than a granule: its sectors are of one write or it was torn. Of one
 * that holds nothing of this run no more is known.
 */
static enum oq_verdict judge_granule(const uint8_t *at, const struct oq_expected *e,
				     uint64_t offset, struct oq_stamp *bad, bool *found_bad)
{
	enum oq_verdict first = OQ_BLOCK_GOOD;
	struct oq_stamp first_stamp = { 0 };
	bool torn = false, corrupt = false;

	for (uint64_t i = 0; i < e->granule; i += OQ_SECTOR) {
		struct oq_stamp stamp;
		enum oq_verdict verdict = judge_sector(at + i, e, offset + i, &stamp);

		if (!i) {
			first = verdict;
			first_stamp = stamp;
		}
		if (verdict != OQ_BLOCK_GOOD && !*found_bad) {
			*bad = stamp;
			*found_bad = true;
		}
		corrupt |= verdict == OQ_BLOCK_CORRUPT;
		torn |= verdict != first ||
			(first != OQ_BLOCK_LOST && !same_write(&first_stamp, &stamp, i));
	}
	if (corrupt)
		return OQ_BLOCK_CORRUPT;
	return torn ? OQ_BLOCK_TORN : first;
}

/*
 * A block is the worst that its granules are. Where some are as expected and others as
 * before, it is torn; where all are as before, the write left no trace: stale, if anything
 * of this run was there.
 */
static enum oq_verdict combine(const uint64_t *granules)
{
	const bool before = granules[OQ_BLOCK_LOST] || granules[OQ_BLOCK_STALE];

	if (granules[OQ_BLOCK_CORRUPT])
		return OQ_BLOCK_CORRUPT;
	if (granules[OQ_BLOCK_TORN])
		return OQ_BLOCK_TORN;
	if (granules[OQ_BLOCK_MISPLACED])
		return OQ_BLOCK_MISPLACED;
	if (granules[OQ_BLOCK_GOOD])
		return before ? OQ_BLOCK_TORN : OQ_BLOCK_GOOD;
	return granules[OQ_BLOCK_STALE] ? OQ_BLOCK_STALE : OQ_BLOCK_LOST;
}

enum oq_verdict oq_judge(const uint8_t *at, const struct oq_expected *expected,
			 struct oq_stamp *found)
{
	uint64_t granules[OQ_VERDICTS] = { 0 };
	bool found_bad = false;

	for (uint64_t i = 0; i < expected->length; i += expected->granule)
		granules[judge_granule(at + i, expected, expected->offset + i, found,
				       &found_bad)]++;
	return combine(granules);
}
