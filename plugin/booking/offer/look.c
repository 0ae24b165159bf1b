/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plugin/booking/offer/effects.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/look.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/ledger/record/content.h"

/* A place of a booking; start 0: none. */
typedef struct {
	time_t start, end;
	uint32_t num_cn;
	char *nodes;		/* node list; owned; NULL: none */
	uint64_t cores;		/* of these; 0: all */
	uint64_t gpus;
	double part;		/* of each node */
	uint32_t rules;		/* of the tariff */
	uint32_t switches;	/* leaf switches, of one that wishes for few;
				 * 0: not to be told */
} place_t;

/* A plan as it is told. */
typedef struct {
	const char *name;
	place_t then, before;	/* after and before the change */
	char token[WISHES_TOKEN + 1];
} told_t;

static place_t _place_of(office_t *office, time_t start, time_t end,
			 const garq_set_t *nodes, const units_t *units)
{
	uint32_t num_cn = nodes ? garq_set_count(nodes) : 0;

	return (place_t) {
		.start = start, .end = end, .num_cn = num_cn,
		.nodes = num_cn ? office->host->nodes->list(office, nodes) :
				  NULL,
		.cores = units ? units_count(units) : 0,
		.gpus = units ? units_gpus(units) : 0,
		.part = units ? view_part(office, nodes, units) : 1,
	};
}

static bool _same_place(const place_t *a, const place_t *b)
{
	return (a->start == b->start) && (a->end == b->end) &&
	       text_same(a->nodes, b->nodes) && (a->cores == b->cores) &&
	       (a->gpus == b->gpus);
}

static double _cost_of(office_t *office, const place_t *p)
{
	return price_of(office, p->rules, p->start, p->end, p->num_cn, p->part);
}

/* --- the token --- */

static uint64_t _digest_place(uint64_t digest, const place_t *p)
{
	digest = content_number(digest, p->start);
	digest = content_number(digest, p->end);
	digest = content_number(digest, (int64_t) p->cores);
	digest = content_number(digest, (int64_t) p->gpus);
	return content_text(digest, p->nodes);
}

static uint64_t _digest_move(office_t *office, uint64_t digest,
			     const lrh_move_t *m)
{
	const view_resv_t *v = view_find_id(office, m->id);
	char *nodes = m->nodes ? office->host->nodes->list(office, m->nodes) :
				 NULL;

	digest = content_text(digest, v ? v->name : NULL);
	digest = content_number(digest, m->start);
	digest = content_number(digest, m->end);
	digest = content_text(digest, nodes);
	free(nodes);
	return digest;
}

/* All that a request asks for but its times, which the plan has. */
static uint64_t _digest_request(uint64_t digest, const request_t *r)
{
	const char *const texts[] = {
		r->node_list, r->partition, r->features, r->licenses,
		r->users, r->groups, r->accounts, r->qos, r->allowed_parts,
		r->comment, r->wishes.name,
	};
	const int64_t numbers[] = {
		r->has_delay ? (int64_t) r->delay : -1,
		r->has_nodes, (int64_t) r->num_cn,
		r->has_flags, (int64_t) r->flags, (int64_t) r->other_flags,
		r->has_purge ? (int64_t) r->purge : -1,
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		digest = content_number(digest, texts[i] != NULL);
		digest = content_text(digest, texts[i]);
	}
	return content_digest(digest, numbers, sizeof(numbers));
}

/* Seconds for which a start counts as now; and an end, which Slurm rounds. */
#define START_NOW 1
#define END_NOW 60

/*
 * Digest a place without the seconds of a start or an end that is now: the same
 * words mean other seconds a moment later.
 */
static uint64_t _digest_then(uint64_t digest, const place_t *then,
			     const look_t *look, time_t now)
{
	place_t p = *then;

	if (p.start && !look->v && (p.start <= now + START_NOW)) {
		p.end -= p.start;
		p.start = 1;
	} else if (look->v && (p.end <= now + END_NOW)) {
		p.end = 1;
	}
	return _digest_place(digest, &p);
}

/* RET true if the asker is told of a move; not if only not_before changes */
static bool _is_told(office_t *office, const ask_t *a, const lrh_move_t *m)
{
	return effects_any(office, m) &&
	       users_sees_resv(office, view_find_id(office, m->id), a->uid);
}

/*
 * The token is of all that is told, of the booking as it is, and of the
 * request; of the bookings that are hidden from the asker it has the number
 * alone, as tokens can be guessed.
 */
static void _plan_token(office_t *office, const ask_t *a, const place_t *then,
			const look_t *look, char ret[WISHES_TOKEN + 1])
{
	const view_resv_t *v = look->v;
	uint64_t digest = CONTENT_EMPTY;
	int64_t hidden = 0;

	digest = content_text(digest, a->verb->word);
	digest = content_text(digest, v ? v->name : a->request->name);
	digest = content_number(digest, v && v->booking ?
				(int64_t) content_of(v->booking) : 0);
	digest = _digest_request(digest, a->request);
	digest = _digest_then(digest, then, look, a->now);
	for (size_t i = 0; i < look->plan->cnt; i++) {
		const lrh_move_t *m = &look->plan->moves[i];

		if (_is_told(office, a, m))
			digest = _digest_move(office, digest, m);
		else
			hidden += effects_any(office, m);
	}
	digest = content_number(digest, hidden);
	snprintf(ret, WISHES_TOKEN + 1, "%012" PRIx64,
		 digest & UINT64_C(0xffffffffffff));
}

/* --- for people --- */

static void _add_place(office_t *office, char **text, const place_t *p)
{
	char from[TEXT_TIME], to[TEXT_TIME], cost[TEXT_COST];

	if (p->nodes && p->gpus)
		text_add(text, "%"PRIu64" GPU%s and ", p->gpus,
			 (p->gpus == 1) ? "" : "s");
	if (p->nodes && p->cores)
		text_add(text, "%"PRIu64" core%s of ", p->cores,
			 (p->cores == 1) ? "" : "s");
	if (p->nodes)
		text_add(text, "%"PRIu32" node%s (%s) ", p->num_cn,
			 (p->num_cn == 1) ? "" : "s", p->nodes);
	else
		text_add(text, "no nodes ");
	if (p->switches)
		text_add(text, "at %"PRIu32" leaf switch%s ", p->switches,
			 (p->switches == 1) ? "" : "es");
	text_add(text, "from %s to %s", text_time(p->start, from),
		 text_time(p->end, to));
	if (p->nodes && price_unit(office))
		text_add(text, ", for %s",
			 text_cost(_cost_of(office, p), price_unit(office),
				   cost));
}

static void _add_sentence(office_t *office, char **text, const told_t *told)
{
	const place_t *then = &told->then, *before = &told->before;

	if (!then->start) {
		text_add(text, "%s would be deleted: it has ", told->name);
		_add_place(office, text, before);
		return;
	}
	text_add(text, "%s would %s", told->name,
		 !before->start ? "be booked: " :
		 _same_place(then, before) ? "keep its place: " :
					     "be changed: ");
	_add_place(office, text, then);
	if (before->start && !_same_place(then, before)) {
		text_add(text, "; now ");
		_add_place(office, text, before);
	}
}

static void _tell_people(office_t *office, ask_t *a, const look_t *look,
			 const told_t *told)
{
	char *others = effects_text(office, look->plan,
				    told->then.start ? "to make room" :
						       "in its room",
				    a->uid);

	_add_sentence(office, &a->text, told);
	if (others)
		text_add(&a->text, "\n%s", others);
	text_add(&a->text, "\nplan %s: nothing was done; plan:%s: in front of the name has it done, if the plan is still this one",
		 told->token, told->token);
	free(others);
}

/* --- for programs --- */

/* Of the place, and of a job there: where the site has prices. */
static void _add_costs(office_t *office, char **text, const place_t *then)
{
	if (!then->nodes || !price_unit(office))
		return;
	text_add(text, " cost=%.2f job-cost=%.2f", _cost_of(office, then),
		 price_of_job(office, then->rules, then->start, then->end,
			      then->num_cn, then->part));
	text_add_value(text, "unit", price_unit(office));
}

static void _add_line(office_t *office, char **text, const told_t *told)
{
	const place_t *then = &told->then, *before = &told->before;

	text_add(text, ANSWER_PLAN "=%d", ANSWER_VERSION);
	text_add_value(text, "name", told->name);
	if (then->start)
		text_add(text, " start=%lld end=%lld nodes=%"PRIu32,
			 (long long) then->start, (long long) then->end,
			 then->num_cn);
	if (then->nodes)
		text_add(text, " on=%s", then->nodes);
	if (then->switches)
		text_add(text, " switches=%"PRIu32, then->switches);
	_add_costs(office, text, then);
	if (before->start)
		text_add(text, " was-start=%lld was-end=%lld was-nodes=%"PRIu32,
			 (long long) before->start, (long long) before->end,
			 before->num_cn);
	if (before->nodes)
		text_add(text, " was-on=%s", before->nodes);
}

static void _tell_program(office_t *office, ask_t *a, const look_t *look,
			  const told_t *told)
{
	uint32_t others = 0;
	char *lines = effects_lines(office, look->plan, a->uid, &others);

	_add_sentence(office, &a->text, told);
	text_add(&a->text, "\n");
	_add_line(office, &a->text, told);
	text_add(&a->text, " others=%"PRIu32" token=%s", others, told->token);
	if (lines)
		text_add(&a->text, "\n%s", lines);
	free(lines);
}

/* --- */

/* RET 0: the plan is that of the request's token; else REFUSED_BUSY */
static int _compare(office_t *office, ask_t *a, const told_t *told)
{
	const char *token = a->request->wishes.token;

	if (!strcmp(told->token, token))
		return 0;
	text_add(&a->text, "things have changed since plan %s was shown: nothing was done; now it is plan %s: ",
		 token, told->token);
	_add_sentence(office, &a->text, told);
	return REFUSED_BUSY;
}

/* True for a place of a booking that wishes for few leaf switches. A booking
 * that keeps its nodes asks for room on these, without regard to switches. */
static bool _wishes_switches(const ask_t *a, const view_resv_t *v)
{
	bool keeps = !a->room || (a->shape.pinned &&
				  !request_has(a->request->node_list));

	return a->shape.switches ||
	       (keeps && v && v->booking && v->booking->switches &&
		!v->booking->asked_nodes);
}

/* The place that the plan gives. */
static place_t _place_then(office_t *office, const ask_t *a,
			   const look_t *look)
{
	place_t p = _place_of(office, look->start, look->end, look->nodes,
			      look->units);

	p.rules = a->shape.rules;
	if (_wishes_switches(a, look->v) && look->nodes)
		p.switches = choose_switches(office, look->nodes);
	return p;
}

/* The place that the booking has. */
static place_t _place_before(office_t *office, const ask_t *a,
			     const view_resv_t *v)
{
	place_t p = _place_of(office, (v->start <= a->now) ?
				      v->attrs.first_start : v->start,
			      v->end, v->nodes, &v->attrs.units);

	p.rules = price_rules(office, v);
	return p;
}

/* RET as look_at() */
static int _answer(office_t *office, ask_t *a, const look_t *look,
		   const told_t *told)
{
	if (a->request->wishes.plan == PLAN_ONLY)
		return _compare(office, a, told);
	a->looked = true;
	if (a->request->wishes.plan == PLAN_SHOW)
		_tell_people(office, a, look, told);
	else
		_tell_program(office, a, look, told);
	return ASK_ANSWERED;
}

int look_at(office_t *office, ask_t *a, const look_t *look)
{
	const view_resv_t *v = look->v;
	told_t told = { .name = v ? v->name : a->request->name };
	int rc;

	if (!a->request->wishes.plan)
		return 0;
	if (!told.name)
		told.name = "it";
	told.then = _place_then(office, a, look);
	if (v)
		told.before = _place_before(office, a, v);
	_plan_token(office, a, &told.then, look, told.token);
	rc = _answer(office, a, look, &told);
	free(told.then.nodes);
	free(told.before.nodes);
	if (!rc && a->lifted.cnt) {
		holds_return(office, a);
		holds_release_of(office, &a->creator);
	}
	return rc;
}
