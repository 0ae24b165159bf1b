/* SPDX-License-Identifier: GPL-2.0-or-later */
/* serve.c - see serve.h */

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/forms.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/questions.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

const verb_t *serve_verb(const char *name, bool program)
{
	const verb_t *question;

	name = wishes_behind(name);
	question = question_named(name, program);
	if (question)
		return question;
	return ask_is_named(&hold_verb, name, program) ? &hold_verb :
							 &create_verb;
}

const verb_t *serve_verb_of_update(office_t *office, const char *name,
				   uint32_t uid, time_t now)
{
	return accept_names_offer(office, name, uid, now) ? &accept_verb :
							    &update_verb;
}

/* Take the wishes in front of a new name; a name that is there may look so. */
static int _wishes(office_t *office, ask_t *a)
{
	request_t *r = a->request;
	const char *name;
	char *shown;

	(void) office;
	if (!wishes_in_front(r->name) ||
	    (!a->verb->wishes && !a->verb->names[0]))
		return 0;
	if (!a->verb->wishes) {
		shown = text_printable(wishes_behind(r->name));
		a->text = text_printf("%s has one form: leave out what stands in front of it",
				      shown);
		free(shown);
		return REFUSED_UNSUPPORTED;
	}
	if (!wishes_read(r->name, &name, &r->wishes, &a->text))
		return REFUSED_NO_SUCH;
	memmove(r->name, name, strlen(name) + 1);
	return 0;
}

/*
 * Only a create stands by, and is withdrawn by the same words; the name of a
 * present reservation may look so.
 */
static int _only_create(office_t *office, ask_t *a)
{
	const char *name = a->request->name;

	if ((a->verb == &create_verb) || (a->verb == &remove_verb) ||
	    a->again ||
	    (!a->request->wishes.standby &&
	     (!wishes_ask_standby(name) || view_find(office, name))))
		return 0;
	return ask_refuse(a, REFUSED_UNSUPPORTED,
			  a->verb->question ?
			  "a query does not wait: leave out standby:" :
			  "only a create stands by: leave out standby:");
}

int serve_early(office_t *office, ask_t *a)
{
	a->rc = _wishes(office, a);
	if (!a->rc && a->verb->early)
		a->rc = a->verb->early(office, a);
	return a->rc;
}

char *serve_users(office_t *office, const ask_t *a)
{
	if (!a->verb->users || users_limited(office, a->uid))
		return NULL;
	return a->verb->users(office, a);
}

/* --- steps that are the same for all verbs --- */

static int _durable(office_t *office, ask_t *a)
{
	return site_durable(office, &a->text) ? 0 : REFUSED_FAILED;
}

static int _ledger(office_t *office, ask_t *a)
{
	return a->verb->ledger ? _durable(office, a) : 0;
}

/* What the host makes is no booking: no ledger is needed for it. */
static int _native(office_t *office, ask_t *a)
{
	int rc;

	if (!a->kind)
		return 0;
	if (a->kind->place)
		return _durable(office, a);
	if (wishes_any(&a->request->wishes))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "what stands in front of the name is for whole nodes and licenses: not with these flags, or cores");
	if (!a->verb->native)
		return ask_refuse(a, REFUSED_UNSUPPORTED, a->verb->not_native);
	rc = a->verb->native(office, a);
	return rc ? rc : ASK_ANSWERED;
}

static int _limits(office_t *office, ask_t *a)
{
	return a->room ? forms_check(office, a) :
	       a->verb->limits ? a->verb->limits(office, a) : 0;
}

/*
 * The places that are held for the user must not block what the user asks.
 * Nobody asks when a request that stands by is tried again.
 */
static int _release(office_t *office, ask_t *a)
{
	if (a->room && !a->again)
		holds_release_of(office, &a->creator);
	return 0;
}

int serve(office_t *office, ask_t *a)
{
	const verb_t *verb = a->verb;
	const ask_fn way[] = {
		_wishes, _only_create, verb->may, _ledger, verb->check,
		verb->target, _native, verb->shape, _limits, _release,
		verb->plan,
	};
	int rc = 0;

	a->limited = users_limited(office, a->uid);
	a->creator = a->uid;
	for (size_t i = 0; !rc && (i < sizeof(way) / sizeof(way[0])); i++)
		if (way[i])
			rc = way[i](office, a);
	a->rc = (rc == ASK_ANSWERED) ? 0 : rc;
	return a->rc;
}
