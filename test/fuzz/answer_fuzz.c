/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * answer_fuzz.c - a controller's answer, as sresv reads it: offers only where it
 * is whole, and nothing in them that a terminal obeys.
 */
#include "contrib/sresv/answer/parse.h"
#include "test/fuzz/fuzz.h"

const char fuzz_name[] = "answer";

static void _check_word(const char *word)
{
	FUZZ_CHECK(word && word[0]);
	for (; *word; word++)
		FUZZ_CHECK((*word >= ' ') && (*word <= '~'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_rest(data, size), *why = NULL;
	offers_t offers = { 0 };
	parse_t rc = parse_answer(text, &why, &offers);

	FUZZ_CHECK((rc == PARSE_WHOLE) || !offers.cnt);
	for (size_t i = 0; i < offers.cnt; i++) {
		_check_word(offers.list[i].name);
		_check_word(offers.list[i].kind);
		FUZZ_CHECK(offers.list[i].nodes);
	}
	(void) offers_choose(&offers, "first", &(offer_least_t) { 1, 1 });
	offers_free(&offers);
	free(why);
	free(text);
	return 0;
}
