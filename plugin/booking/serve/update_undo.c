/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_undo.c - take an update back that can't be made durable; see update.h */

#include <errno.h>
#include <sys/param.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/update.h"
#include "plugin/booking/serve/update_place.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/reread.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/content.h"

static bool _nodes_free(office_t *office, const view_resv_t *v,
			const booking_t *b, time_t from)
{
	garq_set_t *nodes = NULL;
	bool ok;

	if (!view_machine(office))
		return false;
	(void) office->controller->node_set(b->nodes, &nodes);
	ok = nodes && update_place_free(office, nodes, from, b->end, v->id);
	garq_set_destroy(nodes);
	return ok;
}

static bool _licenses_free(office_t *office, const view_resv_t *v,
			   const booking_t *b, time_t from)
{
	lic_set_t licenses;
	char *why = NULL;
	bool fit;

	if (!request_has(b->licenses))
		return true;
	if (request_licenses(office, b->licenses, &licenses, &why)) {
		free_null(why);
		return false;
	}
	fit = admit_licenses(office, &licenses, v->id, from, b->end);
	lic_set_free(&licenses);
	return fit;
}

static bool _can_go_back(office_t *office, const view_resv_t *v,
			 const update_t *out, time_t now)
{
	const booking_t *b = out->before;
	time_t from = MAX(b->start, now);

	if ((v->asked != out->asked) ||
	    (out->left != (v->booking ? content_of(v->booking) : 0)))
		return false;
	if ((v->attrs.first_start != b->start) &&
	    (v->attrs.first_start <= now))
		return false;
	return (from >= b->end) || (_nodes_free(office, v, b, from) &&
				    _licenses_free(office, v, b, from));
}

/*
 * Slurm refused to restore some attributes: the record is a part until it takes
 * them. If memory was too short for its nodes, the booking follows the record.
 */
static void _keep_refused(office_t *office, view_resv_t *v, int rc,
			  const char *err)
{
	if (rc == ENOMEM) {
		(void) booking_reread(office, v);
		return;
	}
	say_error(office,
		  "sched/garq: reservation %s is where it was, but not all else of it: %s",
		  v->name, err ? err : office->controller->refusal_words(rc));
	stand_in_part(office, v);
}

/* RET false: memory is too short for that, and it stays changed */
static bool _bring_back(office_t *office, view_resv_t *v, update_t *out,
			time_t now)
{
	garq_set_t *nodes = v->nodes ? garq_set_copy(v->nodes) : NULL;
	bool was_linked = park_fetch(office, v);
	char *err = NULL;
	int rc = office->controller->records->apply(v->rec, out->before, &err);

	office->controller->records->pin(v->rec);
	/* The record may have been parked, or noted for that, since. */
	out->before->parked = v->booking && v->booking->parked;
	booking_destroy(view_set_booking(office, v, out->before));
	out->before = NULL;
	v->asked = out->asked_before;
	if (rc)
		_keep_refused(office, v, rc, err);
	free_null(err);
	office->controller->refresh(v->rec, now);
	(void) park_update(office, v, was_linked, nodes, now);
	garq_set_destroy(nodes);
	return rc != ENOMEM;
}

/* The change to a native reservation stays. */
static void _queue_native(office_t *office, const char *name)
{
	ledger_op_t *op = ledger_drop(office->ledger, name, LEDGER_WHY_NATIVE);

	if (op)
		ledger_commit_later(office->ledger, op);
}

/* IN over - there is no record any more; changed - it can't go back */
static char *_answer(const char *name, const char *why, bool over, bool changed)
{
	if (over)
		return text_printf("%s is over by now, and the ledger can't be written (%s): it may be as before if slurmctld were killed now",
				   name, why);
	if (changed)
		return text_printf("%s is changed and can't go back, but the ledger can't be written (%s): it would be as before if slurmctld were killed now",
				   name, why);
	return text_printf("the ledger can't be written: %s", why);
}

void update_undo(office_t *office, const char *name, update_t *out,
		 const char *why, time_t now)
{
	view_resv_t *v = view_find(office, name);
	bool same = v && out->before &&
		    (view_native_id(v) == out->before->resv_id);
	bool back;

	shift_release(office, &out->shifted);
	back = same && _can_go_back(office, v, out, now) &&
	       _bring_back(office, v, out, now);
	if (!back && same && !v->booking)
		_queue_native(office, name);
	shift_queue_again(office, &out->shifted, same ? v->booking : NULL, now);
	say_error(office,
		  "sched/garq: reservation %s was %s, the ledger can't be written: %s",
		  name, (same && !back) ? "changed" : "not updated", why);
	out->rc = REFUSED_FAILED;
	out->text = _answer(name, why, !v, same && !back);
}
