/* SPDX-License-Identifier: GPL-2.0-or-later */
/* create.c - "scontrol create reservation"; see handlers.h */

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/create.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "plugin/rpc/finish.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/rate_limit.h"
#include "plugin/rpc/reply.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/message.h"
#include "plugin/slurm/sync.h"

/*
 * scontrol prints the text behind "Reservation created: ". A program that asks
 * for a hold gets lines, too.
 */
static void _reply_query(slurm_msg_t *msg, create_t *out)
{
	if (out->program)
		reply_end(&out->text);
	compat_reply_created(msg, out->text);
}

/*
 * Return true if a question came with a token (auth/jwt), as from slurmrestd.
 * That shows no text of an answer, and would report a reservation that was
 * made, so the answer is an error, with the same text for scontrol.
 * IN program - the request has the flag of programs
 */
static bool _needs_error(const slurm_msg_t *msg, bool question, bool program)
{
	return question && !program && (msg->auth_index > 0);
}

/*
 * IN name - as the user gave it, or NULL
 * IN query - the user asked for offers, not for a reservation
 * IN hold - the user asked for a hold
 */
static void _answer(slurm_msg_t *msg, const char *name, bool query, bool hold,
		    create_t *out)
{
	if (out->rc)
		reply_refused(msg, query ? "query" : hold ? "hold" : "create",
			      name, out->rc, out->text, out->program);
	else if (query || (hold && out->program))
		_reply_query(msg, out);
	else
		compat_reply_created(msg, out->name);
	if (!out->rc && out->visible)
		queue_job_scheduler();
}

/* Do the checks that need no locks, and look up names. Locks: none */
static int _prepare(request_t *request, uint32_t uid, create_t *out)
{
	int rc;

	site_options_hold();
	rc = create_check_early(office, request, uid, out);
	site_options_release();
	if (rc || query_asks_for_open(request, out) ||
	    lock_stats_asked(request))
		return rc;
	resolve_user(uid);
	return users_limited(office, uid) ? 0 :
					    resolve_names(request, &out->text);
}

/* What is served; see turns_serve(). */
typedef struct {
	const request_t *asked;
	request_t request;	/* the copy that the office may change */
	uint32_t uid;
	bool program;
	create_t *out;
} served_t;

/* Locks: site_lock() */
static void _serve(void *arg)
{
	served_t *s = arg;
	create_t *out = s->out;
	time_t now = time(NULL);

	request_free(&s->request);
	create_free(out);
	*out = (create_t) { .program = s->program };
	if ((out->rc = request_copy(s->asked, &s->request)) ||
	    (out->rc = site_sync(now, &out->text)))
		return;
	turns_begin(office);
	out->rc = create_serve(office, &s->request, s->uid, now, out);
}

void handle_create(slurm_msg_t *msg, rpc_t native)
{
	create_t out = { .rc = 0 };
	bool write = holds_possible(office), query, hold, error;
	request_t request;
	served_t served = {
		.asked = &request, .uid = msg->auth_uid, .out = &out,
	};

	(void) native;
	out.rc = message_read(msg->data, &request);
	out.program = reply_take_program_flag(&request);
	if (rate_limit_refuses(msg, out.program)) {
		request_free(&request);
		return;
	}
	if (lock_stats_asked(&request))	/* not counted as a create */
		locks_hold_as(LOCK_SHOW);
	query = query_is_asked(&request, &out);
	error = _needs_error(msg, query, out.program);
	hold = named_hold_asked(request.name);
	write |= hold;
	if (!out.rc)
		out.rc = _prepare(&request, msg->auth_uid, &out);
	if (!out.rc) {
		served.program = out.program;
		site_lock(write);
		turns_serve(office, STEPS_PAUSE, STEPS_TURN, true, _serve,
			    &served);
		site_unlock(write);
	}
	create_finish(&out);
	if (error && !out.rc)
		compat_reply(msg, REFUSED_UNSUPPORTED, out.text);
	else
		_answer(msg, request.name, query, hold, &out);
	create_free(&out);
	request_free(&served.request);
	request_free(&request);
}
