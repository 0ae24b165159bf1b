/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_running.c - jobs that run, and preempted ones: see osp_running.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/osp/osp_running.h"
#include "garq/grow.h"

extern int sim_running_add(struct sim_running *r, uint32_t job)
{
	if (GARQ_GROW(r->job, (size_t) r->cnt + 1, 64, &r->cap) < 0)
		return -1;
	r->job[r->cnt++] = job;
	return 0;
}

extern void sim_running_remove(struct sim_running *r, uint32_t job)
{
	uint32_t i = 0;

	while ((i < r->cnt) && (r->job[i] != job))
		i++;
	if (i == r->cnt)
		return;
	r->cnt--;
	memmove(r->job + i, r->job + i + 1, (r->cnt - i) * sizeof(*r->job));
}

extern int sim_running_keep(struct sim_running *r,
			    const struct sim_piece *piece)
{
	if (GARQ_GROW(r->piece, (size_t) r->pieces + 1, 64, &r->pieces_cap) < 0)
		return -1;
	r->piece[r->pieces++] = *piece;
	return 0;
}

extern void sim_running_free(struct sim_running *r)
{
	free(r->job);
	free(r->piece);
	memset(r, 0, sizeof(*r));
}
