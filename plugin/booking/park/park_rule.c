/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/park/loan.h"
#include "plugin/booking/park/park_rule.h"
#include "plugin/booking/request/flags.h"

typedef struct {
	office_t *office;
	time_t as_of;
	bool first;		/* no booking of the node was seen yet */
	const char *broken;	/* the rule; or NULL */
} check_t;

bool park_rule_is_open(const view_resv_t *v)
{
	return (v->flags & BOOKING_FLAG_FLEX) || v->attrs.max_start_delay ||
	       view_is_by_cores(v);
}

bool park_rule_lets_past(const view_resv_t *v, time_t t_s, time_t by)
{
	return (t_s <= by) || park_rule_is_open(v);
}

/* A garq_nodes_fn, for the holds of a node. */
static bool _check_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
			time_t t_e)
{
	check_t *check = arg;
	const view_resv_t *v = view_find_id(check->office, id);

	(void) node;
	(void) t_e;
	if (!v || !v->booking)
		return true;
	if (!view_is_unparked(v))
		check->broken = check->first ?
			"P1: the first booking on a node is parked" :
			"P2: a booking is parked that jobs of the one before it may cross";
	check->first = false;
	return !check->broken && park_rule_lets_past(v, t_s, check->as_of);
}

bool park_rule_check(office_t *office, time_t as_of, const char **ret_reason)
{
	check_t check = { .office = office, .as_of = as_of };

	if (!view_machine(office))
		return true;
	for (uint32_t i = 0; !check.broken && (i < view_size(office)); i++) {
		check.first = true;
		garq_nodes_each_on(garq_machine_nodes(view_machine(office)), i,
				   as_of, _check_hold, &check);
	}
	if (check.broken)
		*ret_reason = check.broken;
	return !check.broken;
}
