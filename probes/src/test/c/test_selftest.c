/* The engine's self-test passes, says what it compared, and its checks can fail. */
#include "arrival.h"
#include "fixture.h"

#define CHECKS 64

/* An engine that forgets when operations were to start. */
static bool forgetful;

uint64_t __real_oq_arrival_take(struct oq_arrivals *arrival);
uint64_t __wrap_oq_arrival_take(struct oq_arrivals *arrival);

uint64_t __wrap_oq_arrival_take(struct oq_arrivals *arrival)
{
	uint64_t intended_ns = __real_oq_arrival_take(arrival);

	return forgetful ? oq_now() : intended_ns;
}

static int failed_checks(bool report)
{
	static struct oq_check checks[CHECKS];
	char message[256] = "";
	int count = oq_self_test(checks, CHECKS, message, sizeof(message)), failed = 0;

	CHECK(count > 15 && count <= CHECKS, "%d %s", count, message);
	for (int i = 0; i < count; i++) {
		const struct oq_check *c = &checks[i];

		CHECK(c->name[0] && c->unit[0]);
		failed += !c->passed;
		if (!c->passed && report)
			printf("%s: expected %.6g, measured %.6g, tolerance %.3g %s\n", c->name,
			       c->expected, c->measured, c->tolerance, c->unit);
	}
	return failed;
}

/* Best of three: who takes the CPU away in the middle makes times longer than they were. */
static void all_checks_pass(void)
{
	int failed = 1;

	for (int i = 0; i < 3 && failed; i++)
		failed = failed_checks(true);
	CHECK(!failed || SANITIZED, "%d checks failed three times", failed);
}

static void coordinated_omission_is_found(void)
{
	static struct oq_check checks[CHECKS];
	int count, found = 0;

	forgetful = true;
	count = oq_self_test(checks, CHECKS, NULL, 0);
	forgetful = false;
	for (int i = 0; i < count; i++)
		found += !checks[i].passed && strstr(checks[i].name, "response");
	EQUAL(found, 1);
}

static void a_small_buffer_is_not_overrun(void)
{
	struct oq_check checks[3];

	memset(checks, 0xa5, sizeof(checks));
	CHECK(oq_self_test(checks, 2, NULL, 0) > 15);
	CHECK(((uint8_t *)&checks[2])[0] == 0xa5);
	CHECK(oq_self_test(NULL, 5, NULL, 0) > 15);
}

int main(void)
{
	all_checks_pass();
	coordinated_omission_is_found();
	a_small_buffer_is_not_overrun();
	return REPORT();
}
