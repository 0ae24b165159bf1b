/* SPDX-License-Identifier: GPL-2.0-or-later */
/* show.c - "scontrol show reservation"; see handlers.h */

#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/loss/taken.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/request/name.h"
#include "plugin/rpc/handlers.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/record_gpus.h"
#include "plugin/slurm/sync.h"

typedef struct {
	list_t *all;
	native_mask_t *mask;
	uint32_t cnt;
	bool jobs;		/* show bookings of jobs, too: for operators */
	uint32_t uid;		/* requester, where reservations are private;
				 * else VIEW_NOBODY */
} shown_t;

static void _mask_booking(const view_resv_t *v, shown_t *s)
{
	char *awaited = taken_awaited(office, v);
	char *wish = choose_wish_text(office, v->booking->switches, v->nodes);
	native_told_t told = {
		.lost_nodes = v->lost_nodes, .lost_why = v->lost_why,
		.awaited = awaited, .wish = wish,
	};

	if (native_is_masked(v->rec, v->booking, &told))
		s->mask[s->cnt++] = native_mask(v->rec, v->booking, &told);
	free(awaited);
	free(wish);
}

/*
 * Add a record, linked or parked; a booking looks as its user asked for it.
 * Open offers are no reservations, and neither are the holds of some.
 */
static void _add_record(view_resv_t *v, void *arg)
{
	shown_t *s = arg;

	if (v->booking && ((!s->jobs && name_is_job(v->name)) ||
			   offers_is_hold(office, v->name)))
		return;
	if ((s->uid != VIEW_NOBODY) && users_is_kept_out(office, v, s->uid))
		return;
	record_gpus_show(v->rec);
	list_append(s->all, v->rec);
	if (v->booking)
		_mask_booking(v, s);
	else
		s->mask[s->cnt++] = native_mask_counted(v->rec);
}

/*
 * Have Slurm pack all records, by its own access rules, with a temporary list
 * in place of its own. Slurm's licenses query may read that list without a
 * lock, so the list is never freed. Locks: site_lock().
 */
static compat_packed_t _pack_records(const slurm_msg_t *msg)
{
	static list_t *all;
	list_t *linked = resv_list;
	time_t now = time(NULL);
	shown_t s = {
		.jobs = validate_operator(msg->auth_uid),
		.uid = office->host->users->is_private(office, VIEW_RESV) ?
			       msg->auth_uid :
			       VIEW_NOBODY,
	};
	compat_packed_t packed;
	char *text = NULL;
	int rc = site_sync(now, &text);

	free(text);
	if (!rc && linked) {
		if (!all)
			all = list_create(NULL);
		s.all = all;
		s.mask = xcalloc_nz(view_count(office) + 1, sizeof(*s.mask));
		view_each(office, _add_record, &s);
		resv_list = s.all;
	}
	packed = compat_pack_resvs(msg);
	for (uint32_t i = 0; i < s.cnt; i++)
		native_unmask(&s.mask[i]);
	if (s.all) {
		resv_list = linked;
		(void) list_flush(s.all);
	}
	xfree(s.mask);
	return packed;
}

void handle_show(slurm_msg_t *msg, rpc_t native)
{
	resv_info_request_msg_t *request = msg->data;
	compat_packed_t packed;

	(void) native;
	if ((request->last_update - 1) >=
	    office->host->list->last_update(office)) {
		compat_reply(msg, SLURM_NO_CHANGE_IN_DATA, NULL);
		return;
	}
	site_lock(false);
	packed = _pack_records(msg);
	site_unlock(false);
	compat_reply_resvs(msg, &packed);
}
