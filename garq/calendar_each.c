/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar_each.c - who holds: the parts of an interval, or of a node.
 *
 * The structure is in calendar.h. The latest end of an entry tells whether any
 * part that starts there is still there, as in an interval tree; any tells
 * whether it may be one with the node.
 */
#include "garq/calendar.h"

struct each {
	const struct garq_calendar *c;
	time_t t_s;
	time_t t_e;
	uint32_t node;
	garq_part_fn fn;
	void *arg;
};

/* Those that start in a slot that begins then. RET false to end the walk */
static bool _slot_each(const struct each *e,
		       const struct garq_slot_parts *parts, time_t begin)
{
	for (uint32_t i = 0; i < parts->cnt; i++) {
		const struct garq_slot_part *p = &parts->part[i];

		if ((p->t_s < begin) || (p->t_s >= e->t_e) ||
		    (p->t_e <= e->t_s) ||
		    ((e->node != GARQ_ANY_NODE) &&
		     !garq_part_has(p->part, e->node)))
			continue;
		if (!e->fn(e->arg, p->part))
			return false;
	}
	return true;
}

static bool _has_node(const struct each *e, const uint64_t *set)
{
	return (e->node == GARQ_ANY_NODE) ||
	       ((set[e->node / 64] >> (e->node % 64)) & 1);
}

/* Where nothing ends after t_s, or the node is not held, nothing is missed. */
static bool _sheet_each(const struct each *e, struct garq_stretch s,
			const struct garq_days *d)
{
	uint32_t to = garq_stretch_to(&s, d);

	for (uint32_t i = 0; i <= to; i++) {
		if ((s.sheet->latest[i] <= e->t_s) ||
		    !_has_node(e, garq_sheet_any(e->c, s.sheet, i)))
			continue;
		if (s.level && !_sheet_each(e, garq_stretch_below(&s, i), d))
			return false;
		if (!s.level && !_slot_each(e, s.sheet->below[i].parts,
					    garq_calendar_begin(e->c, s.zero + i)))
			return false;
	}
	return true;
}

extern void garq_calendar_each(const struct garq_calendar *c, time_t t_s,
			       time_t t_e, uint32_t node, garq_part_fn fn,
			       void *arg)
{
	struct each e = { c, t_s, t_e, node, fn, arg };
	struct garq_days d = garq_calendar_days(c, t_s, t_e);

	_sheet_each(&e, garq_stretch(c), &d);
}

/* One of few nodes is looked for node by node, or else at all parts at once. */
#define FEW 4U

extern void garq_calendar_each_met(const struct garq_calendar *c,
				   const struct garq_part *part,
				   garq_part_fn fn, void *arg)
{
	uint32_t node[FEW], cnt = 0;

	for (uint32_t i = garq_part_next(part, 0);
	     (i != UINT32_MAX) && (cnt <= FEW); i = garq_part_next(part, i + 1))
		if (cnt++ < FEW)
			node[cnt - 1] = i;
	if (cnt > FEW)
		garq_calendar_each(c, part->t_s, part->t_e, GARQ_ANY_NODE, fn,
				   arg);
	for (uint32_t i = 0; (cnt <= FEW) && (i < cnt); i++)
		garq_calendar_each(c, part->t_s, part->t_e, node[i], fn, arg);
}
