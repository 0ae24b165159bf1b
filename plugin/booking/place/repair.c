/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/admit_begun.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/loss/degraded.h"
#include "plugin/booking/place/recurrence.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/booking/view/view_pending.h"
#include "plugin/memory/memory.h"

/* Maximum number of bookings that one look looks at; the next look goes on. */
#define REPAIR_MAX 64

/* Steps after which a look tries no more bookings once one has moved. */
#define SHORT_STEPS (STEPS_PAUSE / 4)

struct repair_state {
	bool left;	/* the last look did not reach all nodes, or all due
			 * bookings */
};

typedef struct {
	time_t now;
	view_resv_t *due[REPAIR_MAX];	/* in the order of hits_due() */
	uint32_t cnt;
	bool more;		/* others are left to the next look */
} look_t;

/* A booking that lacks nodes, in the present look. */
typedef struct {
	view_resv_t *v;
	time_t now;
	bool moved;		/* others have moved in this look */
	bool company;		/* others lack nodes, too, and will be tried */
	taken_t taken;
	char *why;		/* of taken_why() */
	garq_set_t *good;	/* its nodes that it keeps */
	shape_t shape;		/* eligible: the nodes that will do; owned */
	foreseen_t *foreseen;	/* nothing is done but told here, ... */
	view_lift_t *tried;	/* ... and counts as done; or both NULL */
	/* the results */
	bool visible;		/* something has changed that Slurm looks at */
	bool cut;		/* a search had not all steps that it wanted */
	bool again;		/* to be tried again once all others were */
} patient_t;

static bool _has_begun(const patient_t *p)
{
	return p->v->start <= p->now;
}

/* Move the booking, as a move of a plan; then move the others. */
static void _move_booking(office_t *office, patient_t *p, placement_t *place)
{
	view_resv_t *v = p->v;
	shifted_t shifted = { .cnt = 0 };
	char *why;

	/* A booking that has begun keeps its start, which has passed. */
	if (_has_begun(p))
		place->start = v->start;
	if (p->foreseen) {
		p->foreseen->others = (uint32_t) place->plan.cnt;
		shift_try(office, v, place, p->now, p->tried);
		return;
	}
	why = text_printf("made room for %s, which lost nodes", v->name);
	p->visible |= shift_to(office, v, place, p->why, p->now, &shifted);
	p->visible |= shift_others(office, &place->plan, why, p->now,
				   &shifted);
	shift_queue_later(office, &shifted);
	shift_free(&shifted);
	say_info(office,
		 "sched/garq: reservation %s lost nodes (%s), it is on %s now",
		 v->name, p->why, v->attrs.node_list);
	free_null(why);
}

/*
 * Search for a place of the shape on some of its nodes. RET as admit(); 0: the
 * booking is there now
 */
static int _try_on(office_t *office, patient_t *p, const garq_set_t *some)
{
	view_resv_t *v = p->v;
	shape_t shape = p->shape;
	placement_t place = { .nodes = NULL };
	refusal_t refusal;
	int rc;

	shape.eligible = memory_there(garq_set_copy(some));
	if (_has_begun(p))
		rc = admit_begun(office, &shape, v->id, p->good, p->now, &place,
				 &refusal);
	else
		rc = admit(office, &shape, v->id, p->good, NULL, p->now, &place,
			   &refusal);
	if (rc == 0) {
		p->cut |= place.plan.cut;
		_move_booking(office, p, &place);
		placement_free(&place);
	} else if (rc == REFUSED_BUSY) {
		p->cut |= refusal.cut || refusal.answer.cut;
		refusal_free(&refusal);
	}
	garq_set_destroy(shape.eligible);
	return rc;
}

/*
 * The eligible nodes that no request can distinguish from those of the booking.
 * RET owned by the caller; NULL: those are all
 */
static garq_set_t *_same_class(office_t *office, const patient_t *p)
{
	const garq_machine_t *m = view_machine(office);
	garq_set_t *same = memory_there(garq_set_copy(p->shape.eligible));
	bool has[GARQ_POOLS_MAX] = { false };

	GARQ_SET_EACH(i, p->v->nodes)
		has[garq_machine_pool(m, i)] = true;
	GARQ_SET_EACH(i, same)
		if (!has[garq_machine_pool(m, i)])
			garq_set_del(same, i);
	if (!garq_set_equal(same, p->shape.eligible) &&
	    (garq_set_count(same) >= p->shape.num_cn))
		return same;
	garq_set_destroy(same);
	return NULL;
}

static int _try_nodes(office_t *office, patient_t *p)
{
	/* a wish for few switches goes before the class (choose.h) */
	garq_set_t *same = (p->v->nodes && !p->shape.switches) ?
			   _same_class(office, p) : NULL;
	int rc = REFUSED_BUSY;

	if (same)
		rc = _try_on(office, p, same);
	garq_set_destroy(same);
	return (rc == REFUSED_BUSY) ? _try_on(office, p, p->shape.eligible) :
				      rc;
}

/* True if its start may change. */
static bool _may_shift(office_t *office, const patient_t *p)
{
	const view_resv_t *v = p->v;

	return booking_is_flexible(v->booking) && !view_licenses_of(v) &&
	       (shift_allowed(office) != OPTIONS_SHIFT_NO) &&
	       (v->start > p->now + (time_t) office->options.freeze);
}

static void _add_up_to(garq_set_t *nodes, const garq_set_t *more, uint32_t cnt)
{
	uint32_t has = garq_set_count(nodes);

	GARQ_SET_EACH(i, more) {
		if (has >= cnt)
			return;
		has += !garq_set_test(nodes, i);
		garq_set_add(nodes, i);
	}
}

static uint32_t _want_of(const patient_t *p)
{
	const booking_t *b = p->v->booking;

	return b->asked_nodes ? UINT32_MAX : b->num_cn;
}

/* Its good nodes, and free ones of some up to its number. RET owned */
static garq_set_t *_good_and_free(office_t *office, const patient_t *p,
				  const garq_set_t *some)
{
	const view_resv_t *v = p->v;
	garq_set_t *nodes = memory_there(garq_set_copy(p->good));
	garq_set_t *free_cn = memory_there(garq_set_create(view_size(office)));

	(void) garq_nodes_free(garq_machine_nodes(view_machine(office)), some,
			       MAX(v->start, p->now), v->end, v->id, free_cn);
	garq_set_del_all(free_cn, nodes);
	_add_up_to(nodes, free_cn, _want_of(p));
	garq_set_destroy(free_cn);
	return nodes;
}

/*
 * There is no place for all of it: give it some nodes. It keeps its claim to
 * taken ones if it has no others. IN nodes - of _good_and_free(); freed here
 */
static void _take_some(office_t *office, patient_t *p, garq_set_t *nodes)
{
	view_resv_t *v = p->v;

	if (!garq_set_equal(nodes, p->good)) {
		placement_t place = {
			.start = v->start, .nodes = nodes,
			.not_before = v->booking->not_before,
		};

		_add_up_to(nodes, p->taken.nodes, _want_of(p));
		_move_booking(office, p, &place);
	}
	garq_set_destroy(nodes);
}

/* Give a booking of named nodes, or of ALL, those that are there again. */
static void _give_back(office_t *office, patient_t *p)
{
	garq_set_t *back = taken_to_give_back(office, p->v);

	if (back)
		_take_some(office, p, _good_and_free(office, p, back));
	garq_set_destroy(back);
}

/* Ask for as much of each node as was booked: its record has no cores that are
 * not there. */
static void _ask_for_cores(office_t *office, patient_t *p)
{
	units_t units = units_read(office, p->v->booking->cores);

	shape_each_of(&p->shape, &units);
	units_free(&units);
}

/* Return true if v is hit since before, and had its turn, or a try. */
static bool _had_turn(const view_resv_t *v)
{
	return v->is_hit && (v->repair_pause || v->hit_last);
}

/*
 * There is no place for all of it. Others may leave room once they are
 * elsewhere, so they are tried first; but not if enough nodes are free (those
 * that the order of the FCFS-LRH paper keeps): they might take these.
 */
static void _take_or_wait(office_t *office, patient_t *p)
{
	garq_set_t *nodes = _good_and_free(office, p, p->shape.eligible);

	p->again = p->company && !_had_turn(p->v) &&
		   (garq_set_count(nodes) < _want_of(p));
	if (p->again)
		garq_set_destroy(nodes);
	else
		_take_some(office, p, nodes);
}

/* RET false: nothing is known of it, as others have moved; it may be gone */
static bool _replace(office_t *office, patient_t *p)
{
	const view_resv_t *v = p->v;
	const booking_t *b = v->booking;
	const garq_set_t *fit = view_lrh_eligible(office, v);
	int rc;

	/* No partition any more: the suitable nodes are unknown. */
	if (!fit)
		return true;
	p->shape.eligible = memory_there(garq_set_copy(fit));
	p->shape.num_cn = b->num_cn;
	p->shape.switches = b->switches;
	if (view_is_by_cores(v))
		_ask_for_cores(office, p);
	shape_leave_small(office, &p->shape, p->shape.eligible);
	if (_has_begun(p))
		garq_set_add_all(p->shape.eligible, p->good);
	p->shape.t_esr = p->shape.t_lsr = MAX(v->start, p->now);
	p->shape.duration = v->end - p->shape.t_esr;
	rc = _try_nodes(office, p);
	if ((rc == REFUSED_BUSY) && _may_shift(office, p)) {
		p->shape.t_esr = MAX(b->t_esr,
				     p->now + (time_t) office->options.freeze);
		p->shape.t_lsr = b->t_lsr;
		rc = _try_nodes(office, p);
	}
	if ((rc && (rc != REFUSED_BUSY)) || (rc && p->moved && p->cut))
		return false;
	if (rc)
		_take_or_wait(office, p);
	return true;
}

/*
 * The earliest time of a try, as its nodes may be back in a moment. They are
 * gone since a time to come: the clock was set back, so try now.
 */
static time_t _patience(const patient_t *p)
{
	const taken_t *t = &p->taken;
	time_t since = t->by_job ? p->v->hit_at : t->since;

	if (t->by_other || t->gone || (since > p->now))
		return 0;
	if (t->by_job && _has_begun(p))
		return since + REPAIR_JOB_PATIENCE;
	return (t->by_job || !_has_begun(p)) ? since + REPAIR_PATIENCE : 0;
}

/* True if a booking that lacks nodes is due. IN seen - its hit_seen before */
static bool _is_due(office_t *office, const patient_t *p, uint64_t seen)
{
	const view_resv_t *v = p->v;
	time_t now = p->now;

	if ((now < _patience(p)) || jobs_has_nodes(office, v->name))
		return false;
	/* A pause longer than any: the clock was set back, so try now. */
	return !v->repair_pause || (now >= v->repair_at) ||
	       (v->repair_at > now + REPAIR_AGAIN_MAX) ||
	       (!seen && (now >= v->repaired_at + REPAIR_AGAIN));
}

/* Check again which nodes it lacks, after a try, or before its turn. */
static void _judge_patient(office_t *office, patient_t *p)
{
	view_resv_t *v = p->v;

	taken_free(&p->taken);
	taken_from(office, v, p->now, &p->taken);
	hits_set_by_job(office, v, p->taken.by_job);
	if (taken_any(&p->taken)) {
		degraded_mark(office, v, &p->taken, p->now);
		return;
	}
	degraded_mended(office, v, p->now);
	hits_remove(office, v);
}

/*
 * The nodes of a booking that it keeps: those that were not taken, and those on
 * which its own jobs run. RET owned by the caller
 */
static garq_set_t *_good_nodes(office_t *office, const patient_t *p)
{
	const view_resv_t *v = p->v;
	garq_set_t *good = memory_there(
		v->nodes ? garq_set_copy(v->nodes) :
			   garq_set_create(view_size(office)));
	garq_set_t *used;

	garq_set_del_all(good, p->taken.nodes);
	if (!_has_begun(p) || !p->taken.cnt)
		return good;
	used = office->host->nodes->in_use(office, v->rec);
	GARQ_SET_EACH(i, p->taken.nodes)
		if (garq_set_test(used, i) && !view_down_since(office, i))
			garq_set_add(good, i);
	garq_set_destroy(used);
	return good;
}

void repair_changed(office_t *office, view_resv_t *v, time_t now)
{
	patient_t p = { .v = v, .now = now };

	_judge_patient(office, &p);
	taken_free(&p.taken);
}

/* Give a booking of named nodes other cores of these. RET as admit() */
static int _other_cores(office_t *office, patient_t *p)
{
	const view_resv_t *v = p->v;

	if (!view_is_by_cores(v) || !v->nodes || _has_begun(p))
		return REFUSED_BUSY;
	p->shape.eligible = memory_there(garq_set_copy(v->nodes));
	p->shape.pinned = true;
	p->shape.num_cn = garq_set_count(v->nodes);
	_ask_for_cores(office, p);
	p->shape.t_esr = p->shape.t_lsr = v->start;
	p->shape.duration = v->end - v->start;
	return _try_on(office, p, v->nodes);
}

/* RET as _replace() */
static bool _replace_named(office_t *office, patient_t *p)
{
	int rc = _other_cores(office, p);

	if (rc && (rc != REFUSED_BUSY))
		return false;
	if (rc)
		_give_back(office, p);
	return true;
}

/* RET as _replace() */
static bool _search(office_t *office, patient_t *p)
{
	const view_resv_t *v = p->v;

	p->why = taken_why(office, v, &p->taken);
	p->good = _good_nodes(office, p);
	/* A job that has its nodes stays on them, and so does its booking. */
	if (jobs_has_nodes(office, v->name))
		return true;
	if (v->booking->asked_nodes)
		return _replace_named(office, p);
	return (v->flags & BOOKING_FLAG_STATIC) || _replace(office, p);
}

/* RET as _replace() */
static bool _treat_patient(office_t *office, patient_t *p)
{
	view_resv_t *v = p->v;

	if (!_search(office, p))
		return false;
	v->repaired_at = p->now;
	if (p->again) {
		hits_put_off(office, v);
		return true;
	}
	v->repair_pause = MIN(MAX(2 * v->repair_pause, REPAIR_AGAIN),
			      REPAIR_AGAIN_MAX);
	v->repair_at = p->now + v->repair_pause;
	return true;
}

static void _free_patient(patient_t *p)
{
	taken_free(&p->taken);
	garq_set_destroy(p->good);
	shape_free(&p->shape);
	free_null(p->why);
}

/*
 * Look at a booking that is hit, unless a request changes it.
 * IN/OUT visible - set, or as it was
 * RET false: the next look must try it
 */
static bool _look_at(office_t *office, view_resv_t *v, const look_t *look,
		     bool moved, bool *visible)
{
	time_t now = look->now;
	patient_t p = {
		.v = v, .now = now, .moved = moved,
		.company = (look->cnt > 1) || look->more,
	};
	uint64_t seen = v->hit_seen;
	bool tried = true;

	if (unwritten_waits(office, v)) {
		hits_wait(office, v, now + 1);
		return true;
	}
	taken_from(office, v, now, &p.taken);
	if (!taken_any(&p.taken)) {
		_judge_patient(office, &p);
	} else if (_is_due(office, &p, seen)) {
		if ((tried = _treat_patient(office, &p)) && !p.again)
			_judge_patient(office, &p);
	} else if (v->lost_nodes) {
		_judge_patient(office, &p);
	} else if (!v->repair_pause) {
		v->repair_at = MAX(_patience(&p), now + REPAIR_PATIENCE / 8);
	}
	*visible |= p.visible;
	_free_patient(&p);
	if (tried && !p.again)
		hits_wait(office, v, v->repair_at);
	return tried;
}

bool repair_foresee(office_t *office, view_resv_t *v, bool company, time_t now,
		    view_lift_t *tried, foreseen_t *ret)
{
	patient_t p = {
		.v = v, .now = now, .foreseen = ret, .tried = tried,
		.company = company,
	};
	bool ok;

	taken_from(office, v, now, &p.taken);
	ok = !taken_any(&p.taken) || _search(office, &p);
	ret->turn = p.again ? FORESEEN_AGAIN : FORESEEN_DONE;
	ret->cut |= p.cut;
	_free_patient(&p);
	return ok;
}

/*
 * True if another booking may be tried. Once one has moved, nobody is let in
 * before the look ends, and the search for another's place can't pause: then
 * others are tried only where searches are short.
 */
static bool _has_steps(office_t *office, uint64_t begun, bool moved)
{
	return phase_steps(office) - begun <
	       (moved ? SHORT_STEPS : STEPS_PAUSE);
}

bool repair_all(office_t *office, time_t now)
{
	look_t look = { .now = now };
	uint64_t begun = phase_steps(office), changes = changes_count(office);
	phase_t before = phase_begin(office, PHASE_PLAN);
	uint64_t steps = hits_walk(office, now, STEPS_PAUSE);
	bool visible = false;
	uint32_t i;

	look.cnt = hits_due(office, now, look.due, REPAIR_MAX, &steps);
	look.more = hits_walk_goes_on(office) ||
		    (hits_due_cnt(office) > look.cnt);
	phase_end(office, before, steps);
	for (i = 0; (i < look.cnt) &&
		    (!i || _has_steps(office, begun,
				      changes_count(office) != changes));
	     i++)
		if (!_look_at(office, look.due[i], &look,
			      changes_count(office) != changes, &visible) ||
		    turns_are_stale(office))
			break;
	office->repair->left = look.more || hits_due_cnt(office);
	if (!turns_are_stale(office))
		visible |= recurrence_repair(office, now);
	return visible;
}

bool repair_goes_on(office_t *office)
{
	return office->repair->left;
}

const office_state_t repair_state = OFFICE_STATE(repair, NULL, NULL);
