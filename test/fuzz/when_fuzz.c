/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * when_fuzz.c - times and lengths of time as sresv reads them: what is read, printed
 * and read again is the same.
 */
#include "contrib/sresv/text/when.h"
#include "test/fuzz/fuzz.h"

#define NOW 1893456000	/* 2030-01-01T00:00:00Z */
#define YEAR_MIN (-62135596800)	/* the year 1 */
#define YEAR_MAX 253402300799	/* the year 9999 */

const char fuzz_name[] = "when";

static void _time(const char *text)
{
	char printed[WHEN_TEXT];
	time_t t = NOW, again = 0;

	if (!when_time(text, NOW, &t)) {
		FUZZ_CHECK(t == NOW);
		return;
	}
	FUZZ_CHECK((t >= YEAR_MIN) && (t <= YEAR_MAX));
	FUZZ_CHECK(when_text(t, printed) == printed);
	if (t >= 0)
		FUZZ_CHECK(when_time(printed, NOW, &again) && (again == t));
}

static void _span(const char *text)
{
	time_t t, start = NOW, end = -1;

	if (!when_span(text, NOW, &start, &end)) {
		FUZZ_CHECK((start == NOW) && (end == -1));
		FUZZ_CHECK(!when_time(text, NOW, &t));
	} else if (!when_time(text, NOW, &t)) {
		FUZZ_CHECK((end > start) && (end - start <= 86400));
	} else {
		FUZZ_CHECK((t == start) && (end == -1));
	}
}

static void _length(const char *text)
{
	char printed[WHEN_TEXT];
	int64_t length = -1, again = -1;

	if (!when_length(text, &length)) {
		FUZZ_CHECK(length == -1);
		return;
	}
	FUZZ_CHECK((length == WHEN_FOREVER) ||
		   ((length >= 0) && (length <= WHEN_LENGTH_MAX)));
	FUZZ_CHECK(when_length_text(length, printed) == printed);
	FUZZ_CHECK(when_length(printed, &again) && (again == length));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_rest(data, size);

	setenv("TZ", "UTC", 1);
	_time(text);
	_span(text);
	_length(text);
	(void) when_moves(text);
	free(text);
	return 0;
}
