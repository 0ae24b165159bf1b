/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * request_fuzz.c - a request as it reaches the office, with any value in each
 * field: checked, made a shape of, kept with a hold and read again.
 *
 * The bytes are 8 for what is given, numbers, and then texts that end with 0.
 */
#include "test/fuzz/fuzz.h"
#include "test/fuzz/office.h"

#define LIST_MAX 16

const char fuzz_name[] = "request";

/* --- the request ------------------------------------------------------------ */

static uint32_t *_list(fuzz_bytes_t *b)
{
	size_t cnt = fuzz_number(b, 1) % LIST_MAX;
	uint32_t *list = calloc(cnt + 1, sizeof(*list));

	if (!list)
		abort();
	for (size_t i = 0; i < cnt; i++) {
		list[i] = (uint32_t) fuzz_number(b, 4);
		if (!list[i])
			break;
	}
	return list;
}

static void _read_numbers(request_t *r, fuzz_bytes_t *b, uint64_t given)
{
	r->has_start = given & 1;
	r->has_end = given & 2;
	r->has_minutes = given & 4;
	r->has_delay = given & 8;
	r->endless = given & 16;
	r->has_nodes = given & 32;
	r->has_watts = given & 64;
	r->has_flags = given & 128;
	r->has_purge = given & 256;
	r->start = (time_t) fuzz_number(b, 8);
	r->end = (time_t) fuzz_number(b, 8);
	r->minutes = (uint32_t) fuzz_number(b, 4);
	r->delay = (uint32_t) fuzz_number(b, 4);
	r->flags = r->has_flags ? fuzz_number(b, 8) : 0;
	r->purge = (uint32_t) fuzz_number(b, 4);
	r->watts = r->has_watts ? (uint32_t) fuzz_number(b, 4) : 0;
	if (given & 512)
		r->cores = _list(b);
	if (r->has_nodes && (given & 1024)) {
		r->sizes = _list(b);
		for (size_t i = 0; r->sizes[i]; i++)
			r->num_cn += r->sizes[i];
	} else if (r->has_nodes) {
		r->num_cn = (uint32_t) fuzz_number(b, 4);
	}
}

static void _read_texts(request_t *r, fuzz_bytes_t *b, uint64_t given)
{
	char **texts[] = {
		&r->name, &r->node_list, &r->partition, &r->features,
		&r->licenses, &r->tres, &r->burst_buffer, &r->users,
		&r->groups, &r->accounts, &r->qos, &r->allowed_parts,
		&r->comment,
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (given >> (16 + i) & 1)
			*texts[i] = fuzz_text(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_bytes_t b = { .at = data, .size = size };
	uint64_t given = fuzz_number(&b, 8);
	request_t request = { 0 };

	_read_numbers(&request, &b, given);
	_read_texts(&request, &b, given);
	office_look_at(&request);
	request_free(&request);
	return 0;
}
