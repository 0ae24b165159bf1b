/* SPDX-License-Identifier: GPL-2.0-or-later */
/* give_way.c - bookings whose owners have agreed give way; see consent.h */

#include <sys/param.h>

#include "plugin/booking/rights/charge.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/consent.h"
#include "plugin/booking/serve/verbs.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/tell_site.h"
#include "plugin/booking/view/view.h"
#include "plugin/ledger/ledger_events.h"

/* Flags of a record that a request can ask for again. */
#define FLAGS_ASKED                                                      \
	(BOOKING_FLAG_MAGNETIC | BOOKING_FLAG_FLEX | BOOKING_FLAG_STATIC | \
	 BOOKING_FLAG_REPLACE | BOOKING_FLAG_REPLACE_DOWN |               \
	 BOOKING_FLAG_NO_HOLD_JOBS | BOOKING_FLAG_USER_DEL |              \
	 BOOKING_FLAG_PART_NODES | BOOKING_FLAG_PURGE_COMP)

/* A booking that gives way. */
typedef struct {
	uint64_t id;		/* its holder id */
	char *why;		/* for its history; owned */
	booking_t *b;		/* when it has left; owned */
} leaver_t;

/* RET the request of which b was made, from now on; request_free() */
static request_t _request_of(const booking_t *b, time_t now)
{
	time_t start = MAX(b->t_esr, now);
	request_t r = {
		.has_start = true, .start = start, .has_minutes = true,
		.minutes = (uint32_t) ((b->end - b->start + 59) / 60),
		.has_delay = b->t_lsr > start,
		.delay = (uint32_t) MAX(b->t_lsr - start, 0),
		.flags = b->flags & FLAGS_ASKED,
		.wishes = { .least_cn = b->least_cn,
			    .least_minutes = b->least_minutes },
	};

	r.has_flags = r.flags;
	r.has_purge = r.flags & BOOKING_FLAG_PURGE_COMP;
	r.purge = r.has_purge ? b->purge_comp_time : 0;
	request_set(&r.name, b->name);
	request_set(&r.node_list, b->asked_nodes);
	if (!b->asked_nodes)
		request_set_nodes(&r, b->num_cn);
	request_set(&r.partition, b->partition);
	request_set(&r.features, b->features);
	request_set(&r.licenses, b->licenses);
	request_set(&r.users, b->users);
	request_set(&r.groups, b->groups);
	request_set(&r.accounts, b->accounts);
	request_set(&r.comment, b->comment);
	request_set(&r.allowed_parts, b->allowed_parts);
	request_set(&r.qos, b->qos);
	return r;
}

/* Make the offers of a create of r that was refused. RET their number */
static uint32_t _make_offers(office_t *office, request_t *r, uint32_t uid,
			     time_t now)
{
	const wish_t wish = { .verb = create_verb.word, .name = r->name,
			      .uid = uid, .group = GARQ_NO_GROUP,
			      .wishes = &r->wishes };
	char *text = NULL;
	uint32_t cnt = 0;
	shape_t shape;
	ledger_op_t *op;

	if (!kind_shape(office, kind_of(office, r), r, true, now, &shape,
			&text)) {
		op = offering_make(office, r, &shape, &wish, now, &text, &cnt);
		if (op)
			ledger_commit_later(office->ledger, op);
		shape_free(&shape);
	}
	free(text);
	return cnt;
}

/* RET what the owner of b is told of the offers; free() */
static char *_next_place(office_t *office, const booking_t *b, uint32_t cnt)
{
	const offer_set_t *set = cnt ? offers_set_of(office, b->creator,
						     b->name) : NULL;
	char until[TEXT_TIME], *name, *text;

	if (!set)
		return text_dup("no other place was found");
	name = offers_name(set, &set->request->offers[0]);
	text = text_printf("%u offer%s, the first is %s, open until %s", cnt,
			   (cnt == 1) ? "" : "s", name,
			   text_time(set->request->expires, until));
	free(name);
	return text;
}

/* The owner gets offers, and is told. */
static void _compensate(office_t *office, const booking_t *b, time_t now)
{
	request_t r = _request_of(b, now);
	uint32_t cnt = _make_offers(office, &r, b->creator, now);
	char *why = _next_place(office, b, cnt);
	const notify_t n = {
		.event = LEDGER_EVENT_GAVE_WAY, .reservation = b->name,
		.users = b->users, .reason = why, .old_start = b->start,
		.old_nodes = b->nodes,
	};

	tell_site_request(office, b->creator, &n, now);
	free(why);
	request_free(&r);
}

/* The booking leaves, with its row. */
static void _let_leave(office_t *office, ask_t *a, leaver_t *l)
{
	view_resv_t *v = view_find_id(office, l->id);
	time_t start = v->start, end = v->end;
	bool visible = false;

	offers_forget(office, v->name);
	(void) park_delete(office, v, a->now, &l->b, &visible);
	a->visible |= visible;
	if (!l->b) {	/* a job that the view did not know has it by now */
		say_error(office,
			  "sched/garq: reservation %s was asked to give way, and is in use: delete it",
			  v->name);
		return;
	}
	(void) charge_close(office, l->b, a->now);
	ledger_commit_later(office->ledger,
			    ledger_revoke(office->ledger, l->b, l->why));
	a->visible |= shift_earlier(office, start, end, l->why, a->now, NULL);
	say_info(office, "sched/garq: reservation %s %s", l->b->name, l->why);
}

/* IN ret - QUESTION_MAX */
static uint32_t _find_leavers(office_t *office, const standing_t *s,
			      leaver_t *ret)
{
	bool hidden = office->host->users->is_private(office, VIEW_RESV);

	for (uint32_t i = 0; i < s->question.cnt; i++) {
		const view_resv_t *v = view_find(office,
						 s->question.of[i].name);

		ret[i] = (leaver_t) {
			.id = v->id,
			.why = text_printf("gave way to %s", hidden ?
					   "another booking" :
					   s->row.request->name),
		};
	}
	return s->question.cnt;
}

/* All that follows from the new booking. */
static void _give_way(office_t *office, ask_t *a, leaver_t *list, uint32_t cnt)
{
	for (uint32_t i = 0; i < cnt; i++)
		_let_leave(office, a, &list[i]);
	for (uint32_t i = 0; i < cnt; i++)
		if (list[i].b)
			_compensate(office, list[i].b, a->now);
}

int consent_plan(office_t *office, ask_t *a)
{
	leaver_t list[QUESTION_MAX];
	const standing_t *s = standing_find(office, a->request->name);
	uint32_t cnt = _find_leavers(office, s, list);
	int rc;

	for (uint32_t i = 0; i < cnt; i++)
		view_lift(office, &a->lifted, view_find_id(office, list[i].id));
	ledger_group_begin(office->ledger);
	rc = create_verb.plan(office, a);
	holds_return(office, a);
	if (!rc)
		_give_way(office, a, list, cnt);
	ledger_group_end(office->ledger);
	for (uint32_t i = 0; i < cnt; i++) {
		free(list[i].why);
		booking_destroy(list[i].b);
	}
	return rc;
}
