/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs_offers.c - offers for a job that is refused; see jobs.h
 *
 * A user takes an offer by submitting the job again, so each offer is worded as
 * options of sbatch. These offers hold no nodes, have no names, and are not in
 * the ledger.
 */

#include <sys/param.h>

#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/rights/bound.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/counts.h"

static void _add_offer(const osp_offer_t *o, time_t deadline, char **text)
{
	time_t minutes = (o->t_e - o->t_s - JOBS_LATE) / 60;
	char from[TEXT_TIME], to[TEXT_TIME];

	if (minutes < 1)
		return;
	text_add(text, "\n-N %u --time=%ld --begin=%s --deadline=%s  %s",
		 o->num_cn, (long) minutes, text_time(o->t_s, from),
		 text_time(MAX(o->t_e, deadline), to),
		 offers_kind_text(osp_kind_name(o->kind)));
}

void jobs_offers(office_t *office, const shape_t *shape,
		 const wishes_t *wishes, uint32_t uid, const char *account,
		 const view_resv_t *own, time_t now, char **text)
{
	bound_t bound = bound_of(office, wishes, account, uid, own);
	wish_t wish = { .verb = "create", .uid = uid,
			.group = own ? own->id : GARQ_NO_GROUP,
			.wishes = wishes, .job = true, .bound = &bound };
	osp_offers_t offers = { .cnt = 0 };
	osp_query_t q;

	bound.late = JOBS_LATE;
	(void) offering_find(office, shape, &wish, now, &q, &offers);
	bound_free(&bound);
	if (!offers.cnt)
		return;
	counts_add(office, COUNT_OFFERS_MADE, offers.cnt);
	text_add(text, "%soffers; to take one, submit it again with",
		 *text ? "\n" : "");
	for (size_t i = 0; i < offers.cnt; i++)
		_add_offer(&offers.list[i], shape->t_lsr + shape->duration,
			   text);
	osp_offers_free(&offers);
}
