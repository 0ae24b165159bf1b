/* SPDX-License-Identifier: GPL-2.0-or-later */
/* repair.c - see repair.h */

#include "plugin/admit.h"
#include "plugin/native.h"
#include "plugin/repair.h"
#include "plugin/site.h"

static bool _has_failed_node(const view_resv_t *v, time_t now)
{
	for (bitoff_t i = 0; i < bit_size(v->nodes); i++) {
		time_t since;

		if (bit_test(v->nodes, i) && (since = view_down_since(i)) &&
		    (now - since >= REPAIR_PATIENCE))
			return true;
	}
	return false;
}

static void _collect(view_resv_t *v, void *arg)
{
	if (v->booking && v->nodes && !v->booking->asked_nodes &&
	    !(v->flags & RESERVE_FLAG_STATIC))
		list_append(arg, v);
}

/* Change the record to the nodes that were found, and tell the ledger. */
static void _take(view_resv_t *v, const placement_t *p, time_t now)
{
	resv_desc_msg_t *desc = xmalloc(sizeof(*desc));
	change_t change = { .list = true, .nodes = p->nodes };
	ledger_op_t *op;
	char *err = NULL;
	int rc;

	slurm_init_resv_desc_msg(desc);
	desc->name = xstrdup(v->name);
	rc = native_update(v->rec, desc, &change, true, &err);
	slurm_free_resv_desc_msg(desc);
	if (rc != SLURM_SUCCESS) {
		error("sched/garq: nodes of reservation %s can't be replaced: %s",
		      v->name, err ? err : slurm_strerror(rc));
	} else {
		info("sched/garq: reservation %s had nodes that failed, it is on %s now",
		     v->name, v->rec->node_list);
		view_refresh(v->rec, now);
		if (native_read(v->rec, v->booking) && site.ledger &&
		    (op = ledger_put(site.ledger, v->booking)))
			ledger_commit_later(site.ledger, op);
	}
	xfree(err);
}

static void _repair(view_resv_t *v, time_t now)
{
	const booking_t *b = v->booking;
	shape_t shape = {
		.num_cn = b->num_cn,
		.t_esr = MAX(v->rec->start_time, now),
		.t_lsr = MAX(v->rec->start_time, now),
	};
	placement_t p = { .nodes = NULL };
	refusal_t refusal;
	char *text = NULL;
	int rc;

	shape.duration = v->rec->end_time - shape.t_esr;
	if ((shape.duration < 1) ||
	    request_eligible(NULL, false, b->partition, b->features, b->num_cn,
			     &shape.eligible, &text))
		goto done;
	rc = admit(&shape, v->id, v->rec->node_bitmap, NULL, now, &p, &refusal);
	if (rc == SLURM_SUCCESS) {
		_take(v, &p, now);
	} else if (rc == ESLURM_NODES_BUSY) {
		if (!v->warned)
			info("sched/garq: reservation %s lacks nodes that failed, and no others are free for all of its time",
			     v->name);
		v->warned = true;
		admit_free(&refusal);
	}
done:
	FREE_NULL_BITMAP(p.nodes);
	shape_free(&shape);
	xfree(text);
}

void repair_all(time_t now)
{
	list_t *candidates = list_create(NULL);
	view_resv_t *v;

	view_each(_collect, candidates);
	while ((v = list_pop(candidates)))
		if (_has_failed_node(v, now))
			_repair(v, now);
	FREE_NULL_LIST(candidates);
}
