/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe_alike.h - which nodes of a pool are free when, for a probe
 * (probe_find.h).
 *
 *	n1  |    ######    |	n1 and n2 are alike: { n1, n2 } busy [4, 10)
 *	n2  |    ######    |	n3 and n4 are: never busy
 *	n3  |              |
 *
 * Counts do not show whether two requests for pools that overlap find nodes of
 * their own (srl/nodes_fit.h): these groups do. No user learns more than
 * from a probe of each node by its name.
 *
 * Locks: those of view.h, after site_sync().
 */
#pragma once

#include <time.h>

#include "garq/nodes.h"

/* Beyond these limits nothing is reported: the counts must suffice. */
#ifndef PROBE_HELD	/* the tests define fewer */
#define PROBE_HELD 8192		/* intervals of holders on single nodes */
#define PROBE_ALIKE 512		/* different groups of nodes */
#define PROBE_BUSY 4096		/* intervals of all groups */
#endif

/* [t_s, t_e) */
typedef struct {
	time_t t_s;
	time_t t_e;
} probe_busy_t;

/* Nodes that are held at the same seconds. */
typedef struct {
	garq_set_t *nodes;
	probe_busy_t *busy;	/* ascending, without overlap or touch */
	size_t cnt;
} probe_alike_t;

typedef struct {
	probe_alike_t *list;	/* each eligible node is in one of them */
	size_t cnt;		/* 0: there are too many */
	size_t seen;		/* intervals that were looked at */
} probe_nodes_t;

/*
 * IN eligible - not empty, as large as n
 * IN from, to - from < to; busy times outside are not reported
 * RET probe_nodes_free()
 */
extern probe_nodes_t probe_nodes_find(const garq_nodes_t *n,
				      const garq_set_t *eligible, time_t from,
				      time_t to);

/* Free the members of nodes. */
extern void probe_nodes_free(probe_nodes_t *nodes);
