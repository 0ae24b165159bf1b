/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_fuzz.c - names that were given without the plugin, and what users type, as
 * they are printed for programs, terminals and the log: nothing that these obey is
 * left.
 */
#include "plugin/booking/request/text.h"
#include "test/fuzz/fuzz.h"

#define TYPED_MAX 63	/* 60 characters and "..." */

const char fuzz_name[] = "text";

/* Lines may end; else all of it prints. */
static void _check_lines(char *text)
{
	char *rest = NULL;

	for (char *line = strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest))
		FUZZ_CHECK(text_prints(line));
}

static size_t _characters(const char *text)
{
	size_t cnt = 0;

	for (; *text; text++)
		cnt += ((uint8_t) *text & 0xc0) != 0x80;
	return cnt;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_rest(data, size), *clean = text_dup(text);
	char typed[TEXT_SHOWN];

	(void) text_printable(text, typed);
	text_clean(clean);
	FUZZ_CHECK(strlen(clean) == strlen(text));
	if (text_prints(text))
		FUZZ_CHECK(!strcmp(clean, text));
	_check_lines(clean);
	FUZZ_CHECK(text_prints(typed));
	FUZZ_CHECK(_characters(typed) <= TYPED_MAX);
	free(clean);
	free(text);
	return 0;
}
