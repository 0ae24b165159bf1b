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
static int _request(const offer_set_t *set, const ledger_offer_t *o,
		    request_t *ret)
{
	int rc = offers_request(set, ret);

	if (rc)
		return rc;
	request_set(&ret->accounts, NULL);
	request_set(&ret->groups, NULL);
	request_set(&ret->comment, NULL);
	free(ret->name);
	ret->name = offers_name(set, o);
	ret->has_start = ret->has_end = true;
	ret->start = o->t_s;
	ret->end = o->t_e;
	ret->has_minutes = ret->has_delay = ret->has_purge = false;
	ret->flags &= ~NOT_FOR_HOLDS;
	if (!ret->node_list)
		request_set_nodes(ret, o->num_cn);
	rc = request_set(&ret->users, "root");
	if (rc)
		request_free(ret);
	return rc;
}

void holds_make(offer_set_t *set, time_t now)
{
	ledger_request_t *r = set->request;
	uint32_t cnt = MIN(r->offer_cnt, site.options.offer_hold);

	if (offers_are_update(set))
		return;
	for (uint32_t i = 0; i < cnt; i++) {
		request_t request;

		if (r->offers[i].held || !r->offers[i].open ||
		    _request(set, &r->offers[i], &request))
			continue;
		if (create_hold(&request, r->uid, now)) {
			r->offers[i].held = true;
			hold_cnt++;
		}
		request_free(&request);
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
