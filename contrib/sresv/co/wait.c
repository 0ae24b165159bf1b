/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wait.c - sresv co wait: the barrier of the jobs that sresv co run submitted. */
#include <stdlib.h>
#include <time.h>

#include "contrib/sresv/co/run.h"
#include "contrib/sresv/co/verbs.h"
#include "contrib/sresv/text/json.h"

#define SOON 90			/* seconds to its start: a part is looked at often */
#define OFTEN_MS 1000
#define SELDOM_MS 15000
#define LEAST_MS 5000		/* for an answer, also when the time is over */
#define WHY_MAX 400

typedef struct wait_ wait_t;

/* The job of one part, as its cluster saw it last. */
typedef struct {
	wait_t *wait;
	const journal_place_t *place;	/* NULL: it has no job */
	int64_t job;
	lrs_job_state_t state;
	char word[20];			/* Slurm's; "" if it is not known */
	bool gone;			/* its cluster does not know it any more */
} seen_t;

struct wait_ {
	run_host_t host;
	seen_t parts[DECIDE_PARTS_MAX];
	bool told[DECIDE_PARTS_MAX];	/* that the cluster of a part is silent */
};

static int _print(const wait_t *w, status_t status, const char *why)
{
	const commit_args_t *args = w->host.args;

	if (args->json) {
		fprintf(args->out, "{\"status\":%d,\"id\":", (int) status);
		json_put_string(args->out, w->host.co->id);
		fputs(",\"why\":", args->out);
		json_put_lines(args->out, why);
		fputs("}\n", args->out);
	} else if (why[0]) {
		fprintf(args->err, "sresv: %s: %s\n", w->host.co->id, why);
	}
	return (int) status;
}

/* A silent cluster is told of once; it may come back. */
static void _tell_silent(seen_t *p, const char *why)
{
	size_t part = (size_t) (p - p->wait->parts);

	if (!p->wait->told[part] && !p->wait->host.args->quiet)
		fprintf(p->wait->host.args->err,
			"sresv: cluster %s does not answer: %s\n",
			p->place->cluster.name, why);
	p->wait->told[part] = true;
}

static void _seen(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	seen_t *p = arg;
	lrs_job_t *jobs;
	size_t cnt;

	(void) cluster;
	if ((answer->status != STATUS_DONE) || lrs_jobs(answer, &jobs, &cnt)) {
		_tell_silent(p, answer->why);
		return;
	}
	p->gone = true;
	for (size_t i = 0; i < cnt; i++) {
		if (jobs[i].job != p->job)
			continue;
		p->gone = false;
		p->state = jobs[i].state;
		snprintf(p->word, sizeof(p->word), "%s", jobs[i].word);
	}
	free(jobs);
}

static void _look(wait_t *w, int64_t until)
{
	int64_t left = until - lrs_clock();

	for (uint32_t i = 0; i < w->host.co->part_cnt; i++) {
		seen_t *p = &w->parts[i];
		const lrs_ask_t ask = { .op = LRS_JOBS, .name = p->place ?
					p->place->member : NULL };

		p->wait = w;
		p->word[0] = '\0';
		if (p->place)
			(void) lrs_ask(w->host.lrs,
				       run_cluster_of(&w->host, p->place), &ask,
				       (left < LEAST_MS) ? LEAST_MS :
				       (left < COMMIT_TIMEOUT_MS) ? left :
				       COMMIT_TIMEOUT_MS, _seen, p);
	}
	lrs_wait(w->host.lrs);
}

/* --- what it means -------------------------------------------------------------- */

/* Has the job begun, and not failed? */
static bool _is_there(const seen_t *p)
{
	return p->word[0] && ((p->state == LRS_JOB_RUNNING) ||
			      (p->state == LRS_JOB_COMPLETED));
}

static bool _has_failed(const seen_t *p)
{
	return p->gone || (p->word[0] && (p->state == LRS_JOB_FAILED));
}

/* RET the first part with a job that is not there yet, or has failed; or NULL */
static const seen_t *_first(const wait_t *w, bool failed)
{
	for (uint32_t i = 0; i < w->host.co->part_cnt; i++) {
		const seen_t *p = &w->parts[i];

		if (p->place && (failed ? _has_failed(p) : !_is_there(p)))
			return p;
	}
	return NULL;
}

static int _say(const wait_t *w, const seen_t *p, status_t status,
		const char *begin)
{
	char why[WHY_MAX];

	snprintf(why, sizeof(why), "%sjob %lld of part %s on cluster %s is %s",
		 begin, (long long) p->job, p->place->id,
		 p->place->cluster.name, p->gone ? "not known there any more" :
		 p->word[0] ? p->word : "unknown: the cluster does not answer");
	return _print(w, status, why);
}

/* Far from the start of a part its controller is asked seldom. */
static void _pause(const wait_t *w, int64_t until)
{
	int64_t ms = OFTEN_MS, left = until - lrs_clock();
	const seen_t *p = _first(w, false);
	struct timespec t;

	if (p && (p->place->shape.start - (int64_t) time(NULL) > SOON))
		ms = SELDOM_MS;
	if (ms > left)
		ms = (left > 0) ? left : 0;
	t = (struct timespec) { ms / 1000, (long) (ms % 1000) * 1000000 };
	(void) nanosleep(&t, NULL);
}

static int _wait(wait_t *w)
{
	const commit_args_t *args = w->host.args;
	int64_t until = args->timed ? lrs_clock() + args->planner.timeout_ms :
				      INT64_MAX;
	const seen_t *p;

	while (true) {
		_look(w, until);
		if ((p = _first(w, true)))
			return _say(w, p, STATUS_REFUSED, "");
		if (!(p = _first(w, false)))
			return _print(w, STATUS_DONE, "");
		if (lrs_clock() >= until)
			return _say(w, p, STATUS_SILENT, "the time is over: ");
		_pause(w, until);
	}
}

/* The jobs of the last run. */
static int _find_jobs(wait_t *w)
{
	journal_job_t *jobs;
	size_t cnt;
	bool whole = true;

	if (!journal_jobs(w->host.journal, w->host.co->id, &jobs, &cnt))
		return _print(w, STATUS_FAILED, journal_why(w->host.journal));
	for (size_t i = 0; i < cnt; i++) {
		seen_t *p = &w->parts[jobs[i].part % DECIDE_PARTS_MAX];

		if (jobs[i].run != jobs[cnt - 1].run)
			continue;
		p->place = run_place_of(w->host.co, jobs[i].part);
		p->job = jobs[i].job;
		whole &= (p->place && p->job);
	}
	free(jobs);
	if (!cnt)
		return _print(w, STATUS_REFUSED,
			      "it has no jobs: sresv co run submits them");
	if (!whole)
		return _print(w, STATUS_DOUBT,
			      "its jobs were not all submitted: sresv co run does it anew");
	return STATUS_DONE;
}

int co_wait(int argc, char **argv, FILE *out, FILE *err)
{
	commit_args_t args;
	journal_co_t co = { .memory = NULL };
	wait_t w = { .host.args = &args };
	int rc;

	if (!commit_args_read(argc, argv, "", out, err, &args))
		return STATUS_BAD;
	if (!args.operand)
		return co_bad(err, "co wait needs an ID");
	w.host.journal = journal_open(NULL, err);
	if (!w.host.journal)
		return STATUS_FAILED;
	rc = run_open(&w.host, &co);
	if (!rc)
		rc = _find_jobs(&w);
	if (!rc)
		rc = _wait(&w);
	run_close(&w.host, &co);
	return rc;
}
