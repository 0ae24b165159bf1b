/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * request_fuzz.c - a request as it reaches the office, with any value in each
 * field: checked, made a shape of, kept with a hold and read again.
 *
 * The bytes are 8 for what is given, numbers, and then texts that end with 0.
 */
#include <errno.h>

#include "plugin/booking/controller.h"
#include "plugin/booking/held_request.h"
#include "plugin/booking/named_hold.h"
#include "plugin/booking/shape.h"
#include "plugin/booking/site.h"
#include "plugin/booking/view_feed.h"
#include "test/fuzz/fuzz.h"

#define NODES 8
#define NOW 1000000
#define LIST_MAX 16

const char fuzz_name[] = "request";

/* --- a host of eight nodes ------------------------------------------------- */

static int _eligible(const char *asked_nodes, bool part_nodes,
		     const char *partition, const char *features,
		     uint64_t num_cn, garq_set_t **ret_nodes, char **ret_text)
{
	(void) asked_nodes, (void) part_nodes, (void) partition;
	(void) features, (void) num_cn, (void) ret_text;
	*ret_nodes = garq_set_create(NODES);
	for (uint32_t i = 0; *ret_nodes && (i < NODES); i++)
		garq_set_add(*ret_nodes, i);
	return *ret_nodes ? 0 : ENOMEM;
}

static int _licenses(const char *text, bool any, lic_set_t *ret_set)
{
	(void) text, (void) any;
	memset(ret_set, 0, sizeof(*ret_set));
	return 0;
}

static uint32_t _total(const char *name)
{
	(void) name;
	return 0;
}

static const char *_default_partition(void)
{
	return "main";
}

static bool _is_operator(uint32_t uid)
{
	return uid == 0;
}

static const controller_t host = {
	.eligible = _eligible, .licenses = _licenses, .license_total = _total,
	.is_operator = _is_operator, .default_partition = _default_partition,
};

static void _set_up(void)
{
	static const options_t options = { .delta = 300, .horizon = 30 };
	static const uint32_t classes[NODES];
	static bool done;

	if (done)
		return;
	done = true;
	controller = &host;
	site.options = options_default();
	view_init(&options);
	FUZZ_CHECK(view_build(NODES, classes, NOW));
	view_set_complete();
}

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

/* --- what is done with it --------------------------------------------------- */

static void _drop(char *text)
{
	FUZZ_CHECK(!text || text[0]);
	free(text);
}

/* What is kept of a hold gives the same text again. */
static void _hold(const request_t *request)
{
	char *text = held_request_text(request, NOW, NOW + 60), *name = NULL;
	request_t read = { 0 };
	const char *hold = NULL;
	uint32_t ttl = 0;

	FUZZ_CHECK(text);
	FUZZ_CHECK(held_request_read(text, &read) == 0);
	if (request_has(request->users))
		FUZZ_CHECK(read.users && !strcmp(read.users, request->users));
	free(held_request_accounts(text));
	request_free(&read);
	free(text);
	if (named_hold_asked(request->name) &&
	    !named_hold_parse(request, true, &ttl, &hold, &name))
		FUZZ_CHECK(hold && hold[0] && ttl);
	free(name);
}

static void _shape(request_t *request)
{
	shape_t shape = { 0 };
	char *why = NULL;

	if (request_create_shape(request, true, NOW, &shape, &why) == 0) {
		FUZZ_CHECK(shape.duration > 0);
		FUZZ_CHECK(shape.t_esr <= shape.t_lsr);
		FUZZ_CHECK(shape.t_lsr <= REQUEST_TIME_MAX);
		shape_free(&shape);
	}
	_drop(why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_bytes_t b = { .at = data, .size = size };
	uint64_t given = fuzz_number(&b, 8);
	request_t request = { 0 }, copy = { 0 };
	char *why = NULL;
	int rc;

	_set_up();
	_read_numbers(&request, &b, given);
	_read_texts(&request, &b, given);
	FUZZ_CHECK(request_copy(&request, &copy) == 0);
	FUZZ_CHECK(request_bytes(&copy) == request_bytes(&request));
	(void) request_name_ok(request.name, &why);
	_drop(why);
	why = NULL;
	request_read_tres(&request);
	rc = request_check(&request, &why);
	FUZZ_CHECK(!rc == !why);
	_drop(why);
	if (!rc) {
		request_normalize(&request);
		_hold(&request);
		if (!request_is_native(&request))
			_shape(&request);
	}
	request_free(&request);
	request_free(&copy);
	return 0;
}
