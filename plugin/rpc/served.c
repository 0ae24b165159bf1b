/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/view/say.h"
#include "plugin/rpc/rate_limit.h"
#include "plugin/rpc/served.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/fellows.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"

int served_find_fellows(uint32_t uid, request_t *request, char **ret_text)
{
	uint32_t others = users_count_others(office, request->users, uid);
	uint32_t most;
	int rc;

	site_options_hold();
	most = users_may_ask(office, uid) ? office->options.user_others : 0;
	site_options_release();
	/* of more the office looks at none */
	if (!others || !most || (text_count_names(request->users) > most + 1))
		return 0;
	rc = rate_limit(uid, others, ret_text);
	return rc ? rc : fellows_find(uid, request, ret_text);
}

/*
 * Look up the users of an offer that is accepted, or of a hold that an operator
 * confirms. Locks: site_lock(write), released meanwhile.
 */
static int _look_up(served_t *s)
{
	ask_t *a = &s->ask;
	int rc;

	a->known.users = serve_users(office, a);
	if (!a->known.users)
		return 0;
	site_unlock(s->write);
	rc = users_limited(office, a->uid) ?
		served_find_fellows(a->uid, &a->known, &a->text) :
		resolve_names(&a->known, &a->text);
	site_lock(s->write);
	a->now = time(NULL);
	return rc ? rc : site_sync(a->now, &a->text);
}

/* Begin again, with a new time. RET 0 or a code (refused.h) */
static int _begin_anew(served_t *s)
{
	ask_t *a = &s->ask;
	int rc;

	ask_free(a);
	request_free(&s->request);
	*a = (ask_t) {
		.verb = s->verb, .request = &s->request,
		.uid = s->msg->auth_uid, .now = time(NULL),
		.program = s->program, .again = s->again,
	};
	if (s->verb->catches_up)
		site_prepare(a->now);
	s->request = request_copy(&s->asked);
	rc = s->verb->catches_up ? 0 : site_sync(a->now, &a->text);
	if (!rc)
		rc = serve_name(office, a);
	if (rc)
		return rc;
	s->verb = a->verb;
	return a->verb->users ? _look_up(s) : 0;
}

/* What turns_serve() calls. Locks: site_lock(write) */
static void _serve_request(void *arg)
{
	served_t *s = arg;

	if ((s->ask.rc = _begin_anew(s)))
		return;
	if (s->verb->turns)
		turns_begin(office);
	(void) serve(office, &s->ask);
}

void served_decide(served_t *s)
{
	/* a deletion needs the write locks */
	s->write = serve_deletes(office, s->verb);
	site_lock(s->write);
	turns_serve(office, STEPS_PAUSE, STEPS_TURN, true, _serve_request, s);
	site_unlock(s->write);
}

char *served_note(const ask_t *a)
{
	return a->note ? text_printf("%s is booked: %s", a->name, a->note) :
			 NULL;
}

void served_free(served_t *s)
{
	ask_free(&s->ask);
	request_free(&s->request);
	request_free(&s->asked);
}

/* --- decisions become durable --- */

/*
 * The answer to a request that changes no booking: there is nothing to undo.
 * If the ledger can't be written now, it gets the offers later; a start before
 * that finds those of an earlier request, which may have the same names.
 */
static void _commit_offers(ledger_op_t *op, char **text)
{
	bool offers = ledger_op_has_offers(op);
	char why[256];

	if (ledger_commit_or_keep(office->ledger, op, why, sizeof(why)))
		return;
	say_error(office,
		  "sched/garq: offers were made that the ledger does not have yet: %s",
		  why);
	if (offers)
		text_add(text, "%sthe ledger can't be written: %s; if slurmctld is started again before it can, the names of these offers may stand for older ones: look at them (ReservationName=offers) before you accept one",
			 *text ? "\n" : "", why);
}

/* Take the change back; without a sync the undo uses the last view. */
static void _undo_change(ask_t *a, const char *why)
{
	char *text = NULL;

	site_lock(true);
	a->now = time(NULL);
	(void) site_sync(a->now, &text);
	a->verb->undo(office, a, why);
	site_unlock(true);
	free_null(text);
}

/* A request that stands by does so once its row is durable. */
static void _commit_standing(ask_t *a)
{
	char why[256];
	bool durable = ledger_commit(office->ledger, a->stand_op, why,
				     sizeof(why));

	site_lock(false);
	standby_settle(office, a, durable ? NULL : why);
	site_unlock(false);
}

/* A question about the past is answered by the events that are read now. */
static void _read_past(ask_t *a)
{
	char why[256];

	if (a->rc)
		return;
	if (site_read_past(&a->past, why, sizeof(why))) {
		a->rc = a->verb->read(office, a);
		return;
	}
	free_null(a->text);
	a->text = text_printf("the history can't be read now: %s; ask again",
			      why);
	a->rc = REFUSED_FAILED;
}

void served_make_durable(ask_t *a)
{
	ledger_op_t *op = a->op;
	char why[256];

	if (a->past)
		_read_past(a);
	if (a->stand_op)
		_commit_standing(a);
	if (a->save && (a->rc == 0))
		site_save();
	a->op = NULL;
	if (!op)
		return;
	if (a->stays) {
		if (!ledger_commit_or_keep(office->ledger, op, why,
					   sizeof(why)))
			a->verb->unwritten(office, a, why);
	} else if (a->rc || !a->name) {
		_commit_offers(op, &a->text);
	} else if (ledger_commit(office->ledger, op, why, sizeof(why))) {
		shift_settle(&a->shifted);
	} else {
		_undo_change(a, why);
	}
}
