/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrs.h - a child for each cluster, which asks its controller.
 *
 *	sresv co ----+---- sresv co-lrs, SLURM_CONF=a ---- slurmctld of a
 *	   poll()    +---- ssh b sresv co-lrs         ---- slurmctld of b
 *
 * Paper: the LRS (local reservation service). doc/CO.md has the lines that
 * parent and child exchange. All children work at the same time; each carries
 * out its requests in the order in which they were asked.
 *
 * What an answer says about the request (answer.unknown):
 *
 *	false	the controller has decided, and status says how; or the request
 *		was never sent
 *	true	nobody knows: it may have happened, or may still happen. A HOLD
 *		that is unknown has to be dropped by its name, a CONFIRM or a
 *		DROP has to be asked again
 *
 * A child says hello before it is sent anything: what a host that can't be
 * reached was asked was never sent. A child that does not answer in time is killed; all that it was asked and has
 * not answered is unknown, and the next request starts another child.
 *
 * Times to live: answer.asked is read from the monotonic clock before the
 * request was sent. A hold with a time to live of TTL seconds, asked at that
 * moment, lasts until asked + TTL at least.
 *
 * One thread. No function blocks but lrs_wait(), lrs_wait_until() and
 * lrs_close().
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "contrib/sresv/co/lrs/lrs_talk.h"

#define LRS_CLUSTERS_MAX 1024
#define LRS_ASKS_MAX 65536		/* without an answer, of all children */
#define LRS_TIMEOUT_MS 30000		/* a good choice for lrs_ask() */

typedef struct lrs lrs_t;

/*
 * Called once for each request, from lrs_wait(), lrs_wait_until() or
 * lrs_close(), never from lrs_ask(). It may call lrs_ask(), which fails with
 * ECANCELED within lrs_close(). The answer is gone when it returns.
 */
typedef void (*lrs_done_t)(void *arg, size_t cluster,
			   const lrs_answer_t *answer);

/* RET milliseconds since this machine was started, also while it slept */
extern int64_t lrs_clock(void);

/* Sleep until lrs_clock() is at `until`, or a signal comes; not at all if it is past. */
extern void lrs_sleep_until(int64_t until);

/*
 * Prepare children. None is started yet: the first request starts it.
 *
 * clusters - cnt of them, copied
 * program - the path of sresv, copied; NULL: the running program itself
 * RET for lrs_close(), or NULL with errno ENOMEM, E2BIG
 */
extern lrs_t *lrs_open(const lrs_cluster_t *clusters, size_t cnt,
		       const char *program);

/*
 * End all children; open requests are answered as unknown. A child that does not
 * end by itself within a second is killed. lrs may be NULL.
 */
extern void lrs_close(lrs_t *lrs);

/*
 * Ask the child of a cluster.
 *
 * ask - copied
 * timeout_ms - from now on; then the child is killed. Requests are sent by
 *	lrs_wait() and lrs_wait_until()
 * done - may be NULL: nobody wants to know
 * RET 0: done will be called. -1 with errno, and it will not, nothing is sent:
 *	EINVAL, no such cluster, or no name where one is needed; ENOMEM; EAGAIN,
 *	LRS_ASKS_MAX requests are open; ECANCELED
 */
extern int lrs_ask(lrs_t *lrs, size_t cluster, const lrs_ask_t *ask,
		   int64_t timeout_ms, lrs_done_t done, void *arg);

/* Wait until each request is answered, those of callbacks too. */
extern void lrs_wait(lrs_t *lrs);

/*
 * Work until no request is open, or lrs_clock() >= until, or a signal comes that
 * has a handler without SA_RESTART. RET the number of open requests
 */
extern size_t lrs_wait_until(lrs_t *lrs, int64_t until);
