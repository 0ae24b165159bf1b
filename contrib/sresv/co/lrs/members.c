/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/co/lrs/members.h"

#define HELD "held for uid "
#define DEGRADED "degraded: "

/* A node in this state can't run what is booked on it. */
static bool _is_lost(uint32_t state)
{
	return ((state & NODE_STATE_BASE) == NODE_STATE_DOWN) ||
	       (state & (NODE_STATE_DRAIN | NODE_STATE_FAIL));
}

/* A hold is a record that no job can use yet: sched_garq(8), HOLDS. */
static bool _is_held(const reserve_info_t *r)
{
	return !strncmp(ctl_remark(r), HELD, strlen(HELD));
}

/* Is a word in a list with commas? */
static bool _has(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; list && *list; list += (*list == ',')) {
		size_t part = strcspn(list, ",");

		if ((part == len) && !strncmp(list, word, len))
			return true;
		list += part;
	}
	return false;
}

/* Holds have Users=root, whoever they are held for. */
static bool _is_mine(const reserve_info_t *r, const char *me)
{
	char *end;

	if (!_is_held(r))
		return _has(r->users, me);
	return (strtoul(ctl_remark(r) + strlen(HELD), &end, 10) == getuid()) &&
	       (*end == ' ');
}

/*
 * Is a booking short of nodes? sched/garq remarks which it lacks; a node that is
 * down is seen by all.
 */
static bool _is_degraded(const reserve_info_t *r, const node_info_msg_t *nodes)
{
	__typeof__(slurm_hostlist_create(NULL)) list;
	bool lost = strstr(ctl_remark(r), DEGRADED);

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
static bool _add(json_t *to, const reserve_info_t *r,
		 const node_info_msg_t *nodes)
{
	json_t *one = json_pack("{sssbsIsIsIsssb}", "name", r->name,
				"held", _is_held(r),
				"start", (json_int_t) r->start_time,
				"end", (json_int_t) r->end_time,
				"nodes", (json_int_t) r->node_cnt,
				"nodelist", r->node_list ? r->node_list : "",
				"degraded", _is_degraded(r, nodes));

	return one && !json_array_append_new(to, one);
}

static bool _add_all(const char *prefix, const char *me,
		     const reserve_info_msg_t *all,
		     const node_info_msg_t *nodes, json_t *to)
{
	bool ok = true;

	for (uint32_t i = 0; ok && (i < all->record_count); i++) {
		const reserve_info_t *r = &all->reservation_array[i];

		if (_begins(r->name, prefix) && _is_mine(r, me))
			ok = _add(to, r, nodes);
	}
	return ok;
}

void members_show(const char *prefix, const char *me, json_t *to, answer_t *ret)
{
	reserve_info_msg_t *all = NULL;
	node_info_msg_t *nodes = NULL;
	json_t *members = json_array();

	ctl_load(&all, ret);
	if (ret->status == STATUS_DONE)
		ctl_load_nodes(&nodes, ret);
	if ((ret->status == STATUS_DONE) &&
	    (!members || !_add_all(prefix, me, all, nodes, members) ||
	     json_object_set(to, "members", members))) {
		ret->status = STATUS_FAILED;
		answer_say(ret, "there is no memory");
	}
	if (nodes)
		slurm_free_node_info_msg(nodes);
	if (all)
		slurm_free_reservation_info_msg(all);
	json_decref(members);
}
