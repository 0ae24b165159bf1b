/* SPDX-License-Identifier: GPL-2.0-or-later */
/* srl_fuzz.c - a request in SRL: it is read, or has errors with places in it. */
#include "srl/srl.h"
#include "test/fuzz/fuzz.h"

const char fuzz_name[] = "srl";

static void _check_errors(const srl_errors_t *errors)
{
	FUZZ_CHECK(errors->cnt && (errors->cnt <= SRL_ERRORS_MAX));
	for (size_t i = 0; i < errors->cnt; i++)
		FUZZ_CHECK(errors->list[i].text[0] &&
			   !memchr(errors->list[i].text, '\n',
				   strlen(errors->list[i].text)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static srl_errors_t errors;
	srl_reader_t reader = { .now = 1000000 };
	srl_t *srl = srl_read((const char *) data, size, &reader, &errors);

	if (!srl)
		_check_errors(&errors);
	srl_destroy(srl);
	return 0;
}
