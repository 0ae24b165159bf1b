/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update.c - "scontrol update reservation", which accepts an offer if the name
 * is an offer's; see handlers.h
 */

#include "plugin/booking/accept.h"
#include "plugin/booking/holds.h"
#include "plugin/booking/named_hold.h"
#include "plugin/booking/text.h"
#include "plugin/booking/users.h"
#include "plugin/rpc/finish.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/rate_limit.h"
#include "plugin/rpc/reply.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/message.h"
#include "plugin/slurm/resolve.h"
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

/* Refuse what can be refused without locks, and look up names. Locks: none */
static int _prepare(request_t *request, uint32_t uid, update_t *out)
{
	int rc = update_check_early(request, uid, out);

	if (rc)
		return rc;
	resolve_user(uid);
	return users_limited(uid) ? 0 : resolve_names(request, &out->text);
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

/* Locks: site_lock(write). RET true: it is an offer that is accepted */
static bool _serve(request_t *request, uint32_t uid, bool write, update_t *out,
		   accept_t *a)
{
	bool ask = !users_limited(uid);
	time_t now = time(NULL);

	if ((out->rc = site_sync(now, &out->text)))
		return false;
	if (!accept_names_offer(request->name, now)) {
		out->rc = _look_up(ask && named_hold_confirms(request) ?
				   named_hold_users(request->name, now) : NULL,
				   write, &now, &out->known, &out->text);
		if (!out->rc)
			out->rc = update_serve(request, uid, now, out);
		return false;
	}
	a->create.rc = _look_up(ask ? accept_users(request, now) : NULL, write,
				&now, &a->known, &a->create.text);
	if (!a->create.rc)
		accept_serve(request, uid, now, a);
	return true;
}

void handle_update(slurm_msg_t *msg, rpc_t native)
{
	update_t out = { .rc = 0 };
	accept_t a = { .update = false };
	bool write = holds_possible(), is_offer = false;
	request_t request;

	(void) native;
	out.rc = message_read(msg->data, &request);
	out.program = a.create.program = a.change.program =
		reply_take_program_flag(&request);
	if (rate_limit_refuses(msg, out.program)) {
		request_free(&request);
		return;
	}
	if (!out.rc)
		out.rc = _prepare(&request, msg->auth_uid, &out);
	if (!out.rc) {
		site_lock(write);
		is_offer = _serve(&request, msg->auth_uid, write, &out, &a);
		site_unlock(write);
	}
	if (is_offer)
		_answer_accept(msg, request.name, &a);
	else
		_answer(msg, request.name, &out);
	accept_free(&a);
	update_free(&out);
	request_free(&request);
}
