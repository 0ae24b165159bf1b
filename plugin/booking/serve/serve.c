/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <limits.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/forms.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/limits.h"
#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/offer/open_offers.h"
#include "plugin/booking/offer/past.h"
#include "plugin/booking/offer/probe.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/offer/standing_list.h"
#include "plugin/booking/offer/usage.h"
#include "plugin/booking/offer/why.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/consent.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/start/catch_up.h"

const verb_t *serve_verb(const char *name, bool program)
{
	static const verb_t *const verbs[NAME_FORMS] = {
		[NAME_HOLD] = &hold_verb, [NAME_OFFERS] = &open_offers_verb,
		[NAME_QUERY] = &query_verb, [NAME_PROBE] = &probe_verb,
		[NAME_WHY] = &why_verb, [NAME_LIMITS] = &limits_verb,
		[NAME_STANDING] = &standing_verb, [NAME_LOG] = &log_verb,
		[NAME_PAST] = &past_verb, [NAME_USAGE] = &usage_verb,
		[NAME_STATS] = &stats_verb,
	};
	name_form_t form = name_form(name, program);

	if (form == NAME_WORDS)
		form = name_form(wishes_behind(name), program);
	return verbs[form] ? verbs[form] : &create_verb;
}

static int _one_form(ask_t *a)
{
	char shown[TEXT_SHOWN];

	a->text = text_printf("%s has one form: leave out what stands in front of it",
			      text_printable(wishes_behind(a->request->name),
					     shown));
	return REFUSED_UNSUPPORTED;
}

/*
 * True if a name is that of a present reservation. Not if it asks for a plan,
 * for an offer alone, or agrees: whoever adds that to a name must not meet
 * another reservation, whatever that is called.
 */
static bool _is_literal(office_t *office, const ask_t *a, const wishes_t *w)
{
	return a->verb->found && !w->plan && !w->offer && !w->consent &&
	       view_find(office, a->request->name);
}

/* Take the wishes in front of a name; one that is there may look so. */
static int _take_wishes(office_t *office, ask_t *a)
{
	const verb_t *verb = a->verb;
	request_t *r = a->request;
	wishes_t w = { .least_cn = 0 };
	char *why = NULL;
	const char *name;

	if (!verb->takes)
		return verb->form ? _one_form(a) : 0;
	if (!wishes_read(r->name, &name, &w, &why))
		name = NULL;
	if (_is_literal(office, a, &w)) {
		free(why);
		return 0;
	}
	if (!name) {
		a->text = why;
		return REFUSED_NO_SUCH;
	}
	r->wishes = w;
	memmove(r->name, name, strlen(name) + 1);
	return 0;
}

static int _wishes(office_t *office, ask_t *a)
{
	const char *name = a->request->name;

	return ((name_form(name, false) == NAME_WORDS) &&
		wishes_in_front(name)) ? _take_wishes(office, a) : 0;
}

/* The refusal of each wish that a verb does not take. */
static const struct {
	unsigned wish;
	const char *text, *of_question;
} not_taken[] = {
	{ WISH_STANDBY, "only a create stands by: leave out standby:",
	  "a query does not wait: leave out standby:" },
	{ WISH_NAME,
	  "name: is for an update, which gives a booking another name", NULL },
	{ WISH_ASK,
	  "ask: is for an update of the booking that is asked to give way", NULL },
	{ WISH_ALSO, "only a create is for several dates: leave out also:", NULL },
	{ WISHES_PLACE,
	  "only plan: and, of an update, switches: and place: can stand in front of the name of what is there",
	  "probe prints all starts: only switches: and tasks: can stand in front" },
	{ WISH_PLAN, "plan: is for creates, updates, deletions and offers",
	  "a query makes nothing: leave out plan:" },
	{ UINT_MAX,	/* the last row: WISH_OFFER, WISH_OFFERS */
	  "offer: is for the deletion and the acceptance of an offer", NULL },
};

/* The wishes are for the verb. */
static int _check_wishes(office_t *office, ask_t *a)
{
	unsigned wrong = wishes_about(&a->request->wishes) & ~a->verb->takes;
	size_t i = 0;

	(void) office;
	a->program |= (a->request->wishes.plan == PLAN_LINES);
	if (!wrong)
		return 0;
	while (!(wrong & not_taken[i].wish))
		i++;
	return ask_refuse(a, REFUSED_UNSUPPORTED,
			  (a->verb->question && not_taken[i].of_question) ?
			  not_taken[i].of_question : not_taken[i].text);
}

/* The verb of an update, whose wishes are known. */
static const verb_t *_verb_of_update(office_t *office, const ask_t *a)
{
	const wishes_t *w = &a->request->wishes;

	return w->consent ? &consent_verb : w->name[0] ? &rename_verb :
	       (office->has.offer_sets &&
		accept_names_offer(office, a->request->name, a->uid, a->now)) ?
		&accept_verb : &update_verb;
}

int serve_name(office_t *office, ask_t *a)
{
	a->rc = a->verb->found ? _wishes(office, a) : 0;
	if (!a->rc && a->verb->update)
		a->verb = _verb_of_update(office, a);
	return a->rc;
}

int serve_early(office_t *office, ask_t *a)
{
	a->rc = a->verb->found ? 0 : _wishes(office, a);
	if (!a->rc && a->verb->early)
		a->rc = a->verb->early(office, a);
	return a->rc;
}

char *serve_users(office_t *office, const ask_t *a)
{
	char *users = a->verb->users ? a->verb->users(office, a) : NULL;

	if (users && users_limited(office, a->uid) &&
	    !users_count_others(office, users, a->uid))
		free_null(users);
	return users;
}

bool serve_deletes(const office_t *office, const verb_t *verb)
{
	return office->options.offer_hold || office->has.held_offers ||
	       office->has.ended_holds || (verb && verb->deletes);
}

/* --- steps that are the same for all verbs --- */

static int _durable(office_t *office, ask_t *a)
{
	return site_durable(office, &a->text) ? 0 : REFUSED_FAILED;
}

/* A window that is given, and would mean nothing. */
static int _no_window(ask_t *a)
{
	const char *word = kind_native_word(a->request);

	a->text = text_printf(
		"MaxStartDelay is the window of a booking (garq_window), and what has %s is left to Slurm: leave MaxStartDelay out, or book whole nodes, on several dates by also:DATE,...:NAME",
		word ? word : "such a request");
	return REFUSED_UNSUPPORTED;
}

/* What the host makes is no booking: no ledger is needed for it. */
static int _native(office_t *office, ask_t *a)
{
	int rc;

	if (a->kind->parts && a->verb->not_native &&
	    (a->kind->native || !a->verb->cores))
		return ask_refuse(a, REFUSED_UNSUPPORTED, a->verb->not_native);
	if (!a->kind->native)
		return _durable(office, a);
	if (a->request->wishes.dated ||
	    (wishes_about(&a->request->wishes) &
	     ~(a->kind->place ? WISH_PLAN : 0)))
		return ask_refuse(a, REFUSED_UNSUPPORTED, a->v ?
				  "what stands in front of the name is for bookings: this reservation is Slurm's own" :
				  "what stands in front of the name is for nodes, cores and licenses: not with these flags or features");
	if (a->kind->place)
		return 0;
	if (!a->v && a->request->has_delay && a->request->delay &&
	    office->options.window)
		return _no_window(a);
	if (!a->verb->native)
		return ask_refuse(a, REFUSED_UNSUPPORTED, a->verb->not_native);
	rc = a->verb->native(office, a);
	return rc ? rc : ASK_ANSWERED;
}

static int _have_kind(office_t *office, ask_t *a)
{
	return !a->kind ? 0 :
	       (a->kind->native || a->kind->parts) ? _native(office, a) :
						     _durable(office, a);
}

/*
 * The places that are held for the user must not block what the user asks.
 * Nobody asks when a request that stands by is tried again.
 */
static int _release(office_t *office, ask_t *a)
{
	if (!a->room || (!office->has.held_offers && !office->has.ended_holds))
		return 0;
	if (a->asks & ASKS_PLAN)
		holds_lift(office, a);	/* look_at() releases them */
	else if (!a->again)
		holds_release_of(office, &a->creator);
	return 0;
}

/* a->limited may have changed since the way began (update_may()). */
static int _check_limits(office_t *office, ask_t *a)
{
	return (a->limited && a->verb->limits) ? a->verb->limits(office, a) : 0;
}

static unsigned _asks_of(office_t *office, const ask_t *a)
{
	const wishes_t *w = &a->request->wishes;

	return (wishes_place(w) ? ASKS_FORMS : 0) |
	       (w->plan ? ASKS_PLAN : 0) |
	       (w->standby && !a->again ? ASKS_STANDBY : 0) |
	       (wishes_about(w) ? ASKS_WISHES : 0) |
	       ((office->budgets || office->files[OFFICE_BUDGET].fault[0]) ?
			ASKS_CHARGE : 0);
}

/* The steps of a request whose wishes are known. */
static int _go_on(office_t *office, ask_t *a)
{
	const verb_t *verb = a->verb;
	const ask_fn way[] = {
		(a->asks & ASKS_WISHES) ? _check_wishes : NULL, verb->may,
		verb->ledger ? _durable : NULL, verb->check, verb->target,
		_have_kind, verb->shape,
		(a->asks & ASKS_FORMS) ? forms_check : _check_limits,
		_release, verb->plan,
	};
	int rc = 0;

	for (size_t i = 0; !rc && (i < sizeof(way) / sizeof(way[0])); i++)
		if (way[i])
			rc = way[i](office, a);
	return rc;
}

int serve(office_t *office, ask_t *a)
{
	int rc = _wishes(office, a);

	a->limited = users_limited(office, a->uid);
	a->creator = a->uid;
	a->asks = _asks_of(office, a);
	if (!rc)
		rc = _go_on(office, a);
	a->rc = (rc == ASK_ANSWERED) ? 0 : rc;
	if (a->lifted.cnt)
		holds_return(office, a);
	return a->rc;
}
