/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_audit.c - invariants of every run: see osp_audit.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/osp_audit.h"
#include "garq/grow.h"

extern int sim_audit_init(struct sim_audit *a, uint32_t max_cn)
{
	memset(a, 0, sizeof(*a));
	a->max_cn = a->free = max_cn;
	a->owner = calloc(max_cn, sizeof(*a->owner));
	if (!a->owner)
		return -1;
	for (uint32_t i = 0; i < max_cn; i++)
		a->owner[i] = SIM_NOBODY;
	return 0;
}

extern void sim_audit_free(struct sim_audit *a)
{
	free(a->edge);
	free(a->owner);
	memset(a, 0, sizeof(*a));
}

/* Counts */

static int _reserve(struct sim_audit *a)
{
	return GARQ_GROW(a->edge, (size_t) a->cnt + 2, 256, &a->cap);
}

/* Drop the edges up to now; level takes them in. */
static void _forget(struct sim_audit *a, time_t now)
{
	uint32_t past = 0;

	while ((past < a->cnt) && (a->edge[past].t <= now))
		a->level += a->edge[past++].change;
	a->cnt -= past;
	memmove(a->edge, a->edge + past, a->cnt * sizeof(*a->edge));
}

static void _insert(struct sim_audit *a, time_t t, int64_t change)
{
	uint32_t i = a->cnt++;

	for (; i && (a->edge[i - 1].t > t); i--)
		a->edge[i] = a->edge[i - 1];
	a->edge[i] = (struct sim_edge) { t, change };
}

extern int sim_audit_hold(struct sim_audit *a, time_t now, time_t t_s,
			  time_t t_e, uint32_t num_cn)
{
	int64_t level;

	if (_reserve(a) < 0)
		return -1;
	_insert(a, t_s, num_cn);
	_insert(a, t_e, -(int64_t) num_cn);
	_forget(a, now);
	level = a->level;
	for (uint32_t i = 0; level <= a->max_cn; i++) {
		/* sum all edges of one second before comparing */
		if (i == a->cnt)
			return 0;
		level += a->edge[i].change;
		while ((i + 1 < a->cnt) && (a->edge[i + 1].t == a->edge[i].t))
			level += a->edge[++i].change;
	}
	fprintf(stderr, "%" PRId64 " of %" PRIu32 " nodes are promised, after "
		"%" PRIu32 " more for [%" PRId64 ", %" PRId64 ")\n", level,
		a->max_cn, num_cn, (int64_t) t_s, (int64_t) t_e);
	errno = EPROTO;
	return -1;
}

/* Nodes */

extern int sim_audit_occupy(struct sim_audit *a, uint32_t who, uint32_t num_cn)
{
	if (num_cn > a->free) {
		fprintf(stderr, "job %" PRIu32 " begins on %" PRIu32 " nodes, "
			"and %" PRIu32 " are free\n", who, num_cn, a->free);
		errno = EPROTO;
		return -1;
	}
	a->free -= num_cn;
	for (uint32_t i = 0; num_cn; i++) {
		if (a->owner[i] != SIM_NOBODY)
			continue;
		a->owner[i] = who;
		num_cn--;
	}
	return 0;
}

extern int sim_audit_release(struct sim_audit *a, uint32_t who,
			     uint32_t num_cn)
{
	uint32_t had = 0;

	for (uint32_t i = 0; i < a->max_cn; i++) {
		if (a->owner[i] != who)
			continue;
		a->owner[i] = SIM_NOBODY;
		had++;
	}
	a->free += had;
	if (had == num_cn)
		return 0;
	fprintf(stderr, "job %" PRIu32 " ends on %" PRIu32 " nodes, and had %"
		PRIu32 "\n", who, num_cn, had);
	errno = EPROTO;
	return -1;
}
