/* SPDX-License-Identifier: GPL-2.0-or-later */
/* all_linked.c - messages that concern all reservations; see handlers.h */

#include <stdlib.h>

#include "plugin/booking/park/loan.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/view.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/reply.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"

typedef struct {
	garq_set_t *nodes;
	const char *name;	/* of a reservation that has cores of them */
} deletion_t;

static void _find_cores(view_resv_t *v, void *arg)
{
	deletion_t *d = arg;

	if (view_is_by_cores(v) && v->nodes &&
	    garq_set_meets(v->nodes, d->nodes))
		d->name = v->name;
}

/*
 * Slurm shows the cores of a reservation by node: slurmctld crashes, or its
 * answer can't be read, if one of these nodes was deleted.
 * RET the refusal, free(); NULL: no reservation has cores of these nodes
 */
static char *_object_to_deletion(const char *names)
{
	deletion_t d = { .name = NULL };

	(void) nodes_from_list(names, &d.nodes);
	view_each(office, _find_cores, &d);
	garq_set_destroy(d.nodes);
	return !d.name ? NULL : text_printf(
		"reservation %s has cores of it, without which Slurm could not show reservations any more: delete that, or give it other nodes (Nodes=), before",
		d.name);
}

static bool _is_refused(slurm_msg_t *msg)
{
	const update_node_msg_t *nodes = msg->data;
	char *text;

	if ((msg->msg_type != REQUEST_DELETE_NODE) || !nodes->node_names)
		return false;
	site_lock(false);
	text = _object_to_deletion(nodes->node_names);
	site_unlock(false);
	if (!text)
		return false;
	counts_refused(office, REFUSED_BUSY);
	reply_refused(msg, "delete", nodes->node_names, REFUSED_BUSY, text,
		      false);
	free(text);
	return true;
}

void handle_with_all_linked(slurm_msg_t *msg, rpc_t native)
{
	char *text = NULL;

	/* native refuses others at once: they must not cost a walk under locks. */
	if (office->abi_differs || !validate_super_user(msg->auth_uid)) {
		native(msg);
		return;
	}
	if (_is_refused(msg))
		return;
	site_lock(false);
	loan_all(office);
	site_unlock(false);
	native(msg);
	site_lock(false);
	(void) site_sync(time(NULL), &text);
	loan_all_end(office);
	site_unlock(false);
	free_null(text);
}
