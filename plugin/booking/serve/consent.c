/* SPDX-License-Identifier: GPL-2.0-or-later */
/* consent.c - owners are asked, and answer; see consent.h */

#include <string.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/why.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/serve/consent.h"
#include "plugin/booking/serve/verbs.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/tell_site.h"

/* --- the question --------------------------------------------------------- */

/* Return true if the owner of v can agree that it gives way. */
static bool _can_give_way(office_t *office, const view_resv_t *v, time_t now)
{
	const booking_t *b = v ? v->booking : NULL;

	return b && v->nodes && !view_is_by_cores(v) && (v->start > now) &&
	       (b->creator != VIEW_NOBODY) && !b->hold_until && !b->stand_in &&
	       !b->part && !(v->flags & BOOKING_FLAG_MAINT) && !v->requests &&
	       !name_is_part(b->name) && !name_is_job(b->name) &&
	       !strchr(b->name, '\n') && !view_has_jobs(office, v);
}

static bool _can_be_asked(office_t *office, const view_resv_t *v, time_t now)
{
	return _can_give_way(office, v, now) &&
	       !standing_asking(office, v->name);
}

static bool _stands(office_t *office, const question_t *q, time_t now)
{
	for (uint32_t i = 0; i < q->cnt; i++) {
		const view_resv_t *v = view_find(office, q->of[i].name);

		if (!_can_give_way(office, v, now) ||
		    !question_is_of(q, i, v->booking))
			return false;
	}
	return true;
}

char *consent_find(office_t *office, ask_t *a, question_t *ret)
{
	uint64_t ids[QUESTION_MAX];
	uint32_t cnt = why_leaves(office, a, _can_be_asked, ids, QUESTION_MAX);
	question_t q = { .cnt = 0 };

	if (!cnt)
		return text_printf(
			"no %u bookings, or fewer, were found without which there is room, and that can be asked: of whole nodes, not begun, without jobs, not asked already",
			QUESTION_MAX);
	for (uint32_t i = 0; i < cnt; i++)
		question_add(&q, view_find_id(office, ids[i])->booking);
	*ret = q;
	return NULL;
}

/* --- telling -------------------------------------------------------------- */

/* RET the reason for the owner of b, free() */
static char *_reason(office_t *office, const standing_t *s, const booking_t *b)
{
	const ledger_request_t *r = s->row.request;
	char until[TEXT_TIME], *who = NULL, *text;

	if (!office->host->users->is_private(office, VIEW_RESV))
		who = office->host->users->name(office, r->uid);
	text = text_printf(
		"%s%s%s%s asks that it gives way; sresv ask --yes %s, or --no, until %s",
		who ? who : "another user", who ? " (for " : "",
		who ? r->name : "", who ? ")" : "", b->name,
		text_time(r->expires, until));
	free(who);
	return text;
}

void consent_tell(office_t *office, const standing_t *s, time_t now)
{
	for (uint32_t i = 0; i < s->question.cnt; i++) {
		const view_resv_t *v = view_find(office,
						 s->question.of[i].name);
		char *why = _reason(office, s, v->booking);

		tell_site(office, v->booking, LEDGER_EVENT_ASKED, why, now);
		free(why);
	}
}

void consent_dismiss(office_t *office, const standing_t *s, time_t now)
{
	for (uint32_t i = 0; i < s->question.cnt; i++) {
		const view_resv_t *v = view_find(office,
						 s->question.of[i].name);

		if (v && v->booking && !v->away)
			tell_site(office, v->booking, LEDGER_EVENT_ASK_ENDED,
				  "it need not give way any more", now);
	}
}

/*
 * A question has ended, and its request stands by as any other; its user and
 * the owners are told.
 * RET for ledger_commit()
 */
static ledger_op_t *_end_question(office_t *office, standing_t *s,
				  const char *why, time_t now)
{
	const ledger_request_t *r = s->row.request;
	const notify_t n = {
		.event = LEDGER_EVENT_ASK_ENDED, .reservation = r->name,
		.reason = why,
	};
	question_t none = { .cnt = 0 };

	consent_dismiss(office, s, now);
	tell_site_request(office, r->uid, &n, now);
	say_info(office, "sched/garq: standby of %s, of uid=%u: %s", r->name,
		 r->uid, why);
	standing_set_question(s, &none);
	return ledger_put_standing(office->ledger, &s->row);
}

/* Return true if a job, also one that the view does not know, has a booking. */
static bool _in_use(office_t *office, const question_t *q)
{
	for (uint32_t i = 0; i < q->cnt; i++)
		if (jobs_naming(office, q->of[i].name) ||
		    jobs_has_nodes(office, q->of[i].name))
			return true;
	return false;
}

bool consent_is_ready(office_t *office, const standing_t *s, time_t now)
{
	return standing_is_agreed(s) && _stands(office, &s->question, now) &&
	       !_in_use(office, &s->question);
}

void consent_expire(office_t *office, time_t now)
{
	for (standing_t *s = standing_next(office, NULL); s && office->ledger;
	     s = standing_next(office, s)) {
		if (!s->question.cnt || _stands(office, &s->question, now))
			continue;
		ledger_group_begin(office->ledger);
		ledger_commit_later(office->ledger, _end_question(
			office, s, "a booking that was asked to give way is gone, was changed, or has begun",
			now));
		ledger_group_end(office->ledger);
	}
}

/* --- the answer ----------------------------------------------------------- */

static int _check_consent(office_t *office, ask_t *a)
{
	int rc = update_check(office, a);

	if (!rc && !named_hold_confirms(a->request))
		rc = ask_refuse(a, REFUSED_UNSUPPORTED,
				"ask: agrees, or does not, and changes nothing: change all else by another update");
	return rc;
}

static int _target_of_consent(office_t *office, ask_t *a)
{
	int rc = update_target(office, a);
	const standing_t *s = rc ? NULL : standing_asking(office, a->v->name);

	if (!rc && (!s || !_stands(office, &s->question, a->now)))
		rc = ask_refuse(a, REFUSED_NO_SUCH,
				"nobody asks that it gives way, or not any more");
	return rc;
}

static int _plan_consent(office_t *office, ask_t *a)
{
	standing_t *s = standing_asking(office, a->v->name);
	uint32_t i = question_find(&s->question, a->v->name) - 1;
	bool agrees = (a->request->wishes.consent == CONSENT_YES);

	a->stays = true;
	say_info(office, "sched/garq: standby of %s: uid=%u %s that %s gives way",
		 s->row.request->name, a->uid,
		 agrees ? "agrees" : "does not agree", a->v->name);
	if (!agrees) {
		ledger_group_begin(office->ledger);
		a->op = _end_question(office, s, "an owner does not agree to give way",
				      a->now);
		ledger_group_end(office->ledger);
		return 0;
	}
	s->question.of[i].agreed = true;
	standing_set_question(s, &s->question);
	a->op = ledger_put_standing(office->ledger, &s->row);
	if (standing_is_agreed(s))
		standing_look_at(office, s, a->now);
	return 0;
}

static void _unwritten(office_t *office, ask_t *a, const char *why)
{
	(void) office;
	free_null(a->text);
	a->text = text_printf(
		"the answer is noted, but the ledger can't be written (%s): it would be lost if slurmctld were killed now",
		why);
	a->rc = REFUSED_FAILED;
}

const verb_t consent_verb = {
	.word = "update",
	.found = true,
	.update = true,
	.takes = WISH_ASK,
	.early = update_early,
	.may = update_may,
	.check = _check_consent,
	.target = _target_of_consent,
	.plan = _plan_consent,
	.unwritten = _unwritten,
};
