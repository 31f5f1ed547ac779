/* check.h: the checks of the tests. A failed one is reported and the program goes on. */
#ifndef OQ_CHECK_H
#define OQ_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int oq_failures;

#define CHECK(condition, ...) \
	do { \
		if (!(condition)) { \
			oq_failures++; \
			fprintf(stderr, "%s:%d: %s is false", __FILE__, __LINE__, #condition); \
			fprintf(stderr, "  " __VA_ARGS__); \
			fputc('\n', stderr); \
		} \
	} while (0)

#define EQUAL(actual, expected) \
	do { \
		long long actual_ = (long long)(actual), expected_ = (long long)(expected); \
		if (actual_ != expected_) { \
			oq_failures++; \
			fprintf(stderr, "%s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, \
				#actual, actual_, expected_); \
		} \
	} while (0)

#define CONTAINS(text, part) \
	do { \
		const char *text_ = (text), *part_ = (part); \
		if (!strstr(text_, part_)) { \
			oq_failures++; \
			fprintf(stderr, "%s:%d: \"%s\" does not contain \"%s\"\n", __FILE__, \
				__LINE__, text_, part_); \
		} \
	} while (0)

/* What the rest of the program cannot do without. */
#define REQUIRE(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

#define SKIP(...) \
	do { \
		printf("skipped: " __VA_ARGS__); \
		putchar('\n'); \
		exit(77); \
	} while (0)

#define REPORT() (oq_failures ? 1 : 0)

#endif
