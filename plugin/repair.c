/* SPDX-License-Identifier: GPL-2.0-or-later */
/* repair.c - see repair.h */

#include "plugin/admit.h"
#include "plugin/native.h"
#include "plugin/park.h"
#include "plugin/repair.h"
#include "plugin/site.h"

/* What one look mends; the next one goes on. */
#define REPAIR_MAX 64

/* One that could not be mended is tried again after so long, in seconds. */
#define REPAIR_AGAIN 60

typedef struct {
	list_t *candidates;
	time_t now;
	int cnt;
} look_t;

/* A garq_nodes_fn: those that hold a node that failed, by their start. */
static bool _collect(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	view_resv_t *v = view_find_id(id);
	look_t *look = arg;

	(void) node;
	(void) t_s;
	(void) t_e;
	if (v && v->booking && v->nodes && !v->booking->asked_nodes &&
	    !(v->flags & RESERVE_FLAG_STATIC) &&
	    (look->now - v->tried >= REPAIR_AGAIN)) {
		v->tried = look->now;
		list_append(look->candidates, v);
		look->cnt++;
	}
	return look->cnt < REPAIR_MAX;
}

/* Change the record to the nodes that were found, and tell the ledger. */
static void _take(view_resv_t *v, const placement_t *p, time_t now)
{
	resv_desc_msg_t *desc = xmalloc(sizeof(*desc));
	change_t change = { .list = true, .nodes = p->nodes };
	bitstr_t *before = bit_copy(v->nodes);
	bool was_linked = park_fetch(v);
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
		park_return(v, was_linked);
	} else {
		info("sched/garq: reservation %s had nodes that failed, it is on %s now",
		     v->name, v->rec->node_list);
		view_refresh(v->rec, now);
		(void) park_settle(v, was_linked, before, now);
		if (native_read(v->rec, v->booking) && site.ledger &&
		    (op = ledger_put(site.ledger, v->booking)))
			ledger_commit_later(site.ledger, op);
	}
	FREE_NULL_BITMAP(before);
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
	look_t look = { .now = now, .candidates = list_create(NULL) };
	const garq_nodes_t *nodes = garq_machine_nodes(view_machine());
	view_resv_t *v;

	for (uint32_t i = 0; i < garq_nodes_size(nodes); i++) {
		time_t since = view_down_since(i);

		if (since && (now - since >= REPAIR_PATIENCE))
			garq_nodes_each_on(nodes, i, now, _collect, &look);
	}
	while ((v = list_pop(look.candidates)))
		_repair(v, now);
	FREE_NULL_LIST(look.candidates);
}
