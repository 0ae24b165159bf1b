/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rebook.c - sresv co rebook: parts that are not as they were booked, or as another
 * description wants them, are booked again before the old ones are dropped.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/sresv/co/rebook.h"
#include "contrib/sresv/co/model/request.h"
#include "contrib/sresv/co/resume.h"
#include "contrib/sresv/co/run.h"
#include "contrib/sresv/co/verbs.h"

#define WHY_MAX 700

static volatile sig_atomic_t stopped;

static void _stop(int signal)
{
	(void) signal;
	stopped = 1;
}

/* Print that nothing was changed, and why. RET status */
static int _leave(const rebook_t *r, status_t status, const char *why)
{
	return commit_print(r->args, status, &r->old, why);
}

/* --- jobs -------------------------------------------------------------------- */

typedef struct {
	size_t pending, running;
	bool silent;
} jobs_t;

static void _seen(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	jobs_t *j = arg;
	lrs_job_t *jobs;
	size_t cnt;

	(void) cluster;
	if ((answer->status != STATUS_DONE) || lrs_jobs(answer, &jobs, &cnt)) {
		j->silent = true;
		return;
	}
	for (size_t i = 0; i < cnt; i++) {
		if (jobs[i].offset > 0)	/* its first component was counted */
			continue;
		j->pending += jobs[i].state == LRS_JOB_PENDING;
		j->running += jobs[i].state == LRS_JOB_RUNNING;
	}
	free(jobs);
}

static bool _count_jobs(const run_host_t *run, jobs_t *ret)
{
	for (uint32_t i = 0; i < run->co->part_cnt; i++) {
		const journal_place_t *place = run_place_of(run->co, i);
		const lrs_ask_t ask = { .op = LRS_JOBS,
					.name = place ? place->member : NULL };

		if (place && lrs_ask(run->lrs, run_cluster_of(run, place), &ask,
				     COMMIT_TIMEOUT_MS, _seen, ret))
			return false;
	}
	lrs_wait(run->lrs);
	return true;
}

/* The jobs know of parts that will be gone. RET false: they are in the way; printed */
static bool _check_jobs(const rebook_t *r, int *ret_rc)
{
	run_host_t run = {
		.args = r->args, .journal = r->journal, .co = &r->old,
		.clusters = r->look.clusters,
		.cluster_cnt = r->look.cluster_cnt,
	};
	jobs_t jobs = { .pending = 0 };
	char why[200] = "";
	status_t status = STATUS_REFUSED;

	if (!run_may_have_jobs(&run))
		return true;
	run.lrs = commit_args_ask(r->args, run.clusters, run.cluster_cnt);
	if (!run.lrs || !_count_jobs(&run, &jobs)) {
		status = STATUS_FAILED;
		snprintf(why, sizeof(why), "there is no memory");
	} else if (jobs.silent) {
		status = STATUS_SILENT;
		snprintf(why, sizeof(why), "a cluster does not tell of its jobs; all stays as it is");
	} else if (jobs.running) {
		snprintf(why, sizeof(why), "%zu of its jobs run; all stays as it is",
			 jobs.running);
	} else if (jobs.pending && !r->args->with_jobs) {
		snprintf(why, sizeof(why), "%zu jobs wait in it, and all stays as it is; --with-jobs ends them",
			 jobs.pending);
	}
	lrs_close(run.lrs);
	if (why[0])
		*ret_rc = _leave(r, status, why);
	return !why[0];
}

/* --- the new one ------------------------------------------------------------- */

static size_t _keeps(const rebook_t *r, journal_keep_t *ret)
{
	size_t cnt = 0;

	for (uint32_t i = 0; i < r->srl->part_cnt; i++) {
		const journal_place_t *p;

		if (!r->stays[i])
			continue;
		p = r->look.parts[r->place_of[i]].place;
		ret[cnt] = (journal_keep_t) {
			.part = r->moved + (uint32_t) cnt,
			.member = p->member, .cluster = p->cluster.name,
		};
		cnt++;
	}
	return cnt;
}

/* It gets the name of the old one when it takes its place. */
static bool _make_co(const rebook_t *r, const decide_rules_t *rules,
		     journal_keep_t *keeps, journal_co_t *co)
{
	memset(co, 0, sizeof(*co));
	co->memory = srl_memory_create();
	co->name = co->why = "";
	co->file = r->file;
	co->request = r->text ? r->text : r->old.request;
	co->asked = r->asked;
	co->replaces = r->old.id;
	co->ends_jobs = r->args->with_jobs;
	co->keeps = keeps;
	co->keep_cnt = _keeps(r, keeps);
	co->part_cnt = r->moved;
	co->created = (int64_t) time(NULL);
	co->places = co->memory ?
		srl_memory_get(co->memory, (size_t) r->moved * rules->rounds,
			       sizeof(*co->places)) : NULL;
	return co->places != NULL;
}

/* Nothing was booked: say why, and that the old one is what it was. */
static int _tell_failure(const rebook_t *r, const journal_co_t *co,
			 const commit_result_t *result)
{
	char why[3 * WHY_MAX];

	if (result->status == STATUS_DOUBT) {
		fprintf(r->args->err, "sresv: to go on: sresv co resume %s\n",
			co->id);
		return commit_print(r->args, STATUS_DOUBT, co, result->why);
	}
	snprintf(why, sizeof(why), "%s; %s stays as it is%s%s", result->why,
		 r->old.id, r->why ? "\n" : "", r->why ? r->why : "");
	return _leave(r, ((result->reason == DECIDE_DENIED) && r->why) ?
			 r->status : result->status, why);
}

/* All of it is booked. */
static int _switch(rebook_t *r, const char *id)
{
	char why[WHY_MAX];
	status_t status = resume_switch(r->args, r->journal, id, why,
					sizeof(why));
	journal_co_t co;
	bool found;
	int rc;

	if (!journal_load(r->journal, id, &co, &found))
		return commit_print_error(r->args, STATUS_FAILED,
					  journal_why(r->journal));
	rc = commit_print(r->args, status, &co, why);
	journal_free(&co);
	return rc;
}

static int _plan_and_commit(rebook_t *r);
static int _commit(rebook_t *r);

/*
 * Parts of ours were in each other's way (order.h). RET whether another try has begun
 */
static bool _untangle(rebook_t *r, const commit_result_t *result, int *ret_rc)
{
	if ((result->reason != DECIDE_DENIED) || !r->holds.again || stopped ||
	    (result->result == DECIDE_DOUBT) || !rebook_plan_fresh(r))
		return false;
	r->holds.again = false;
	*ret_rc = _commit(r);
	return true;
}

/*
 * Other users were quicker, and the free room does not fit with the parts that were to
 * stay. RET whether another try has begun, in which all parts may move
 */
static bool _again(rebook_t *r, const commit_result_t *result, int *ret_rc)
{
	if ((result->reason != DECIDE_DENIED) || r->loose || !r->why ||
	    (r->status != STATUS_REFUSED) || (r->moved == r->srl->part_cnt))
		return false;
	r->loose = true;
	planner_close(r->planner);
	r->planner = planner_open(r->srl, &r->ris, r->lrs, &r->args->planner);
	*ret_rc = r->planner ? _plan_and_commit(r) :
			       _leave(r, STATUS_FAILED, "there is no memory");
	return true;
}

static int _commit(rebook_t *r)
{
	const commit_host_t host = {
		.journal = r->journal, .lrs = r->lrs,
		.clusters = r->ris.clusters, .cluster_cnt = r->ris.cluster_cnt,
		.rules = commit_args_rules(r->args), .stop = &stopped,
		.progress = r->args->quiet ? NULL : r->args->err,
		.err = r->args->err,
	};
	const commit_plan_t plan = { .plan = rebook_plan_again, .arg = r };
	const struct sigaction action = { .sa_handler = _stop,
					  .sa_flags = (int) SA_RESETHAND };
	journal_keep_t keeps[SRL_PARTS_MAX];
	commit_result_t result;
	journal_co_t co;
	commit_t *c = NULL;
	int rc;

	if (!_make_co(r, &host.rules, keeps, &co))
		rc = _leave(r, STATUS_FAILED, "there is no memory");
	else if (!journal_next_id(r->journal, r->old.id, co.id))
		rc = _leave(r, STATUS_FAILED, journal_why(r->journal));
	else if (!(c = commit_begin(&host, &co, &plan)))
		rc = _leave(r, STATUS_FAILED, "there is no memory");
	if (c) {
		(void) sigaction(SIGINT, &action, NULL);
		(void) sigaction(SIGTERM, &action, NULL);
		commit_run(c, &result);
		if (co.phase == DECIDE_DONE)
			rc = _switch(r, co.id);
		else if (!_untangle(r, &result, &rc) &&
			 !_again(r, &result, &rc))
			rc = _tell_failure(r, &co, &result);
	}
	commit_end(c);
	journal_free(&co);
	return rc;
}

/* --- is there something to do? ----------------------------------------------- */

/*
 * Does the request have all parts? Only another description may leave some out. RET the
 * number of parts that the request lacks
 */
static uint32_t _left_out(const rebook_t *r)
{
	uint32_t cnt = r->old.part_cnt;

	for (uint32_t i = 0; i < r->srl->part_cnt; i++)
		cnt -= r->place_of[i] != UINT32_MAX;
	return cnt;
}

static int _plan_and_commit(rebook_t *r)
{
	if (!rebook_plan(r)) {
		char why[3 * WHY_MAX];

		snprintf(why, sizeof(why), "%s stays as it is\n%s", r->old.id,
			 r->why ? r->why : "there is no memory");
		return _leave(r, r->status, why);
	}
	if (_left_out(r) && !r->args->file)
		return _leave(r, STATUS_FAILED, "the journal's description does not have all of its parts; name a FILE");
	if (!r->moved && _left_out(r))
		return _leave(r, STATUS_REFUSED, "the description only leaves parts out: nothing would be booked; all stays as it is");
	if (!r->moved)
		return _leave(r, STATUS_DONE, "nothing has to be booked anew");
	return _commit(r);
}

/* RET whether all clusters have answered; *ret_whole: all is as it was booked */
static bool _is_known(const rebook_t *r, bool *ret_whole)
{
	*ret_whole = true;
	for (uint32_t i = 0; i < r->old.part_cnt; i++) {
		const look_part_t *p = &r->look.parts[i];

		if (p->place && (p->state == LOOK_UNKNOWN))
			return false;
		*ret_whole &= p->place && ((p->state == LOOK_BOOKED) ||
					   (p->state == LOOK_ENDED));
	}
	return true;
}

static int _look(rebook_t *r)
{
	bool whole;
	int rc;

	r->look = (look_t) { .args = r->args, .journal = r->journal,
			     .co = &r->old };
	if (!look_ask(&r->look))
		return _leave(r, STATUS_FAILED, "there is no memory");
	if (!_is_known(r, &whole))
		return _leave(r, STATUS_SILENT,
			      "a cluster does not answer; all stays as it is");
	if (whole && !r->args->file)
		return _leave(r, STATUS_DONE,
			      "all of it is as it was booked");
	if (!_check_jobs(r, &rc))
		return rc;
	r->lrs = commit_args_ask(r->args, r->ris.clusters, r->ris.cluster_cnt);
	if (r->lrs)
		r->planner = planner_open(r->srl, &r->ris, r->lrs,
					  &r->args->planner);
	return r->planner ? _plan_and_commit(r) :
			    _leave(r, STATUS_FAILED, "there is no memory");
}

/* --- what is it? ------------------------------------------------------------- */

/* The request: another one, or that of the journal, with its "now". */
static int _read(rebook_t *r)
{
	const commit_args_t *args = r->args;
	int status;

	r->file = args->file ? args->file : r->old.file;
	r->asked = args->file ? (int64_t) time(NULL) : r->old.asked;
	if (args->file) {
		status = request_keep(args->file, r->asked, args->err, &r->text,
				      &r->srl);
	} else if (!r->old.request) {
		return _leave(r, STATUS_BAD, "its description is not in the journal; name the FILE");
	} else {
		status = request_read_text(r->file, r->old.request,
					   strlen(r->old.request), r->asked,
					   args->err, &r->srl);
	}
	return status;
}

static int _rebook(rebook_t *r)
{
	int rc = _read(r);

	if (rc)
		return rc;
	rc = ris_read(r->args->resources, r->args->err, &r->ris);
	if (!rc) {
		rc = _look(r);
		planner_close(r->planner);
		lrs_close(r->lrs);
		look_free(&r->look);
		ris_free(&r->ris);
	}
	srl_destroy(r->srl);
	free(r->text);
	free(r->why);
	return rc;
}

/* Is it there, booked, and not at work? Errors are printed. */
static int _load(rebook_t *r, const char *id)
{
	journal_id_t heir;
	char why[160];
	bool found;

	if (!journal_load(r->journal, id, &r->old, &found))
		return commit_print_error(r->args, found ? STATUS_FAILED :
					  STATUS_UNKNOWN,
					  journal_why(r->journal));
	if (r->old.phase != DECIDE_DONE) {
		snprintf(why, sizeof(why), "it is not booked: it is %s",
			 decide_phase_name(r->old.phase));
		return _leave(r, STATUS_REFUSED, why);
	}
	if (journal_is_unsettled(&r->old) ||
	    journal_heir(r->journal, r->old.id, heir))
		return _leave(r, STATUS_DOUBT, "it is being booked anew: sresv co resume goes on with that");
	return STATUS_DONE;
}

static int _lease_and_rebook(rebook_t *r)
{
	journal_id_t id;
	int rc = _load(r, r->args->operand);

	if (rc)
		return rc;
	memcpy(id, r->old.id, sizeof(id));
	if (!journal_lease(r->journal, id, false))
		return commit_print(r->args, STATUS_FAILED, NULL,
				    journal_why(r->journal));
	/* it may have changed since it was read */
	journal_free(&r->old);
	rc = _load(r, id);
	if (!rc)
		rc = _rebook(r);
	journal_release(r->journal, id);
	return rc;
}

int co_rebook(int argc, char **argv, FILE *out, FILE *err)
{
	commit_args_t args;
	rebook_t r = { .args = &args };
	int rc;

	if (!commit_args_read(argc, argv, "rRtcwF", out, err, &args))
		return STATUS_BAD;
	if (!args.operand)
		return co_bad(err, "co rebook needs an ID");
	r.journal = journal_open(NULL, err);
	if (!r.journal)
		return STATUS_FAILED;
	rc = _lease_and_rebook(&r);
	journal_free(&r.old);
	journal_close(r.journal);
	return rc;
}
