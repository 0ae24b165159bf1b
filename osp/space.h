/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * space.h - free nodes over time: the questions that osp.h asks.
 *
 * Offers are made for one garq_t (the paper's resource: interchangeable nodes),
 * for some nodes of a garq_machine_t, or for a combination that a caller
 * defines (nodes and licenses, say). Each of these is a space, which answers
 * three questions.
 *
 * Time as in garq.h. Questions have no visible effect.
 */
#pragma once

#include <stdint.h>
#include <time.h>

#include "garq/garq.h"
#include "garq/machine.h"

typedef struct {
	void *arg;		/* given to each function */
	time_t now;		/* no offer begins before now, */
	time_t end;		/* and none ends after end; > now */
	uint32_t max_cn;	/* no interval has more nodes than that */

	/*
	 * How many nodes, the same ones throughout, are free at every second of
	 * [t_s, t_e), now <= t_s < t_e.
	 * OUT ret_free - 0 .. max_cn. RET 0; or -1 with errno ENOMEM
	 */
	int (*most)(void *arg, time_t t_s, time_t t_e, uint32_t *ret_free);

	/*
	 * As garq_profile(): consecutive intervals that make up [t_s, t_e),
	 * each with an upper bound of most() for all intervals that meet it.
	 * For a garq_t the bound is exact. Neighbours may have the same number.
	 * RET 0; or -1 with errno ENOMEM, maybe after calls of fn
	 */
	int (*profile)(void *arg, time_t t_s, time_t t_e, garq_profile_fn fn,
		       void *fn_arg);

	/*
	 * The earliest start t in [t_esr, t_lsr] for which most() of
	 * [t, t + dur) is num_cn or more. now <= t_esr <= t_lsr.
	 * OUT ret_start - untouched unless 1 is returned
	 * RET 1 found; 0 there is none; -1 with errno ENOMEM
	 */
	int (*earliest)(void *arg, time_t t_esr, time_t t_lsr, time_t dur,
			uint32_t num_cn, time_t *ret_start);
} osp_space_t;

/* All nodes of g, from its now to end. g must outlive the space. */
extern void osp_space_garq(osp_space_t *ret_space, const garq_t *g,
			   time_t end);

/*
 * Some nodes of a machine, from its now to end, with a group excluded. machine
 * and eligible must outlive the space, and the struct must not be moved: space
 * points to it. now is the machine's at the time of opening.
 */
typedef struct {
	osp_space_t space;
	const garq_machine_t *machine;
	const garq_set_t *eligible;
	uint64_t group;		/* excluded; or GARQ_NO_GROUP */
	uint32_t *looks;	/* the node searches that may be made, and those
				 * that are left: with none left, no node is
				 * free. NULL, as opened: no limit */
	/*
	 * Called when none is left: adds to looks, or not. It may let others
	 * use the machine. NULL, as opened: there are no more.
	 * RET 0; -1 with errno set: the machine has changed, or is gone. All
	 *	questions fail then, and so do offers
	 */
	int (*more_looks)(void *arg);
	void *more_arg;
	bool gone;		/* more_looks() has said so */
	uint32_t *in_pool;	/* number of eligible nodes per pool */
} osp_machine_space_t;

/* RET 0, to be closed; or -1 with errno EINVAL (set of another size), ENOMEM */
extern int osp_space_machine(osp_machine_space_t *ret_space,
			     const garq_machine_t *machine,
			     const garq_set_t *eligible, uint64_t group,
			     time_t end);
extern void osp_space_machine_close(osp_machine_space_t *space);
