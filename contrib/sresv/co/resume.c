/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resume.c - sresv co resume and cancel: go on with what the journal has.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/resume.h"
#include "contrib/sresv/co/run.h"
#include "contrib/sresv/co/verbs.h"

/* End the jobs in it first: the controller drops no reservation that has some. */
static void _end_jobs(const commit_args_t *args, const commit_host_t *host,
		      const journal_co_t *co)
{
	const run_host_t run = {
		.args = args, .journal = host->journal, .co = co,
		.lrs = host->lrs, .clusters = host->clusters,
		.cluster_cnt = host->cluster_cnt,
	};
	char why[300];

	if (!run_cancel(&run, 0, why, sizeof(why)))
		fprintf(args->err, "sresv: %s: %s\n", co->id, why);
}

/* Carry out the rest of one whose lease is ours. */
static int _go_on(const commit_args_t *args, journal_t *journal,
		  journal_co_t *co, bool cancel)
{
	commit_host_t host = {
		.journal = journal, .rules = commit_args_rules(args),
		.err = args->err,
	};
	commit_result_t result;
	lrs_cluster_t *clusters = NULL;
	commit_t *c = NULL;
	int rc;

	host.cluster_cnt = commit_clusters(co, &clusters);
	host.clusters = clusters;
	if (clusters)
		host.lrs = commit_args_ask(args, clusters, host.cluster_cnt);
	if (host.lrs)
		c = commit_resume(&host, co);
	if (c) {
		if (cancel) {
			_end_jobs(args, &host, co);
			commit_cancel(c);
		}
		commit_run(c, &result);
		rc = commit_print(args, result.status, co, result.why);
	} else {
		journal_release(journal, co->id);
		rc = commit_print_error(args, STATUS_FAILED,
					"there is no memory");
	}
	commit_end(c);
	lrs_close(host.lrs);
	free(clusters);
	return rc;
}

int resume_one(const commit_args_t *args, journal_t *journal, const char *id,
	       bool cancel)
{
	journal_co_t co;
	bool found;
	int rc;

	if (!journal_load(journal, id, &co, &found))
		return commit_print_error(args, found ? STATUS_FAILED :
					  STATUS_UNKNOWN, journal_why(journal));
	if ((co.phase == DECIDE_ABORTED) ||
	    ((co.phase == DECIDE_DONE) && !cancel)) {
		rc = commit_print(args, STATUS_DONE, &co,
				  (co.phase == DECIDE_ABORTED) ?
				  "nothing is booked or held" : "");
	} else if (!journal_lease(journal, co.id, args->force)) {
		rc = commit_print(args, STATUS_FAILED, NULL,
				  journal_why(journal));
	} else {
		/* it may have gone on since it was read */
		char lease[JOURNAL_ID_MAX + 1];

		memcpy(lease, co.id, sizeof(lease));
		journal_free(&co);
		if (!journal_load(journal, lease, &co, &found))
			return commit_print_error(args, STATUS_FAILED,
						  journal_why(journal));
		rc = _go_on(args, journal, &co, cancel);
	}
	journal_free(&co);
	return rc;
}

/* The worst of two results: in doubt counts most. */
static int _worse(int a, int b)
{
	return (a > b) ? a : b;
}

static int _resume_all(const commit_args_t *args, journal_t *journal)
{
	journal_id_t *ids;
	size_t cnt;
	int rc = STATUS_DONE;

	if (!journal_ids(journal, true, &ids, &cnt))
		return commit_print_error(args, STATUS_FAILED,
					  journal_why(journal));
	for (size_t i = 0; i < cnt; i++)
		rc = _worse(rc, resume_one(args, journal, ids[i], false));
	free(ids);
	return rc;
}

int co_resume(int argc, char **argv, FILE *out, FILE *err)
{
	commit_args_t args;
	journal_t *journal;
	int rc;

	if (!commit_args_read(argc, argv, "Rsafc", out, err, &args))
		return STATUS_BAD;
	if (!args.operand && !args.all && !args.scan)
		return co_bad(err, "co resume needs an ID, --all or --scan");
	if (args.operand && (args.all || args.scan))
		return co_bad(err, "co resume: an ID, or --all, or --scan");
	journal = journal_open(NULL, err);
	if (!journal)
		return STATUS_FAILED;
	if (args.operand)
		rc = resume_one(&args, journal, args.operand, false);
	else
		rc = args.all ? _resume_all(&args, journal) : STATUS_DONE;
	if (args.scan)
		rc = _worse(rc, resume_scan(&args, journal));
	journal_close(journal);
	return rc;
}

int co_cancel(int argc, char **argv, FILE *out, FILE *err)
{
	commit_args_t args;
	journal_t *journal;
	int rc;

	if (!commit_args_read(argc, argv, "f", out, err, &args))
		return STATUS_BAD;
	if (!args.operand)
		return co_bad(err, "co cancel needs an ID");
	journal = journal_open(NULL, err);
	if (!journal)
		return STATUS_FAILED;
	rc = resume_one(&args, journal, args.operand, true);
	journal_close(journal);
	return rc;
}
