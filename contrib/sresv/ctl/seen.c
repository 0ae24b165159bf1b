/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "contrib/sresv/ctl/seen.h"

void seen_load(seen_t *ret, answer_t *a)
{
	answer_t asked = { .status = STATUS_DONE };

	ctl_about_t about;

	*ret = (seen_t) { .all = NULL };
	ctl_about(&about, a);
	if (a->status != STATUS_DONE)
		return;
	ret->garq = about.garq;
	ret->hides = about.hides;
	free(about.cluster);
	ctl_load(&ret->all, a);
	if ((a->status != STATUS_DONE) || !ret->garq)
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
