/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * quartile.h - order statistics of measurements.
 */
#pragma once

#include <stddef.h>

/* Sort in rising order. */
extern void eval_sort(double *value, size_t cnt);

/* The q-th quarter, 0 .. 4, of cnt > 0 sorted values; 2: the median. */
extern double eval_quartile(const double *value, size_t cnt, int q);
