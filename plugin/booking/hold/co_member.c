/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/view/say.h"

int co_member_check_window(const char *name, const request_t *request,
			   char **ret_text)
{
	if (!request->has_delay)
		return 0;
	return text_refuse(ret_text, REFUSED_UNSUPPORTED,
		"%s is a part of a co-reservation, which has one start: leave MaxStartDelay out",
		name);
}

/* True if r is about the time, nodes, size or licenses of the reservation. */
static bool _moves_resv(const ask_t *a)
{
	const request_t *r = a->request;

	return r->has_start || r->has_end || r->has_minutes || r->has_delay ||
	       r->has_nodes || request_by_cores(r) || r->node_list ||
	       r->partition ||
	       r->features || r->licenses || r->tres || r->burst_buffer ||
	       r->has_watts || (a->kind == &kind_native) ||
	       (r->flags & BOOKING_FLAG_SKIP);
}

int co_member_check_update(office_t *office, ask_t *a)
{
	const view_resv_t *v = a->v;
	int rc;

	if (!v->booking)
		return 0;
	rc = co_member_check_window(v->name, a->request, &a->text);
	if (rc || !_moves_resv(a) ||
	    office->host->users->is_operator(office, a->uid))
		return rc;
	return text_refuse(&a->text, REFUSED_DENIED,
		"%s is a part of a co-reservation: its time, nodes and licenses fit those of other parts, only operators change them; delete it, or book all parts anew",
		v->name);
}

static bool _same_place(const booking_t *a, const booking_t *b)
{
	return (a->start == b->start) && (a->end == b->end) &&
	       (a->num_cn == b->num_cn) && text_same(a->nodes, b->nodes) &&
	       text_same(a->licenses, b->licenses);
}

void co_member_broken(office_t *office, const booking_t *before,
		      const booking_t *after, uint32_t uid)
{
	const booking_t *now = after ? after : before;
	char *why;
	notify_t n = {
		.event = "co_broken",
		.reservation = before->name,
		.old_start = before->start,
		.start = after ? after->start : 0,
		.end = after ? after->end : 0,
		.old_nodes = before->nodes,
		.nodes = after ? after->nodes : NULL,
		.users = now->users,
	};

	/* A hold that is gone breaks nothing: it can't be confirmed any more. */
	if (before->hold_until || (after ? _same_place(before, after) :
					   (before->creator == uid)))
		return;
	why = text_printf("%s by uid %u", after ? "changed" : "deleted", uid);
	n.reason = why;
	say_info(office,
		 "sched/garq: reservation %s, a part of a co-reservation of uid %u, was %s: the other parts may not fit any more",
		 before->name, before->creator, why);
	(void) office->host->locks->notify(office, &n);
	free_null(why);
}
