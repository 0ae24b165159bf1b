/* SPDX-License-Identifier: GPL-2.0-or-later */
/* standby.c - a refused create stands by; see standby.h */

#include <inttypes.h>
#include <stdio.h>
#include <sys/param.h>

#include "plugin/booking/offer/standing_list.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/serve/consent.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/say.h"
#include "plugin/memory/memory.h"

/* --- asking --------------------------------------------------------------- */

int standby_check(office_t *office, ask_t *a)
{
	standby_t mode = a->request->wishes.standby;

	if (office->options.standby == OPTIONS_STANDBY_NO)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "standby: no requests stand by here (garq_standby=no): leave it out");
	if ((mode == STANDBY_OFFER) && !a->shape.num_cn)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "standby:offer: no offers are made for licenses alone: write standby:book");
	if (name_is_part(a->request->name))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "standby: a part of a co-reservation does not stand by");
	if ((mode == STANDBY_OFFER) && !office->options.offers)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "standby:offer: no offers are made here (garq_offers=0): write standby:book");
	return 0;
}

/* The end of the latest place that a form of the request could have. */
static time_t _latest_end(const ask_t *a)
{
	const wishes_t *w = &a->request->wishes;
	time_t longest = a->shape.duration;

	for (uint32_t i = 0; i < w->shape_cnt; i++)
		longest = MAX(longest, (time_t) w->shapes[i].minutes * 60);
	return a->shape.t_lsr + longest;
}

/* An account that has enough of them. RET free(); NULL: none */
static char *_account_objection(office_t *office, const ask_t *a)
{
	uint32_t most = office->options.account_standing;
	const char *at = a->request->accounts;
	text_name_t account;

	while (most && text_next_name(&at, &account)) {
		uint32_t cnt = standing_cnt_of_account(office, &account);

		if (cnt >= most)
			return text_printf(
				"%u requests of account %.*s stand by, %u are allowed (garq_account_standing)",
				cnt, (int) account.len, account.name, most);
	}
	return NULL;
}

/* Why a request may not stand by. RET free(); NULL: it may */
static char *_objection(office_t *office, const ask_t *a)
{
	const options_t *options = &office->options;

	if (a->request->wishes.plan == PLAN_ONLY)
		return text_dup("a plan is carried out at once, or not at all");
	if (a->shape.t_lsr <= a->now)
		return text_dup("its latest start is now: give a later StartTime, or MaxStartDelay");
	if (a->limited &&
	    (standing_cnt_of(office, a->uid) >= options->user_standing))
		return text_printf("%u of your requests stand by, %u are allowed (garq_user_standing)",
				   standing_cnt_of(office, a->uid),
				   options->user_standing);
	if (office->has.standing >= options->standing_max)
		return text_printf("%u requests stand by already (garq_standing_max)",
				   office->has.standing);
	return a->limited ? _account_objection(office, a) : NULL;
}

/* OUT ret - its request is owned by the caller. RET why not, free(); NULL */
static char *_make_row(office_t *office, const ask_t *a,
		       ledger_standing_t *ret)
{
	ledger_request_t *r = ledger_request_create(a->request->name);
	char *why = NULL;

	if (!offers_pack(office, r, a->request, &why)) {
		ledger_request_destroy(r);
		return why;
	}
	r->time = a->now;
	r->uid = a->uid;
	snprintf(r->verb, sizeof(r->verb), "%s",
		 standby_word(a->request->wishes.standby));
	r->expires = a->shape.t_lsr;
	r->t_s = a->shape.t_esr;
	r->t_e = _latest_end(a);
	r->num_cn = a->shape.num_cn;
	*ret = (ledger_standing_t) {
		.request = r, .duration = a->shape.duration,
	};
	return NULL;
}

/* RET the line for the user, free() */
static char *_stands_text(office_t *office, const standing_t *s,
			  const ask_t *a)
{
	const ledger_request_t *r = s->row.request;
	uint32_t place = standing_place(office, s, a->now);
	char until[TEXT_TIME], *line, *text;

	text = text_printf(
		"%s stands by: place %u of %u; it is %s as soon as there is room, until %s (its latest start)",
		r->name, place, office->has.standing,
		standing_is_offered(s) ? "offered" : "booked",
		text_time(r->expires, until));
	if (s->question.cnt) {
		line = standing_asked_names(office, s, a->uid);
		text_add(&text, "\nasked to give way: %s", line);
		free(line);
	}
	if (!a->program)
		return text;
	line = standing_line(office, s, place);
	text_add(&text, "\n%s", line);
	free(line);
	return text;
}

bool standby_is_unsure(office_t *office)
{
	return turns_only(office) ||
	       (office->options.shift == OPTIONS_SHIFT_PAPER);
}

/* IN row, question - owned by the request from then on */
static void _keep_request(office_t *office, ask_t *a,
			  const ledger_standing_t *row, question_t *question)
{
	standing_t *s = standing_add(office, row);

	s->unsettled = true;
	/* or it waits for its budget, not room */
	if (standby_is_unsure(office) || (a->rc == REFUSED_DENIED))
		standing_look_at(office, s, a->now + STANDBY_AGAIN);
	standing_set_question(s, question);
	a->stand_id = s->row.request->id;
	ledger_group_begin(office->ledger);
	a->stand_op = ledger_put_standing(office->ledger, &s->row);
	consent_tell(office, s, a->now);
	ledger_group_end(office->ledger);
	a->stands = _stands_text(office, s, a);
}

void standby_ask(office_t *office, ask_t *a)
{
	question_t question = { .cnt = 0 };
	ledger_standing_t row;
	char *why;

	if (!office->ledger || turns_are_stale(office))
		return;
	why = _objection(office, a);
	if (!why && (a->request->wishes.standby == STANDBY_ASK))
		why = consent_find(office, a, &question);
	if (!why && wishes_look(&a->request->wishes)) {
		question_free(&question);
		text_add(&a->text, "%s%s would stand by, one of %u",
			 a->text ? "\n" : "", a->request->name,
			 office->has.standing + 1);
		return;
	}
	if (!why)
		why = _make_row(office, a, &row);
	if (why) {
		question_free(&question);
		a->stands = text_printf("%s does not stand by: %s",
					a->request->name, why);
		free(why);
		text_add(&a->text, "%s%s", a->text ? "\n" : "", a->stands);
		return;
	}
	_keep_request(office, a, &row, &question);
}

/* --- endings -------------------------------------------------------------- */

static void _queue_end(office_t *office, const standing_t *s,
		       const char *outcome, time_t now)
{
	if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_put_request(office->ledger,
						       standing_note_end(
							       office, s,
							       outcome, now)));
}

void standby_settle(office_t *office, ask_t *a, const char *why)
{
	standing_t *s = standing_find(office, a->request->name);

	if (s && (s->row.request->id != a->stand_id))
		s = NULL;
	if (s)
		s->unsettled = false;
	if (!why) {
		text_add(&a->text, "%s%s", a->text ? "\n" : "", a->stands);
		return;
	}
	text_add(&a->text,
		 "%s%s does not stand by: the ledger can't be written: %s",
		 a->text ? "\n" : "", a->request->name, why);
	if (!s)
		return;
	/* The row may get into the ledger nevertheless. */
	_queue_end(office, s, "withdrawn", a->now);
	consent_dismiss(office, s, a->now);
	standing_end(office, s);
}

/* The request that stands by for the new booking of a; or NULL. */
static standing_t *_stood_for(office_t *office, const ask_t *a)
{
	standing_t *s = standing_find(office, a->v->name);

	return (s && (s->row.request->uid == a->creator)) ? s : NULL;
}

/* The offers of the first refusal, or later ones, are not needed any more. */
static void _close_offers(office_t *office, const ask_t *a,
			  ledger_request_t *note)
{
	offer_set_t *set = offers_set_of(office, a->uid, a->v->name);

	if (!a->again || !set || offers_are_update(set))
		return;
	note->closes = set->request->id;
	offers_close(office, set);
}

void standby_note_booked(office_t *office, ask_t *a, ledger_request_t *note)
{
	const standing_t *s = _stood_for(office, a);

	if (!s)
		return;
	note->ends_standing = s->row.request->id;
	_close_offers(office, a, note);
	a->stood = memory_copy(&s->row, 1, sizeof(s->row));
	a->stood->request = ledger_request_copy(s->row.request);
}

void standby_end_booked(office_t *office, ask_t *a)
{
	standing_t *s = a->stood ? _stood_for(office, a) : NULL;

	if (!s)
		return;
	consent_dismiss(office, s, a->now);
	standing_end(office, s);
}

/* A later request may have taken the name. */
void standby_restore(office_t *office, ask_t *a)
{
	ledger_standing_t *stood = a->stood;

	a->stood = NULL;
	if (!stood)
		return;
	if (!standing_find(office, stood->request->name)) {
		(void) standing_add(office, stood);
		if (office->ledger)
			ledger_commit_later(office->ledger,
					    ledger_put_standing(office->ledger,
								stood));
	} else {
		ledger_request_destroy(stood->request);
	}
	free(stood);
}

int standby_withdraw(office_t *office, ask_t *a, standing_t *s)
{
	if (!standing_may_use(office, s, a->uid))
		return ask_refuse(a, REFUSED_USERS,
				  "only its requester, or an operator, can withdraw a request that stands by");
	if (!site_durable(office, &a->text))
		return REFUSED_FAILED;
	a->op = ledger_put_request(office->ledger,
				   standing_note_end(office, s, "withdrawn",
						     a->now));
	counts_add(office, COUNT_STANDBY_WITHDRAWN, 1);
	say_info(office,
		 "sched/garq: standby of %s, of uid=%u: withdrawn by uid=%u",
		 s->row.request->name, s->row.request->uid, a->uid);
	consent_dismiss(office, s, a->now);
	standing_end(office, s);
	return 0;
}
