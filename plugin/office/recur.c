/* SPDX-License-Identifier: GPL-2.0-or-later */
/* recur.c - see recur.h */

#include "plugin/booking/flags.h"
#include "plugin/booking/text.h"
#include "plugin/office/admit.h"
#include "plugin/office/recur.h"
#include "plugin/slurm/native.h"
#include "plugin/slurm/occurrence.h"

typedef struct {
	const garq_nodes_t *nodes;
	garq_set_t *set;
	uint64_t group;
	time_t now;
	int spare;	/* nodes of the set that an occurrence can do without */
	/* of the occurrence that is looked at */
	bitstr_t *taken;
	uint64_t first;	/* who has the first of them */
	/* the first for which too few nodes are left */
	bool found;
	time_t start;
} search_t;

/* The nodes that reservations have. */
static bool _met(void *arg, uint64_t id, uint32_t node, time_t t_s, time_t t_e)
{
	search_t *s = arg;
	view_holder_t who;

	(void) t_s;
	(void) t_e;
	/* A node that is down now is no reason not to plan for later days. */
	if (!view_holder(id, &who) || (who.kind != VIEW_RESV) ||
	    (node >= (uint32_t) node_record_count))
		return true;
	if (bit_ffs(s->taken) < 0)
		s->first = id;
	bit_set(s->taken, node);
	return bit_set_count(s->taken) <= s->spare;
}

static void _look(void *arg, time_t start, time_t end)
{
	search_t *s = arg;

	if (s->found || (end <= s->now))
		return;
	s->start = start;
	bit_clear_all(s->taken);
	garq_nodes_each(s->nodes, s->set, MAX(start, s->now), end, s->group,
			_met, s);
	s->found = bit_set_count(s->taken) > s->spare;
}

/* IN num_cn - so many nodes of rec must be left, at each occurrence */
static bool _collides(const slurmctld_resv_t *rec, uint32_t num_cn,
		      uint64_t group, time_t now, time_t horizon,
		      char **ret_text)
{
	search_t s = {
		.nodes = garq_machine_nodes(view_machine()),
		.group = group,
		.now = now,
		.spare = bit_set_count(rec->node_bitmap) - (int) num_cn,
	};
	char when[TEXT_TIME];
	view_holder_t who;

	if ((s.spare < 0) || !(s.set = view_set(rec->node_bitmap)))
		return false;
	s.taken = bit_alloc(node_record_count);
	occurrence_each(rec, now, now + horizon, _look, &s);
	FREE_NULL_BITMAP(s.taken);
	garq_set_destroy(s.set);
	if (!s.found || !view_holder(s.first, &who))
		return false;
	*ret_text = text_printf(
		"the occurrence of %s would take nodes of reservation %s: choose other nodes, or another time",
		text_time(s.start, when), who.name);
	return true;
}

/* An occurrence that finds too few licenses. */
typedef struct {
	lic_set_t want;
	uint64_t group;
	time_t now;
	bool found;
	time_t start;
} lacking_t;

static void _look_at_licenses(void *arg, time_t start, time_t end)
{
	lacking_t *l = arg;

	if (l->found || admit_licenses(&l->want, l->group, MAX(start, l->now),
				       end))
		return;
	l->found = true;
	l->start = start;
}

/* Slurm looks at the licenses of the first occurrence, whatever its flags. */
static bool _lacks_licenses(const slurmctld_resv_t *rec, uint64_t group,
			    time_t now, time_t horizon, char **ret_text)
{
	lacking_t l = { .group = group, .now = now };
	char when[TEXT_TIME];

	request_licenses_of(rec->license_list, &l.want);
	if (l.want.cnt)
		occurrence_each(rec, now, now + horizon, _look_at_licenses, &l);
	request_licenses_free(&l.want);
	if (l.found)
		*ret_text = text_printf(
			"the occurrence of %s would take licenses that other reservations have: ask for fewer, or for another time",
			text_time(l.start, when));
	return l.found;
}

bool recur_collides(const slurmctld_resv_t *rec, uint64_t group, time_t now,
		    time_t horizon, char **ret_text)
{
	if ((rec->flags & BOOKING_FLAGS_RECURRING) && rec->license_list &&
	    _lacks_licenses(rec, group, now, horizon, ret_text))
		return true;
	if (!(rec->flags & BOOKING_FLAGS_RECURRING) || !rec->node_bitmap ||
	    (rec->flags & (BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP)) ||
	    !(rec->ctld_flags & RESV_CTLD_FULL_NODE))
		return false;
	return _collides(rec, bit_set_count(rec->node_bitmap), group, now,
			 horizon, ret_text);
}

void recur_explain(const shape_t *shape, uint64_t flags, time_t now,
		   time_t horizon, char **ret_text)
{
	slurmctld_resv_t probe = {
		.start_time = shape->t_esr,
		.end_time = shape->t_esr + shape->duration,
		.flags = flags,
		.node_bitmap = shape->eligible,
	};

	if (flags & BOOKING_FLAGS_RECURRING)
		(void) _collides(&probe, shape->num_cn, GARQ_NO_GROUP, now,
				 horizon, ret_text);
}

void recur_explain_change(const slurmctld_resv_t *rec, uint64_t group,
			  const resv_desc_msg_t *desc, time_t now,
			  time_t horizon, char **ret_text)
{
	slurmctld_resv_t probe = *rec;
	time_t length = rec->end_time - native_start(rec);

	probe.start_time = native_start(rec);
	probe.start_time_first = 0;
	if (desc->flags != NO_VAL64)
		probe.flags |= desc->flags & BOOKING_FLAGS_RECURRING;
	if (desc->start_time != (time_t) NO_VAL)
		probe.start_time = desc->start_time;
	if (desc->duration != NO_VAL)
		(void) request_duration(probe.start_time, desc->duration,
					&length);
	probe.end_time = (desc->end_time != (time_t) NO_VAL) ?
			 desc->end_time : probe.start_time + length;
	(void) recur_collides(&probe, group, now, horizon, ret_text);
}
