/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * holders.h - the inside of a garq_nodes_t.
 *
 * A holder has parts (part.h), each an interval and a set of nodes. The
 * calendar (calendar.h) answers which nodes are held when; a holder is found
 * by its id and by its group.
 *
 *	group 7 --> holder 1 --> part, part          --\
 *	            holder 2 --> part                ---+--> calendar
 *	group 8 --> holder 3 --> part                --/
 *
 * To exclude a group from a question, its parts are taken out of the calendar
 * and put back afterwards: the most frequent question, a change of a booking,
 * excludes one part, and other questions cost nothing extra. The room of the
 * parts is kept meanwhile, so putting them back cannot fail.
 *
 * Invariants, verified by garq_nodes_check():
 *  1. Each part of a holder is in the calendar, and no other part is; t_s < t_e
 *     <= GARQ_FOREVER; it has a node; no holder is without a part.
 *  2. A holder is in the list of its group and in no other; no group is empty,
 *     none is GARQ_NO_GROUP.
 *  3. Those of calendar.h.
 * Private to this folder.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "garq/calendar.h"
#include "garq/idmap.h"
#include "garq/nodes.h"
#include "garq/part.h"

struct garq_group {
	struct garq_holder *holders;
};

struct garq_nodes {
	uint32_t size;
	uint32_t pools;		/* handles for which a part has room */
	struct garq_calendar calendar;
	struct garq_idmap holders;
	struct garq_idmap groups;
	/* scratch sets for questions */
	uint64_t *eligible;
	uint64_t *busy;
};

/*
 * Check whether garq_nodes_hold() would accept these arguments.
 * RET 0, or -1 with errno EINVAL
 */
extern int garq_nodes_hold_valid(const garq_nodes_t *n, uint64_t id,
				 uint64_t group, const garq_set_t *set,
				 time_t t_s, time_t t_e);

/* As garq_nodes_hold(). RET the new part, or NULL */
extern struct garq_part *garq_nodes_put(garq_nodes_t *n, uint64_t id,
					uint64_t group, const garq_set_t *set,
					time_t t_s, time_t t_e);

/*
 * Undo garq_nodes_put() of the part that was put last.
 * IN alone - called for each other part that meets none any more; or NULL
 */
extern void garq_nodes_unput(garq_nodes_t *n, struct garq_part *part,
			     garq_part_fn alone, void *arg);

/* The parts of holder id, in no useful order; NULL if the id is unknown. */
extern struct garq_part *garq_nodes_parts(const garq_nodes_t *n, uint64_t id);

/*
 * Take the parts of a group out of the calendar (away), or put them back. No
 * other question or change may come between the two calls. Neither can fail.
 * fn, if it is not NULL, is called for each part after the part is out, or in
 * again.
 */
typedef void (*garq_away_fn)(void *arg, struct garq_part *part, bool away);
extern void garq_nodes_exclude(garq_nodes_t *n, uint64_t group, bool away,
			       garq_away_fn fn, void *arg);
