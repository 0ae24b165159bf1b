/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/reconcile.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define NODES 8

struct world world;

/* What world_add() was given. */
static booking_t **given;
static size_t given_cnt;

/* --- what was done --------------------------------------------------------- */

static void note(fake_t *of, const char *call)
{
	static const char *const silent[] = {
		"update", "drop", "link", "unlink", "reset_start",
	};

	(void) of;
	for (size_t i = 0; i < COUNT(silent); i++)
		if (text_same(call, silent[i]))
			return;
	if (call)
		text_add(&world.done, " %s", call);
}

static void to_stand_in(office_t *of, record_t *rec, const char *remark)
{
	note(&fake, "to_stand_in");
	fake_fields.to_stand_in(of, rec, remark);
}

static bool notify(office_t *of, const notify_t *n)
{
	(void) of;
	text_add(&world.told, " %s:%s:%s", n->event, n->reservation, n->reason);
	return true;
}

/* --- what fails ------------------------------------------------------------ */

static bool exists(name_kind_t kind, const char *name, size_t len)
{
	text_name_t one = { .name = name, .len = len };

	(void) kind;
	return !text_lists_name(world.unknown, &one);
}

static bool has_unknown(const char *list)
{
	char *some = fake_users.taken(office, NAME_USER, list, NULL);
	bool has = list && !text_same(some, list);

	free(some);
	return has;
}

static int check(fake_t *of, const char *users, const char *accounts,
		 const char *partition, const char *licenses)
{
	(void) of;
	(void) partition;
	if (world.refuses || has_unknown(users))
		return REFUSED_USERS;
	if (has_unknown(accounts))
		return REFUSED_ACCOUNTS;
	return has_unknown(licenses) ? REFUSED_LICENSES : 0;
}

static int eligible(office_t *of, const char *asked_nodes, bool part_nodes,
		    const char *partition, const char *features,
		    uint64_t num_cn, garq_set_t **ret_nodes, char **ret_text)
{
	(void) partition;
	(void) features;
	if (world.none_eligible)
		return REFUSED_PARTITION;
	return fake_eligible(of, asked_nodes, part_nodes, NULL, NULL, num_cn,
			     ret_nodes, ret_text);
}

static const char *no_partition(office_t *of)
{
	(void) of;
	return NULL;
}

/* What the tests ask for is no matter of the record. */
static int update(office_t *of, record_t *rec, const request_t *request,
		  const change_t *change, bool window, char **ret_err)
{
	(void) of;
	(void) rec;
	(void) request;
	(void) ret_err;
	ck_assert(change && window);
	return 0;
}

/* What is deleted is removed, with a look at the jobs. */
static bool drop(office_t *of, record_t *rec, bool out_of_reach)
{
	(void) of;
	(void) rec;
	(void) out_of_reach;
	return false;
}

/* The time of a record stays, for the tests to see what it was. */
static void end(office_t *of, record_t *rec, bool jobs_alone, time_t now)
{
	(void) of;
	(void) rec;
	(void) now;
	note(&fake, jobs_alone ? "part" : "end");
}

static int remove_it(office_t *of, const char *name, bool *ret_gone)
{
	if (!world.in_use)
		return fake_records.remove(of, name, ret_gone);
	note(&fake, "remove");
	if (ret_gone)
		*ret_gone = false;
	return REFUSED_IN_USE;
}

static bool saved_digest(office_t *of, int64_t *ret_digest)
{
	(void) of;
	*ret_digest = SAVED;
	return true;
}

static bool saved_lacks(office_t *of, const char *name, time_t end)
{
	(void) of;
	(void) name;
	(void) end;
	return world.lacks;
}

static const char *saved_nodes(office_t *of, const char *name)
{
	(void) of;
	(void) name;
	return world.saved_nodes;
}

static bool is_behind(office_t *of)
{
	(void) of;
	return world.accounting_is_behind;
}

/* The tests see to what the view has. */
static void sync_nothing(office_t *of, time_t now, const view_events_t *events)
{
	(void) of;
	(void) now;
	(void) events;
}

/* --- the world ------------------------------------------------------------- */

void world_setup(void)
{
	static const options_t options = { .delta = 300, .horizon = 30 };
	static const uint32_t classes[NODES];

	world = (struct world) { .in_use = false };
	test_office_begin(NODES, &options, office_states);
	fake.tick = note;
	fake.check = check;
	fake.exists = exists;
	fake.nodes.eligible = eligible;
	fake.nodes.default_partition = no_partition;
	fake.records.update = update;
	fake.records.drop = drop;
	fake.records.end = end;
	fake.records.remove = remove_it;
	fake.fields.to_stand_in = to_stand_in;
	fake.saved.digest = saved_digest;
	fake.saved.lacks = saved_lacks;
	fake.saved.nodes = saved_nodes;
	fake.locks.sync = sync_nothing;
	fake.locks.notify = notify;
	fake.locks.accounting_is_behind = is_behind;
	view_build(office, NODES, classes, NOW);
}

void world_teardown(void)
{
	test_office_end();
	while (given_cnt)
		booking_destroy(given[--given_cnt]);
	free(given);
	given = NULL;
	free_null(world.done);
	free_null(world.told);
}

void world_reconcile(void)
{
	reconcile_read_t rows;
	char why[256] = "";

	ck_assert_msg(reconcile_read(office, office->ledger, NOW, &rows, why,
				     sizeof(why)),
		      "%s", why);
	reconcile(office, &rows, NOW);
}

void world_add(booking_t *says, const char *remark)
{
	fake_record_t *rec = fake_add(office, says);

	if (remark)
		fake_copy(rec->comment, sizeof(rec->comment), remark);
	given = fake_need(realloc(given, (given_cnt + 1) * sizeof(*given)));
	given[given_cnt++] = says;
	(void) office->host->list->refresh(office, rec, NOW);
}

booking_t *world_some(const char *name, uint32_t id)
{
	booking_t *b = booking_create();

	booking_set(&b->name, name);
	booking_set(&b->nodes, "ab");
	booking_set(&b->users, "ann");
	b->num_cn = 2;
	b->flags = BOOKING_FLAG_SPEC_NODES;
	b->resv_id = id;
	b->duration_min = 60;
	b->start = b->t_esr = b->t_lsr = b->not_before = NOW + HOUR;
	b->end = NOW + 2 * HOUR;
	b->created = NOW - HOUR;
	return b;
}
