/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_audit.c - are there enough nodes at every second? See osp_audit.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/eval/osp/osp_audit.h"

struct edge {
	time_t t;
	int64_t change;		/* in nodes */
	uint32_t job;
};

/* At one second, ends come before begins. */
static int _by_time(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->t != y->t)
		return (x->t > y->t) - (x->t < y->t);
	return (x->change > y->change) - (x->change < y->change);
}

/*
 * RET the edges of all holds in order of time, or NULL. A job that did not run
 * holds no node.
 */
static struct edge *_edges(const struct sim_fate *fate, uint32_t cnt,
			   const struct sim_piece *piece, uint32_t pieces)
{
	size_t edges = 2 * ((size_t) cnt + pieces);
	struct edge *edge = calloc(edges + 1, sizeof(*edge)), *next = edge;

	if (!edge)
		return NULL;
	for (uint32_t i = 0; i < cnt; i++) {
		const struct sim_fate *f = &fate[i];

		*next++ = (struct edge) { f->start, f->num_cn, i };
		*next++ = (struct edge) {
			f->hold_end, -(int64_t) f->num_cn, i
		};
	}
	for (const struct sim_piece *p = piece; p < piece + pieces; p++) {
		*next++ = (struct edge) { p->start, p->num_cn, p->job };
		*next++ = (struct edge) {
			p->end, -(int64_t) p->num_cn, p->job
		};
	}
	qsort(edge, edges, sizeof(*edge), _by_time);
	return edge;
}

extern int sim_audit(const struct sim_fate *fate, uint32_t cnt,
		     const struct sim_piece *piece, uint32_t pieces,
		     uint32_t max_cn)
{
	struct edge *edge = _edges(fate, cnt, piece, pieces);
	size_t edges = 2 * ((size_t) cnt + pieces);
	int64_t level = 0;
	int rc = edge ? 0 : -1;

	for (size_t i = 0; !rc && (i < edges); i++) {
		level += edge[i].change;
		if (level <= max_cn)
			continue;
		fprintf(stderr, "%" PRId64 " of %" PRIu32 " nodes are held at "
			"%" PRId64 ", after those of job %" PRIu32 "\n", level,
			max_cn, (int64_t) edge[i].t, edge[i].job);
		errno = EPROTO;
		rc = -1;
	}
	free(edge);
	return rc;
}
