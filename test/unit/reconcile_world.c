/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reconcile_world.c - see reconcile_world.h */
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
static const uint32_t classes[NODES];

/* --- nodes ------------------------------------------------------------------ */

static char *node_list(office_t *office, const garq_set_t *nodes)
{
	char *list = text_dup("");

	(void) office;
	for (uint32_t i = garq_set_next(nodes, 0); i < nodes->size;
	     i = garq_set_next(nodes, i + 1))
		text_add(&list, "%c", 'a' + (int) i);
	return list;
}

static int node_set(office_t *office, const char *list, garq_set_t **ret_nodes)
{
	int rc = 0;

	(void) office;
	*ret_nodes = garq_set_create(NODES);
	for (; list && *list; list++)
		if (*list < 'a' + NODES)
			garq_set_add(*ret_nodes, (uint32_t) (*list - 'a'));
		else
			rc = REFUSED_NODES;
	return rc;
}

static int eligible(office_t *office, const char *asked_nodes, bool part_nodes,
		    const char *partition, const char *features,
		    uint64_t num_cn, garq_set_t **ret_nodes, char **ret_text)
{
	(void) office;
	(void) asked_nodes;
	(void) part_nodes;
	(void) partition;
	(void) features;
	(void) num_cn;
	(void) ret_text;
	if (world.none_eligible)
		return REFUSED_PARTITION;
	return node_set(office, "abcdefgh", ret_nodes);
}

static garq_set_t *select_first(office_t *office, const garq_set_t *nodes,
				uint32_t num_cn)
{
	garq_set_t *set = garq_set_create(NODES);

	(void) office;
	for (uint32_t i = garq_set_next(nodes, 0); num_cn && (i < nodes->size);
	     i = garq_set_next(nodes, i + 1), num_cn--)
		garq_set_add(set, i);
	return set;
}

static bool is_operator(office_t *office, uint32_t uid)
{
	(void) office;
	return !uid;
}

/* --- the list of records, and the view -------------------------------------- */

static void link_it(office_t *office, view_resv_t *v)
{
	view_table_set_linked(office, v, true);
}

static void unlink_it(office_t *office, view_resv_t *v)
{
	view_table_set_linked(office, v, false);
}

static void unlink_one(view_resv_t *v, void *arg)
{
	bool (*const *fn)(view_resv_t *) = arg;

	if ((*fn)(v))
		unlink_it(office, v);
}

static void unlink_all(office_t *office, bool (*fn)(view_resv_t *v))
{
	view_each_linked(office, unlink_one, &fn);
}

static view_resv_t *refresh(office_t *office, record_t *rec, time_t now)
{
	const booking_t *says = ((world_record_t *) rec)->says;
	view_resv_t *v = view_find(office, says->name);
	view_seen_t seen = {
		.rec = rec,
		.resv_id = says->resv_id,
		.duration = says->duration_min,
		.flags = says->flags,
		.start = says->start,
		.end = says->end,
		.attrs = {
			.first_start = says->start,
			.node_cnt = says->num_cn,
			.whole_nodes = true,
			.node_list = says->nodes,
			.users = says->users,
		},
	};
	garq_set_t *nodes = NULL;

	if (!v)
		v = view_table_add(office, says->name);
	link_it(office, v);
	if (world.unseen) {
		v->rec = rec;
		view_set_incomplete(office);
		return v;
	}
	(void) node_set(office, says->nodes, &nodes);
	seen.nodes = nodes;
	ck_assert(view_see(office, v, &seen, now));
	garq_set_destroy(nodes);
	return v;
}

static booking_t *forget(office_t *office, const char *name, time_t now)
{
	(void) now;
	return view_table_remove(office, view_find(office, name));
}

static void nothing(office_t *office)
{
	(void) office;
}

static void nothing_at(office_t *office, time_t now)
{
	(void) office;
	(void) now;
}

static time_t last_update(office_t *office)
{
	(void) office;
	return NOW;
}

/* --- records ----------------------------------------------------------------- */

static void note(const char *call)
{
	text_add(&world.done, " %s", call);
}

static world_record_t *slot(void)
{
	size_t i = 0;

	while (world.records[i].says)
		i++;
	ck_assert_uint_lt(i, WORLD_RECORDS);
	return &world.records[i];
}

static char *taken(office_t *office, name_kind_t kind, const char *list,
		   const char *accounts)
{
	char *some = NULL;
	text_name_t one;

	(void) office;
	(void) kind;
	(void) accounts;
	while (text_next_name(&list, &one)) {
		text_name_t name = one;

		if (*name.name == '-') {
			name.name++;
			name.len--;
		}
		if (!text_lists_name(world.unknown, &name))
			text_add(&some, "%s%.*s", some ? "," : "",
				 (int) one.len, one.name);
	}
	return some;
}

static bool has_unknown(const char *list)
{
	char *some = taken(office, NAME_USER, list, NULL);
	bool has = list && !text_same(some, list);

	free(some);
	return has;
}

static int check(const booking_t *b, bool nodes)
{
	garq_set_t *set = NULL;
	int rc = nodes ? node_set(office, b->nodes, &set) : 0;

	garq_set_destroy(set);
	if (world.refuses || has_unknown(b->users))
		return REFUSED_USERS;
	if (has_unknown(b->accounts))
		return REFUSED_ACCOUNTS;
	return has_unknown(b->licenses) ? REFUSED_LICENSES : rc;
}

/* The record says what b does, but for its id. RET 0 or a refusal */
static int become(world_record_t *rec, const booking_t *b, const char *call)
{
	uint32_t id = rec->says ? rec->says->resv_id : b->resv_id;
	int rc = check(b, strcmp(call, "fulfil"));

	note(call);
	if (rc)
		return rc;
	booking_destroy(rec->says);
	rec->says = booking_copy(b);
	rec->says->resv_id = id;
	free_null(rec->remark);
	return 0;
}

static int recreate(office_t *office, const booking_t *b, record_t **ret_rec,
		    char **ret_err)
{
	(void) office;
	(void) ret_err;
	*ret_rec = slot();
	return become(*ret_rec, b, "recreate");
}

/* Give a record the nodes of a list that exist. */
static void rebind(world_record_t *rec, const char *list)
{
	garq_set_t *nodes;
	char *some;

	(void) node_set(office, list, &nodes);
	some = node_list(office, nodes);
	ck_assert(booking_set(&rec->says->nodes, some));
	garq_set_destroy(nodes);
	free(some);
}

/* When and where it is does not wait for what is refused. */
static int apply(office_t *office, record_t *record, const booking_t *b,
		 char **ret_err)
{
	world_record_t *rec = record;

	(void) office;
	(void) ret_err;
	if (world.unapplied)
		return ENOMEM;
	rec->says->start = b->start;
	rec->says->end = b->end;
	rebind(rec, b->nodes);
	return become(rec, b, "apply");
}

/* What the tests ask for is no matter of the record. */
static int update(office_t *office, record_t *rec, const request_t *request,
		  const change_t *change, bool window, char **ret_err)
{
	(void) office;
	(void) rec;
	(void) request;
	(void) ret_err;
	ck_assert(change && window);
	return 0;
}

/* It keeps its nodes. */
static int fulfil(office_t *office, record_t *record, const booking_t *b,
		  char **ret_err)
{
	world_record_t *rec = record;
	char *nodes = text_dup(rec->says->nodes);
	int rc = become(rec, b, "fulfil");

	(void) office;
	(void) ret_err;
	ck_assert(booking_set(&rec->says->nodes, nodes));
	free(nodes);
	return rc;
}

static void clear(world_record_t *rec)
{
	booking_destroy(rec->says);
	rec->says = NULL;
	free_null(rec->remark);
}

/* What is deleted is removed, with a look at the jobs. */
static bool drop(office_t *office, record_t *rec, bool out_of_reach)
{
	(void) office;
	(void) rec;
	(void) out_of_reach;
	return false;
}

static int remove_it(office_t *office, const char *name, bool *ret_gone)
{
	(void) office;
	note("remove");
	if (ret_gone)
		*ret_gone = !world.in_use;
	if (world.in_use)
		return REFUSED_IN_USE;
	for (size_t i = 0; i < WORLD_RECORDS; i++)
		if (world.records[i].says &&
		    text_same(world.records[i].says->name, name))
			clear(&world.records[i]);
	return 0;
}

static void pin(office_t *office, record_t *rec)
{
	(void) office;
	(void) rec;
}

static void mark(office_t *office, record_t *rec, bool unwritten)
{
	(void) office;
	((world_record_t *) rec)->marked = unwritten;
}

static bool is_marked(office_t *office, const record_t *rec)
{
	(void) office;
	return ((const world_record_t *) rec)->marked;
}

static void end(office_t *office, record_t *rec, bool jobs_alone, time_t now)
{
	(void) office;
	(void) rec;
	(void) now;
	note(jobs_alone ? "part" : "end");
}

static bool read_it(office_t *office, const record_t *rec, booking_t *b)
{
	const booking_t *says = ((const world_record_t *) rec)->says;

	(void) office;
	if (world.unread) {
		world.unread--;
		return false;
	}
	if (b->stand_in)
		return true;
	b->start = says->start;
	b->end = says->end;
	b->resv_id = says->resv_id;
	b->flags = says->flags;
	b->duration_min = says->duration_min;
	if (!booking_set(&b->nodes, says->nodes))
		return false;
	if (b->part)
		return true;
	b->num_cn = says->nodes ? strlen(says->nodes) : 0;
	return booking_set(&b->name, says->name) &&
	       booking_set(&b->users, says->users) &&
	       booking_set(&b->accounts, says->accounts) &&
	       booking_set(&b->licenses, says->licenses);
}

static void shift(office_t *office, record_t *rec, time_t start)
{
	booking_t *says = ((world_record_t *) rec)->says;

	(void) office;
	says->end += start - says->start;
	says->start = start;
	note("shift");
}

static const char *remark(office_t *office, const record_t *rec)
{
	(void) office;
	return ((const world_record_t *) rec)->remark;
}

static void to_stand_in(office_t *office, record_t *record, const char *text)
{
	world_record_t *rec = record;

	(void) office;
	note("to_stand_in");
	free(rec->remark);
	rec->remark = text_dup(text);
}

static record_t *stand_in(office_t *office, const booking_t *b,
			  const garq_set_t *nodes, const char *text)
{
	world_record_t *rec = slot();

	(void) office;
	(void) nodes;
	note("stand_in");
	rec->says = booking_copy(b);
	rebind(rec, b->nodes);
	rec->remark = text_dup(text);
	return rec;
}

static void give_nodes(world_record_t *rec, const garq_set_t *nodes)
{
	char *list = node_list(office, nodes);

	ck_assert(booking_set(&rec->says->nodes, list));
	free(list);
}

static void bind_nodes(office_t *office, record_t *record,
		       const garq_set_t *nodes)
{
	(void) office;
	note("bind");
	give_nodes(record, nodes);
}

static void set_nodes(office_t *office, record_t *record,
		      const garq_set_t *nodes)
{
	(void) office;
	note("set_nodes");
	give_nodes(record, nodes);
}

static void set_remark(office_t *office, record_t *record, const char *text)
{
	world_record_t *rec = record;
	char *copy = text_dup(text);

	(void) office;
	free(rec->remark);
	rec->remark = copy;
}

static const char *words(office_t *office, int rc)
{
	(void) office;
	(void) rc;
	return "refused";
}

static bool saved_digest(office_t *office, int64_t *ret_digest)
{
	(void) office;
	*ret_digest = SAVED;
	return true;
}

static bool saved_lacks(office_t *office, const char *name, time_t end)
{
	(void) office;
	(void) name;
	(void) end;
	return world.lacks;
}

static const char *saved_nodes(office_t *office, const char *name)
{
	(void) office;
	(void) name;
	return world.saved_nodes;
}

static const char *no_partition(office_t *office)
{
	(void) office;
	return NULL;
}

static garq_set_t *no_nodes(office_t *office, const record_t *rec)
{
	(void) office;
	(void) rec;
	return NULL;
}

static bool is_behind(office_t *office)
{
	(void) office;
	return world.accounting_is_behind;
}

static bool notify(office_t *office, const notify_t *n)
{
	(void) office;
	text_add(&world.told, " %s:%s:%s", n->event, n->reservation, n->reason);
	return true;
}

static int sync_nothing(office_t *office, time_t now,
			const view_events_t *events)
{
	(void) office;
	(void) now;
	(void) events;
	return 0;
}

static const char *node_name(office_t *office, uint32_t node)
{
	static const char *const names[] = {
		"a", "b", "c", "d", "e", "f", "g", "h",
	};

	(void) office;
	return (node < NODES) ? names[node] : "?";
}

static bool is_private(office_t *office, view_kind_t kind)
{
	(void) office;
	(void) kind;
	return false;
}

void world_setup(void)
{
	static const options_t options = { .delta = 300, .horizon = 30 };

	world = (struct world) { .in_use = false };
	host_own(&mine, NULL);
	mine.records.recreate = recreate;
	mine.records.apply = apply;
	mine.records.update = update;
	mine.records.remove = remove_it;
	mine.records.drop = drop;
	mine.fields.pin = pin;
	mine.fields.mark = mark;
	mine.fields.is_marked = is_marked;
	mine.records.end = end;
	mine.records.read = read_it;
	mine.fields.remark = remark;
	mine.records.make_stand_in = stand_in;
	mine.fields.to_stand_in = to_stand_in;
	mine.fields.shift = shift;
	mine.fields.bind = bind_nodes;
	mine.records.from_stand_in = fulfil;
	mine.fields.set_nodes = set_nodes;
	mine.fields.set_remark = set_remark;
	mine.locks.sync = sync_nothing;
	mine.users.is_operator = is_operator;
	mine.nodes.eligible = eligible;
	mine.users.taken = taken;
	mine.nodes.list = node_list;
	mine.nodes.name = node_name;
	mine.users.is_private = is_private;
	mine.nodes.set = node_set;
	mine.nodes.select = select_first;
	mine.nodes.in_use = no_nodes;
	mine.nodes.default_partition = no_partition;
	mine.list.link = link_it;
	mine.list.fetch = link_it;
	mine.list.settle = link_it;
	mine.list.unlink = unlink_it;
	mine.list.unlink_if = unlink_all;
	mine.list.restore_stamp = nothing;
	mine.list.stamp_changed = nothing_at;
	mine.list.stamp_shown = nothing_at;
	mine.list.last_update = last_update;
	mine.list.refresh = refresh;
	mine.list.forget = forget;
	mine.users.refusal_words = words;
	mine.saved.digest = saved_digest;
	mine.saved.lacks = saved_lacks;
	mine.saved.nodes = saved_nodes;
	mine.saved.save = nothing;
	mine.locks.notify = notify;
	mine.locks.accounting_is_behind = is_behind;
	test_office_begin(&mine.host, &options, office_states);
	ck_assert(view_build(office, NODES, classes, NOW));
	view_set_complete(office);
}

void world_teardown(void)
{
	test_office_end();
	for (size_t i = 0; i < WORLD_RECORDS; i++)
		clear(&world.records[i]);
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

void world_add(booking_t *says, const char *text)
{
	world_record_t *rec = slot();

	rec->says = says;
	rec->remark = text_dup(text);
	(void) refresh(office, rec, NOW);
}

booking_t *world_some(const char *name, uint32_t id)
{
	booking_t *b = booking_create();

	ck_assert_ptr_nonnull(b);
	ck_assert(booking_set(&b->name, name) && booking_set(&b->nodes, "ab") &&
		  booking_set(&b->users, "ann"));
	b->num_cn = 2;
	b->flags = BOOKING_FLAG_SPEC_NODES;
	b->resv_id = id;
	b->duration_min = 60;
	b->start = b->t_esr = b->t_lsr = b->not_before = NOW + HOUR;
	b->end = NOW + 2 * HOUR;
	b->created = NOW - HOUR;
	return b;
}
