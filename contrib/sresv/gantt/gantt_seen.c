/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/gantt/gantt_seen.h"
#include "plugin/booking/view/occurrence.h"

/* With one of these Slurm serves the reservation itself: sched_garq(8). */
#define NATIVE_FLAGS \
	(BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP | BOOKING_FLAG_IGN_JOBS | \
	 BOOKING_FLAGS_RECURRING | BOOKING_FLAG_ANY_NODES | \
	 BOOKING_FLAG_TIME_FLOAT | BOOKING_FLAG_REPLACE | \
	 BOOKING_FLAG_FIRST_CORES)

/* --- reservations --------------------------------------------------------------- */

gantt_kind_t gantt_kind(const reserve_info_t *r, bool garq)
{
	static const char held[] = "held for uid ", degraded[] = "degraded: lacks ";
	const char *remark = ctl_remark(r), *next;

	if (r->flags & BOOKING_FLAG_MAINT)
		return GANTT_MAINT;
	if (!garq || (r->flags & NATIVE_FLAGS) || r->core_spec_cnt)
		return GANTT_NATIVE;
	next = strncmp(remark, held, strlen(held)) ? NULL : strstr(remark, "; ");
	if (!strncmp(next ? next + 2 : remark, degraded, strlen(degraded)))
		return GANTT_DEGRADED;
	return strncmp(remark, held, strlen(held)) ? GANTT_BOOKING : GANTT_HELD;
}

typedef struct {
	gantt_input_t *in;
	gantt_item_t like;
	bool ok;
} adding_t;

static void _add_occurrence(void *arg, time_t start, time_t end)
{
	adding_t *adding = arg;

	adding->like.start = start;
	adding->like.end = end;
	adding->ok = adding->ok && gantt_add(adding->in, &adding->like);
}

static bool _add_reservation(gantt_seen_t *s, const reserve_info_t *r,
			     time_t now, time_t until)
{
	gantt_kind_t kind = gantt_kind(r, s->seen.garq);
	bool window = (kind == GANTT_BOOKING) || (kind == GANTT_DEGRADED);
	occurrence_t when = {
		/* a floating one is shown where it is now */
		.start = r->start_time, .end = r->end_time,
		.duration = BOOKING_NO_DURATION,
		.flags = r->flags & ~BOOKING_FLAG_TIME_FLOAT,
	};
	adding_t adding = {
		.in = &s->input,
		.like = { .name = r->name, .users = r->users, .kind = kind,
			  .inx = r->node_inx, .node_cnt = r->node_cnt },
		.ok = true,
	};

	/* reservations of licenses alone take no nodes */
	if (!r->node_list || !r->node_list[0])
		return true;
	if (window && r->max_start_delay && (r->max_start_delay != NO_VAL))
		adding.like.delay = r->max_start_delay;
	occurrence_each(&when, now, until, _add_occurrence, &adding);
	return adding.ok;
}

static bool _add_offers(gantt_seen_t *s)
{
	for (size_t i = 0; i < s->seen.offers.cnt; i++) {
		const offer_t *o = &s->seen.offers.list[i];
		gantt_item_t item = {
			.name = o->name, .kind = GANTT_HELD, .start = o->start,
			.end = o->end, .node_cnt = o->nodes,
		};

		if (o->held && !gantt_add(&s->input, &item))
			return false;
	}
	return true;
}

/* --- nodes ---------------------------------------------------------------------- */

bool gantt_seen_is_down(const node_info_t *n)
{
	return ((n->node_state & NODE_STATE_BASE) == NODE_STATE_DOWN) ||
	       (n->node_state & (NODE_STATE_DRAIN | NODE_STATE_FAIL));
}

/* The first partition that lists a node has it. */
static void _set_partitions(gantt_input_t *in, const partition_info_msg_t *all)
{
	for (uint32_t i = 0; all && (i < all->record_count); i++) {
		const partition_info_t *p = &all->partition_array[i];

		for (const int32_t *x = p->node_inx; x && (x[0] >= 0); x += 2)
			for (int64_t n = x[0]; n <= x[1]; n++)
				if ((n < in->node_cnt) &&
				    !in->nodes[n].partition[0])
					in->nodes[n].partition = p->name;
	}
}

static bool _set_nodes(gantt_seen_t *s)
{
	gantt_input_t *in = &s->input;

	if (!s->nodes)
		return true;
	in->nodes = calloc((size_t) s->nodes->record_count + 1,
			   sizeof(*in->nodes));
	if (!in->nodes)
		return false;
	in->node_cnt = s->nodes->record_count;
	for (uint32_t i = 0; i < in->node_cnt; i++)
		in->nodes[i] = (gantt_node_t) {
			.name = s->nodes->node_array[i].name,
			.partition = "",
			.down = gantt_seen_is_down(&s->nodes->node_array[i]),
		};
	_set_partitions(in, s->partitions);
	return true;
}

/* --- the whole ------------------------------------------------------------------ */

static void _load_nodes(gantt_seen_t *s, answer_t *a)
{
	answer_t asked;

	ctl_load_nodes(&s->nodes, &asked);
	if (asked.status == STATUS_DONE) {
		answer_free(&asked);
		/* without partitions there is one group */
		ctl_load_partitions(&s->partitions, &asked);
		answer_free(&asked);
		return;
	}
	if (asked.status != STATUS_DENIED) {
		answer_free(a);
		*a = asked;
		return;
	}
	answer_free(&asked);
	answer_say(a, "the nodes are not shown to you: --by bookings is");
}

bool gantt_seen_fill(gantt_seen_t *s, time_t now, time_t until)
{
	for (uint32_t i = 0; i < s->seen.all->record_count; i++)
		if (!_add_reservation(s, &s->seen.all->reservation_array[i],
				      now, until))
			return false;
	if (!_add_offers(s) || !_set_nodes(s))
		return false;
	gantt_sort(&s->input);
	s->input.partial = s->seen.hides;
	return true;
}

void gantt_seen_load(gantt_seen_t *ret, time_t now, time_t until, answer_t *a)
{
	*ret = (gantt_seen_t) { .nodes = NULL };
	seen_load(&ret->seen, a);
	if (a->status == STATUS_DONE)
		_load_nodes(ret, a);
	if ((a->status == STATUS_DONE) && !gantt_seen_fill(ret, now, until))
		a->status = STATUS_FAILED;
}

void gantt_seen_free(gantt_seen_t *s)
{
	gantt_input_free(&s->input);
	if (s->nodes)
		slurm_free_node_info_msg(s->nodes);
	if (s->partitions)
		slurm_free_partition_info_msg(s->partitions);
	seen_free(&s->seen);
}
