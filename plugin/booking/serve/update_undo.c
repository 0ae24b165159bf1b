/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_undo.c - take back an update that is not durable; see verbs.h */

#include <sys/param.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/update_place.h"
#include "plugin/booking/serve/verbs.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/record/content.h"
#include "plugin/memory/memory.h"

static bool _nodes_free(office_t *office, const view_resv_t *v,
			const booking_t *b, time_t from)
{
	view_span_t span = { .t_s = from, .t_e = b->end, .group = v->id };
	garq_set_t *nodes = NULL;
	units_t units;
	bool ok;

	if (!view_machine(office))
		return false;
	units = units_read(office, b->cores);
	(void) office->host->nodes->set(office, b->nodes, &nodes);
	if (nodes)	/* a part has no others */
		units_keep(&units, nodes);
	if (units.cnt) {
		garq_set_destroy(nodes);
		ok = view_units_free(office, &units, &span);
		units_free(&units);
		return ok;
	}
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

static bool _can_go_back(office_t *office, const view_resv_t *v, const ask_t *a)
{
	const booking_t *b = a->before;
	time_t from = MAX(b->start, a->now);

	if ((v->asked != a->asked) ||
	    (a->left != (v->booking ? content_of(v->booking) : 0)))
		return false;
	if ((v->attrs.first_start != b->start) &&
	    (v->attrs.first_start <= a->now))
		return false;
	return (from >= b->end) || (_nodes_free(office, v, b, from) &&
				    _licenses_free(office, v, b, from));
}

/*
 * Slurm refused to restore some attributes. The record may admit users of the
 * request that is undone: it becomes a stand-in, for root alone, until Slurm
 * takes it back.
 */
static void _keep_refused(office_t *office, booking_t *b, record_t *rec, int rc,
			  const char *err)
{
	char *why = stand_in_reason(office, b, rc, err);

	say_error(
		office,
		"sched/garq: reservation %s is where it was, but not all else of it: %s",
		b->name, why);
	stand_in_convert(office, b, rec, why);
	free(why);
}

static void _bring_back(office_t *office, view_resv_t *v, ask_t *a)
{
	garq_set_t *nodes = v->nodes ? memory_there(garq_set_copy(v->nodes)) :
				       NULL;
	bool was_linked = park_fetch(office, v);
	char *err = NULL;
	int rc = office->host->records->apply(office, v->rec, a->before, &err);

	if (rc)
		_keep_refused(office, a->before, v->rec, rc, err);
	office->host->fields->pin(office, v->rec, PIN_NODES);
	/* The record may have been parked, or noted for that, since. */
	a->before->parked = v->booking && v->booking->parked;
	booking_destroy(view_set_booking(office, v, a->before));
	a->before = NULL;
	v->asked = a->asked_before;
	if (v->booking->part || v->booking->stand_in)
		stand_in_register(office, v);	/* it may have been whole */
	free_null(err);
	office->host->list->refresh(office, v->rec, a->now);
	(void) park_update(office, v, was_linked, nodes, a->now);
	garq_set_destroy(nodes);
}

/* The change to a native reservation stays. */
static void _queue_native(office_t *office, const char *name)
{
	ledger_commit_later(office->ledger,
			    ledger_drop(office->ledger, name,
					LEDGER_WHY_NATIVE));
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

void update_undo(office_t *office, ask_t *a, const char *why)
{
	view_resv_t *v = view_find(office, a->name);
	bool same = v && a->before &&
		    (view_native_id(v) == a->before->resv_id);
	bool back;

	shift_release(office, &a->shifted);
	back = same && _can_go_back(office, v, a);
	if (back)
		_bring_back(office, v, a);
	else if (same && !v->booking)
		_queue_native(office, a->name);
	shift_queue_again(office, &a->shifted, same ? v->booking : NULL,
			  a->now);
	say_error(office,
		  "sched/garq: reservation %s was %s, the ledger can't be written: %s",
		  a->name, (same && !back) ? "changed" : "not updated", why);
	a->rc = REFUSED_FAILED;
	free_null(a->text);
	a->text = _answer(a->name, why, !v, same && !back);
}
