/* SPDX-License-Identifier: GPL-2.0-or-later */
/* members.c - see members.h */
#include <string.h>

#include "contrib/sresv/co/members.h"

/* A node in this state can't run what is booked on it. */
static bool _is_lost(uint32_t state)
{
	return ((state & NODE_STATE_BASE) == NODE_STATE_DOWN) ||
	       (state & (NODE_STATE_DRAIN | NODE_STATE_FAIL));
}

/*
 * Is a booking short of nodes? sched/garq says so in the comment, where Slurm has
 * comments; a node that is down is seen by all.
 */
static bool _is_degraded(const reserve_info_t *r, const node_info_msg_t *nodes)
{
	/* where Slurm has no comments the field of the burst buffer has it */
	const char *comment = ctl_comment(r) ? ctl_comment(r) : r->burst_buffer;
	__typeof__(slurm_hostlist_create(NULL)) list;
	bool lost = comment && strstr(comment, "degraded:");

	if (lost || !r->node_list || !r->node_list[0])
		return lost;
	list = slurm_hostlist_create(r->node_list);
	for (uint32_t i = 0; !lost && (i < nodes->record_count); i++) {
		const node_info_t *n = &nodes->node_array[i];

		lost = n->name && _is_lost(n->node_state) &&
		       (slurm_hostlist_find(list, n->name) >= 0);
	}
	slurm_hostlist_destroy(list);
	return lost;
}

static bool _begins(const char *name, const char *prefix)
{
	return name && !strncmp(name, prefix, strlen(prefix));
}

/* RET false if there is no memory, or a name is not UTF-8 */
static bool _add_booking(json_t *to, const reserve_info_t *r,
			 const node_info_msg_t *nodes)
{
	const char *list = r->node_list ? r->node_list : "";
	json_t *one = json_pack("{sssbsIsIsIsssb}", "name", r->name, "held", 0,
				"start", (json_int_t) r->start_time,
				"end", (json_int_t) r->end_time,
				"nodes", (json_int_t) r->node_cnt,
				"nodelist", list,
				"degraded", _is_degraded(r, nodes));

	return one && !json_array_append_new(to, one);
}

static bool _add_hold(json_t *to, const offer_t *o)
{
	json_t *one = json_pack("{sssbsIsIsIsIsb}", "name", o->name, "held", 1,
				"start", (json_int_t) o->start,
				"end", (json_int_t) o->end,
				"nodes", (json_int_t) o->nodes,
				"until", (json_int_t) o->until,
				"degraded", 0);

	return one && !json_array_append_new(to, one);
}

static bool _add_bookings(const char *prefix, const reserve_info_msg_t *all,
			  const node_info_msg_t *nodes, json_t *to)
{
	bool ok = true;

	for (uint32_t i = 0; ok && (i < all->record_count); i++) {
		const reserve_info_t *r = &all->reservation_array[i];

		if (_begins(r->name, prefix))
			ok = _add_booking(to, r, nodes);
	}
	return ok;
}

static bool _bookings(const char *prefix, json_t *to, answer_t *ret)
{
	reserve_info_msg_t *all = NULL;
	node_info_msg_t *nodes = NULL;
	bool ok = false;

	ctl_load(&all, ret);
	if (ret->status == STATUS_DONE)
		ctl_load_nodes(&nodes, ret);
	if (ret->status == STATUS_DONE)
		ok = _add_bookings(prefix, all, nodes, to);
	if (nodes)
		slurm_free_node_info_msg(nodes);
	if (all)
		slurm_free_reservation_info_msg(all);
	return ok;
}

/* Holds are listed with the offers that are open. */
static bool _holds(const char *prefix, json_t *to, answer_t *ret)
{
	bool ok = true;

	ctl_offers(ret);
	for (size_t i = 0; ok && (i < ret->offers.cnt); i++) {
		const offer_t *o = &ret->offers.list[i];

		if (o->held && _begins(o->name, prefix))
			ok = _add_hold(to, o);
	}
	return ok && (ret->status == STATUS_DONE);
}

void members_show(const char *prefix, json_t *to, answer_t *ret)
{
	json_t *members = json_array();
	bool ok = _bookings(prefix, members, ret);

	if (ok) {
		answer_free(ret);
		ok = _holds(prefix, members, ret);
	}
	if (!ok && (ret->status == STATUS_DONE)) {
		ret->status = STATUS_FAILED;
		answer_say(ret, "there is no memory");
	}
	if (ok)
		(void) json_object_set(to, "members", members);
	json_decref(members);
}
