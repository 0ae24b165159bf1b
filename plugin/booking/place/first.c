/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/place/first.h"

#define CMP(x, y) (((x) > (y)) - ((x) < (y)))

int first_cmp(const view_resv_t *a, const view_resv_t *b)
{
	int by_start = CMP(a->start, b->start);
	int by_age = CMP(a->booking->created, b->booking->created);

	return by_start ? by_start : by_age ? by_age : CMP(a->id, b->id);
}

bool first_add(view_resv_t **list, uint32_t *cnt, uint32_t max, view_resv_t *v)
{
	bool full = (*cnt == max);
	uint32_t i;

	if (full && (first_cmp(v, list[max - 1]) > 0))
		return false;
	i = full ? max - 1 : (*cnt)++;
	for (; i && (first_cmp(list[i - 1], v) > 0); i--)
		list[i] = list[i - 1];
	list[i] = v;
	return !full;
}
