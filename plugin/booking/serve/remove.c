/* SPDX-License-Identifier: GPL-2.0-or-later */
/* remove.c - see remove.h */

#include <errno.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/remove.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/offers.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"

/* A booking was deleted that may have been a hold: one may still be under way. */
static void _bury(office_t *office, const booking_t *b, uint32_t uid,
		  time_t now)
{
	uint32_t whose = (b->creator == VIEW_NOBODY) ? uid : b->creator;
	ledger_op_t *op;

	if (!b->hold_ttl && !co_member_names(b->name))
		return;
	if ((op = tombstone_leave(office, b->name, whose, now)))
		ledger_commit_later(office->ledger, op);
	else
		say_error(office,
			  "sched/garq: out of memory: a late hold of %s would be taken",
			  b->name);
}

/* The user has no such booking, but a hold may still be under way. */
static int _bury_absent(office_t *office, const char *name, uint32_t uid,
			time_t now, remove_t *out)
{
	if (office->ledger && !site_durable(office, &out->text))
		return REFUSED_FAILED;
	if (office->ledger &&
	    !(out->op = tombstone_leave(office, name, uid, now)))
		return ENOMEM;
	out->text = text_dup("there is no such hold or booking of yours");
	return REFUSED_NO_SUCH;
}

static int _remove(office_t *office, const char *name, uint32_t uid, time_t now,
		   remove_t *out)
{
	ledger_op_t *op = NULL;
	booking_t *b = NULL;
	char *why = NULL;
	time_t start, end;
	view_resv_t *v;
	int rc;

	out->visible = true;
	if (!(v = view_find(office, name)))
		return office->controller->records->remove(name, NULL);
	if (v->booking && office->ledger && !site_durable(office, &out->text))
		return REFUSED_FAILED;
	/* Without the operation it would be deleted until the next start only. */
	if (v->booking && office->ledger &&
	    !(op = ledger_make_revoke(v->booking, "deleted")))
		return ENOMEM;
	start = v->start;
	end = v->end;
	rc = park_delete(office, v, now, &b, &out->visible);
	if (b && op) {
		_bury(office, b, uid, now);
		out->op = ledger_queue_revoke(office->ledger, op);
	} else {
		ledger_forget_revoke(op);
	}
	if (b)
		co_member_broken(office, b, NULL, uid);
	if (rc == 0) {
		offers_forget(office, name);
		why = text_printf("%s was deleted", name);
		out->visible |= shift_earlier(office, start, end, why, now,
					      NULL);
		free_null(why);
	}
	booking_destroy(b);
	return rc;
}

/*
 * The set of the offer of this name; NULL if a reservation other than its hold
 * has the name, or if the offer is hidden from the user.
 */
static offer_set_t *_offer(office_t *office, const char *name, uint32_t uid,
			   time_t now, ledger_offer_t **ret_offer)
{
	offer_set_t *set = offers_find(office, name, now, ret_offer);

	if (!set || !offers_may_see(office, set, uid))
		return NULL;
	return !(*ret_offer)->held && view_find(office, name) ? NULL : set;
}

/* Deleting an offer withdraws it. */
static int _withdraw(office_t *office, offer_set_t *set, ledger_offer_t *offer,
		     uint32_t uid, remove_t *out)
{
	if (!offers_may_use(office, set, uid)) {
		out->text = text_dup("only who asked for it, or an operator, can withdraw an offer");
		return REFUSED_USERS;
	}
	if (office->ledger && !site_durable(office, &out->text))
		return REFUSED_FAILED;
	out->op = offers_withdraw(office, set, offer);
	holds_release_deferred(office);
	return out->op ? 0 : ENOMEM;
}

static int _check_user(office_t *office, const char *name, uint32_t uid,
		       char **ret_text)
{
	const view_resv_t *v = view_find(office, name);

	if (!users_limited(office, uid) ||
	    park_validate_user(office, name, uid))
		return 0;
	if (!office->options.users) {
		say_error(office,
			  "Security violation, DELETE_RESERVATION RPC from uid=%u",
			  uid);
		return REFUSED_USERS;
	}
	if (users_is_owner(office, v, uid))
		return 0;
	return users_deny(office, v, name, "DELETE", uid, ret_text);
}

static int _serve(office_t *office, const char *name, uint32_t uid, time_t now,
		  remove_t *out)
{
	ledger_offer_t *offer = NULL;
	offer_set_t *set = _offer(office, name, uid, now, &offer);
	bool part = co_member_names(name) && users_may_ask(office, uid);
	int rc;

	if (set)
		return _withdraw(office, set, offer, uid, out);
	if (part && !view_find(office, name))
		return _bury_absent(office, name, uid, now, out);
	if ((rc = _check_user(office, name, uid, &out->text))) {
		if (!part)
			return rc;
		free_null(out->text);
		return _bury_absent(office, name, uid, now, out);
	}
	if (users_sees_job_booking(office, name, uid))
		return job_names_refuse(&out->text);
	if (!name || !name[0]) {
		out->text = text_dup("give the name of a reservation");
		return REFUSED_NO_SUCH;
	}
	return _remove(office, name, uid, now, out);
}

int remove_serve(office_t *office, const char *name, uint32_t uid, time_t now,
		 remove_t *out)
{
	int rc = catch_up_to_serve(office, now, &out->text);

	/* Where the plugin does not fit, records that only Slurm knows can still be
	 * deleted; where memory is short, a view without the booking proves nothing. */
	if (rc &&
	    ((rc == ENOMEM) || office->unowned || view_find(office, name)))
		return rc;
	free_null(out->text);
	return _serve(office, name, uid, now, out);
}

void remove_unrecorded(office_t *office, const char *name, const char *why,
		       remove_t *out)
{
	if (out->rc) {
		free_null(out->text);
		out->rc = REFUSED_FAILED;
		out->text = text_printf(
			"there is no such hold or booking of yours, but the ledger can't be written (%s): delete it again, or a hold that is under way may be taken",
			why);
		return;
	}
	say_error(office,
		  "sched/garq: reservation %s was deleted, but the ledger can't be written: %s",
		  name, why);
	out->rc = REFUSED_FAILED;
	out->text = text_printf(
		"deleted, but the ledger can't be written (%s): it would come back if slurmctld were killed now",
		why);
}
