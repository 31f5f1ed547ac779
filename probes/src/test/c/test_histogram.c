/* The layout of the histograms against HdrHistogram's formula, and what is recorded. */
#include "check.h"
#include "histogram.h"

/* HdrHistogram's countsArrayIndex, by division instead of shifts. */
static int32_t index_by_formula(uint64_t value)
{
	uint32_t bucket = 0;

	while (value >> bucket >= 256)
		bucket++;
	return (int32_t)((bucket + 1) * 128 + (value >> bucket) - 128);
}

static void check_value(uint64_t value)
{
	int32_t index = oq_hist_index(value);
	uint64_t low = oq_hist_value(index), next = oq_hist_value(index + 1);

	EQUAL(index, index_by_formula(value));
	CHECK(low <= value && value < next, "%llu is not in [%llu, %llu)",
	      (unsigned long long)value, (unsigned long long)low, (unsigned long long)next);
	CHECK((double)(next - low - 1) <= 0.008 * (double)value || next - low == 1,
	      "bucket of %llu is too wide", (unsigned long long)value);
}

static void indices_follow_the_formula(void)
{
	for (uint64_t value = 0; value < 100000; value++)
		check_value(value);
	for (uint64_t power = 1; power <= OQ_HIST_MAX_NS; power *= 2)
		for (uint64_t value = power - 1; value <= power + 1; value++)
			check_value(value);
	for (uint64_t value = 1000; value <= OQ_HIST_MAX_NS; value += value / 97)
		check_value(value);
	check_value(OQ_HIST_MAX_NS);
}

static void buckets_are_monotone_and_complete(void)
{
	for (int32_t i = 1; i < (int32_t)OQ_HIST_COUNTS; i++) {
		CHECK(oq_hist_value(i) > oq_hist_value(i - 1), "at %d", i);
		if (oq_hist_value(i) <= OQ_HIST_MAX_NS)
			EQUAL(oq_hist_index(oq_hist_value(i)), i);
	}
	EQUAL(oq_hist_index(OQ_HIST_MAX_NS + 1), -1);
	EQUAL(oq_hist_index(UINT64_MAX), -1);
	CHECK(oq_hist_value(-1) == UINT64_MAX);
	CHECK(oq_hist_value((int32_t)OQ_HIST_COUNTS) == UINT64_MAX);
}

static void extremes_and_sums_are_exact(void)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	struct oq_histogram out = { 0 };
	struct oq_hist *a = oq_hist_new(), *b = oq_hist_new();

	REQUIRE(a && b);
	oq_hist_record(a, 1000003);
	oq_hist_record(a, 17);
	oq_hist_record(b, OQ_HIST_MAX_NS + 5);
	oq_hist_record(b, 1000003);
	oq_hist_merge(a, &out, counts);
	oq_hist_merge(NULL, &out, counts);
	oq_hist_merge(b, &out, counts);
	EQUAL(out.count, 4);
	EQUAL(out.overflow, 1);
	EQUAL(out.min_ns, 17);
	EQUAL(out.max_ns, OQ_HIST_MAX_NS + 5);
	EQUAL(out.sum_ns, OQ_HIST_MAX_NS + 5 + 17 + 2 * 1000003);
	EQUAL(counts[oq_hist_index(1000003)], 2);
	EQUAL(counts[17], 1);
	free(a);
	free(b);
}

static void an_empty_one_has_no_extremes(void)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	struct oq_histogram out = { 0 };
	struct oq_hist *empty = oq_hist_new();

	REQUIRE(empty);
	oq_hist_merge(empty, &out, counts);
	EQUAL(out.count, 0);
	EQUAL(out.min_ns, 0);
	EQUAL(out.max_ns, 0);
	free(empty);
}

int main(void)
{
	indices_follow_the_formula();
	buckets_are_monotone_and_complete();
	extremes_and_sums_are_exact();
	an_empty_one_has_no_extremes();
	return REPORT();
}
