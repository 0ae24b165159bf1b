/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/park_fixture.h"
#include "test/unit/test_office.h"

char done[1024];
struct park_answers answers;

static void note(const char *what, const char *name)
{
	size_t len = strlen(done);

	ck_assert_uint_lt(len + strlen(what) + strlen(name) + 2, sizeof(done));
	snprintf(done + len, sizeof(done) - len, "%s%s ", what, name);
}

void assert_done(const char *want)
{
	ck_assert_str_eq(done, want);
	done[0] = '\0';
}

/* The ledger: the last operation that was queued, for the office to commit. */

static struct queued {
	char name[32];
	bool parked;
} queued;

ledger_op_t *ledger_put(ledger_t *l, const booking_t *b)
{
	(void) l;
	snprintf(queued.name, sizeof(queued.name), "%s", b->name);
	queued.parked = b->parked;
	return (ledger_op_t *) &queued;
}

void ledger_commit_later(ledger_t *l, ledger_op_t *op)
{
	(void) l;
	ck_assert_ptr_eq(op, &queued);
	note(queued.parked ? "p:" : "l:", queued.name);
}

/* The controller */

static void host_link(office_t *office, view_resv_t *v)
{
	if (v->linked)
		return;
	view_table_set_linked(office, v, true);
	note("+", v->name);
}

/* Its place in the list is not told. */
static void host_settle(office_t *office, view_resv_t *v)
{
	(void) office;
	ck_assert(v->linked);
}

static void host_unlink(view_resv_t *v)
{
	if (!v->linked)
		return;
	view_table_set_linked(office, v, false);
	note("-", v->name);
}

uint32_t walks;

static void host_unlink_one(office_t *office, view_resv_t *v)
{
	(void) office;
	walks += v->linked;
	host_unlink(v);
}

static bool (*ends)(view_resv_t *v);

static void unlink_if(view_resv_t *v, void *arg)
{
	(void) arg;
	if (ends(v))
		host_unlink(v);
}

static void host_unlink_all(office_t *office, bool (*fn)(view_resv_t *v))
{
	walks++;
	ends = fn;
	view_each_linked(office, unlink_if, NULL);
}

static void host_hush(office_t *office)
{
	(void) office;
	note("hush", "");
}

static void host_tell(office_t *office, time_t now)
{
	(void) office;
	(void) now;
	note("tell", "");
}

static void host_refresh_groups(office_t *office)
{
	(void) office;
	note("groups", "");
}

/* Slurm finds only what is in its list. */
static int host_remove(office_t *office, const char *name, bool *ret_gone)
{
	view_resv_t *v = view_find(office, name);

	ck_assert(v && v->linked);
	*ret_gone = !answers.remove;
	if (*ret_gone)
		note("!", name);
	return answers.remove;
}

static bool host_validate_user(office_t *office, const char *name, uint32_t uid)
{
	const view_resv_t *v = view_find(office, name);

	(void) uid;
	return v && v->linked && answers.validate_user;
}

static bool host_may_enter(office_t *office, const record_t *rec, uint32_t uid)
{
	(void) office;
	(void) rec;
	(void) uid;
	return answers.may_enter;
}

static bool host_drop(office_t *office, record_t *rec, bool out_of_reach)
{
	bool ok = out_of_reach ? answers.drop : answers.retire;

	(void) office;
	(void) rec;
	if (ok)
		note(out_of_reach ? "x" : "r", "");
	return ok;
}

/* The cluster */

static const office_state_t *const states[] = {
	OFFICE_VIEW_STATES(OFFICE_STATE_OF)
	&loans_state, &park_turn_state,
	&park_state, NULL
};

void park_setup(void)
{
	static const uint32_t classes[NODES];
	static char ledger;	/* never looked into */
	static const options_t options = {
		.delta = 300, .horizon = 30, .park = true,
	};

	answers = (struct park_answers) { .may_enter = true };
	done[0] = '\0';
	test_office_begin(NODES, &options, states);
	fake.records.remove = host_remove;
	fake.records.drop = host_drop;
	fake.list.link = host_link;
	fake.list.fetch = host_link;
	fake.list.settle = host_settle;
	fake.list.unlink = host_unlink_one;
	fake.list.unlink_if = host_unlink_all;
	fake.list.restore_stamp = host_hush;
	fake.list.stamp_changed = host_tell;
	fake.users.may_delete = host_validate_user;
	fake.users.may_enter = host_may_enter;
	fake.users.refresh_groups = host_refresh_groups;
	office->ledger = (ledger_t *) &ledger;
	view_build(office, NODES, classes, NOW);
	view_jobs_begin(office);
	view_jobs_end(office);
}

void park_teardown(void)
{
	test_office_end();
}

static booking_t *booking_of(const char *name)
{
	booking_t *b = booking_create();

	booking_set(&b->name, name);
	return b;
}

view_resv_t *make(const place_t *place)
{
	view_resv_t *v = view_table_add(office, place->name);
	garq_set_t *nodes = place->nodes ? test_set(NODES, place->nodes) : NULL;
	time_t end = place->end ? place->end : place->start + HOUR;
	view_seen_t seen = {
		.start = NOW + place->start,
		.end = NOW + end,
		.flags = place->flags |
			 (place->chosen ? 0 : BOOKING_FLAG_SPEC_NODES),
		.nodes = nodes,
		.attrs = {
			.first_start = NOW + place->start,
			.max_start_delay = place->delay,
			.has_licenses = place->licenses,
			.groups = (char *) (place->groups ? "some" : NULL),
		},
	};

	ck_assert_ptr_nonnull(v);
	if (!place->native)
		(void) view_set_booking(office, v, booking_of(place->name));
	view_see(office, v, &seen, NOW);
	view_table_set_linked(office, v, place->native);
	garq_set_destroy(nodes);
	return v;
}

void see_jobs(const place_t *places)
{
	view_jobs_begin(office);
	for (; places->name; places++)
		if (places->jobs)
			view_jobs_mark_resv(office,
					    view_find(office, places->name));
	view_jobs_end(office);
}

/* Lists of names */

typedef struct {
	bool (*fn)(const view_resv_t *v);
	char text[128];
} names_t;

static void add_name(view_resv_t *v, void *arg)
{
	names_t *names = arg;
	size_t len = strlen(names->text);

	if (names->fn(v))
		snprintf(names->text + len, sizeof(names->text) - len, "%s ",
			 v->name);
}

static const char *names_of(names_t *names, bool (*fn)(const view_resv_t *v))
{
	*names = (names_t) { .fn = fn };
	view_each(office, add_name, names);
	return names->text;
}

const char *own(void)
{
	static names_t names;

	return names_of(&names, view_is_unparked);
}

static bool is_linked(const view_resv_t *v)
{
	return v->linked;
}

const char *linked(void)
{
	static names_t names;

	return names_of(&names, is_linked);
}

static bool is_parked(const view_resv_t *v)
{
	return v->booking && v->booking->parked;
}

const char *parked(void)
{
	static names_t names;

	return names_of(&names, is_parked);
}
