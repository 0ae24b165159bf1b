/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "contrib/fake/fake.h"
#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/fuzz/fuzz.h"
#include "test/fuzz/office.h"

#define NODES 8
#define NOW 1000000

/* --- a host of eight nodes ------------------------------------------------- */

static office_t *office;

static void _set_up(void)
{
	static const options_t options = { .delta = 300, .horizon = 30 };
	static const uint32_t classes[NODES];
	static const time_t now = NOW;
	static fake_t fake;

	if (office)
		return;
	fake_begin(&fake, NODES, FAKE_FROM_0, &now);
	office = office_create(&fake.host, &options, office_states);
	office->options = options_default();
	view_build(office, NODES, classes, NOW);
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
	char *text = held_request_text(request, NOW, NOW + 60);
	request_t copy = *request;	/* shallow */
	ask_t a = { .verb = &hold_verb, .request = &copy, .program = true };
	request_t read = held_request_read(text);
	const char *hold = NULL;

	if (request_has(request->users))
		FUZZ_CHECK(read.users && !strcmp(read.users, request->users));
	free(held_request_accounts(text));
	request_free(&read);
	free(text);
	if ((name_form(request->name, true) == NAME_HOLD) &&
	    !named_hold_parse(office, &a, &hold))
		FUZZ_CHECK(hold && hold[0] && a.ttl);
	ask_free(&a);
}

static void _shape(request_t *request)
{
	shape_t shape = { 0 };
	char *why = NULL;

	if (kind_shape(office, kind_of(office, request), request, true, NOW,
		       &shape, &why) == 0) {
		FUZZ_CHECK(shape.duration > 0);
		FUZZ_CHECK(shape.t_esr <= shape.t_lsr);
		FUZZ_CHECK(shape.t_lsr <= REQUEST_TIME_MAX);
		shape_free(&shape);
	}
	_drop(why);
}

void office_look_at(request_t *request)
{
	request_t copy = request_copy(request);
	char *why = NULL;
	int rc;

	_set_up();
	FUZZ_CHECK(request_bytes(&copy) == request_bytes(request));
	request_free(&copy);
	(void) name_ok(request->name, &why);
	_drop(why);
	why = NULL;
	(void) request_read_tres(request, request->endless);
	rc = request_check(office, request, &why);
	FUZZ_CHECK(!rc == !why);
	_drop(why);
	if (rc)
		return;
	request_normalize(request);
	_hold(request);
	if (kind_of(office, request) != &kind_native)
		_shape(request);
}
