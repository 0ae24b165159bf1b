/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reread.c - see reread.h */

#include "plugin/booking/view/host.h"
#include "plugin/booking/view/reread.h"

static void _read_record(office_t *office, view_resv_t *v)
{
	office->host->records->read(office, v->rec, v->booking);
	if (v->booking->part)
		v->retry_at = 0;	/* it may be whole now */
	view_accounts_update(office, v);
}

void booking_reread_asked(office_t *office, view_resv_t *v)
{
	booking_t *b = v->booking;
	uint32_t num_cn = b->num_cn;
	time_t length = b->end - b->start;

	_read_record(office, v);
	if ((b->num_cn != num_cn) || (b->end - b->start != length))
		booking_keep_size(b);
}

void booking_reread_moved(office_t *office, view_resv_t *v)
{
	uint32_t num_cn = v->booking->num_cn;

	_read_record(office, v);
	v->booking->num_cn = num_cn;
}

void booking_reread(office_t *office, view_resv_t *v)
{
	booking_t *b = v->booking;
	time_t length = b->end - b->start;

	booking_reread_moved(office, v);
	if (b->end - b->start != length)
		booking_keep_size(b);
}
