/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rename.c - an update that gives a booking another name; see verbs.h
 *
 * Slurm keeps the name of its reservation in each job, so a booking that a job
 * names keeps its name. The name changes in the same record, and the native id
 * stays.
 */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/book.h"
#include "plugin/booking/offer/look.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/serve/verbs.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/record/content.h"

static int _check_rename(office_t *office, ask_t *a)
{
	const char *to = a->request->wishes.name;
	int rc = update_check(office, a);

	if (rc)
		return rc;
	if (!named_hold_confirms(a->request))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "name: changes the name alone: change all else by another update");
	if (!name_ok(to, &a->text))
		return REFUSED_NO_SUCH;
	if (serve_verb(to, false) != &create_verb)
		return ask_refuse(a, REFUSED_NO_SUCH,
				  "that name asks a question: choose another one");
	return name_is_part(to) ?
	       ask_refuse(a, REFUSED_NO_SUCH,
			  "such names are for parts of co-reservations") : 0;
}

/* Names that mean more than the booking. */
static int _check_kept(ask_t *a)
{
	const booking_t *b = a->v->booking;

	if (!b)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "only bookings can be renamed, and this reservation is Slurm's own: delete it and create it again");
	if (b->hold_until || b->stand_in || name_is_part(b->name))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "a hold, a part of a co-reservation, and what can't be used at the moment keep their names");
	return 0;
}

static int _target_of_rename(office_t *office, ask_t *a)
{
	int rc = update_target(office, a);

	if (!rc)
		rc = _check_kept(a);
	return rc ? rc : users_name_free(office, a->request->wishes.name,
					 a->uid, a->now, &a->text);
}

/* OUT a->text. RET 0 or REFUSED_IN_USE */
static int _check_jobs(office_t *office, ask_t *a)
{
	uint32_t job_id;

	if (a->v->requests)
		return ask_refuse(a, REFUSED_IN_USE,
				  "a job is about to be made that names it");
	job_id = jobs_naming(office, a->v->name);
	if (!job_id)
		return 0;
	a->text = text_printf(
		"job %u names it, and Slurm keeps that name in the job: rename it when no job does",
		job_id);
	return REFUSED_IN_USE;
}

/* RET as look_at() */
static int _look_at_rename(office_t *office, ask_t *a)
{
	const lrh_plan_t none = { .cnt = 0 };
	const view_resv_t *v = a->v;

	if (wishes_look(&a->request->wishes))
		text_add(&a->text, "its name would be %s; ",
			 a->request->wishes.name);
	return look_at(office, a, &(look_t) {
		.v = v, .end = v->end, .nodes = v->nodes,
		.start = (v->start <= a->now) ? v->attrs.first_start :
						v->start,
		.units = &v->attrs.units, .plan = &none,
	});
}

/* RET true if anything changed that Slurm looks at */
static bool _give_name(office_t *office, view_resv_t *v, const char *name,
		       time_t now)
{
	bool was_linked = park_fetch(office, v);

	office->host->fields->rename(office, v->rec, name);
	view_rename(office, v, name);
	office->host->list->refresh(office, v->rec, now);
	return park_update(office, v, was_linked, NULL, now);
}

static void _rename(office_t *office, ask_t *a)
{
	view_resv_t *v = a->v;
	ledger_request_t *note;

	a->before = booking_copy(v->booking);
	offers_forget(office, v->name);
	a->visible = _give_name(office, v, a->request->wishes.name, a->now);
	note = book_note_kept(office, a->verb->word, v, a->uid);
	a->op = ledger_put_renamed(office->ledger, v->booking, note,
				   a->before);
	a->shifted.unwritten = unwritten_begin(office, v);
	a->name = text_dup(v->name);
	a->left = content_of(v->booking);
	a->asked_before = v->asked;
	a->asked = view_ask(office, v);
}

static int _plan_rename(office_t *office, ask_t *a)
{
	int rc = _check_jobs(office, a);

	if (!rc)
		rc = _look_at_rename(office, a);
	if (!rc)
		_rename(office, a);
	return rc;
}

/* The name goes back, unless somebody has used it by now. */
static bool _take_back(office_t *office, ask_t *a, view_resv_t *v)
{
	booking_t *now = booking_copy(v->booking);
	bool back;

	free_null(a->text);
	a->v = v;
	back = (v->asked == a->asked) && !_check_jobs(office, a) &&
	       !view_find(office, a->before->name);
	if (back) {
		(void) _give_name(office, v, a->before->name, a->now);
		v->asked = a->asked_before;
	}
	ledger_commit_later(office->ledger, ledger_put_renamed(
		office->ledger, v->booking, NULL, back ? now : a->before));
	booking_destroy(now);
	return back;
}

/*
 * The booking has left under its new name meanwhile, and was closed under that:
 * close the row of its old name, which the ledger still has.
 */
static void _close_old_name(office_t *office, ask_t *a)
{
	char *why = text_printf(LEDGER_WHY_RENAMED " %s", a->name);

	booking_uncharge(a->before);
	a->before->use = (booking_use_t) { .asked = 0 };
	ledger_commit_later(office->ledger,
			    ledger_revoke(office->ledger, a->before, why));
	free(why);
}

static void _undo_rename(office_t *office, ask_t *a, const char *why)
{
	view_resv_t *v = view_find(office, a->name);
	bool gone = !v || !v->booking, back;

	shift_release(office, &a->shifted);
	if (gone)
		_close_old_name(office, a);
	back = gone || _take_back(office, a, v);
	say_error(office,
		  "sched/garq: reservation %s %s, the ledger can't be written: %s",
		  a->before->name, back ? "was not renamed" : "was renamed",
		  why);
	a->rc = REFUSED_FAILED;
	free_null(a->text);
	a->text = text_printf(
		back ? "the ledger can't be written: %s" :
		       "it is renamed and in use, but the ledger can't be written (%s): it may have its old name again if slurmctld is killed now",
		why);
}

const verb_t rename_verb = {
	.word = "rename",
	.found = true,
	.update = true,
	.takes = WISH_PLAN | WISH_NAME,
	.early = update_early,
	.may = update_may,
	.check = _check_rename,
	.target = _target_of_rename,
	.plan = _plan_rename,
	.undo = _undo_rename,
};
