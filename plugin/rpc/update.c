/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update.c - "scontrol update reservation", which accepts an offer if the name
 * is an offer's; see handlers.h
 */

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/accept.h"
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

static void _reply_done(slurm_msg_t *msg, bool visible)
{
	compat_reply(msg, 0, NULL);
	if (visible)
		queue_job_scheduler();
}

static void _answer(slurm_msg_t *msg, const char *name, update_t *out)
{
	update_finish(name, out);
	if (out->rc == 0)
		_reply_done(msg, out->visible);
	else
		reply_refused(msg, "update", name, out->rc, out->text,
			      out->program);
}

static void _answer_accept(slurm_msg_t *msg, const char *offer, accept_t *a)
{
	bool program = a->create.program;

	if (a->update)
		update_finish(a->name, &a->change);
	else
		create_finish(&a->create);
	if (accept_rc(a)) {
		reply_refused(msg, "accept", offer, accept_rc(a),
			      accept_text(a), program);
		return;
	}
	info("sched/garq: accept offer=%s uid=%u: reservation %s", offer,
	     msg->auth_uid, a->name);
	_reply_done(msg, a->create.visible || a->change.visible);
}

/* Do the checks that need no locks, and look up names. Locks: none */
static int _prepare(request_t *request, uint32_t uid, update_t *out)
{
	int rc;

	site_options_hold();
	rc = update_check_early(office, request, uid, out);
	site_options_release();
	if (rc)
		return rc;
	resolve_user(uid);
	return users_limited(office, uid) ? 0 :
					    resolve_names(request, &out->text);
}

/*
 * Look up the users of an offer that an operator accepts, or of a hold that an
 * operator confirms. For other users the office needs no look-up.
 * IN users - owned from then on; NULL: there are none
 * Locks: site_lock(write), released meanwhile.
 */
static int _look_up(char *users, bool write, time_t *now, request_t *known,
		    char **text)
{
	int rc;

	if (!(known->users = users))
		return 0;
	site_unlock(write);
	rc = resolve_names(known, text);
	site_lock(write);
	*now = time(NULL);
	return rc ? rc : site_sync(*now, text);
}

/*
 * Only an update is decided in turns: to accept an offer, holds are let go
 * before a place is searched for. Locks: site_lock(write).
 * RET true: it is an offer that is accepted
 */
static bool _decide(request_t *request, uint32_t uid, bool write, update_t *out,
		    accept_t *a)
{
	bool ask = !users_limited(office, uid);
	time_t now = time(NULL);

	if ((out->rc = site_sync(now, &out->text)))
		return false;
	if (!accept_names_offer(office, request->name, uid, now)) {
		out->rc = _look_up(ask && named_hold_confirms(request) ?
					   named_hold_users(office,
							    request->name,
							    now) :
					   NULL,
				   write, &now, &out->known, &out->text);
		turns_begin(office);
		if (!out->rc)
			out->rc = update_serve(office, request, uid, now, out);
		return false;
	}
	a->create.rc = _look_up(ask ? accept_users(office, request, now) : NULL,
				write, &now, &a->known, &a->create.text);
	if (!a->create.rc)
		accept_serve(office, request, uid, now, a);
	return true;
}

/* What is served; see turns_serve(). */
typedef struct {
	const request_t *asked;
	request_t request;	/* the copy that the office may change */
	uint32_t uid;
	bool write;
	bool program;
	update_t out;
	accept_t accept;
	bool is_offer;
} served_t;

static void _free(served_t *s)
{
	accept_free(&s->accept);
	update_free(&s->out);
	request_free(&s->request);
}

static void _serve(void *arg)
{
	served_t *s = arg;

	_free(s);
	s->out = (update_t) { .program = s->program };
	s->accept = (accept_t) { .create.program = s->program };
	s->accept.change.program = s->program;
	if (!(s->out.rc = request_copy(s->asked, &s->request)))
		s->is_offer = _decide(&s->request, s->uid, s->write, &s->out,
				      &s->accept);
}

void handle_update(slurm_msg_t *msg, rpc_t native)
{
	served_t s = { .uid = msg->auth_uid, .write = holds_possible(office) };
	request_t request;

	(void) native;
	s.asked = &request;
	s.out.rc = message_read(msg->data, &request);
	s.program = s.out.program = reply_take_program_flag(&request);
	if (rate_limit_refuses(msg, s.program)) {
		request_free(&request);
		return;
	}
	if (!s.out.rc)
		s.out.rc = _prepare(&request, msg->auth_uid, &s.out);
	if (!s.out.rc) {
		site_lock(s.write);
		turns_serve(office, STEPS_PAUSE, STEPS_TURN, true, _serve, &s);
		site_unlock(s.write);
	}
	if (s.is_offer)
		_answer_accept(msg, request.name, &s.accept);
	else
		_answer(msg, request.name, &s.out);
	_free(&s);
	request_free(&request);
}
