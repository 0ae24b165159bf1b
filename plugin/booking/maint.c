/* SPDX-License-Identifier: GPL-2.0-or-later */
/* maint.c - see maint.h */

#include <errno.h>
#include <sys/param.h>

#include "garq/grow.h"
#include "plugin/booking/answer.h"
#include "plugin/booking/controller.h"
#include "plugin/booking/flags.h"
#include "plugin/booking/maint.h"
#include "plugin/booking/occurrence.h"
#include "plugin/booking/phase.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/repair.h"
#include "plugin/booking/say.h"
#include "plugin/booking/site.h"
#include "plugin/booking/steps.h"
#include "plugin/booking/text.h"
#include "plugin/booking/users.h"
#include "plugin/booking/view_later.h"

#define HITS_FIRST 16

/* Names of bookings in a line of the log, or in an event. */
#define NAMES_MAX 20

/* A job on the nodes. */
typedef struct {
	uint32_t id;
	time_t end;
	garq_set_t *nodes;	/* those of the reservation; owned */
} hit_job_t;

/* Whom a reservation hits. */
typedef struct {
	const garq_set_t *nodes;
	uint64_t self;		/* its own group, which does not count */
	time_t now;
	view_resv_t **bookings;
	size_t cnt, room;
	hit_job_t *jobs;
	size_t job_cnt, job_room;
	bool failed;		/* memory is short */
} hit_t;

static void _add_booking(hit_t *hit, view_resv_t *v)
{
	for (size_t i = 0; i < hit->cnt; i++)
		if (hit->bookings[i] == v)
			return;
	if (GARQ_GROW(hit->bookings, hit->cnt + 1, HITS_FIRST, &hit->room))
		hit->failed = true;
	else
		hit->bookings[hit->cnt++] = v;
}

static void _add_job(hit_t *hit, uint32_t id, uint32_t node, time_t end)
{
	hit_job_t *job = NULL;

	for (size_t i = 0; !job && (i < hit->job_cnt); i++)
		if (hit->jobs[i].id == id)
			job = &hit->jobs[i];
	if (!job) {
		if (GARQ_GROW(hit->jobs, hit->job_cnt + 1, HITS_FIRST,
			      &hit->job_room)) {
			hit->failed = true;
			return;
		}
		job = &hit->jobs[hit->job_cnt++];
		*job = (hit_job_t) {
			.id = id, .end = end,
			.nodes = garq_set_create(hit->nodes->size),
		};
	}
	if (job->nodes)
		garq_set_add(job->nodes, node);
}

/* A garq_nodes_fn */
static bool _meet(void *arg, uint64_t id, uint32_t node, time_t t_s, time_t t_e)
{
	view_resv_t *v = view_find_id(id);
	view_holder_t who;
	hit_t *hit = arg;

	(void) t_s;
	if (v && v->booking)
		_add_booking(hit, v);
	else if (view_holder(id, &who) && (who.kind == VIEW_JOB))
		_add_job(hit, who.job_id, node, t_e);
	return !hit->failed;
}

static void _look(void *arg, time_t start, time_t end)
{
	hit_t *hit = arg;

	if (end > hit->now)
		garq_nodes_each(garq_machine_nodes(view_machine()), hit->nodes,
				MAX(start, hit->now), end, hit->self, _meet,
				hit);
}

static int _by_start(const void *a, const void *b)
{
	const view_resv_t *x = *(view_resv_t *const *) a;
	const view_resv_t *y = *(view_resv_t *const *) b;

	return (x->start > y->start) - (x->start < y->start);
}

static void _find(hit_t *hit, const occurrence_t *when)
{
	occurrence_each(when, hit->now,
			hit->now + (time_t) site.options.horizon * 86400,
			_look, hit);
	if (hit->cnt)
		qsort(hit->bookings, hit->cnt, sizeof(*hit->bookings),
		      _by_start);
}

static void _free(hit_t *hit)
{
	for (size_t i = 0; i < hit->job_cnt; i++)
		garq_set_destroy(hit->jobs[i].nodes);
	free(hit->jobs);
	free(hit->bookings);
}

/* --- what would become of them --- */

static void _hold(void *arg, time_t start, time_t end)
{
	const hit_t *hit = arg;

	if (end > hit->now)
		view_later_hold(0, hit->nodes, MAX(start, hit->now), end);
}

static const char *const outcomes[] = {
	[FORESEEN_WHOLE] = "kept", [FORESEEN_MOVED] = "moved",
	[FORESEEN_PART] = "part", [FORESEEN_DEGRADED] = "degraded",
};

/* IN f - NULL: it was not searched for. RET false: memory is short */
static bool _line(char **text, const view_resv_t *v, const foreseen_t *f)
{
	char *nodes = (f && f->nodes) ? controller->node_list(f->nodes) : NULL;
	bool ok = text_add(text, "\n" ANSWER_PREFIX
			   "hit=1 booking=%s outcome=%s start=%lld", v->name,
			   f ? outcomes[f->what] : "unknown",
			   (long long) (f ? f->start : v->start));

	if (nodes)
		ok &= text_add(text, " nodes=%s", nodes);
	if (f && f->others)
		ok &= text_add(text, " others=%u", f->others);
	free_null(nodes);
	return ok;
}

static bool _sentence(char **text, const view_resv_t *v, const foreseen_t *f)
{
	char *nodes = (f && f->nodes) ? controller->node_list(f->nodes) : NULL;
	char at[TEXT_TIME];
	bool ok = text_add(text, "\n%s on %s, %s: ", v->name,
			   v->attrs.node_list,
			   text_time(v->booking->start, at));

	if (!f)
		ok &= text_add(text, "would be looked at, too");
	else if (f->what == FORESEEN_WHOLE)
		ok &= text_add(text, "would stay");
	else if (f->what == FORESEEN_DEGRADED)
		ok &= text_add(text, "would stay and be degraded, as no others are free");
	else if (f->start != v->start)
		ok &= text_add(text, "would begin at %s, on %s",
			       text_time(f->start, at), nodes);
	else
		ok &= text_add(text, "would be on %s%s", nodes,
			       (f->what == FORESEEN_PART) ?
			       ", and lack some" : "");
	if (f && f->others)
		ok &= text_add(text, ", for which %u other%s would move",
			       f->others, (f->others == 1) ? "" : "s");
	free_null(nodes);
	return ok;
}

static bool _foresee(hit_t *hit, const occurrence_t *when, bool program,
		     char **text)
{
	uint64_t begun = phase_steps();
	bool ok = true;

	occurrence_each(when, hit->now, hit->now +
			(time_t) site.options.horizon * 86400, _hold, hit);
	for (size_t i = 0; ok && (i < hit->cnt); i++) {
		view_resv_t *v = hit->bookings[i];
		bool more = phase_steps() - begun < STEPS_TURN;
		foreseen_t f = { .nodes = NULL };

		ok = (!more || repair_foresee(v, i + 1, hit->now, &f)) &&
		     (program ? _line : _sentence)(text, v, more ? &f : NULL);
		garq_set_destroy(f.nodes);
	}
	for (size_t i = 0; i <= hit->cnt; i++)
		view_later_release(i, hit->now, when->end);
	return ok;
}

static bool _tell_jobs(const hit_t *hit, bool program, char **text)
{
	char at[TEXT_TIME];
	bool ok = true;

	for (size_t i = 0; ok && (i < hit->job_cnt); i++) {
		const hit_job_t *job = &hit->jobs[i];
		char *nodes = job->nodes ? controller->node_list(job->nodes) :
					   NULL;

		if (program)
			ok = text_add(text, "\n" ANSWER_PREFIX
				      "hit=1 job=%u end=%lld nodes=%s",
				      job->id, (long long) job->end, nodes);
		else
			ok = text_add(text, "\njob %u is on %s, until %s",
				      job->id, nodes,
				      text_time(job->end, at));
		free_null(nodes);
	}
	return ok;
}

/* What garq_maint makes of the hits. */
static const char *_rule(void)
{
	switch (site.options.maint) {
	case OPTIONS_MAINT_REFUSE:
		return ", so it would be refused (garq_maint=refuse)";
	case OPTIONS_MAINT_PLAIN:
		return ", which would stay as they are (garq_maint=plain)";
	default:
		return "";
	}
}

static int _answer(hit_t *hit, const occurrence_t *when, create_t *out)
{
	bool plan = (site.options.maint == OPTIONS_MAINT_MOVE);
	bool ok;

	_find(hit, when);
	ok = !hit->failed &&
	     text_add(&out->text, "none, this is what it would meet: %zu booking%s and %zu job%s%s",
		      hit->cnt, (hit->cnt == 1) ? "" : "s", hit->job_cnt,
		      (hit->job_cnt == 1) ? "" : "s", _rule());
	if (ok && plan)
		ok = _foresee(hit, when, false, &out->text);
	for (size_t i = 0; ok && !plan && (i < hit->cnt); i++)
		ok = text_add(&out->text, "\n%s", hit->bookings[i]->name);
	ok = ok && _tell_jobs(hit, false, &out->text);
	if (ok && out->program)
		ok = _foresee(hit, when, true, &out->text) &&
		     _tell_jobs(hit, true, &out->text);
	return ok ? 0 : ENOMEM;
}

int maint_query(const request_t *request, uint32_t uid, time_t now,
		create_t *out)
{
	hit_t hit = { .self = GARQ_NO_GROUP, .now = now };
	shape_t shape;
	occurrence_t when;
	request_t copy;
	int rc;

	if (users_limited(uid) || !request->node_list) {
		out->text = text_dup(users_limited(uid) ?
			"query: only whole nodes at one time can be asked for: not with these flags, cores or licenses alone" :
			"query: name the nodes (Nodes=): which ones Slurm would choose is not known");
		return REFUSED_UNSUPPORTED;
	}
	if (request_copy(request, &copy))
		return ENOMEM;
	rc = request_create_shape(&copy, false, now, &shape, &out->text);
	request_free(&copy);
	if (rc)
		return rc;
	hit.nodes = shape.eligible;
	when = (occurrence_t) {
		.start = (request->flags & BOOKING_FLAG_TIME_FLOAT) ?
			 shape.t_esr - now : shape.t_esr,
		.end = shape.t_esr + shape.duration,
		.duration = (uint32_t) (shape.duration / 60),
		.flags = request->flags,
	};
	rc = _answer(&hit, &when, out);
	_free(&hit);
	shape_free(&shape);
	return rc;
}

void maint_tell(const view_resv_t *v, time_t now)
{
	hit_t hit = { .self = v->id, .now = now, .nodes = v->nodes };
	occurrence_t when = occurrence_of(v);
	char *names = NULL;
	notify_t n = {
		.event = "maintenance", .reservation = v->name,
		.start = v->start, .end = v->end,
		.nodes = v->attrs.node_list, .users = v->attrs.users,
	};

	if (v->booking || !v->nodes)
		return;
	_find(&hit, &when);
	for (size_t i = 0; i < MIN(hit.cnt, NAMES_MAX); i++)
		(void) text_add(&names, "%s%s", i ? ", " : "",
				hit.bookings[i]->name);
	if (hit.cnt > NAMES_MAX)
		(void) text_add(&names, " and %zu more", hit.cnt - NAMES_MAX);
	if (names) {
		say_info("sched/garq: reservation %s is on nodes of %s", v->name,
			 names);
		n.reason = names;
		(void) controller->notify(&n);
	}
	free_null(names);
	_free(&hit);
}
