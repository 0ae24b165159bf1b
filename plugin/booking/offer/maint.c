/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <sys/param.h>

#include "garq/grow.h"
#include "plugin/booking/offer/maint.h"
#include "plugin/booking/place/first.h"
#include "plugin/booking/place/loss/taken.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/view/occurrence.h"
#include "plugin/booking/view/say.h"
#include "plugin/memory/memory.h"

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
	office_t *office;
	const garq_set_t *nodes;
	uint64_t self;		/* its own group, which does not count */
	time_t now;
	view_resv_t **bookings;
	size_t cnt, room;
	hit_job_t *jobs;
	size_t job_cnt, job_room;
} hit_t;

static void _add_booking(hit_t *hit, view_resv_t *v)
{
	for (size_t i = 0; i < hit->cnt; i++)
		if (hit->bookings[i] == v)
			return;
	(void) memory_done(GARQ_GROW(hit->bookings, hit->cnt + 1, HITS_FIRST,
				     &hit->room));
	hit->bookings[hit->cnt++] = v;
}

static void _add_job(hit_t *hit, uint32_t id, uint32_t node, time_t end)
{
	hit_job_t *job = NULL;

	for (size_t i = 0; !job && (i < hit->job_cnt); i++)
		if (hit->jobs[i].id == id)
			job = &hit->jobs[i];
	if (!job) {
		(void) memory_done(GARQ_GROW(hit->jobs, hit->job_cnt + 1,
					     HITS_FIRST, &hit->job_room));
		job = &hit->jobs[hit->job_cnt++];
		*job = (hit_job_t) {
			.id = id, .end = end,
			.nodes = memory_there(
				garq_set_create(hit->nodes->size)),
		};
	}
	garq_set_add(job->nodes, node);
}

/* A garq_nodes_fn */
static bool _meet_holder(void *arg, uint64_t id, uint32_t node, time_t t_s,
			 time_t t_e)
{
	hit_t *hit = arg;
	view_resv_t *v = view_find_id(hit->office, id);
	view_holder_t who;

	(void) t_s;
	if (v && v->booking)
		_add_booking(hit, v);
	else if (view_holder(hit->office, id, &who) && (who.kind == VIEW_JOB))
		_add_job(hit, who.job_id, node, t_e);
	return true;
}

static void _look_at_occurrence(void *arg, time_t start, time_t end)
{
	hit_t *hit = arg;

	if (end > hit->now)
		garq_nodes_each(garq_machine_nodes(view_machine(hit->office)),
				hit->nodes, MAX(start, hit->now), end,
				hit->self, _meet_holder, hit);
}

static int _cmp_bookings(const void *a, const void *b)
{
	return first_cmp(*(view_resv_t *const *) a, *(view_resv_t *const *) b);
}

static void _find_hits(office_t *office, hit_t *hit, const occurrence_t *when)
{
	occurrence_each(when, hit->now,
			hit->now + (time_t) office->options.horizon * 86400,
			_look_at_occurrence, hit);
	if (hit->cnt)
		qsort(hit->bookings, hit->cnt, sizeof(*hit->bookings),
		      _cmp_bookings);
}

static void _free_hit(hit_t *hit)
{
	for (size_t i = 0; i < hit->job_cnt; i++)
		garq_set_destroy(hit->jobs[i].nodes);
	free(hit->jobs);
	free(hit->bookings);
}

/* --- what would become of them --- */

static void _hold_occurrence(void *arg, time_t start, time_t end)
{
	const hit_t *hit = arg;

	if (end > hit->now)
		view_later_hold(hit->office, 0, hit->nodes,
				MAX(start, hit->now), end);
}

/* What would become of a booking. */
typedef struct {
	enum {
		HIT_UNKNOWN,
		HIT_KEPT,	/* it would lack nothing, and stay */
		HIT_MOVED,	/* it would have other nodes or another start */
		HIT_PART,	/* ... and still lack some */
		HIT_DEGRADED,	/* it would stay, and lack some */
	} what;
	foreseen_t foreseen;
	bool cut;		/* it may end elsewhere, as not all was tried */
	time_t start;		/* then */
	garq_set_t *nodes;	/* then; owned; NULL: as they are */
} outcome_t;

static const char *const outcomes[] = {
	[HIT_UNKNOWN] = "unknown",
	[HIT_KEPT] = "kept", [HIT_MOVED] = "moved",
	[HIT_PART] = "part", [HIT_DEGRADED] = "degraded",
};

/* The start that users see: that of a record moves on once it has begun. */
static time_t _seen_start(const view_resv_t *v, time_t start, time_t now)
{
	return ((start == v->start) && (start <= now)) ? v->attrs.first_start :
							 start;
}

/* One line for a program. */
static void _add_line(office_t *office, char **text, const view_resv_t *v,
		      const outcome_t *f)
{
	time_t now = view_now(office);
	char *nodes = f->nodes ? office->host->nodes->list(office, f->nodes) :
				 NULL;

	text_add(text, "\n" ANSWER_HIT "=%d", ANSWER_VERSION);
	text_add_value(text, "booking", v->name);
	text_add(text, " outcome=%s start=%lld was=%lld", outcomes[f->what],
		 (long long) _seen_start(v, f->start, now),
		 (long long) _seen_start(v, v->start, now));
	if (v->attrs.node_list)
		text_add(text, " on=%s", v->attrs.node_list);
	if (nodes)
		text_add(text, " nodes=%s", nodes);
	if (f->foreseen.others)
		text_add(text, " others=%u", f->foreseen.others);
	if (f->cut)
		text_add(text, " cut=1");
	free(nodes);
}

static const char *_why_none(const view_resv_t *v)
{
	if (v->booking->asked_nodes || (v->flags & BOOKING_FLAG_STATIC))
		return "as its nodes were named";
	return "as no others are free";
}

/* The same for people. */
static void _add_sentence(office_t *office, char **text, const view_resv_t *v,
			  const outcome_t *f)
{
	uint32_t others = f->foreseen.others;
	char *nodes = f->nodes ? office->host->nodes->list(office, f->nodes) :
				 NULL;
	char at[TEXT_TIME];

	text_add(text, "\n%s on %s, %s: ", v->name, v->attrs.node_list,
		 text_time(v->booking->start, at));
	if (f->what == HIT_UNKNOWN)
		text_add(text, "would be looked at, too");
	else if (f->what == HIT_KEPT)
		text_add(text, "would stay");
	else if (f->what == HIT_DEGRADED)
		text_add(text, "would stay and be degraded, %s", _why_none(v));
	else if (f->start != v->start)
		text_add(text, "would begin at %s, on %s",
			 text_time(f->start, at), nodes);
	else
		text_add(text, "would be on %s%s", nodes,
			 (f->what == HIT_PART) ? ", and lack some" : "");
	if (others)
		text_add(text, ", for which %u other%s would move", others,
			 (others == 1) ? "" : "s");
	if (f->cut && (f->what != HIT_UNKNOWN))
		text_add(text, "; or elsewhere: not all ways were tried");
	free(nodes);
}

/* A search for all that are hit, in the order of a repair. */
typedef struct {
	uint64_t begun;		/* the steps before */
	view_lift_t tried;	/* the moves */
	bool cut;		/* a search was cut, and ... */
	size_t sure;		/* ... these moves were tried before */
} foresight_t;

/* Search for the bookings that are FORESEEN_AGAIN.
 * IN company - as repair_foresee() */
static bool _foresee_round(office_t *office, const hit_t *hit,
			   foresight_t *foresight, bool company, outcome_t *all)
{
	bool ok = true;

	for (size_t i = 0; ok && (i < hit->cnt); i++) {
		foreseen_t *f = &all[i].foreseen;

		if (f->turn != FORESEEN_AGAIN)
			continue;
		if (!foresight->cut)
			foresight->sure = foresight->tried.cnt;
		if (phase_steps(office) - foresight->begun < STEPS_TURN / 2)
			ok = repair_foresee(office, hit->bookings[i], company,
					    hit->now, &foresight->tried, f);
		else
			f->turn = FORESEEN_UNKNOWN;
		foresight->cut |= f->cut || (f->turn == FORESEEN_UNKNOWN);
		all[i].cut = foresight->cut;
	}
	return ok;
}

/* Return true if v has moved by a search that was cut, or after one. */
static bool _moved_unsurely(const foresight_t *foresight, const view_resv_t *v)
{
	const view_lift_t *tried = &foresight->tried;

	if (!foresight->cut)
		return false;
	for (size_t i = foresight->sure; i < tried->cnt; i++)
		if (tried->list[i].id == v->id)
			return true;
	return false;
}

static bool _lacks_nodes(office_t *office, view_resv_t *v, time_t now)
{
	taken_t taken;
	bool lacks;

	taken_from(office, v, now, &taken);
	lacks = taken_any(&taken);
	taken_free(&taken);
	return lacks;
}

/* Note where v would be, while bookings count as moved. IN was - where it is */
static void _note_outcome(office_t *office, view_resv_t *v, time_t now,
			  const view_place_t *was, outcome_t *ret)
{
	bool lacks = _lacks_nodes(office, v, now);
	bool moved = (v->start != was->start) ||
		     (v->nodes && was->nodes &&
		      !garq_set_equal(v->nodes, was->nodes));

	ret->start = was->start;
	if (ret->foreseen.turn == FORESEEN_UNKNOWN)
		return;
	ret->start = v->start;
	ret->what = moved ? (lacks ? HIT_PART : HIT_MOVED) :
		    lacks ? HIT_DEGRADED : HIT_KEPT;
	if (moved)
		ret->nodes = memory_there(garq_set_copy(v->nodes));
}

/* OUT all - one for each booking; all zero before */
static bool _foresee_once(office_t *office, hit_t *hit,
			  const occurrence_t *when, outcome_t *all)
{
	view_place_t *was = memory_new(hit->cnt, sizeof(*was));
	foresight_t foresight = { .begun = phase_steps(office) };
	bool ok;

	for (size_t i = 0; i < hit->cnt; i++)
		was[i] = view_place(hit->bookings[i]);
	occurrence_each(when, hit->now,
			hit->now + (time_t) office->options.horizon * 86400,
			_hold_occurrence, hit);
	ok = _foresee_round(office, hit, &foresight, hit->cnt > 1, all) &&
	     _foresee_round(office, hit, &foresight, false, all);
	for (size_t i = 0; i < hit->cnt; i++) {
		_note_outcome(office, hit->bookings[i], hit->now, &was[i],
			      &all[i]);
		all[i].cut |= _moved_unsurely(&foresight, hit->bookings[i]);
		view_place_free(&was[i]);
	}
	view_return(office, &foresight.tried);
	view_later_release(office, 0, hit->now, when->end);
	free(was);
	return ok;
}

static void _forget_all(const hit_t *hit, outcome_t *all)
{
	for (size_t i = 0; i < hit->cnt; i++) {
		garq_set_destroy(all[i].nodes);
		all[i] = (outcome_t) { .what = HIT_UNKNOWN };
	}
}

/*
 * Each search may teach lrh/ to distinguish nodes (lrh/class.c), and the next
 * search may choose other nodes then. Only the second search is reported: it
 * predicts the repair.
 */
static bool _foresee(office_t *office, hit_t *hit, const occurrence_t *when,
		     bool program, char **text)
{
	outcome_t *all = memory_new(hit->cnt, sizeof(*all));
	bool ok = _foresee_once(office, hit, when, all);

	_forget_all(hit, all);
	ok = ok && _foresee_once(office, hit, when, all);
	for (size_t i = 0; ok && (i < hit->cnt); i++)
		(program ? _add_line : _add_sentence)(
			office, text, hit->bookings[i], &all[i]);
	_forget_all(hit, all);
	free(all);
	return ok;
}

/* What is told where nobody moves. */
static void _tell_kept(const hit_t *hit, bool program, char **text)
{
	for (size_t i = 0; i < hit->cnt; i++) {
		const view_resv_t *v = hit->bookings[i];
		outcome_t f = { .what = HIT_KEPT, .start = v->start };

		(program ? _add_line : _add_sentence)(hit->office, text, v, &f);
	}
}

static void _tell_jobs(office_t *office, const hit_t *hit, bool program,
		       char **text)
{
	char at[TEXT_TIME];

	for (size_t i = 0; i < hit->job_cnt; i++) {
		const hit_job_t *job = &hit->jobs[i];
		char *nodes = office->host->nodes->list(office, job->nodes);

		if (program)
			text_add(text, "\n" ANSWER_HIT
				 "=%d job=%u end=%lld nodes=%s",
				 ANSWER_VERSION, job->id, (long long) job->end,
				 nodes);
		else
			text_add(text, "\njob %u is on %s, until %s", job->id,
				 nodes, text_time(job->end, at));
		free(nodes);
	}
}

/*
 * The reason if nobody moves for it: either the site wants it so, or Slurm lets
 * such a reservation share no nodes.
 * RET the reason, behind the number of hits; "": they move
 */
static const char *_why_kept(office_t *office, const hit_t *hit, uint64_t flags)
{
	const uint64_t shares = BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP |
				BOOKING_FLAG_TIME_FLOAT;

	if (!hit->cnt)
		return "";
	if (!(flags & shares))
		return ", so it would be refused (neither MAINT nor OVERLAP)";
	if (office->options.maint == OPTIONS_MAINT_REFUSE)
		return ", so it would be refused (garq_maint=refuse)";
	if (office->options.maint == OPTIONS_MAINT_PLAIN)
		return ", which would stay as they are (garq_maint=plain)";
	return "";
}

static int _answer(office_t *office, hit_t *hit, const occurrence_t *when,
		   ask_t *a)
{
	const char *kept;
	bool ok = true;

	_find_hits(office, hit, when);
	kept = _why_kept(office, hit, when->flags);
	text_add(&a->text, "%sthis is what it would meet: %zu booking%s and %zu job%s%s",
		 a->program ? "" : "none, ", hit->cnt,
		 (hit->cnt == 1) ? "" : "s", hit->job_cnt,
		 (hit->job_cnt == 1) ? "" : "s", kept);
	if (kept[0])
		_tell_kept(hit, a->program, &a->text);
	else
		ok = _foresee(office, hit, when, a->program, &a->text);
	_tell_jobs(office, hit, a->program, &a->text);
	return ok ? 0 : ESTALE;
}

/* The shape of the request, which stays as it is. */
static int _make_shape(office_t *office, ask_t *a)
{
	request_t copy = request_copy(a->request);
	int rc = kind_shape(office, a->kind, &copy, false, a->now, &a->shape,
			    &a->text);

	request_free(&copy);
	return rc;
}

int maint_query(office_t *office, ask_t *a)
{
	uint64_t flags = a->request->flags;
	hit_t hit = {
		.office = office, .self = GARQ_NO_GROUP, .now = a->now,
	};
	occurrence_t when;
	int rc;

	if (a->limited)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "query: only whole nodes at one time can be asked for: not with these flags, cores or licenses alone");
	if (!a->request->node_list)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "query: name the nodes (Nodes=): which ones Slurm would choose is not known");
	if ((rc = _make_shape(office, a)))
		return rc;
	hit.nodes = a->shape.eligible;
	when = (occurrence_t) {
		.start = (flags & BOOKING_FLAG_TIME_FLOAT) ?
			 a->shape.t_esr - a->now : a->shape.t_esr,
		.end = a->shape.t_esr + a->shape.duration,
		.duration = (uint32_t) (a->shape.duration / 60),
		.flags = flags,
	};
	rc = _answer(office, &hit, &when, a);
	_free_hit(&hit);
	return rc;
}

void maint_tell(office_t *office, const view_resv_t *v, time_t now)
{
	hit_t hit = {
		.office = office, .self = v->id, .now = now,
		.nodes = v->nodes,
	};
	occurrence_t when = occurrence_of(v);
	char *names = NULL;
	notify_t n = {
		.event = "maintenance", .reservation = v->name,
		.start = v->start, .end = v->end,
		.nodes = v->attrs.node_list, .users = v->attrs.users,
	};

	if (v->booking || !v->nodes)
		return;
	_find_hits(office, &hit, &when);
	for (size_t i = 0; i < MIN(hit.cnt, NAMES_MAX); i++)
		text_add(&names, "%s%s", i ? ", " : "",
				hit.bookings[i]->name);
	if (hit.cnt > NAMES_MAX)
		text_add(&names, " and %zu more", hit.cnt - NAMES_MAX);
	if (names) {
		say_info(office, "sched/garq: reservation %s is on nodes of %s",
			 v->name, names);
		n.reason = names;
		(void) office->host->locks->notify(office, &n);
	}
	free_null(names);
	_free_hit(&hit);
}
