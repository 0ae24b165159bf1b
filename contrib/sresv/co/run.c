/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run.c - sresv co run: a batch job into each part that has nodes, all or none. Parts
 * of one cluster may be the components of one heterogeneous job: run_het.c.
 *
 * The journal has each job before it is asked for, and its id once that is known.
 * A run of which an id is missing was interrupted: the next one ends its jobs.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/sresv/co/run.h"
#include "contrib/sresv/co/verbs.h"
#include "contrib/sresv/text/json.h"
#include "contrib/sresv/text/sheet.h"

#define WHY_MAX 400

typedef struct run run_t;

/* The job of one part. Of a heterogeneous job the first part has all but the id. */
typedef struct {
	run_t *run;
	const journal_place_t *place;	/* NULL: it needs none */
	run_component_t component;
	json_t *job;			/* NULL: another part's is its job */
	int64_t id;			/* 0: it is not known */
	status_t status;
	bool unknown;			/* it may be there */
	char why[WHY_MAX];
} task_t;

struct run {
	run_host_t host;
	int64_t number;
	char *script;			/* for parts without their own, or NULL */
	char **args;
	task_t tasks[DECIDE_PARTS_MAX];
};

static volatile sig_atomic_t stopped;

static void _stop(int signal)
{
	(void) signal;
	stopped = 1;
}

/* --- what to run ---------------------------------------------------------------- */

/* RET the script of --part PART=SCRIPT, or that of all parts; NULL: none */
static const char *_script(const run_t *r, const char *part)
{
	const commit_args_t *args = r->host.args;
	size_t len = strlen(part);

	for (size_t i = args->script_cnt; i-- > 0;) {
		const char *word = args->scripts[i];

		if (!strncmp(word, part, len) && (word[len] == '='))
			return word + len + 1;
	}
	return r->script;
}

/* Is each --part of a part that can run something? An error is printed. */
static bool _check_parts(const run_t *r)
{
	const commit_args_t *args = r->host.args;

	for (size_t i = 0; i < args->script_cnt; i++) {
		const char *word = args->scripts[i];
		size_t len = strcspn(word, "=");
		bool found = false;

		for (uint32_t p = 0; p < r->host.co->part_cnt; p++) {
			const journal_place_t *place = r->tasks[p].place;

			found |= place && (strlen(place->id) == len) &&
				 !strncmp(place->id, word, len);
		}
		if (found)
			continue;
		co_bad(args->err, "co run: %s has no part %.*s with nodes",
		       r->host.co->id, (int) len, word);
		return false;
	}
	return true;
}

/* Which jobs are there to be? */
static int _choose(run_t *r)
{
	run_component_t components[DECIDE_PARTS_MAX];

	for (uint32_t i = 0; i < r->host.co->part_cnt; i++) {
		r->tasks[i].run = r;
		r->tasks[i].place = run_place_of(r->host.co, i);
	}
	if (!_check_parts(r) || !run_components(&r->host, components))
		return STATUS_BAD;
	for (uint32_t i = 0; i < r->host.co->part_cnt; i++)
		r->tasks[i].component = components[i];
	return STATUS_DONE;
}

/* The components behind the first, in their order. RET false: as run_add_component() */
static bool _add_components(run_t *r, task_t *first)
{
	uint32_t part = first->component.first, done = 1;

	while (done < first->component.cnt) {
		uint32_t i = 0;

		while ((r->tasks[i].component.first != part) ||
		       (r->tasks[i].component.offset != done))
			i++;
		if (!run_add_component(&r->host, first->job, r->tasks[i].place))
			return false;
		done++;
	}
	return true;
}

static int _prepare(run_t *r)
{
	static char *const none[] = { NULL };
	bool any = false;

	if (_choose(r))
		return STATUS_BAD;
	for (uint32_t i = 0; i < r->host.co->part_cnt; i++) {
		task_t *t = &r->tasks[i];
		const char *script;

		if (!t->place || t->component.offset)
			continue;
		any = true;
		script = _script(r, t->place->id);
		if (!script)
			return co_bad(r->host.args->err, "co run: part %s has no script: -- SCRIPT, or --part %s=SCRIPT",
				      t->place->id, t->place->id);
		t->job = run_job(&r->host, t->place, script,
				 (script == r->script) ? r->args : none);
		if (!t->job || !_add_components(r, t))
			return STATUS_BAD;
	}
	if (!any)
		return commit_print_error(r->host.args, STATUS_REFUSED,
					  "it has no part with nodes: there is nothing to run");
	return STATUS_DONE;
}

/* --- submission ----------------------------------------------------------------- */

static bool _note(const task_t *t)
{
	const journal_job_t job = { .part = t->place->part, .job = t->id,
				    .run = t->run->number };

	return journal_put_job(t->run->host.journal, t->run->host.co->id, &job);
}

/* The id is that of all components. RET false: it can't be noted */
static bool _note_id(task_t *t, int64_t id)
{
	run_t *r = t->run;
	bool ok = true;

	for (uint32_t i = 0; ok && (i < r->host.co->part_cnt); i++) {
		if (r->tasks[i].component.first != t->component.first)
			continue;
		r->tasks[i].id = id;
		ok = !r->tasks[i].place || _note(&r->tasks[i]);
	}
	return journal_commit(r->host.journal) && ok;
}

static void _submitted(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	task_t *t = arg;
	int64_t id = lrs_submitted(answer, t->component.cnt);

	(void) cluster;
	t->status = answer->status;
	t->unknown = answer->unknown;
	snprintf(t->why, sizeof(t->why), "%s", answer->why);
	if (answer->status != STATUS_DONE)
		return;
	if (id && _note_id(t, id))
		return;
	/* the job is there, but what can't be noted is not to run */
	t->status = STATUS_FAILED;
	snprintf(t->why, sizeof(t->why), "%s", id ?
		 journal_why(t->run->host.journal) : t->component.cnt ?
		 "its answer has no heterogeneous job: is the sresv there older?" :
		 "its answer has no job");
}

/* The journal comes first. RET false: it can't be written, and nothing was asked */
static bool _note_all(run_t *r)
{
	bool ok = true;

	for (uint32_t i = 0; ok && (i < r->host.co->part_cnt); i++)
		if (r->tasks[i].place)
			ok = _note(&r->tasks[i]);
	return journal_commit(r->host.journal) && ok;
}

static void _submit(run_t *r)
{
	for (uint32_t i = 0; i < r->host.co->part_cnt; i++) {
		task_t *t = &r->tasks[i];
		const lrs_ask_t ask = {
			.op = LRS_SUBMIT, .run = r->number, .job = t->job,
			.name = t->place ? t->place->member : NULL,
		};

		if (!t->job ||
		    !lrs_ask(r->host.lrs, run_cluster_of(&r->host, t->place),
			     &ask, r->host.args->planner.timeout_ms, _submitted,
			     t))
			continue;
		t->status = STATUS_FAILED;
		snprintf(t->why, sizeof(t->why), "there is no memory");
	}
	lrs_wait(r->host.lrs);
}

/* --- what came of it ------------------------------------------------------------ */

static sheet_t *_sheet(const run_t *r)
{
	static const sheet_column_t columns[] = {
		{ SHEET_TEXT, "PART", false }, { SHEET_TEXT, "CLUSTER", false },
		{ SHEET_COUNT, "JOB", false }, { SHEET_COUNT, "OFFSET", false },
		{ SHEET_TEXT, "RESERVATION", false },
	};
	sheet_t *s = sheet_create("jobs", columns,
				  sizeof(columns) / sizeof(columns[0]));

	for (uint32_t i = 0; i < r->host.co->part_cnt; i++) {
		const task_t *t = &r->tasks[i];

		if (!t->place)
			continue;
		sheet_text(s, t->place->id);
		sheet_text(s, t->place->cluster.name);
		sheet_count(s, t->id);
		sheet_count_if(s, t->component.cnt, t->component.offset);
		sheet_text(s, t->place->member);
	}
	return s;
}

static int _print(const run_t *r, status_t status, const char *why)
{
	const commit_args_t *args = r->host.args;
	sheet_t *s = status ? NULL : _sheet(r);
	sheet_t *const sheets[] = { s, NULL };
	bool ok = true;

	if (args->json) {
		fprintf(args->out, "{\"status\":%d,\"id\":", (int) status);
		json_put_string(args->out, r->host.co->id);
		fputs(",\"why\":", args->out);
		json_put_lines(args->out, why);
		if (s)
			fputc(',', args->out);
		ok = !s || sheets_json(sheets, args->out);
		fputs("}\n", args->out);
	} else if (!status && !args->quiet) {
		ok = s && sheets_print(sheets, args->out, SHEET_HEADS);
	}
	if (why[0] && !args->json)
		fprintf(args->err, "sresv: %s: %s\n", r->host.co->id, why);
	sheet_destroy(s);
	return ok ? (int) status : STATUS_FAILED;
}

/* Find the first part that failed; a part that may have a job comes before others. */
static const task_t *_failed(const run_t *r)
{
	const task_t *found = NULL;

	for (uint32_t i = 0; i < r->host.co->part_cnt; i++) {
		const task_t *t = &r->tasks[i];

		if (t->place && (t->status != STATUS_DONE) &&
		    (!found || (t->unknown && !found->unknown)))
			found = t;
	}
	return found;
}

/* Not all were submitted: none is to run. */
static int _undo(run_t *r, const task_t *failed)
{
	char left[WHY_MAX] = "", why[3 * WHY_MAX];
	bool gone = run_cancel(&r->host, r->number, left, sizeof(left));
	bool unknown = failed && failed->unknown;
	int len;

	if (gone && !unknown) {
		(void) journal_drop_jobs(r->host.journal, r->host.co->id,
					 r->number);
		(void) journal_commit(r->host.journal);
	}
	if (failed)
		len = snprintf(why, sizeof(why), "part %s on cluster %s: %s",
			       failed->place->id, failed->place->cluster.name,
			       failed->why[0] ? failed->why : "no answer");
	else
		len = snprintf(why, sizeof(why), "it was interrupted");
	snprintf(why + len, sizeof(why) - (size_t) len, "; %s%s%s",
		 !gone ? left : "", !gone ? "; " : "", (gone && !unknown) ?
		 "no job was left" :
		 "a job may be left, which the next sresv co run, or cancel, ends");
	return _print(r, (!gone || unknown) ? STATUS_DOUBT : failed ?
		      failed->status : STATUS_FAILED, why);
}

/* End the jobs of runs that were interrupted; and find a number for this one. */
static bool _settle(run_t *r, char *why, size_t len)
{
	const char *id = r->host.co->id;
	journal_job_t *jobs;
	size_t cnt;
	bool ok = true;

	r->number = (int64_t) time(NULL);
	if (!journal_jobs(r->host.journal, id, &jobs, &cnt)) {
		snprintf(why, len, "%s", journal_why(r->host.journal));
		return false;
	}
	for (size_t i = 0; i < cnt; i++) {
		if (jobs[i].run >= r->number)
			r->number = jobs[i].run + 1;
		if (!ok || jobs[i].job)
			continue;
		ok = run_cancel(&r->host, jobs[i].run, why, len);
		if (!ok)
			continue;
		(void) journal_drop_jobs(r->host.journal, id, jobs[i].run);
		(void) journal_commit(r->host.journal);
	}
	free(jobs);
	return ok;
}

static int _run(run_t *r)
{
	const struct sigaction action = { .sa_handler = _stop,
					  .sa_flags = (int) SA_RESETHAND };
	char why[WHY_MAX] = "";
	const task_t *failed;

	if (!_settle(r, why, sizeof(why)))
		return _print(r, STATUS_DOUBT, why);
	if (!_note_all(r))
		return _print(r, STATUS_FAILED, journal_why(r->host.journal));
	(void) sigaction(SIGINT, &action, NULL);
	(void) sigaction(SIGTERM, &action, NULL);
	_submit(r);
	failed = _failed(r);
	if (failed || stopped)
		return _undo(r, failed);
	return _print(r, STATUS_DONE, "");
}

/* Nobody else may submit, or cancel it, meanwhile. */
static int _lease_and_run(run_t *r, journal_co_t *co)
{
	int rc;

	if (!journal_lease(r->host.journal, co->id, false))
		return _print(r, STATUS_FAILED, journal_why(r->host.journal));
	rc = _run(r);
	journal_release(r->host.journal, co->id);
	return rc;
}

/* What is behind -- is the script and its arguments. */
static void _split(int *argc, char **argv, run_t *r)
{
	for (int i = 1; i < *argc; i++) {
		if (strcmp(argv[i], "--"))
			continue;
		argv[i] = NULL;
		r->script = argv[i + 1];
		r->args = r->script ? &argv[i + 2] : NULL;
		*argc = i;
	}
}

int co_submit(int argc, char **argv, FILE *out, FILE *err)
{
	commit_args_t args;
	journal_co_t co = { .memory = NULL };
	run_t *r = calloc(1, sizeof(*r));
	int rc = STATUS_BAD;

	if (!r)
		return co_bad(err, "there is no memory");
	_split(&argc, argv, r);
	r->host.args = &args;
	if (!commit_args_read(argc, argv, "ph", out, err, &args)) {
		;
	} else if (!args.operand || (!r->script && !args.script_cnt)) {
		co_bad(err, "co run needs an ID and -- SCRIPT");
	} else if (!(r->host.journal = journal_open(NULL, err))) {
		rc = STATUS_FAILED;
	} else {
		rc = run_open(&r->host, &co);
		if (!rc)
			rc = _prepare(r);
		if (!rc)
			rc = _lease_and_run(r, &co);
	}
	for (size_t i = 0; i < DECIDE_PARTS_MAX; i++)
		json_decref(r->tasks[i].job);
	run_close(&r->host, &co);
	free(r);
	return rc;
}
