/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stale_world.h - several clusters in virtual time, and the planner's view of them.
 *
 * It stands in for contrib/sresv/co/lrs/lrs.c: lrs_ask(), lrs_wait() and lrs_clock()
 * of lrs.h are defined here, so that the planner of sresv co, linked as it is,
 * asks these clusters. All requests that are open take one message time together.
 * An answer has the texts that doc/CO.md prescribes, as JSON.
 *
 * One world at a time. Functions end the program if memory is short.
 */
#pragma once

#include "contrib/eval/stale/stale_cluster.h"
#include "contrib/sresv/co/lrs/lrs.h"
#include "contrib/sresv/co/model/ris.h"

/* What probes are answered from. */
typedef enum {
	STALE_VIEW,		/* the cluster as it was, age seconds ago */
	STALE_FRESH,		/* as it is when the message arrives */
	STALE_AT_ONCE,		/* the same, without a message's time */
} stale_source_t;

typedef struct {
	stale_cluster_t **clusters;	/* kind i % STALE_KINDS */
	uint32_t cnt;
	int64_t now;		/* milliseconds since the epoch */
	int64_t latency;	/* milliseconds from a request to its answer */
	ris_t ris;		/* the clusters, for the planner */
	stale_source_t source;
	uint64_t messages;	/* requests to clusters */
} stale_world_t;

/*
 * Begin with clusters of that many nodes. From here on, lrs_clock() is the world's.
 *
 * IN others - of each cluster; stay the caller's
 */
extern void stale_world_begin(stale_world_t *ret, uint32_t cnt, uint32_t nodes,
			      int64_t age, int64_t latency,
			      const stale_others_t *others);
extern void stale_world_end(stale_world_t *w);

/* Time passes, by a length or until a moment, in milliseconds. */
extern void stale_world_pass(stale_world_t *w, int64_t length);
extern void stale_world_pass_to(stale_world_t *w, int64_t t);

/* RET the time in seconds */
extern int64_t stale_world_now(const stale_world_t *w);

/* The clusters, for the planner. For lrs_close() of this file */
extern lrs_t *stale_lrs(stale_world_t *w);
