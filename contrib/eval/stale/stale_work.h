/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stale_work.h - who asks the clusters for nodes: others, and co-reservations.
 *
 * Others: made up, or the jobs of a trace, each as a booking.
 *	made up	Poisson; 10 minutes to 8 hours, 1 to 16 nodes (powers of 2), both
 *		even on a logarithmic scale
 *	a trace	a window of the trace for each cluster, which the random
 *		numbers choose: submit times, processors and run times
 * In both half of them want to start at once, the others up to 24 hours later;
 * all wait for 24 hours at most, and each fifth of the latter gives back what it
 * got before it starts.
 *
 * Co-reservations: the paper's running example without its links. A and B start
 * together, and V two thirds of their length later, for a third of it; each on a
 * cluster of its own kind. They come Poisson.
 *
 * Times are seconds since the epoch. Functions end the program if memory is short.
 */
#pragma once

#include "contrib/eval/stale/stale_cluster.h"
#include "contrib/eval/base/workload.h"

#define STALE_BEGIN INT64_C(1000000000)	/* of virtual time */
#define STALE_KINDS 3			/* of clusters: one for each part */
#define STALE_WINDOW (72 * 3600)	/* from est to let */
#define STALE_LEAD 600			/* est, after the request came */

typedef struct {
	uint32_t nodes;		/* of a cluster, >= 32 */
	uint32_t days;
	uint32_t rate;		/* others that come in a day, if made up */
	uint32_t gap;		/* mean seconds between two co-reservations */
	uint32_t quiet;		/* seconds before the first of them */
} stale_shape_t;

/* Part i is on a cluster of kind i, later[i] seconds after part 0. */
typedef struct {
	int64_t come;
	int64_t length[STALE_KINDS];
	int64_t later[STALE_KINDS];
	uint32_t nodes[STALE_KINDS];
} stale_ask_t;

typedef struct {
	stale_ask_t *list;	/* ascending by come */
	uint32_t cnt;
} stale_asks_t;

/*
 * Those who ask one cluster. For free() of its list.
 *
 * IN jobs - of a trace, ascending by submit, of at most shape->nodes nodes; NULL:
 *	made up
 * IN/OUT random - state of the random numbers (random.h)
 */
extern stale_others_t stale_others(const stale_shape_t *shape,
				   const struct eval_jobs *jobs,
				   uint64_t *random);

/* The co-reservations of a run. For free() of its list. */
extern stale_asks_t stale_asks(const stale_shape_t *shape, uint64_t *random);

/* A co-reservation in SRL. For free() */
extern char *stale_srl(const stale_ask_t *ask);
