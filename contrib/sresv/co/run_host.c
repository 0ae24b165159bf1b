/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run_host.c - a co-reservation whose jobs are asked for: see run.h */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/run.h"

size_t run_cluster_of(const run_host_t *host, const journal_place_t *place)
{
	size_t i = 0;

	while ((i < host->cluster_cnt) &&
	       strcmp(host->clusters[i].name, place->cluster.name))
		i++;
	return i;
}

const journal_place_t *run_place_of(const journal_co_t *co, uint32_t part)
{
	const journal_place_t *p = commit_place_of(co, part);

	return (p && !p->dropped && p->shape.nodes) ? p : NULL;
}

/* --- end ---------------------------------------------------------------------- */

typedef struct {
	const run_host_t *host;
	bool left;
	char *why;
	size_t len;
} ending_t;

static void _ended(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	ending_t *e = arg;

	if (answer->status == STATUS_DONE)
		return;
	e->left = true;
	snprintf(e->why, e->len, "cluster %s has not ended its job: %.200s",
		 e->host->clusters[cluster].name, answer->why);
}

bool run_may_have_jobs(const run_host_t *host)
{
	journal_job_t *jobs;
	size_t cnt;

	if (!journal_jobs(host->journal, host->co->id, &jobs, &cnt))
		return true;
	free(jobs);
	return cnt || !host->co->file[0];
}

bool run_cancel(const run_host_t *host, int64_t run, char *why, size_t len)
{
	ending_t e = { .host = host, .why = why, .len = len };
	bool any = run_may_have_jobs(host);

	for (uint32_t i = 0; any && (i < host->co->part_cnt); i++) {
		const journal_place_t *place = run_place_of(host->co, i);
		const lrs_ask_t ask = {
			.op = LRS_CANCEL_JOBS, .run = run,
			.name = place ? place->member : NULL,
		};

		if (place && lrs_ask(host->lrs, run_cluster_of(host, place),
				     &ask, host->args->planner.timeout_ms,
				     _ended, &e)) {
			e.left = true;
			snprintf(why, len, "there is no memory");
		}
	}
	lrs_wait(host->lrs);
	return !e.left;
}

/* --- open --------------------------------------------------------------------- */

int run_open(run_host_t *ret, journal_co_t *ret_co)
{
	const commit_args_t *args = ret->args;
	lrs_cluster_t *clusters;
	journal_id_t heir;
	char why[160];
	bool found;

	if (!journal_load(ret->journal, args->operand, ret_co, &found))
		return commit_print_error(args, found ? STATUS_FAILED :
					  STATUS_UNKNOWN,
					  journal_why(ret->journal));
	ret->co = ret_co;
	if (ret_co->phase != DECIDE_DONE) {
		snprintf(why, sizeof(why), "%s is not booked: it is %s",
			 ret_co->id, decide_phase_name(ret_co->phase));
		return commit_print_error(args, STATUS_REFUSED, why);
	}
	if (journal_is_unsettled(ret_co) ||
	    journal_heir(ret->journal, ret_co->id, heir))
		return commit_print_error(args, STATUS_REFUSED,
					  "it is being booked anew: sresv co resume goes on with that");
	ret->cluster_cnt = commit_clusters(ret_co, &clusters);
	ret->clusters = clusters;
	ret->lrs = clusters ? commit_args_ask(args, clusters, ret->cluster_cnt) :
			      NULL;
	if (ret->lrs)
		return STATUS_DONE;
	return commit_print_error(args, STATUS_FAILED, "there is no memory");
}

void run_close(run_host_t *host, journal_co_t *co)
{
	lrs_close(host->lrs);
	free((void *) host->clusters);
	journal_free(co);
	journal_close(host->journal);
}
