/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * workload.c - requests out of a trace: see workload.h.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/random.h"
#include "contrib/eval/base/workload.h"
#include "garq/grow.h"

#define FIELDS 8

extern void eval_jobs_free(struct eval_jobs *jobs)
{
	free(jobs->job);
	memset(jobs, 0, sizeof(*jobs));
}

extern void eval_workload_free(struct eval_workload *w)
{
	free(w->request);
	memset(w, 0, sizeof(*w));
}

/* Jobs */

static int _push(struct eval_jobs *jobs, const struct eval_job *job)
{
	if (GARQ_GROW(jobs->job, (size_t) jobs->cnt + 1, 1024, &jobs->cap) < 0)
		return -1;
	jobs->job[jobs->cnt++] = *job;
	return 0;
}

/* RET 1 a job, 0 none, or -1 with errno EINVAL */
static int _parse(const char *line, struct eval_job *ret_job)
{
	double field[FIELDS], procs, requested;
	char *end;

	line += strspn(line, " \t\r\n");
	if (!*line || (*line == ';'))
		return 0;
	for (int i = 0; i < FIELDS; i++) {
		field[i] = strtod(line, &end);
		if (end == line) {
			errno = EINVAL;
			return -1;
		}
		line = end;
	}
	requested = strtod(line, &end);
	procs = (field[4] > 0) ? field[4] : field[7];
	ret_job->submit = (time_t) field[1];
	ret_job->dur = (time_t) field[3];
	ret_job->num_cn = (procs > 0) && (procs < UINT32_MAX) ?
		(uint32_t) procs : 0;
	ret_job->requested = (requested > 0) ? (time_t) requested : 0;
	return 1;
}

/* A clean log is already sorted; qsort() alone would not be stable. */
static void _sort(struct eval_jobs *jobs)
{
	for (uint32_t i = 1; i < jobs->cnt; i++) {
		struct eval_job job = jobs->job[i];
		uint32_t j = i;

		for (; j && (jobs->job[j - 1].submit > job.submit); j--)
			jobs->job[j] = jobs->job[j - 1];
		jobs->job[j] = job;
	}
}

extern int eval_jobs_read(FILE *f, uint32_t max, struct eval_jobs *ret_jobs)
{
	struct eval_jobs jobs = { 0 };
	struct eval_job job;
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	while ((rc >= 0) && (jobs.cnt < max) && (getline(&line, &size, f) > 0)) {
		rc = _parse(line, &job);
		if (rc <= 0)
			continue;
		if ((job.dur < 0) || !job.num_cn || (job.submit < 0))
			jobs.unusable++;
		else
			rc = _push(&jobs, &job);
	}
	free(line);
	if (rc < 0) {
		eval_jobs_free(&jobs);
		return -1;
	}
	_sort(&jobs);
	*ret_jobs = jobs;
	return 0;
}

/* Made-up jobs */

#define YEAR (365 * 86400.0)
#define DAS2_JOBS 225711

/* The sum of twelve uniform numbers is nearly normal. */
static double _normal(uint64_t *state)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += eval_random_unit(state);
	return sum;
}

/* Median 90 s; long jobs raise the mean. At most two days. */
static time_t _some_runtime(uint64_t *state)
{
	double s = 90 * exp2(2.95 * _normal(state));

	return (time_t) ((s < 2 * 86400) ? s : 2 * 86400) + 1;
}

/* 1, 2, 4 or 8; sometimes any number. */
static uint32_t _some_procs(uint64_t *state)
{
	if (!eval_random_below(state, 30))
		return (uint32_t) eval_random_below(state, 64) + 1;
	return UINT32_C(1) << eval_random_below(state, 4);
}

extern int eval_jobs_generate(uint32_t cnt, uint64_t seed,
			      struct eval_jobs *ret_jobs)
{
	struct eval_jobs jobs = { 0 };
	struct eval_job job = { 0 };
	uint32_t burst = 0;
	double t = 0;

	while (jobs.cnt < cnt) {
		if (!burst--) {
			/* a burst of 1 to 19 jobs; by day thrice as many */
			double hour = (double) ((int64_t) t % 86400) / 3600;
			double gap = 2 * eval_random_unit(&seed) *
				10 * YEAR / DAS2_JOBS;

			t += ((hour > 8) && (hour < 20)) ? gap * 0.67 : gap * 2;
			burst = (uint32_t) eval_random_below(&seed, 19);
			job.num_cn = _some_procs(&seed);
		}
		t += 5 * eval_random_unit(&seed);
		job.submit = (time_t) t;
		job.dur = _some_runtime(&seed);
		if (_push(&jobs, &job) < 0) {
			eval_jobs_free(&jobs);
			return -1;
		}
	}
	*ret_jobs = jobs;
	return 0;
}

extern int eval_jobs_get(const char *name, uint32_t generate, uint64_t seed,
			 uint32_t max, struct eval_jobs *ret_jobs)
{
	int rc = generate ?
		eval_jobs_generate((generate < max) ? generate : max, seed,
				   ret_jobs) :
		eval_jobs_read(stdin, max, ret_jobs);

	if ((rc < 0) && (errno == EINVAL))
		fprintf(stderr, "%s is not in the Standard Workload Format\n",
			name);
	else if (rc < 0)
		perror(name);
	else if (!ret_jobs->cnt)
		fprintf(stderr, "%s has no job that ran\n", name);
	return ((rc < 0) || !ret_jobs->cnt) ? -1 : 0;
}

/* Requests */

extern void eval_job_fit(struct eval_job *job, uint32_t max_cn, time_t least,
			 struct eval_fit *fit)
{
	if (job->num_cn > max_cn) {
		job->num_cn = max_cn;
		fit->too_wide++;
	}
	if (job->dur < least) {
		job->dur = least;
		fit->too_short++;
	}
	if (job->dur > EVAL_DURATION_MAX) {
		job->dur = EVAL_DURATION_MAX;
		fit->too_long++;
	}
}

/* Section 5.1, the three modifications. */
static struct eval_request _request(struct eval_workload *w,
				    struct eval_job job, uint32_t max_cn,
				    uint32_t delta)
{
	time_t start = eval_round_up(job.submit, delta);

	eval_job_fit(&job, max_cn, EVAL_DURATION_MIN, &w->fit);
	return (struct eval_request) {
		job.submit, start, start + eval_round_up(job.dur, delta),
		job.num_cn
	};
}

/* Shuffle the starts of request[0 .. cnt - 1]; all of them come at begin. */
static void _shuffle(struct eval_request *request, uint32_t cnt, time_t begin,
		     uint64_t *state)
{
	for (uint32_t i = cnt; i > 1; i--) {
		struct eval_request *a = &request[i - 1];
		struct eval_request *b = &request[eval_random_below(state, i)];
		time_t move = b->t_s - a->t_s;

		a->t_s += move;
		a->t_e += move;
		b->t_s -= move;
		b->t_e -= move;
	}
	for (uint32_t i = 0; i < cnt; i++)
		request[i].submit = begin;
}

static void _shuffle_periods(struct eval_workload *w, uint64_t seed)
{
	time_t begin = w->cnt ? w->request[0].submit : 0;
	uint32_t from = 0, to;

	for (; from < w->cnt; from = to) {
		for (to = from; (to < w->cnt) &&
		     (w->request[to].submit < begin + EVAL_PERIOD); to++)
			;
		_shuffle(&w->request[from], to - from, begin, &seed);
		begin += EVAL_PERIOD;
	}
}

extern int eval_workload_make(const struct eval_jobs *jobs, bool shuffled,
			      uint32_t max_cn, uint32_t delta, uint64_t seed,
			      struct eval_workload *ret_workload)
{
	struct eval_workload w = { .cnt = jobs->cnt };

	w.request = calloc(jobs->cnt + 1, sizeof(*w.request));
	if (!w.request)
		return -1;
	for (uint32_t i = 0; i < jobs->cnt; i++)
		w.request[i] = _request(&w, jobs->job[i], max_cn, delta);
	if (shuffled)
		_shuffle_periods(&w, seed);
	*ret_workload = w;
	return 0;
}

/* In the order of submitting; what else differs makes the order one. */
static int _cmp_request(const void *a, const void *b)
{
	const struct eval_request *x = a, *y = b;

	if (x->submit != y->submit)
		return (x->submit > y->submit) - (x->submit < y->submit);
	if (x->t_s != y->t_s)
		return (x->t_s > y->t_s) - (x->t_s < y->t_s);
	if (x->t_e != y->t_e)
		return (x->t_e > y->t_e) - (x->t_e < y->t_e);
	return (x->num_cn > y->num_cn) - (x->num_cn < y->num_cn);
}

extern void eval_workload_lead(struct eval_workload *w, time_t lead,
			       uint64_t seed)
{
	time_t begin = w->cnt ? w->request[0].submit : 0;

	for (uint32_t i = 0; i < w->cnt; i++) {
		struct eval_request *r = &w->request[i];
		time_t submit = r->t_s - (time_t) eval_random_below(
			&seed, (uint64_t) lead);

		r->submit = (submit > begin) ? submit : begin;
	}
	qsort(w->request, w->cnt, sizeof(*w->request), _cmp_request);
}
