/* SPDX-License-Identifier: GPL-2.0-or-later */
/* holds.c - see holds.h */

#include "plugin/booking/flags.h"
#include "plugin/booking/say.h"
#include "plugin/booking/site.h"
#include "plugin/booking/text.h"
#include "plugin/office/holds.h"
#include "plugin/rpc/create.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/park.h"
#include "plugin/slurm/refusals.h"

static uint32_t hold_cnt;	/* offers that are held */
static list_t *late;		/* names */

bool holds_possible(void)
{
	return site.options.offer_hold || hold_cnt || late;
}

/* What would do more than keep its place. */
#define NOT_FOR_HOLDS (BOOKING_FLAG_MAGNETIC | BOOKING_FLAG_FLEX)

/* Of the request, what tells which nodes and licenses. */
static resv_desc_msg_t *_desc(const offer_set_t *set, const ledger_offer_t *o)
{
	resv_desc_msg_t *desc = offers_request(set);
	char *name;

	if (!desc)
		return NULL;
	xfree(desc->accounts);
	xfree(desc->groups);
	xfree(desc->users);
	desc->users = xstrdup("root");
	if (compat_desc_extras(desc).comment)
		xfree(*compat_desc_extras(desc).comment);
	xfree(desc->name);
	name = offers_name(set, o);
	desc->name = xstrdup(name);
	free(name);
	desc->start_time = o->t_s;
	desc->end_time = o->t_e;
	desc->duration = NO_VAL;
	desc->max_start_delay = NO_VAL;
	desc->purge_comp_time = NO_VAL;
	if (desc->flags != NO_VAL64)
		desc->flags &= ~(uint64_t) NOT_FOR_HOLDS;
	if (!desc->node_list)
		compat_set_node_cnt(desc, o->num_cn);
	return desc;
}

void holds_make(offer_set_t *set, time_t now)
{
	ledger_request_t *r = set->request;
	uint32_t cnt = MIN(r->offer_cnt, site.options.offer_hold);

	if (offers_are_update(set))
		return;
	for (uint32_t i = 0; i < cnt; i++) {
		resv_desc_msg_t *desc;

		if (r->offers[i].held || !r->offers[i].open)
			continue;
		desc = _desc(set, &r->offers[i]);
		if (desc && create_hold(desc, r->uid, now)) {
			r->offers[i].held = true;
			hold_cnt++;
		}
		slurm_free_resv_desc_msg(desc);
	}
}

void holds_found(void)
{
	hold_cnt++;
}

void holds_forget(void)
{
	hold_cnt = 0;
	FREE_NULL_LIST(late);
}

/* Its booking is gone from everywhere. */
static void _delete(const char *name)
{
	view_resv_t *v = view_find(name);
	ledger_op_t *op;
	bool told;
	int rc;

	if (!v)
		return;
	rc = park_delete(v, time(NULL), NULL, &told);
	if (rc)
		say_error("sched/garq: hold %s can't be let go: %s", name,
		      refusal_words(rc));
	else if (site.ledger &&
		 (op = ledger_drop(site.ledger, name, "hold ended")))
		ledger_commit_later(site.ledger, op);
}

void holds_release(const offer_set_t *set, ledger_offer_t *offer)
{
	char *name;

	if (!offer->held)
		return;
	offer->held = false;
	hold_cnt--;
	name = offers_name(set, offer);
	if (site_may_delete()) {
		_delete(name);
		free_null(name);
		return;
	}
	if (!late)
		late = list_create(free);
	list_append(late, name);
}

void holds_release_late(void)
{
	char *name;

	if (!late || !site_may_delete())
		return;
	while ((name = list_pop(late))) {
		_delete(name);
		free_null(name);
	}
	FREE_NULL_LIST(late);
}

static void _release_all(offer_set_t *set, void *arg)
{
	const uint32_t *uid = arg;

	if (uid && (set->request->uid != *uid))
		return;
	for (uint32_t i = 0; i < set->request->offer_cnt; i++)
		holds_release(set, &set->request->offers[i]);
}

void holds_release_of(const uint32_t *uid)
{
	if (hold_cnt)
		offers_each_set(_release_all, (void *) uid);
}
