/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recurrence_place.h - where a shape fits that recurs (shape_t.recurs): the
 * same nodes, or the same cores of them, have to be free at each of its
 * occurrences up to the horizon.
 *
 *	n1  |--- a ---|
 *	n2                             |--- b ---|
 *	n3	  |rrr|             |rrr|             |rrr|
 *	          Mon 9:00          Tue 9:00          Wed 9:00
 *
 * The record is Slurm's own, which keeps one occurrence after another: no
 * booking moves for it, and it is in no ledger.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after
 * site_sync().
 */
#ifndef PLUGIN_RECURRENCE_PLACE_H
#define PLUGIN_RECURRENCE_PLACE_H

#include "garq/machine.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/view/view_cores.h"

/*
 * As garq_machine_place(); the licenses of the shape are free at each
 * occurrence, too.
 * IN rq - its times, num_cn, eligible, group and looks count; a start that is
 *	tried takes a look for each GARQ_LOOK_STEPS() holders
 * IN passed - seconds of the first occurrence before rq->t_esr
 * IN behind - look for a start behind the window, too
 */
extern void recurrence_place(office_t *office, const shape_t *shape,
			     const garq_request_t *rq, time_t passed,
			     bool behind, garq_answer_t *ret_answer);

/*
 * The first occurrence that has too few nodes or licenses, for a start at the
 * earliest, as garq_machine_shortage().
 * IN/OUT answer - of recurrence_place(), which does not fit
 * OUT ret_s, ret_e - that occurrence
 */
extern void recurrence_shortage(office_t *office, const shape_t *shape,
				const garq_request_t *rq, time_t passed,
				garq_answer_t *answer, time_t *ret_s,
				time_t *ret_e);

/* RET how many of the eligible nodes are free at each occurrence; 0 without
 * licenses. IN/OUT looks - as rq->looks */
extern uint32_t recurrence_most(office_t *office, const shape_t *shape,
				const garq_set_t *eligible,
				const view_span_t *span, uint32_t *looks);

/*
 * Of these nodes, the cores that a shape by cores can't have as they are not
 * free at each occurrence: as holders of the first one, for share_cores().
 * IN span - the first occurrence, or the rest of it
 * RET view_draft_free()
 */
extern view_draft_t recurrence_others(office_t *office, const shape_t *shape,
				      const garq_set_t *nodes,
				      const view_span_t *span);

#endif
