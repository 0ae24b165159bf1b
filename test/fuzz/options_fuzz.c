/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options_fuzz.c - SchedulerParameters: each is read or named as wrong in one
 * line.
 */
#include "plugin/booking/request/options.h"
#include "test/fuzz/fuzz.h"

const char fuzz_name[] = "options";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_rest(data, size);
	char error[256] = "?";
	options_t options;
	bool ok = options_parse(text, &options, error, sizeof(error));

	FUZZ_CHECK(ok == !error[0]);
	FUZZ_CHECK(memchr(error, '\0', sizeof(error)));
	FUZZ_CHECK(!strchr(error, '\n'));
	FUZZ_CHECK((options.delta > 0) && (options.horizon > 0));
	free(text);
	return 0;
}
