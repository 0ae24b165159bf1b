/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reservation.c - "scontrol create reservation",
 * "update" and "delete", which are all served in the same way
 * (plugin/booking/serve/serve.h); see handlers.h
 */

#include <errno.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/series.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/office.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/rate_limit.h"
#include "plugin/rpc/reply.h"
#include "plugin/rpc/series.h"
#include "plugin/rpc/served.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/message.h"

/* --- the answer --- */

/*
 * Return true if a question came with a token (auth/jwt), as from slurmrestd.
 * That shows no text of an answer, and would report a reservation that was
 * made, so the answer is an error, with the same text for scontrol.
 */
static bool _needs_error(const served_t *s)
{
	return (s->verb->question || s->ask.looked) && !s->program &&
	       (s->msg->auth_index > 0);
}

/*
 * The name of a new reservation, or those of a series. For people, scontrol
 * prints the booked one of several forms behind it; programs read that from the
 * reservation.
 */
static void _reply_name(served_t *s)
{
	ask_t *a = &s->ask;
	char *note = s->asked.wishes.also_cnt ? text_dup(a->text) :
						served_note(a);
	char *text;

	if (!note || s->program || (s->msg->auth_index > 0)) {
		compat_reply_created(s->msg, a->name);
		free_null(note);
		return;
	}
	text = text_printf("%s\n%s", a->name, note);
	compat_reply_created(s->msg, text);
	free(text);
	free(note);
}

/*
 * scontrol prints the text of a question behind "Reservation created: ". A
 * program that asks for a hold gets lines, too. An update or a deletion has no
 * answer but an error: that of a look (look.h) says that nothing was done.
 */
static void _reply_done(served_t *s)
{
	ask_t *a = &s->ask;
	bool lines = (s->verb == &hold_verb) && a->program;

	bool tells = s->verb->question || a->looked || lines;

	if (tells && a->program)
		reply_end(&a->text);
	if (s->msg->msg_type != REQUEST_CREATE_RESERVATION)
		compat_reply(s->msg, tells ? ECANCELED : 0,
			     tells ? a->text : NULL);
	else if (tells)
		compat_reply_created(s->msg, a->text);
	else
		_reply_name(s);
}

/* What was accepted or deleted has a line in the log. */
static void _log_done(const served_t *s)
{
	uid_t uid = s->msg->auth_uid;
	char shown[TEXT_SHOWN];

	if (((s->verb != &accept_verb) && (s->verb != &remove_verb)) ||
	    s->ask.looked)
		return;
	(void) text_printable(s->asked.name, shown);
	if (s->verb == &accept_verb)
		info("sched/garq: accept offer=%s uid=%u: reservation %s",
		     shown, uid, s->ask.name);
	else
		info("sched/garq: delete reservation=%s uid=%u: done", shown,
		     uid);
}

static void _answer(served_t *s)
{
	ask_t *a = &s->ask;

	if (a->rc) {
		if (!wishes_look(&a->request->wishes) &&
		    (a->rc != REFUSED_RATE))	/* counted already */
			counts_refused(office, a->rc);
		reply_refused(s->msg, s->verb->word, s->asked.name, a->rc,
			      a->text, a->program);
	} else if (_needs_error(s)) {
		compat_reply(s->msg, REFUSED_UNSUPPORTED, a->text);
	} else {
		_log_done(s);
		_reply_done(s);
	}
	if (!a->rc && a->visible)
		queue_job_scheduler();
}

/* --- serving --- */

/* Do the checks that need no locks, and look up names. Locks: none */
static int _prepare(served_t *s)
{
	ask_t *a = &s->ask;

	site_options_hold();
	serve_early(office, a);
	site_options_release();
	if (a->rc || !(s->verb->check || s->verb->read))
		return a->rc;
	resolve_user(a->uid);
	if (!users_limited(office, a->uid))
		a->rc = resolve_names(&s->asked, &a->text);
	else if (s->verb->check && (s->verb != &hold_verb))	/* own alone */
		a->rc = served_find_fellows(a->uid, &s->asked, &a->text);
	return a->rc;
}

/*
 * Return true if a program asks. The flag that says so is removed from the
 * request, so that neither Slurm nor the ledger sees it.
 */
static bool _take_program_flag(request_t *request)
{
	if (!(request->flags & ANSWER_ASKED) || (request->flags == UINT64_MAX))
		return false;
	request->flags &= ~ANSWER_ASKED;
	request->has_flags = (request->flags != 0);
	return true;
}

/* Read the message. RET 0, or Slurm's error */
static int _read_message(served_t *s)
{
	const reservation_name_msg_t *name = s->msg->data;
	int rc;

	if (s->verb == &remove_verb) {
		if (!message_text_ends(name->name))
			return ESLURM_PROTOCOL_INCOMPLETE_PACKET;
		request_set(&s->asked.name, name->name);
		return 0;
	}
	rc = message_read(s->msg->data, &s->asked);
	s->program = _take_program_flag(&s->asked);
	if (s->verb == &create_verb)
		s->verb = serve_verb(s->asked.name, s->program);
	return rc;
}

/* RET as how many requests it counts */
static uint32_t _count_as(const served_t *s)
{
	return ((s->verb == &create_verb) &&
		(name_form(s->asked.name, false) == NAME_WORDS)) ?
		series_dates(s->asked.name) : 1;
}

/* Serve a request that is right so far. */
static void _serve_it(served_t *s)
{
	if (s->asked.wishes.also_cnt && (s->verb == &create_verb)) {
		series_serve(s);
		return;
	}
	served_decide(s);
	served_make_durable(&s->ask);
}

static void _handle(slurm_msg_t *msg, const verb_t *verb)
{
	served_t s = { .msg = msg, .verb = verb };
	int rc = _read_message(&s);

	s.ask = (ask_t) {
		.verb = s.verb, .request = &s.asked, .uid = msg->auth_uid,
		.program = s.program, .rc = rc,
	};
	if (users_limited(office, s.ask.uid) &&
	    rate_limit_refuses(msg, _count_as(&s), s.program)) {
		request_free(&s.asked);
		return;
	}
	if (s.verb == &stats_verb)	/* not counted as a create */
		locks_hold_as(LOCK_SHOW);
	if (!rc && !_prepare(&s))
		_serve_it(&s);
	_answer(&s);
	served_free(&s);
}

void handle_create(slurm_msg_t *msg, rpc_t native)
{
	(void) native;
	_handle(msg, &create_verb);
}

void handle_update(slurm_msg_t *msg, rpc_t native)
{
	(void) native;
	_handle(msg, &update_verb);
}

void handle_delete(slurm_msg_t *msg, rpc_t native)
{
	(void) native;
	_handle(msg, &remove_verb);
}
