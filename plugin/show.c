/* SPDX-License-Identifier: GPL-2.0-or-later */
/* show.c - "scontrol show reservation"; see handlers.h */

#include "plugin/handlers.h"
#include "plugin/native.h"
#include "plugin/site.h"

typedef struct {
	native_mask_t *list;
	int cnt;
} masks_t;

static void _count(view_resv_t *v, void *arg)
{
	if (v->booking)
		((masks_t *) arg)->cnt++;
}

static void _mask(view_resv_t *v, void *arg)
{
	masks_t *m = arg;

	if (v->booking)
		m->list[m->cnt++] = native_mask(v->rec, v->booking);
}

/*
 * Slurm packs the records, with its own access rules; ours look meanwhile as
 * they were asked for. Locks: site_lock(); nobody reads records in between.
 */
static compat_packed_t _pack(const slurm_msg_t *msg)
{
	compat_packed_t packed;
	masks_t masks = { .cnt = 0 };
	char *text = NULL;

	if (site_sync(time(NULL), &text) == SLURM_SUCCESS) {
		view_each(_count, &masks);
		masks.list = xcalloc(masks.cnt + 1, sizeof(*masks.list));
		masks.cnt = 0;
		view_each(_mask, &masks);
	}
	packed = compat_pack_resvs(msg);
	for (int i = 0; i < masks.cnt; i++)
		native_unmask(&masks.list[i]);
	xfree(masks.list);
	xfree(text);
	return packed;
}

void handle_show(slurm_msg_t *msg)
{
	resv_info_request_msg_t *request = msg->data;
	compat_packed_t packed;

	if ((request->last_update - 1) >= last_resv_update) {
		compat_reply(msg, SLURM_NO_CHANGE_IN_DATA, NULL);
		return;
	}
	site_lock(false);
	packed = _pack(msg);
	site_unlock(false);
	compat_reply_resvs(msg, &packed);
}
