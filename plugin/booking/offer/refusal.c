/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * refusal.c - the words of a refusal; see admit.h. They are here as they depend
 * on the rights of their reader (users.h).
 */

#include <inttypes.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/view/occurrence.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/memory/memory.h"

#define BLOCKERS_MAX 8

/* --- lines for programs (answer.h): lines is NULL where people ask --- */

/* IN license - NULL: nodes are missing. IN from - 0: at any time */
static void _line_missing(char **lines, const char *license, uint32_t missing,
			  uint32_t of, time_t from)
{
	if (!lines)
		return;
	text_add(lines, "\n" ANSWER_MISSING "=%d count=%u of=%u", ANSWER_VERSION,
		 missing, of);
	text_add_number(lines, "from", from);
	text_add_value(lines, "license", license);
}

/* A conflicting holder; a field of 0 or NULL gets no word. */
typedef struct {
	const char *kind;
	const char *name, *license, *on;
	uint32_t job;
	time_t start, end;
} told_t;

static void _line_blocker(char **lines, const told_t *b)
{
	if (!lines)
		return;
	text_add(lines, "\n" ANSWER_BLOCKER "=%d kind=%s", ANSWER_VERSION,
		 b->kind);
	text_add_value(lines, "name", b->name);
	text_add_number(lines, "job", b->job);
	text_add_number(lines, "start", b->start);
	text_add_number(lines, "end", b->end);
	text_add_value(lines, "on", b->on);
	text_add_value(lines, "license", b->license);
}

/* Blockers that the reader may not see, or that are too many to be told. */
static void _line_kind(char **lines, const char *kind, const char *license)
{
	_line_blocker(lines, &(told_t) { .kind = kind, .license = license });
}

static void _line_later(char **lines, const garq_answer_t *a)
{
	if (!lines || (!a->has_later && (a->none_before >= GARQ_FOREVER)))
		return;
	text_add(lines, "\n" ANSWER_EARLIEST "=%d", ANSWER_VERSION);
	if (a->has_later)
		text_add_number(lines, "start", a->later);
	else
		text_add_number(lines, "none-before", a->none_before);
}

/* --- conflicting holders --- */

typedef struct {
	uint64_t id;
	time_t t_s;
	time_t t_e;
	garq_set_t *nodes;
} blocker_t;

typedef struct {
	blocker_t list[BLOCKERS_MAX];
	int cnt;
	bool more;
	int passed;	/* holds of holders that are not listed */
	office_t *office;
	uint32_t uid;	/* the reader */
	bool over_jobs;	/* jobs are no blockers */
	bool hidden[VIEW_KINDS];	/* there are such, not for the reader */
} blockers_t;

/* Other holds after which the search for nodes of listed blockers stops. */
#define PASSED_MAX 1000

/* Note a blocker that the reader may not see. RET false: the reader may */
static bool _hide_blocker(office_t *office, blockers_t *b, uint64_t id)
{
	view_holder_t who;

	if (!view_holder(office, id, &who) ||
	    users_may_see(office, b->uid, &who))
		return false;
	/* A change that is not written yet is a reservation, too. */
	b->hidden[(who.kind == VIEW_PENDING) ? VIEW_RESV : who.kind] = true;
	return true;
}

static bool _collect(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	blockers_t *b = arg;
	blocker_t *one = NULL;
	view_holder_t who;

	for (int i = 0; (i < b->cnt) && !one; i++)
		if (b->list[i].id == id)
			one = &b->list[i];
	if (!one && b->over_jobs && view_holder(b->office, id, &who) &&
	    (who.kind == VIEW_JOB))
		return true;
	if (!one && _hide_blocker(b->office, b, id))
		return ++b->passed < PASSED_MAX;
	if (!one && (b->cnt == BLOCKERS_MAX)) {
		b->more = true;
		return ++b->passed < PASSED_MAX;
	}
	if (!one) {
		one = &b->list[b->cnt++];
		*one = (blocker_t) { .id = id,
				     .t_s = t_s,
				     .t_e = t_e,
				     .nodes = memory_there(garq_set_create(
					     view_size(b->office))) };
	}
	one->t_s = MIN(one->t_s, t_s);
	one->t_e = MAX(one->t_e, t_e);
	garq_set_add(one->nodes, node);
	return true;
}

/* A node that is down, and when it counts as back. */
static void _append_down(office_t *office, char **text, const char *name,
			 const blocker_t *b)
{
	uint32_t node = garq_set_next(b->nodes, 0);
	char end[TEXT_TIME];

	text_add(text, "%s is %s", name,
		 office->host->nodes->state(office, node));
	if (b->t_e < GARQ_FOREVER)
		text_add(text, view_back_is_said(office, node) ?
				       " (until %s)" : " (counted on from %s)",
			 text_time(b->t_e, end));
}

static bool _is_by_cores(office_t *office, uint64_t id)
{
	const view_resv_t *v = view_find_id(office, id);

	return v && view_is_by_cores(v);
}

static void _append(office_t *office, char **text, const blocker_t *b)
{
	char start[TEXT_TIME], end[TEXT_TIME];
	char *nodes = office->host->nodes->list(office, b->nodes);
	view_holder_t who;

	if (!view_holder(office, b->id, &who))
		text_add(text, "something on %s", nodes);
	else if (who.kind == VIEW_RESV)
		text_add(text, "reservation %s (%s to %s, %s%s)", who.name,
			 text_time(b->t_s, start), text_time(b->t_e, end),
			 _is_by_cores(office, b->id) ? "cores of " : "", nodes);
	else if (who.kind == VIEW_PENDING)
		text_add(text, "a change of reservation %s that is not written yet (%s to %s, %s): try again",
			 who.name, text_time(b->t_s, start),
			 text_time(b->t_e, end), nodes);
	else if (who.kind == VIEW_JOB)
		text_add(text, "job %u (until %s, %s)", who.job_id,
			 text_time(b->t_e, end), nodes);
	else
		_append_down(office, text, nodes, b);
	free_null(nodes);
}

static void _line_of(office_t *office, char **lines, const blocker_t *b)
{
	char *nodes = lines ? office->host->nodes->list(office, b->nodes) :
			      NULL;
	told_t told = { .kind = "node", .on = nodes, .end = b->t_e };
	view_holder_t who;

	if (!view_holder(office, b->id, &who)) {
		told.kind = "unknown";
	} else if (who.kind == VIEW_JOB) {
		told.kind = "job";
		told.job = who.job_id;
	} else if (who.kind != VIEW_NODE_DOWN) {
		told.kind = (who.kind == VIEW_RESV) ? "reservation" : "change";
		told.name = who.name;
		told.start = b->t_s;
	}
	_line_blocker(lines, &told);
	free(nodes);
}

static void _append_comma(char **text, bool *first)
{
	text_add(text, "%s", *first ? "\nin the way: " : "; ");
	*first = false;
}

/*
 * Append the blockers that uid may not see: only their kinds, each once,
 * without names, nodes, ends and number.
 */
static void _append_hidden(char **text, char **lines, const blockers_t *b,
			   bool *first)
{
	static const struct {
		const char *words, *kind;
	} kinds[VIEW_KINDS] = {
		[VIEW_RESV] = { "a reservation of another user", "reservation" },
		[VIEW_JOB] = { "a job of another user", "job" },
		[VIEW_NODE_DOWN] = { "a node that can't be used", "node" },
	};

	for (int kind = 0; kind < VIEW_KINDS; kind++) {
		if (!b->hidden[kind] || !kinds[kind].words)
			continue;
		_append_comma(text, first);
		text_add(text, "%s", kinds[kind].words);
		_line_kind(lines, kinds[kind].kind, NULL);
	}
}

/*
 * The nodes of a shape whose holders conflict with it: by cores those alone
 * that have too few free ones. RET owned by the caller
 */
static garq_set_t *_blocked_nodes(office_t *office, const shape_t *shape,
				  const refusal_t *r)
{
	garq_set_t *nodes = memory_there(garq_set_copy(shape->eligible));
	view_span_t span = {
		.t_s = r->t_s, .t_e = r->t_e, .group = r->group,
		.gpu_type = shape->gpu_type,
	};
	uint32_t at = 0;
	view_rest_t rest;

	if (!shape->each)
		return nodes;
	rest = view_rest(office, nodes, &span);
	GARQ_SET_EACH(i, nodes) {
		want_t wanted = shape_want(shape, at++);
		cores_t left = view_rest_on(&rest, i);

		if (cores_suffice(&left, &wanted))
			garq_set_del(nodes, i);
	}
	view_rest_free(&rest);
	return nodes;
}

static void _append_blockers(office_t *office, char **text, char **lines,
			     const shape_t *shape, const refusal_t *r,
			     uint32_t uid)
{
	blockers_t b = {
		.office = office, .uid = uid, .over_jobs = shape->over_jobs,
	};
	garq_set_t *nodes = _blocked_nodes(office, shape, r);
	bool first = true;

	garq_nodes_each(garq_machine_nodes(view_machine(office)), nodes,
			r->t_s, r->t_e, r->group, _collect, &b);
	garq_set_destroy(nodes);
	_append_hidden(text, lines, &b, &first);
	for (int i = 0; i < b.cnt; i++) {
		_append_comma(text, &first);
		_append(office, text, &b.list[i]);
		_line_of(office, lines, &b.list[i]);
		garq_set_destroy(b.list[i].nodes);
	}
	if (!b.more)
		return;
	text_add(text, "%s", "; and others");
	_line_kind(lines, "others", NULL);
}

/* The search for the holders of a license; BLOCKERS_MAX of them are named. */
typedef struct {
	office_t *office;
	char **text, **lines;
	const char *license;
	uint32_t uid;
	int cnt;	/* of named holders */
	int passed;	/* holders that uid may not see; told once */
} holders_t;

static const char *_before_holder(const holders_t *h)
{
	return (h->cnt || h->passed) ? "; " : "\nin the way: ";
}

/* RET false: the search has passed enough hidden holders */
static bool _append_hidden_holder(holders_t *h)
{
	if (!h->passed) {
		text_add(h->text, "%sa reservation of another user",
			 _before_holder(h));
		_line_kind(h->lines, "reservation", h->license);
	}
	return ++h->passed < PASSED_MAX;
}

/* A garq_nodes_fn */
static bool _append_holder(void *arg, uint64_t id, uint32_t node, time_t t_s,
			   time_t t_e)
{
	char start[TEXT_TIME], end[TEXT_TIME];
	holders_t *h = arg;
	const view_resv_t *v = view_find_id(h->office, id);

	(void) node;
	if (!v || v->away)	/* as a hold of the asker's own, for a look */
		return true;
	if (!users_may_see(h->office, h->uid,
			   &(view_holder_t) { .kind = VIEW_RESV,
					      .name = v->name }))
		return _append_hidden_holder(h);
	if (h->cnt == BLOCKERS_MAX) {
		text_add(h->text, "%s", "; and others");
		_line_kind(h->lines, "others", h->license);
		return false;
	}
	text_add(h->text, "%sreservation %s (%s to %s, %u)", _before_holder(h),
		 v->name, text_time(t_s, start), text_time(t_e, end),
		 lic_held(&v->held_licenses, h->license));
	_line_blocker(h->lines, &(told_t) {
		.kind = "reservation", .name = v->name, .start = t_s,
		.end = t_e, .license = h->license });
	h->cnt++;
	return true;
}

static void _append_licenses(office_t *office, char **text, char **lines,
			     const shape_t *shape, const refusal_t *r,
			     uint32_t uid)
{
	bool begun = r->answer.missing;

	for (uint32_t i = 0; r->licenses && (i < shape->licenses.cnt); i++) {
		const lic_t *l = &shape->licenses.list[i];
		const lic_short_t *s = &r->licenses[i];
		holders_t h = {
			.office = office, .text = text, .lines = lines,
			.license = l->name, .uid = uid,
		};
		char when[TEXT_TIME];

		if (!s->missing)
			continue;
		text_add(text, "%s%u of %u license%s %s %s missing from %s on",
			 begun ? "\n" : "", s->missing,
			 l->num, (l->num == 1) ? "" : "s", l->name,
			 (s->missing == 1) ? "is" : "are",
			 text_time(s->at, when));
		_line_missing(lines, l->name, s->missing, l->num, s->at);
		begun = true;
		lic_each(view_licenses(office), l->name, s->at, r->t_e,
			 r->group, _append_holder, &h);
	}
}

/* The nodes or cores. RET free() */
static char *_shape_alone(const shape_t *shape)
{
	if (shape->each)
		return units_words(shape->num_cn, shape->each,
				   shape->each_cnt, shape->gpu_type);
	return text_printf("%u node%s", shape->num_cn,
			   (shape->num_cn == 1) ? "" : "s");
}

/* "4 nodes", with their licenses, or those alone. RET free() */
static char *_shape_text(const shape_t *shape, bool on_switches)
{
	const char *with = shape->num_cn ? " with licenses " : "licenses ";
	char *text = NULL;

	if (shape->num_cn)
		text = _shape_alone(shape);
	if (on_switches)
		text_add(&text, " at %u leaf switch%s", shape->switches,
			 (shape->switches == 1) ? "" : "es");
	if (shape->recurs)
		text_add(&text, " %s", occurrence_words(shape->recurs));
	for (uint32_t i = 0; i < shape->licenses.cnt; i++)
		text_add(&text, "%s%s:%u", i ? "," : with,
			 shape->licenses.list[i].name,
			 shape->licenses.list[i].num);
	return text;
}

/* Append the earliest start, or up to when there is none. */
static void _append_later(char **text, const shape_t *shape,
			  const refusal_t *r)
{
	const garq_answer_t *a = &r->answer;
	char when[TEXT_TIME], length[TEXT_TIME];
	char *what = _shape_text(shape, r->on_switches);

	text_duration(shape->duration, length);
	if (a->has_later)
		text_add(text, "\nearliest start for %s, %s long: %s", what,
			 length, text_time(a->later, when));
	else if (a->none_before < GARQ_FOREVER)
		text_add(text,
			 "\nno start for %s, %s long, before %s; later ones were not looked for",
			 what, length, text_time(a->none_before, when));
	else
		text_add(text,
			 "\nno later start for %s, %s long: something in the way has no end",
			 what, length);
	free_null(what);
}

/* True if something was left out that might have made room. */
static bool _is_unproven(const refusal_t *r)
{
	return r->cut || r->capped || r->answer.cut;
}

/*
 * Append the booking that would lose its place in the paper's order, if it is
 * known.
 */
static void _append_blocked(office_t *office, char **text, const refusal_t *r,
			    uint32_t uid)
{
	view_holder_t who;
	bool known = view_holder(office, r->blocked, &who) &&
		     users_may_see(office, uid, &who);

	if (_is_unproven(r))
		text_add(text, "%s",
			 "it fits, but not all was tried to keep the order of reservations (garq_shift=paper)");
	else
		text_add(text,
			 "%s%s would find no place in its window any more (garq_shift=paper)",
			 known ? "reservation " : "another reservation",
			 known ? who.name : "");
}

/* Append which ways to make room were not tried. */
static void _append_untried(char **text, const refusal_t *r)
{
	if (r->answer.cut)
		text_add(text, "%s",
			 "\nnot all starts of the window were tried: that takes too many steps");
	if (r->cut)
		text_add(text, "%s",
			 "\nnot all ways of shifting others were tried: that takes too many steps");
	if (r->capped)
		text_add(text,
			 "\nways of shifting that change more than %u others were left out (garq_moves)",
			 r->capped);
}

/* Append that more nodes are asked for than are eligible at any time. */
static void _append_too_many(char **text, char **lines, const shape_t *shape)
{
	uint32_t cnt = garq_set_count(shape->eligible);

	text_add(text,
		 "%u nodes are asked for, %u can serve the request: ask for %u or fewer, another partition or other features",
		 shape->num_cn, cnt, cnt);
	_line_missing(lines, NULL, shape->num_cn - cnt, shape->num_cn, 0);
}

/* Append that nodes are missing from some time on, and their holders. */
static void _append_nodes(office_t *office, char **text, char **lines,
			  const shape_t *shape, const refusal_t *refusal,
			  uint32_t uid)
{
	const garq_answer_t *a = &refusal->answer;
	char when[TEXT_TIME];

	if (!a->missing)
		return;
	text_add(text, "%u of %u node%s%s %s missing from %s on", a->missing,
		 shape->num_cn, (shape->num_cn == 1) ? "" : "s",
		 !shape->each ? "" : shape->most.gpus ?
				" with enough free GPUs and cores" :
				" with enough free cores",
		 (a->missing == 1) ? "is" : "are",
		 text_time(a->short_at, when));
	_line_missing(lines, NULL, a->missing, shape->num_cn, a->short_at);
	_append_blockers(office, text, lines, shape, refusal, uid);
}

/* Append the conflicts, and when there is room. */
static void _append_reasons(office_t *office, char **text, char **lines,
			    const shape_t *shape, const refusal_t *refusal,
			    uint32_t uid)
{
	bool missing = refusal->answer.missing || refusal->licenses ||
		       refusal->blocked;
	char when[TEXT_TIME];

	if (shape->t_lsr > shape->t_esr)
		text_add(text, "no start until %s %s%s",
			 text_time(shape->t_lsr, when),
			 _is_unproven(refusal) ? "was found" : "fits",
			 missing ? "; " : ": that time has passed");
	_append_nodes(office, text, lines, shape, refusal, uid);
	_append_licenses(office, text, lines, shape, refusal, uid);
	if (refusal->blocked) {
		_append_blocked(office, text, refusal, uid);
		_append_untried(text, refusal);
		return;
	}
	_append_later(text, shape, refusal);
	_line_later(lines, &refusal->answer);
	_append_untried(text, refusal);
	if (invariant_stops_shifts(office))
		text_add(text,
			 "\nno booking is shifted to make room, after an internal error of sched/garq: see slurmctld's log");
}

/* Append that there may be room for a higher price, or another budget. */
static void _append_dear(office_t *office, char **text,
			 const refusal_t *refusal)
{
	const char *between = refusal->t_e ? "\n" : "";
	char cost[TEXT_COST];

	if (refusal->dear > 0) {
		text_add(text,
			 "%sthe cheapest form that was left out for its price costs %s (max-cost)",
			 between, text_cost(refusal->dear,
					    office->options.unit, cost));
		between = "\n";
	}
	if (refusal->beyond)
		text_add(text, "%s%s", between, refusal->beyond);
}

char *refusal_text(office_t *office, const char *name, const shape_t *shape,
		   const refusal_t *refusal, uint32_t uid, bool program)
{
	char *text = NULL, *told = NULL;
	char **lines = program ? &told : NULL;

	if (name && name[0])
		text_add(&text, "%s: ", name);
	if (shape->num_cn > garq_set_count(shape->eligible))
		_append_too_many(&text, lines, shape);
	else if (refusal->unsound)
		text_add(&text,
			 "internal error of sched/garq: the plan to make room for it was unsound; nothing has changed, see slurmctld's log");
	else if (refusal->t_e || !((refusal->dear > 0) || refusal->beyond))
		_append_reasons(office, &text, lines, shape, refusal, uid);
	_append_dear(office, &text, refusal);
	if (told)
		text_add(&text, "%s", told);
	free(told);
	return text;
}
