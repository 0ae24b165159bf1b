/* SPDX-License-Identifier: GPL-2.0-or-later */
/* remove.c - "scontrol delete reservation"; see handlers.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/job_names.h"
#include "plugin/booking/offers.h"
#include "plugin/booking/park.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/shift.h"
#include "plugin/booking/site.h"
#include "plugin/booking/text.h"
#include "plugin/booking/users.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/reply.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native.h"
#include "plugin/slurm/sync.h"

/* Locks: site_lock(true), synced */
static int _delete(const char *name, time_t now, ledger_op_t **ret_op,
		   bool *ret_told)
{
	booking_t *b = NULL;
	char *text = NULL;
	time_t start, end;
	view_resv_t *v;
	int rc;

	if (!(v = view_find(name)))
		return controller->records->remove(name, NULL);
	start = v->start;
	end = v->end;
	rc = park_delete(v, now, &b, ret_told);
	if (b && site.ledger)
		*ret_op = ledger_drop(site.ledger, name, "deleted");
	if (rc == 0) {
		offers_forget(name);
		text = text_printf("%s was deleted", name);
		*ret_told |= shift_into(start, end, text, now, NULL);
		free_null(text);
	}
	booking_destroy(b);
	return rc;
}

/* It is gone, but the ledger does not know: keep trying to tell it. */
static char *_not_recorded(const char *name, const char *why)
{
	ledger_op_t *op = ledger_drop(site.ledger, name, "deleted");

	if (op)
		ledger_commit_later(site.ledger, op);
	error("sched/garq: reservation %s was deleted, but the ledger can't be written: %s",
	      name, why);
	return text_printf(
		"deleted, but the ledger can't be written (%s): it would come back if slurmctld were killed now",
		why);
}

/*
 * An offer is withdrawn by deleting it. RET is it one?
 * Locks: site_lock(true), synced
 */
static bool _withdraw(const char *name, uint32_t uid, time_t now, int *ret_rc,
		      char **ret_text, ledger_op_t **ret_op)
{
	ledger_offer_t *offer;
	offer_set_t *set;

	if (!(set = offers_find(name, now, &offer)) ||
	    (!offer->held && view_find(name)))
		return false;
	if (!offers_may(set, uid)) {
		*ret_text = text_dup("only who asked for it, or an operator, can withdraw an offer");
		*ret_rc = REFUSED_USERS;
	} else {
		*ret_op = offers_withdraw(set, offer);
		*ret_rc = *ret_op ? 0 : ENOMEM;
	}
	return true;
}

static int _check_user(const char *name, uint32_t uid, char **ret_text)
{
	if (!users_limited(uid) || park_validate_uid((char *) name, uid))
		return 0;
	if (!site.options.users) {
		error("Security violation, DELETE_RESERVATION RPC from uid=%u",
		      uid);
		return REFUSED_USERS;
	}
	if (users_own(view_find(name), uid))
		return 0;
	return users_deny(name, "DELETE", uid, ret_text);
}

/*
 * Locks: site_lock(true). OUT ret_op - to be committed; NULL with success: it was
 * a reservation of Slurm's own
 */
static int _serve(const char *name, uint32_t uid, char **ret_text,
		  ledger_op_t **ret_op, bool *ret_told)
{
	time_t now = time(NULL);
	int rc = site_sync(now, ret_text);

	/* What Slurm knows alone it deletes, whatever the plugin lacks. */
	if (rc && view_find(name))
		return rc;
	free_null(*ret_text);
	if (_withdraw(name, uid, now, &rc, ret_text, ret_op))
		return rc;
	if ((rc = _check_user(name, uid, ret_text)))
		return rc;
	if (jobs_name(name))
		return jobs_deny(ret_text);
	if (!name || !name[0]) {
		*ret_text = text_dup("give the name of a reservation");
		return REFUSED_NO_SUCH;
	}
	*ret_told = true;
	return _delete(name, now, ret_op, ret_told);
}

void handle_delete(slurm_msg_t *msg, rpc_t native)
{
	reservation_name_msg_t *data = msg->data;
	ledger_op_t *op = NULL;
	char *text = NULL;
	bool told = false;
	char why[256];
	int rc;

	(void) native;
	site_lock(true);
	rc = _serve(data->name, msg->auth_uid, &text, &op, &told);
	site_unlock(true);
	if ((rc == 0) && !op)
		site_save();
	if (op && !ledger_commit(site.ledger, op, why, sizeof(why))) {
		text = _not_recorded(data->name, why);
		rc = REFUSED_FAILED;
	}
	if (rc == 0) {
		info("sched/garq: delete reservation=%s uid=%u: done",
		     data->name, msg->auth_uid);
		compat_reply(msg, 0, NULL);
		if (told)
			queue_job_scheduler();
	} else {
		reply_failed(msg, "delete", data->name, rc, text);
	}
	free_null(text);
}
