/* SPDX-License-Identifier: GPL-2.0-or-later */
/* remove.c - "scontrol delete reservation"; see handlers.h */

#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/remove.h"
#include "plugin/booking/view/office.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/rate_limit.h"
#include "plugin/rpc/reply.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/message.h"
#include "plugin/slurm/sync.h"

/* Locks: site_lock(true) */
static int _serve(const char *name, uint32_t uid, remove_t *out)
{
	time_t now = time(NULL);

	site_prepare(now);
	return remove_serve(office, name, uid, now, out);
}

static void _finish(const char *name, remove_t *out)
{
	char why[256];

	if ((out->rc == 0) && !out->op)
		site_save();
	if (out->op &&
	    !ledger_commit_or_keep(office->ledger, out->op, why, sizeof(why)))
		remove_unrecorded(office, name, why, out);
}

void handle_delete(slurm_msg_t *msg, rpc_t native)
{
	reservation_name_msg_t *data = msg->data;
	remove_t out = { .rc = 0 };
	char *shown;

	(void) native;
	if (rate_limit_refuses(msg, false))
		return;
	if (!message_text_ends(data->name)) {
		reply_failed(msg, "delete", NULL,
			     ESLURM_PROTOCOL_INCOMPLETE_PACKET, NULL);
		return;
	}
	site_lock(true);
	out.rc = _serve(data->name, msg->auth_uid, &out);
	site_unlock(true);
	_finish(data->name, &out);
	if (out.rc == 0) {
		shown = text_printable(data->name);
		info("sched/garq: delete reservation=%s uid=%u: done", shown,
		     msg->auth_uid);
		free_null(shown);
		compat_reply(msg, 0, NULL);
		if (out.visible)
			queue_job_scheduler();
	} else {
		reply_failed(msg, "delete", data->name, out.rc, out.text);
	}
	free_null(out.text);
}
