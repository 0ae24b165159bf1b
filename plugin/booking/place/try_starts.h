/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * try_starts.h - where a shape fits for which the machine has no index
 * (shape_is_tried()): one start after another is tried.
 *
 *  - It recurs: the same nodes, or the same cores of them, are free at each of
 *    its occurrences up to the horizon.
 *  - It has groups: numbers of nodes by feature.
 *  - Running jobs do not count.
 *  - Its nodes are at few leaf switches: one free node less counts as missing
 *    where they are at more.
 *
 *	n1  |--- a ---|
 *	n2                             |--- b ---|
 *	n3	  |rrr|             |rrr|             |rrr|
 *	          Mon 9:00          Tue 9:00          Wed 9:00
 *
 * A start that does not fit gives the time before which too few of its nodes
 * are free; the next one that is tried is there. No booking moves for it. But
 * for switches the record is Slurm's own, and in no ledger.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after
 * site_sync().
 */
#pragma once

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
extern void try_starts_place(office_t *office, const shape_t *shape,
			     const garq_request_t *rq, time_t passed,
			     bool behind, garq_answer_t *ret_answer);

/*
 * The first occurrence that has too few nodes or licenses, for a start at the
 * earliest, as garq_machine_shortage().
 * IN/OUT answer - of try_starts_place(), which does not fit
 * OUT ret_s, ret_e - that occurrence
 */
extern void try_starts_shortage(office_t *office, const shape_t *shape,
				const garq_request_t *rq, time_t passed,
				garq_answer_t *answer, time_t *ret_s,
				time_t *ret_e);

/*
 * RET how many of the eligible nodes are free at each occurrence, at the
 *	switches that are wanted; 0 without licenses, or with too few for a
 *	group
 * IN/OUT looks - as rq->looks
 */
extern uint32_t try_starts_most(office_t *office, const shape_t *shape,
				const garq_set_t *eligible,
				const view_span_t *span, uint32_t *looks);

/*
 * Choose the nodes of a place: enough for each group, and rather nodes without
 * running jobs.
 * IN free_set - of try_starts_place(), for a shape of whole nodes
 * RET num_cn nodes; owned by the caller
 */
extern garq_set_t *try_starts_choose(office_t *office, const shape_t *shape,
				     const garq_set_t *free_set, time_t start);

/*
 * The cores of these nodes that are not free at each occurrence of a shape by
 * cores, as holders of its first one: for share_cores().
 * IN span - the first occurrence, or the rest of it
 * RET view_draft_free()
 */
extern view_draft_t try_starts_others(office_t *office, const shape_t *shape,
				      const garq_set_t *nodes,
				      const view_span_t *span);
