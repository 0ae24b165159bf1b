/* SPDX-License-Identifier: GPL-2.0-or-later */
/* seen.c - see seen.h */

#include "contrib/sresv/seen.h"

void seen_load(seen_t *ret, answer_t *a)
{
	answer_t asked = { .status = STATUS_DONE };
	bool garq;

	*ret = (seen_t) { .all = NULL };
	if (!ctl_has_garq(&garq, a))
		return;
	ctl_load(&ret->all, a);
	if ((a->status != STATUS_DONE) || !garq)
		return;
	ctl_offers(&asked);
	ret->offers = asked.offers;
	asked.offers = (offers_t) { .cnt = 0 };
	*a = asked;
}

void seen_free(seen_t *s)
{
	if (s->all)
		slurm_free_reservation_info_msg(s->all);
	offers_free(&s->offers);
	*s = (seen_t) { .all = NULL };
}
