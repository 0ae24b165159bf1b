/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commit_plan.c - another plan, and what is told at the end: see commit.h */

#include <stdio.h>
#include <string.h>

#include "contrib/sresv/co/book/commit_private.h"

/* --- plans ------------------------------------------------------------------- */

static bool _same_text(const char *a, const char *b)
{
	return (!a && !b) || (a && b && !strcmp(a, b));
}

static bool _is_same(const commit_t *c, const journal_place_t *old,
		     const commit_place_t *new)
{
	const lrs_shape_t *a = &old->shape, *b = &new->shape;

	return !strcmp(old->cluster.name, c->host.clusters[new->cluster].name) &&
	       !strcmp(old->id, new->id) && (a->start == b->start) &&
	       (a->length == b->length) && (a->nodes == b->nodes) &&
	       _same_text(a->partition, b->partition) &&
	       _same_text(a->features, b->features) &&
	       _same_text(a->licenses, b->licenses) &&
	       _same_text(a->list, b->list);
}

static const char *_copy(srl_memory_t *memory, const char *text)
{
	return text ? srl_memory_text(memory, text, strlen(text)) : NULL;
}

/* Each place has a name of its own: what was dropped has a tombstone. */
static const char *_member(const commit_t *c, uint32_t part, const char *id)
{
	char name[JOURNAL_MEMBER_MAX + 1];
	unsigned int given = 1;
	int len = snprintf(name, sizeof(name), "co-%s.%uof%u.%s", c->co->id,
			   part + 1, c->co->part_cnt, id);

	for (size_t i = 0; i < c->co->place_cnt; i++)
		given += c->co->places[i].part == part;
	if ((given > 1) && (len > 0) && ((size_t) len < sizeof(name)))
		snprintf(name + len, sizeof(name) - (size_t) len, "_%u", given);
	return _copy(c->co->memory, name);
}

static void _give(commit_t *c, uint32_t part, const commit_place_t *new)
{
	journal_co_t *co = c->co;
	srl_memory_t *m = co->memory;
	const char *member = _member(c, part, new->id);
	journal_place_t *place = &co->places[co->place_cnt++];

	*place = (journal_place_t) {
		.part = part,
		.id = _copy(m, new->id),
		.member = member,
		.cluster = c->host.clusters[new->cluster],
		.shape = new->shape,
	};
	place->shape.partition = _copy(m, new->shape.partition);
	place->shape.features = _copy(m, new->shape.features);
	place->shape.licenses = _copy(m, new->shape.licenses);
	place->shape.list = _copy(m, new->shape.list);
}

/* Part 1 ends last: if it is another one now, all have to change their names. */
static bool _is_renumbered(const commit_t *c, const commit_place_t *places)
{
	for (uint32_t i = 0; i < c->co->part_cnt; i++) {
		const journal_place_t *old = commit_place_of(c->co, i);

		if (old && strcmp(old->id, places[i].id))
			return true;
	}
	return false;
}

void commit_plan_again(commit_t *c)
{
	commit_place_t places[DECIDE_PARTS_MAX];
	bool denied[DECIDE_PARTS_MAX], moved[DECIDE_PARTS_MAX], all;

	for (uint32_t i = 0; i < c->co->part_cnt; i++)
		denied[i] = c->d.parts[i].state == DECIDE_PART_DENIED;
	if (!c->plan.plan(c->plan.arg, c->d.round ? denied : NULL, places) ||
	    (c->d.round >= c->d.rules.rounds)) {
		decide_abort(&c->d, DECIDE_DENIED, lrs_clock());
		return;
	}
	all = _is_renumbered(c, places);
	for (uint32_t i = 0; i < c->co->part_cnt; i++) {
		const journal_place_t *old = commit_place_of(c->co, i);

		c->ranks[i] = places[i].rank;
		moved[i] = all || !old || !_is_same(c, old, &places[i]);
		if (moved[i])
			_give(c, i, &places[i]);
	}
	if (srl_memory_failed(c->co->memory)) {
		snprintf(c->said, sizeof(c->said), "there is no memory");
		decide_abort(&c->d, DECIDE_DENIED, lrs_clock());
		return;
	}
	decide_plan(&c->d, moved, lrs_clock());
}

/* --- results ----------------------------------------------------------------- */

static status_t _status(const commit_t *c, decide_result_t result)
{
	static const status_t of[] = {
		[DECIDE_NO_REASON] = STATUS_DONE,
		[DECIDE_DENIED] = STATUS_REFUSED,
		[DECIDE_SILENT] = STATUS_SILENT,
		[DECIDE_NO_VOTE] = STATUS_REFUSED,
		[DECIDE_TOO_LATE] = STATUS_REFUSED,
		[DECIDE_LOST_PART] = STATUS_REFUSED,
		[DECIDE_CANCELLED] = STATUS_FAILED,
		[DECIDE_RECOVERED] = STATUS_DONE,
	};

	if (result == DECIDE_BOOKED)
		return STATUS_DONE;
	if (result == DECIDE_DOUBT)
		return STATUS_DOUBT;
	if (c->resumed)
		return (result == DECIDE_LEFT) ? STATUS_SILENT : STATUS_DONE;
	return of[c->d.reason];
}

static const char *_part_name(const commit_t *c)
{
	const journal_place_t *place = commit_place_of(c->co, c->d.culprit);

	return place ? place->id : "a part";
}

static void _say(const commit_t *c, commit_result_t *ret, const char *what)
{
	const char *reason = decide_reason_name(c->d.reason);
	bool part = (c->d.reason != DECIDE_CANCELLED) &&
		    (c->d.reason != DECIDE_RECOVERED);

	snprintf(ret->why, sizeof(ret->why), "%s%s%s%s%s%s%s", what,
		 reason[0] ? ": " : "", (reason[0] && part) ? _part_name(c) : "",
		 (reason[0] && part) ? ": " : "", reason,
		 c->said[0] ? "; " : "", c->said);
}

/* The journal can't be written: what is not decided ends by itself. */
static void _tell_broken(const commit_t *c, commit_result_t *ret)
{
	bool decided = (c->co->phase == DECIDE_DECIDING) ||
		       (c->co->phase == DECIDE_DECIDED);

	ret->status = decided ? STATUS_DOUBT : STATUS_FAILED;
	ret->result = decided ? DECIDE_DOUBT : DECIDE_LEFT;
	snprintf(ret->why, sizeof(ret->why), "%s; %s",
		 journal_why(c->host.journal), decided ?
		 "resume it when the journal can be written" :
		 "nothing is booked, and what is held ends by itself");
}

void commit_tell_result(const commit_t *c, const decide_effect_t *e,
			commit_result_t *ret)
{
	ret->rounds = c->d.round;
	ret->reason = c->d.reason;
	ret->culprit = c->d.culprit;
	if (c->broken) {
		_tell_broken(c, ret);
		return;
	}
	ret->result = e->result;
	ret->status = _status(c, e->result);
	if (e->result == DECIDE_NOTHING)
		_say(c, ret, "nothing is booked or held");
	else if (e->result == DECIDE_LEFT)
		_say(c, ret, "nothing is booked; a cluster does not answer, and what it holds ends by itself");
	else if (e->result == DECIDE_DOUBT)
		_say(c, ret, "in doubt, as a cluster does not answer");
}
