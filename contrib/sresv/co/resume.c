/* SPDX-License-Identifier: GPL-2.0-or-later */
/* resume.c - sresv co resume and cancel: go on with what the journal has. */
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

/*
 * Print what came of one. If it is to replace another one, and is booked, it does so
 * first.
 */
static int _finish(const commit_args_t *args, journal_t *journal,
		   journal_co_t *co, const commit_result_t *result)
{
	char id[JOURNAL_ID_MAX + 1], why[800];
	status_t status;
	bool found;

	if ((co->phase == DECIDE_ABORTED) &&
	    !journal_say_replaced(journal, co->id))
		fprintf(args->err, "sresv: %s\n", journal_why(journal));
	if ((co->phase == DECIDE_ABORTED) && co->replaces && !co->switched) {
		snprintf(why, sizeof(why), "%s; %s stays as it is",
			 result->why, co->replaces);
		return commit_print(args, result->status, co, why);
	}
	if ((co->phase != DECIDE_DONE) || !co->replaces)
		return commit_print(args, result->status, co, result->why);
	memcpy(id, co->id, sizeof(id));
	status = resume_switch(args, journal, id, why, sizeof(why));
	journal_free(co);
	if (!journal_load(journal, id, co, &found))
		return commit_print_error(args, STATUS_FAILED,
					  journal_why(journal));
	return commit_print(args, status, co, why);
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
		/* an end that was interrupted may have left jobs */
		if (cancel || (co->phase == DECIDE_UNDOING))
			_end_jobs(args, &host, co);
		if (cancel)
			commit_cancel(c);
		commit_run(c, &result);
		rc = _finish(args, journal, co, &result);
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

/* Take the lease, and go on. */
static int _lease_and_go_on(const commit_args_t *args, journal_t *journal,
			    journal_co_t *co, bool cancel)
{
	char lease[JOURNAL_ID_MAX + 1];
	bool found;

	if (!journal_lease(journal, co->id, args->force))
		return commit_print(args, STATUS_FAILED, NULL,
				    journal_why(journal));
	/* it may have gone on since it was read */
	memcpy(lease, co->id, sizeof(lease));
	journal_free(co);
	if (!journal_load(journal, lease, co, &found))
		return commit_print_error(args, STATUS_FAILED,
					  journal_why(journal));
	return _go_on(args, journal, co, cancel);
}

static int _resume(const commit_args_t *args, journal_t *journal,
		   journal_co_t *co, bool cancel)
{
	const commit_result_t done = { .status = STATUS_DONE };
	char id[JOURNAL_ID_MAX + 1], why[600];
	status_t status;

	if (co->phase == DECIDE_ABORTED)
		return commit_print(args, STATUS_DONE, co,
				    "nothing is booked or held");
	if ((co->phase == DECIDE_DONE) && !cancel)
		return _finish(args, journal, co, &done);
	if (journal_is_unsettled(co)) {
		/* what it is to take over is dropped with it */
		memcpy(id, co->id, sizeof(id));
		status = resume_switch(args, journal, id, why, sizeof(why));
		if (status)
			return commit_print(args, status, co, why);
	}
	return _lease_and_go_on(args, journal, co, cancel);
}

int resume_one(const commit_args_t *args, journal_t *journal, const char *id,
	       bool cancel)
{
	journal_co_t co;
	journal_id_t heir;
	char why[160];
	bool found;
	int rc;

	if (!journal_load(journal, id, &co, &found))
		return commit_print_error(args, found ? STATUS_FAILED :
					  STATUS_UNKNOWN, journal_why(journal));
	if (!journal_heir(journal, co.id, heir)) {
		rc = _resume(args, journal, &co, cancel);
	} else if (cancel) {
		snprintf(why, sizeof(why), "it is being booked anew as %s: sresv co resume %s first, or cancel that",
			 heir, heir);
		rc = commit_print(args, STATUS_REFUSED, NULL, why);
	} else {
		rc = resume_one(args, journal, heir, false);
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

/* All that is found, with --json as one object. RET the worst status */
static int _resume_found(commit_args_t *args, journal_t *journal)
{
	size_t listed = 0;
	int rc = STATUS_DONE;

	if (args->json) {
		args->listed = &listed;
		fputs("{\"list\":[", args->out);
	}
	if (args->all)
		rc = _resume_all(args, journal);
	if (args->scan)
		rc = _worse(rc, resume_scan(args, journal));
	if (args->json)
		fprintf(args->out, "],\"status\":%d}\n", rc);
	args->listed = NULL;
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
	rc = args.operand ? resume_one(&args, journal, args.operand, false) :
			    _resume_found(&args, journal);
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
