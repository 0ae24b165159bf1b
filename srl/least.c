/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * least.c - the least of consecutive values.
 */
#include <math.h>
#include <stdlib.h>

#include "srl/least.h"

extern double *srl_least_create(size_t cnt)
{
	double *tree = reallocarray(NULL, 2 * cnt + 1, sizeof(*tree));

	for (size_t i = 0; tree && (i < 2 * cnt + 1); i++)
		tree[i] = HUGE_VAL;
	return tree;
}

extern void srl_least_build(double *tree, size_t cnt)
{
	for (size_t k = cnt ? cnt - 1 : 0; k; k--)
		tree[k] = fmin(tree[2 * k], tree[2 * k + 1]);
}

extern double srl_least(const double *tree, size_t cnt, size_t first,
			size_t end)
{
	double least = HUGE_VAL;

	for (first += cnt, end += cnt; first < end; first /= 2, end /= 2) {
		if (first % 2)
			least = fmin(least, tree[first++]);
		if (end % 2)
			least = fmin(least, tree[--end]);
	}
	return least;
}
