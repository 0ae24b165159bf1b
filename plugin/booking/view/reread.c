/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reread.c - see reread.h */

#include "plugin/booking/view/host.h"
#include "plugin/booking/view/reread.h"

void booking_reread_asked(office_t *office, view_resv_t *v)
{
	office->host->records->read(office, v->rec, v->booking);
	if (v->booking->part)
		v->retry_at = 0;	/* it may be whole now */
	view_accounts_update(office, v);
}

void booking_reread(office_t *office, view_resv_t *v)
{
	uint32_t num_cn = v->booking->num_cn;

	booking_reread_asked(office, v);
	v->booking->num_cn = num_cn;
}
