/* SPDX-License-Identifier: GPL-2.0-or-later */
/* repair.c - see repair.h */

#include <errno.h>
#include <sys/param.h>

#include "plugin/booking/admit_begun.h"
#include "plugin/booking/changes.h"
#include "plugin/booking/controller.h"
#include "plugin/booking/degraded.h"
#include "plugin/booking/flags.h"
#include "plugin/booking/invariant.h"
#include "plugin/booking/job_names.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/phase.h"
#include "plugin/booking/repair.h"
#include "plugin/booking/say.h"
#include "plugin/booking/shift.h"
#include "plugin/booking/site.h"
#include "plugin/booking/steps.h"
#include "plugin/booking/text.h"
#include "plugin/booking/timing.h"
#include "plugin/booking/turns.h"

/* Maximum number of bookings that one look tries; the next look goes on. */
#define REPAIR_MAX 64

/*
 * Where thousands of nodes have failed, their bookings are collected in slices:
 * each look walks along nodes for so many steps (steps.h), where one node and one
 * of its holds take as long as these.
 */
#define SCAN_STEPS STEPS_PAUSE
#define SCAN_NODE 192
#define SCAN_HOLD 16

/* Once a booking has moved, a look tries others until it has taken so many steps. */
#define SHORT_STEPS (STEPS_PAUSE / 4)

static uint32_t round_no;	/* a round tries each booking once */
static time_t round_begun;
static bool round_done;		/* the last look has tried all that were left */
static uint32_t scan_from;	/* the next look goes on with this node */

typedef struct {
	view_resv_t *candidates[REPAIR_MAX];
	int cnt;
	uint64_t steps;		/* of the scan */
} look_t;

static bool _has(const look_t *look, const view_resv_t *v)
{
	for (int i = 0; i < look->cnt; i++)
		if (look->candidates[i] == v)
			return true;
	return false;
}

/*
 * A garq_nodes_fn: collect, by their start, the bookings on a failed node that
 * this round has not tried. A booking with named nodes keeps them, and so do a
 * static one, a stand-in, and the booking of a job that has its nodes.
 */
static bool _collect(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	view_resv_t *v = view_find_id(id);
	look_t *look = arg;

	(void) node;
	(void) t_s;
	(void) t_e;
	look->steps += SCAN_HOLD;
	if (v && v->booking && v->nodes && !v->booking->asked_nodes &&
	    !v->booking->stand_in &&
	    !(v->flags & BOOKING_FLAG_STATIC) &&
	    (v->repair_round != round_no) && !_has(look, v) &&
	    !jobs_has_nodes(v->name))
		look->candidates[look->cnt++] = v;
	return look->cnt < REPAIR_MAX;
}

/* Move v to its new place, as a move of a plan; then move the others. */
static bool _move(view_resv_t *v, const placement_t *p, time_t now)
{
	lrh_move_t self = {
		.id = v->id,
		.was = v->start,
		.start = p->start,
		.not_before = p->not_before,
		.nodes = p->nodes,
	};
	lrh_plan_t alone = { .fits = true, .moves = &self, .cnt = 1 };
	bool visible;
	shifted_t shifted = { .cnt = 0 };
	char *why;

	/* A booking that has begun keeps its start, which has passed. */
	if (v->start <= now)
		self.start = v->start;
	why = text_printf("made room for %s, whose nodes failed", v->name);
	visible = shift_others(&alone, "nodes failed", now, &shifted);
	visible |= shift_others(&p->plan, why, now, &shifted);
	shift_queue_later(&shifted);
	shift_free(&shifted);
	say_info("sched/garq: reservation %s had nodes that failed, it is on %s now",
		 v->name, v->attrs.node_list);
	degraded_mended(v, "other nodes");
	free_null(why);
	return visible;
}

/* The nodes of v that have not failed. RET owned by the caller, or NULL */
static garq_set_t *_good_nodes(const view_resv_t *v)
{
	garq_set_t *good = garq_set_copy(v->nodes);

	for (uint32_t i = 0; good && (i < good->size); i++)
		if (view_down_since(i))
			garq_set_del(good, i);
	return good;
}

/*
 * A booking that has begun keeps its good nodes, also those that its partition
 * lacks by now. RET as admit()
 */
static int _admit(const view_resv_t *v, shape_t *shape, time_t now,
		  placement_t *p, refusal_t *refusal)
{
	garq_set_t *good;
	int rc;

	if (v->start > now)
		return admit(shape, v->id, v->nodes, NULL, now, p, refusal);
	if (!(good = _good_nodes(v)))
		return ENOMEM;
	garq_set_add_all(shape->eligible, good);
	rc = admit_begun(shape, v->id, good, now, p, refusal);
	garq_set_destroy(good);
	return rc;
}

/* What has come of a repair. */
typedef struct {
	bool visible;	/* something has changed that Slurm looks at */
	bool cut;	/* a search had no steps left */
} outcome_t;

/* RET as admit() */
static int _try(view_resv_t *v, shape_t *shape, time_t now, outcome_t *out)
{
	placement_t p = { .nodes = NULL };
	refusal_t refusal;
	int rc = _admit(v, shape, now, &p, &refusal);

	if (rc == 0) {
		out->visible |= _move(v, &p, now);
		placement_free(&p);
	} else if (rc == REFUSED_BUSY) {
		out->cut |= refusal.cut || refusal.answer.cut;
		refusal_free(&refusal);
	}
	return rc;
}

/* May its start change? */
static bool _may_shift(const view_resv_t *v, time_t now)
{
	return booking_is_flexible(v->booking) && !v->licenses &&
	       (invariant_shift() != OPTIONS_SHIFT_NO) &&
	       (v->start > now + (time_t) site.options.freeze);
}

/*
 * IN moved - others have moved in this look. Then a search that was cut for want of
 *	steps says nothing of v, and the next look, in which v comes first, tries again
 * RET was v tried?
 */
static bool _repair(view_resv_t *v, bool moved, time_t now, bool *ret_visible)
{
	const booking_t *b = v->booking;
	shape_t shape = {
		.num_cn = b->num_cn,
		.t_esr = MAX(v->start, now),
		.t_lsr = MAX(v->start, now),
	};
	outcome_t out = { .visible = false };
	bool in_vain = false;
	char *text = NULL;
	int rc;

	shape.duration = v->end - shape.t_esr;
	if (shape.duration < 1)
		return true;
	/* No partition or too few nodes any more: none is free for it either. */
	if (controller->eligible(NULL, false, b->partition, b->features,
				 b->num_cn, &shape.eligible, &text)) {
		degraded_mark(v, now);
		goto done;
	}
	rc = _try(v, &shape, now, &out);
	if ((rc == REFUSED_BUSY) && _may_shift(v, now)) {
		shape.t_esr = MAX(b->t_esr,
				  now + (time_t) site.options.freeze);
		shape.t_lsr = b->t_lsr;
		rc = _try(v, &shape, now, &out);
	}
	in_vain = (rc == REFUSED_BUSY) && moved && out.cut;
	if ((rc == REFUSED_BUSY) && !in_vain)
		degraded_mark(v, now);
	*ret_visible |= out.visible;
done:
	shape_free(&shape);
	free_null(text);
	return !in_vain;
}

/*
 * Begin a round once the last one is done and REPAIR_AGAIN seconds old, or if
 * the clock was set back, since its age can't be told then.
 */
static void _begin_round(time_t now)
{
	if (round_no && (!round_done || ((now >= round_begun) &&
					 (now - round_begun < REPAIR_AGAIN))))
		return;
	round_no++;
	round_begun = now;
}

/*
 * Collect bookings on the failed nodes from scan_from on. RET the node with which
 * the next look goes on: the first, once all were walked
 */
static uint32_t _scan(look_t *look, time_t now)
{
	const garq_nodes_t *nodes = garq_machine_nodes(view_machine());
	uint32_t size = garq_nodes_size(nodes), i;

	if (scan_from >= size)
		scan_from = 0;
	for (i = scan_from; (i < size) && (look->steps < SCAN_STEPS) &&
	     (look->cnt < REPAIR_MAX); i++) {
		time_t since = view_down_since(i);

		if (!since || (now - since < REPAIR_PATIENCE))
			continue;
		look->steps += SCAN_NODE;
		garq_nodes_each_on(nodes, i, now, _collect, look);
	}
	if (look->cnt == REPAIR_MAX)	/* the last node may have more */
		return scan_from;
	return (i < size) ? i : 0;
}

/*
 * May another booking be tried? Once one has moved nobody is let in before the
 * look ends, and the search for another's place can't pause: so only where
 * searches are short.
 */
static bool _has_steps(uint64_t begun, bool moved)
{
	return phase_steps() - begun < (moved ? SHORT_STEPS : STEPS_PAUSE);
}

bool repair_all(time_t now)
{
	look_t look = { .cnt = 0 };
	uint64_t begun = phase_steps(), changes = changes_count();
	bool visible = false, all = true;
	phase_t before;
	uint32_t next;

	degraded_check(now);
	_begin_round(now);
	before = phase_begin(PHASE_PLAN);
	next = _scan(&look, now);
	phase_end(before, look.steps);
	for (int i = 0; all && (i < look.cnt); i++) {
		bool moved = (changes_count() != changes);

		if (!_repair(look.candidates[i], moved, now, &visible) ||
		    turns_are_stale()) {
			all = false;
			break;
		}
		look.candidates[i]->repair_round = round_no;
		all = (i + 1 == look.cnt) ||
		      _has_steps(begun, changes_count() != changes);
	}
	if (all)
		scan_from = next;
	round_done = all && !next && (look.cnt < REPAIR_MAX);
	return visible;
}

bool repair_goes_on(void)
{
	return (round_no && !round_done) || degraded_check_goes_on();
}
