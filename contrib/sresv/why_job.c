/* SPDX-License-Identifier: GPL-2.0-or-later */
/* why_job.c - sresv why JOBID: why a job waits, and for which reservations. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/gantt/gantt_seen.h"
#include "contrib/sresv/job/job_why.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/show.h"
#include "contrib/sresv/verbs.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t why_columns[] = {
	{ SHEET_TEXT, "KIND", true },
	{ SHEET_TEXT, "WHY", false },
	{ SHEET_TIME, "AT", false },
	{ SHEET_LENGTH, "LENGTH", false },
	{ SHEET_TEXT, "RESERVATIONS", false },
};

/* The job that is asked for: "17", or "17_3" of an array. */
typedef struct {
	int64_t id;
	int64_t task;		/* -1: not given */
} asked_job_t;

static bool _read_id(const char *text, asked_job_t *ret)
{
	size_t len = strcspn(text, "_");
	char number[16];

	ret->task = -1;
	if (len >= sizeof(number))
		return false;
	snprintf(number, sizeof(number), "%.*s", (int) len, text);
	return parse_number(number, 1, UINT32_MAX, &ret->id) &&
	       (!text[len] || parse_number(text + len + 1, 0, UINT32_MAX,
					   &ret->task));
}

/* How well a job of Slurm's answer fits: tasks that wait share a record. */
static int _rank(const asked_job_t *asked, const slurm_job_info_t *j)
{
	bool waits = (j->job_state & JOB_STATE_BASE) == JOB_PENDING;

	if ((asked->task >= 0) && (j->array_task_id == asked->task))
		return 4;
	if ((asked->task >= 0) && !j->array_task_str)
		return 0;
	return waits ? 3 : job_why_is_alive(j) ? 2 : 1;
}

/* RET NULL: there is none */
static const slurm_job_info_t *_find_job(const job_info_msg_t *all,
					 const asked_job_t *asked)
{
	const slurm_job_info_t *found = NULL;
	int best = 0;

	for (uint32_t i = 0; all && (i < all->record_count); i++) {
		const slurm_job_info_t *j = &all->job_array[i];
		int rank = _rank(asked, j);

		if (rank > best) {
			best = rank;
			found = j;
		}
	}
	return found;
}

static void _add_line(const job_why_line_t *line, sheet_t *s)
{
	char *names = NULL;
	size_t size;
	FILE *f = open_memstream(&names, &size);

	for (uint32_t i = 0; f && (i < line->name_cnt); i++)
		fprintf(f, "%s%s", i ? "," : "", line->names[i]);
	sheet_text(s, line->kind);
	sheet_text(s, line->text);
	sheet_count_if(s, line->at, line->at);
	sheet_count_if(s, line->seconds, line->seconds);
	sheet_text(s, (f && !fclose(f)) ? names : NULL);
	free(names);
}

/* Return true if a line before this one has the name. */
static bool _is_named(const job_why_t *why, size_t line, const char *name)
{
	for (size_t i = 0; i < line; i++)
		for (uint32_t k = 0; k < why->lines[i].name_cnt; k++)
			if (!strcmp(why->lines[i].names[k], name))
				return true;
	return false;
}

/* Add the reservations of a line, each once. */
static void _add_reservations(const job_why_t *why, size_t line,
			      const seen_t *seen, time_t now, sheet_t *s)
{
	for (uint32_t i = 0; i < why->lines[line].name_cnt; i++) {
		const char *name = why->lines[line].names[i];
		const reserve_info_t *r = show_find(seen->all, name);

		if (r && !_is_named(why, line, name))
			show_reservation(s, r,
					 offers_native(&seen->offers, name),
					 NULL, now);
	}
}

/* Say why a job waits. IN/OUT a - of the controller; sheets - two of them */
static void _explain(const slurm_job_info_t *j, const gantt_seen_t *g,
		     time_t now, sheet_t **sheets, answer_t *a)
{
	const char *name = job_why_inside(j);
	const job_why_seen_t seen = {
		.input = &g->input, .partitions = g->partitions,
		.inside = name ? show_find(g->seen.all, name) : NULL,
		.hides = g->seen.hides, .now = now,
	};
	char *reason = job_why_reason(j);
	job_why_t why;

	if (!job_why(j, reason, &seen, &why))
		a->status = STATUS_FAILED;
	else
		for (size_t i = 0; i < why.cnt; i++) {
			_add_line(&why.lines[i], sheets[0]);
			_add_reservations(&why, i, &g->seen, now, sheets[1]);
		}
	free(reason);
}

static void _say_job(const char *before, const char *id, const char *behind,
		     answer_t *a)
{
	char *line = NULL;

	if (asprintf(&line, "%s %s%s", before, id, behind) >= 0)
		answer_say(a, line);
	free(line);
}

/* RET the job, of *ret_all; NULL: a says why */
static const slurm_job_info_t *_load(const char *id, const asked_job_t *asked,
				     job_info_msg_t **ret_all, answer_t *a)
{
	const slurm_job_info_t *j;

	ctl_load_job((uint32_t) asked->id, ret_all, a);
	j = _find_job(*ret_all, asked);
	if ((a->status == STATUS_UNKNOWN) ||
	    ((a->status == STATUS_DONE) && !j)) {
		answer_free(a);
		*a = (answer_t) { .status = STATUS_UNKNOWN };
		_say_job("there is no job", id, ", or it is not shown to you", a);
	} else if (j && ((j->job_state & JOB_STATE_BASE) != JOB_PENDING)) {
		_say_job("job", id,
			 job_why_is_alive(j) ? " runs" : " has ended", a);
	}
	return j;
}

/* OUT ret - gantt_seen_free() */
static void _load_rest(time_t now, gantt_seen_t *ret, answer_t *a)
{
	answer_free(a);
	gantt_seen_load(ret, now, now + JOB_WHY_ENDLESS, a);
	if (a->status != STATUS_DONE)
		return;
	answer_free(a);		/* what the list of offers says for people */
	*a = (answer_t) { .status = STATUS_DONE };
	if (!ret->input.nodes)
		answer_say(a, "the nodes are not shown to you: reservations may be in the way");
	else if (ret->input.partial)
		answer_say(a, "reservations of others may be hidden (PrivateData)");
}

int verb_why_job(const options_t *o)
{
	sheet_t *sheets[3] = {
		sheet_create("reasons", why_columns, COUNT(why_columns)),
		show_reservations(), NULL,
	};
	gantt_seen_t seen = { .nodes = NULL };
	time_t now = time(NULL);
	job_info_msg_t *all = NULL;
	const slurm_job_info_t *j;
	asked_job_t asked;
	answer_t a;
	int rc;

	if (!_read_id(o->names[0], &asked)) {
		a = (answer_t) { .status = STATUS_BAD };
		answer_say(&a, "why needs the number of a job, such as 17 or 17_3");
	} else if ((j = _load(o->names[0], &asked, &all, &a)) &&
		   ((j->job_state & JOB_STATE_BASE) == JOB_PENDING)) {
		_load_rest(now, &seen, &a);
		if (a.status == STATUS_DONE)
			_explain(j, &seen, now, sheets, &a);
	}
	rc = out_print(o, a.status, a.why, sheets);
	gantt_seen_free(&seen);
	if (all)
		slurm_free_job_info_msg(all);
	sheet_destroy(sheets[0]);
	sheet_destroy(sheets[1]);
	answer_free(&a);
	return rc;
}
