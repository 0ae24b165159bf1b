/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "contrib/web/http/limit.h"

limit_t limit_make(double rate, double burst, int64_t now)
{
	return (limit_t) { .rate = rate, .burst = burst, .has = burst,
			   .last = now };
}

bool limit_take(limit_t *l, int64_t now)
{
	if (now > l->last) {
		l->has += l->rate * (double) (now - l->last) / 1000;
		l->last = now;
	}
	if (l->has > l->burst)
		l->has = l->burst;
	if (l->has < 1)
		return false;
	l->has -= 1;
	return true;
}
