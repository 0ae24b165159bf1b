/* SPDX-License-Identifier: GPL-2.0-or-later */
/* show.c - "scontrol show reservation"; see handlers.h */

#include "plugin/handlers.h"
#include "plugin/native.h"
#include "plugin/site.h"

typedef struct {
	view_resv_t **v;
	native_mask_t *mask;
	uint32_t cnt;
	uint32_t masks;
} shown_t;

static void _add(view_resv_t *v, void *arg)
{
	shown_t *s = arg;

	s->v[s->cnt++] = v;
}

/* As Slurm lists them: in the order in which they were made. */
static int _by_age(const void *a, const void *b)
{
	const view_resv_t *x = *(view_resv_t *const *) a;
	const view_resv_t *y = *(view_resv_t *const *) b;

	return (x->id > y->id) - (x->id < y->id);
}

/* Slurm's list with all that is parked; ours look as they were asked for. */
static list_t *_all(shown_t *s)
{
	list_t *all = list_create(NULL);

	s->v = xcalloc(view_count() + 1, sizeof(*s->v));
	s->mask = xcalloc(view_count() + 1, sizeof(*s->mask));
	view_each(_add, s);
	qsort(s->v, s->cnt, sizeof(*s->v), _by_age);
	for (uint32_t i = 0; i < s->cnt; i++) {
		view_resv_t *v = s->v[i];

		list_append(all, v->rec);
		if (v->booking)
			s->mask[s->masks++] = native_mask(v->rec, v->booking);
	}
	return all;
}

/*
 * Slurm packs the records, with its own access rules. Locks: site_lock();
 * nobody reads records in between.
 */
static compat_packed_t _pack(const slurm_msg_t *msg)
{
	list_t *linked = resv_list;
	shown_t s = { .cnt = 0 };
	compat_packed_t packed;
	char *text = NULL;

	if ((site_sync(time(NULL), &text) == SLURM_SUCCESS) && resv_list)
		resv_list = _all(&s);
	packed = compat_pack_resvs(msg);
	for (uint32_t i = 0; i < s.masks; i++)
		native_unmask(&s.mask[i]);
	if (resv_list != linked) {
		FREE_NULL_LIST(resv_list);
		resv_list = linked;
	}
	xfree(s.mask);
	xfree(s.v);
	xfree(text);
	return packed;
}

void handle_show(slurm_msg_t *msg, rpc_t native)
{
	resv_info_request_msg_t *request = msg->data;
	compat_packed_t packed;

	(void) native;
	if ((request->last_update - 1) >= view_last_update()) {
		compat_reply(msg, SLURM_NO_CHANGE_IN_DATA, NULL);
		return;
	}
	site_lock(false);
	packed = _pack(msg);
	site_unlock(false);
	compat_reply_resvs(msg, &packed);
}
