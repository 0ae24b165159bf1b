/* SPDX-License-Identifier: GPL-2.0-or-later */
/* native_mask.c - how users see records; see native.h */

#include "plugin/booking/request/text.h"
#include "plugin/slurm/native/native.h"

char **native_remark(slurmctld_resv_t *rec)
{
	compat_extras_t extras = compat_resv_extras(rec);

	return extras.comment ? extras.comment : &rec->burst_buffer;
}

/*
 * The plugin's text about a record, before the record's own remark. That of a
 * hold is shown after the confirmation.
 */
static char *_remark(const booking_t *b, const native_told_t *told,
		     const char *remark)
{
	char until[TEXT_TIME], *text = NULL;

	if (booking_is_named_hold(b)) {
		xstrfmtcat(text, "held for uid %u until %s", b->creator,
			   text_time(b->hold_until, until));
		if (!b->stand_in)
			remark = NULL;
	}
	if (told->lost_nodes)
		xstrfmtcat(text, "%sdegraded: lacks %s (%s)", text ? "; " : "",
			   told->lost_nodes, told->lost_why);
	if (told->awaited)
		xstrfmtcat(text, "%sawaits %s", text ? "; " : "",
			   told->awaited);
	if (told->wish)
		xstrfmtcat(text, "%s%s", text ? "; " : "", told->wish);
	if (remark)
		xstrfmtcat(text, "; %s", remark);
	return text;
}

/*
 * Where reservations are private, a hold is shown to its requester, not to the
 * users of its record.
 */
static void _show_to(native_mask_t *mask, uint32_t uid)
{
	slurmctld_resv_t *rec = mask->rec;

	mask->shown_to = xcalloc(1, sizeof(*mask->shown_to));
	mask->shown_to[0] = uid;
	mask->users = rec->user_list;
	mask->user_cnt = rec->user_cnt;
	mask->assocs = rec->assoc_list;
	rec->user_list = mask->shown_to;
	rec->user_cnt = 1;
	rec->assoc_list = NULL;
}

static void _show_to_users(const native_mask_t *mask)
{
	slurmctld_resv_t *rec = mask->rec;

	xfree(rec->user_list);
	rec->user_list = mask->users;
	rec->user_cnt = mask->user_cnt;
	rec->assoc_list = mask->assocs;
}

native_mask_t native_mask(slurmctld_resv_t *rec, const booking_t *b,
			  const native_told_t *told)
{
	native_mask_t mask = {
		.rec = rec,
		.flags = rec->flags,
		.max_start_delay = rec->max_start_delay,
	};

	rec->flags &= ~(NATIVE_UNWRITTEN |
			(b->asked_nodes ? 0 : RESERVE_FLAG_SPEC_NODES));
	if (booking_is_flexible(b))
		rec->max_start_delay = (uint32_t) (b->t_lsr - b->t_esr);
	if (told->lost_nodes || told->awaited || told->wish ||
	    booking_is_named_hold(b)) {
		mask.remark = native_remark(rec);
		mask.was_remark = *mask.remark;
		*mask.remark = _remark(b, told, mask.was_remark);
	}
	if (booking_is_named_hold(b))
		_show_to(&mask, b->creator);
	return mask;
}

native_mask_t native_mask_counted(slurmctld_resv_t *rec)
{
	native_mask_t mask = {
		.rec = rec,
		.flags = rec->flags,
		.max_start_delay = rec->max_start_delay,
	};

	rec->flags = native_flags_asked(rec->flags);
	return mask;
}

void native_unmask(const native_mask_t *mask)
{
	if (mask->shown_to)
		_show_to_users(mask);
	mask->rec->flags = mask->flags;
	mask->rec->max_start_delay = mask->max_start_delay;
	if (mask->remark) {
		xfree(*mask->remark);
		*mask->remark = mask->was_remark;
	}
}
