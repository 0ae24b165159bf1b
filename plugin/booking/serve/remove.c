/* SPDX-License-Identifier: GPL-2.0-or-later */
/* remove.c - the verb delete; see verbs.h */

#include <errno.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/look.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/wishes.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/serve/verbs.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/ledger_events.h"

/* A booking was deleted that may have been a hold: one may still be under way. */
static void _bury_hold(office_t *office, const booking_t *b, uint32_t uid,
		       time_t now)
{
	uint32_t whose = (b->creator == VIEW_NOBODY) ? uid : b->creator;

	if (b->hold_ttl || name_is_part(b->name))
		ledger_commit_later(office->ledger,
				    tombstone_leave(office, b->name, whose,
						    now));
}

/* The user has no such booking, but a hold may still be under way. */
static int _bury_absent(office_t *office, ask_t *a)
{
	if (office->ledger && !site_durable(office, &a->text))
		return REFUSED_FAILED;
	a->op = tombstone_leave(office, a->request->name, a->uid, a->now);
	return ask_refuse(a, REFUSED_NO_SUCH,
			  "there is no such hold or booking of yours");
}

/* The booking was deleted: queue that. */
static void _deleted(office_t *office, ask_t *a, booking_t *b)
{
	if (b->payer || b->charge.amount)
		(void) charge_close(office, b, a->now);
	if (office->ledger) {
		_bury_hold(office, b, a->uid, a->now);
		a->op = ledger_revoke_by(office->ledger, b, a->uid,
					 "deleted");
	}
	if (name_is_part(b->name))
		co_member_broken(office, b, NULL, a->uid);
}

/* What was behind the reservation may start earlier; but requests that stand by
 * come first, in the agent's turn (standby_use_room()). */
static void _use_room(office_t *office, ask_t *a, time_t start, time_t end)
{
	const char *name = a->request->name;
	char *why = text_printf("%s was deleted", name);

	if (office->has.offer_sets)
		offers_forget(office, name);
	if (!standing_wants(office, start, end))
		a->visible |= shift_earlier(office, start, end, why, a->now,
					    NULL);
	free_null(why);
}

/* RET as look_at(); REFUSED_IN_USE: a job keeps it */
static int _look_at_deletion(office_t *office, ask_t *a)
{
	lrh_plan_t plan = { .cnt = 0 };
	int rc;

	if (!a->request->wishes.plan)
		return 0;
	if (!a->v->booking)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "plan: is for bookings: leave it out");
	if (view_has_jobs(office, a->v))
		return REFUSED_IN_USE;
	if (!standing_wants(office, a->v->start, a->v->end))
		(void) shift_foresee(office, a->v, a->now, &plan);
	rc = look_at(office, a, &(look_t) { .v = a->v, .plan = &plan });
	lrh_plan_free(&plan);
	return rc;
}

static int _remove(office_t *office, ask_t *a)
{
	booking_t *b = NULL;
	time_t start = a->v->start, end = a->v->end;
	int rc;

	if (a->v->booking && office->ledger && !site_durable(office, &a->text))
		return REFUSED_FAILED;
	if ((rc = _look_at_deletion(office, a)))
		return rc;
	rc = park_delete(office, a->v, a->now, &b, &a->visible);
	if (b)
		_deleted(office, a, b);
	if (rc == 0)
		_use_room(office, a, start, end);
	booking_destroy(b);
	return rc;
}

/*
 * The set of the offer of this name; NULL if a reservation other than its hold
 * has the name, or if the offer is hidden from the user.
 */
static offer_set_t *_find_offer(office_t *office, const ask_t *a,
				ledger_offer_t **ret_offer)
{
	const char *name = a->request->name;
	offer_set_t *set = offers_find(office, name, a->now, ret_offer);

	if (!set || !offers_may_see(office, set, a->uid))
		return NULL;
	return !(*ret_offer)->held && view_find(office, name) ? NULL : set;
}

/* standby:book:NAME: only the request that stands by, not its booking. */
static bool _only_standing(const ask_t *a)
{
	return a->request->wishes.standby != STANDBY_NO;
}

/* OUT ret_offer - of the set; NULL: all of its offers are withdrawn */
static offer_set_t *_find_offers(office_t *office, const ask_t *a,
				 ledger_offer_t **ret_offer)
{
	*ret_offer = NULL;
	if (_only_standing(a) || !office->has.offer_sets)
		return NULL;
	if (a->request->wishes.offer == OFFER_ALL)
		return offers_set_of(office, a->uid, a->request->name);
	return _find_offer(office, a, ret_offer);
}

/* The request that stands by under this name, if the user may see it. */
static standing_t *_find_standing(office_t *office, const ask_t *a)
{
	const char *name = a->request->name;
	standing_t *s = office->has.standing ? standing_find(office, name) :
					       NULL;

	return (s && (a->request->wishes.offer != OFFER_ALL) &&
		(_only_standing(a) || !view_find(office, name)) &&
		standing_may_see(office, s, a->uid)) ? s : NULL;
}

/* Deleting an offer withdraws it. IN offer - NULL: all of the set */
static int _withdraw(office_t *office, offer_set_t *set, ledger_offer_t *offer,
		     ask_t *a)
{
	if (!offers_may_use(office, set, a->uid))
		return ask_refuse(a, REFUSED_USERS,
				  "only who asked for it, or an operator, can withdraw an offer");
	if (office->ledger && !site_durable(office, &a->text))
		return REFUSED_FAILED;
	a->op = offers_withdraw(office, set, offer);
	holds_release_deferred(office);
	return 0;
}

static int _check_user(office_t *office, ask_t *a)
{
	const char *name = a->request->name;
	const view_resv_t *v = view_find(office, name);

	if (!a->limited || park_validate_user(office, name, a->uid))
		return 0;
	if (!office->options.users) {
		say_error(office,
			  "Security violation, DELETE_RESERVATION RPC from uid=%u",
			  a->uid);
		return REFUSED_USERS;
	}
	if (users_is_owner(office, v, a->uid))
		return 0;
	return users_deny(office, v, name, "DELETE", a->uid, &a->text);
}

/* --- the way --- */

/* Where the plugin does not fit, records that only Slurm knows can still be
 * deleted. */
static int _may_delete(office_t *office, ask_t *a)
{
	int rc = catch_up_to_serve(office, a->now, &a->text);

	a->stays = true;
	if (rc && (office->unowned || view_find(office, a->request->name)))
		return rc;
	free_null(a->text);
	return 0;
}

static int _target_of_delete(office_t *office, ask_t *a)
{
	const char *name = a->request->name;
	ledger_offer_t *offer = NULL;
	offer_set_t *set = _find_offers(office, a, &offer);
	bool only = _only_standing(a) || a->request->wishes.offer;
	bool part = !only && name_is_part(name) &&
		    users_may_ask(office, a->uid);
	standing_t *standing = _find_standing(office, a);
	int rc;

	if ((set || standing || part) && a->request->wishes.plan)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "only a booking has a plan: an offer, a hold, or a request that stands by is withdrawn without one");
	if (set || standing) {
		rc = set ? _withdraw(office, set, offer, a) :
			   standby_withdraw(office, a, standing);
		return rc ? rc : ASK_ANSWERED;
	}
	if (only)
		return ask_refuse(a, REFUSED_NO_SUCH, _only_standing(a) ?
				  "no request of this name stands by" :
				  "no offer of this name is open");
	if (part && !view_find(office, name))
		return _bury_absent(office, a);
	rc = _check_user(office, a);
	if (!rc || !part)
		return rc;
	free_null(a->text);
	return _bury_absent(office, a);
}

static int _plan_delete(office_t *office, ask_t *a)
{
	const char *name = a->request->name;
	int rc;

	if (users_sees_job_booking(office, name, a->uid))
		return job_names_refuse(&a->text);
	if (!request_has(name))
		return ask_refuse(a, REFUSED_NO_SUCH,
				  "give the name of a reservation");
	a->v = view_find(office, name);
	if (!a->v && a->request->wishes.plan)
		return REFUSED_NO_SUCH;
	a->visible = true;
	rc = a->v ? _remove(office, a) :
		    office->host->records->remove(office, name, NULL);
	a->save = !a->op && !a->looked;
	return rc;
}

static void _unwritten(office_t *office, ask_t *a, const char *why)
{
	free_null(a->text);
	if (a->rc) {
		a->text = text_printf(
			"there is no such hold or booking of yours, but the ledger can't be written (%s): delete it again, or a hold that is under way may be taken",
			why);
	} else {
		say_error(office,
			  "sched/garq: reservation %s was deleted, but the ledger can't be written: %s",
			  a->request->name, why);
		a->text = text_printf(
			"deleted, but the ledger can't be written (%s): it would come back if slurmctld were killed now",
			why);
	}
	a->rc = REFUSED_FAILED;
}

const verb_t remove_verb = {
	.word = "delete",
	.found = true,
	.deletes = true,
	.catches_up = true,
	.takes = WISH_PLAN | WISH_STANDBY | WISH_OFFER | WISH_OFFERS,
	.may = _may_delete,
	.target = _target_of_delete,
	.plan = _plan_delete,
	.unwritten = _unwritten,
};
