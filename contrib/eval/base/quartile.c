/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * quartile.c - order statistics of measurements: see quartile.h.
 */
#include <stdlib.h>

#include "contrib/eval/base/quartile.h"

static int _by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

extern void eval_sort(double *value, size_t cnt)
{
	qsort(value, cnt, sizeof(*value), _by_value);
}

extern double eval_quartile(const double *value, size_t cnt, int q)
{
	double at = (double) (cnt - 1) * q / 4;
	size_t i = (size_t) at;

	if (i + 1 == cnt)
		return value[i];
	return value[i] + (at - (double) i) * (value[i + 1] - value[i]);
}
