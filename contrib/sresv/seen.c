/* SPDX-License-Identifier: GPL-2.0-or-later */
/* seen.c - see seen.h */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/seen.h"

static int _by_name(const void *x, const void *y)
{
	const offer_t *a = *(const offer_t *const *) x;
	const offer_t *b = *(const offer_t *const *) y;

	return strcmp(a->name, b->name);
}

/* RET false if memory is short */
static bool _index(seen_t *s)
{
	s->by_name = calloc(s->before.cnt + s->offers.cnt + 1,
			    sizeof(*s->by_name));
	if (!s->by_name)
		return false;
	for (size_t i = 0; i < s->before.cnt; i++)
		s->by_name[s->cnt++] = &s->before.list[i];
	for (size_t i = 0; i < s->offers.cnt; i++)
		s->by_name[s->cnt++] = &s->offers.list[i];
	qsort(s->by_name, s->cnt, sizeof(*s->by_name), _by_name);
	return true;
}

static bool _ask_offers(offers_t *ret, answer_t *a)
{
	ctl_offers(a);
	if (a->status != STATUS_DONE)
		return false;
	*ret = a->offers;
	a->offers = (offers_t) { .cnt = 0 };
	answer_free(a);
	return true;
}

/*
 * Offers open and end between two questions: each record that is an offer was
 * open before the records were asked for, or is open after that.
 */
void seen_load(seen_t *ret, answer_t *a)
{
	bool garq;

	*ret = (seen_t) { .all = NULL };
	if (!ctl_has_garq(&garq, a) ||
	    (garq && !_ask_offers(&ret->before, a)))
		return;
	ctl_load(&ret->all, a);
	if ((a->status != STATUS_DONE) ||
	    (garq && !_ask_offers(&ret->offers, a)))
		return;
	if (!_index(ret))
		a->status = STATUS_FAILED;
}

const offer_t *seen_offer(const seen_t *s, const reserve_info_t *r)
{
	const offer_t like = { .name = r->name }, *key = &like;
	offer_t **found = s->cnt ? bsearch(&key, s->by_name, s->cnt,
					   sizeof(*s->by_name), _by_name) :
				   NULL;

	return found ? *found : NULL;
}

void seen_free(seen_t *s)
{
	if (s->all)
		slurm_free_reservation_info_msg(s->all);
	offers_free(&s->offers);
	offers_free(&s->before);
	free(s->by_name);
	*s = (seen_t) { .all = NULL };
}
