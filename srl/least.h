/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * least.h - the least of consecutive values.
 */
#pragma once

#include <stddef.h>

/*
 * A tree over cnt values: tree[cnt + i] is value i, tree[k] the least of
 * tree[2k] and tree[2k + 1].
 *
 * RET an array to be freed with free(), whose values are HUGE_VAL; NULL with
 * errno ENOMEM
 */
extern double *srl_least_create(size_t cnt);

/* After all values were written to tree + cnt. */
extern void srl_least_build(double *tree, size_t cnt);

/* RET the least of the values from first to before end; HUGE_VAL of none */
extern double srl_least(const double *tree, size_t cnt, size_t first,
			size_t end);
