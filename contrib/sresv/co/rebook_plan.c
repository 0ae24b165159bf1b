/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rebook_plan.c - which parts stay, and where the others go: see rebook.h */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/plan_none.h"
#include "contrib/sresv/co/rebook.h"
#include "contrib/sresv/co/resume.h"


static bool _fail(rebook_t *r, status_t status, const char *why)
{
	free(r->why);
	r->why = strdup(why);
	r->status = status;
	return false;
}

/* Without a plan: is it the request, or clusters that did not answer? */
static bool _no_plan(rebook_t *r)
{
	size_t size, silent = planner_silent(r->planner);
	FILE *to;

	free(r->why);
	r->why = NULL;
	to = open_memstream(&r->why, &size);
	if (!to)
		return _fail(r, STATUS_FAILED, "there is no memory");
	if (plan_none(r->planner, r->srl, r->file, &r->answer, to))
		fputs("there is no plan\n", to);
	if (silent)
		fprintf(to, "clusters that could not be asked: %zu of %zu\n",
			silent, r->ris.cluster_cnt);
	fclose(to);
	r->status = silent ? STATUS_SILENT : STATUS_REFUSED;
	return false;
}

/* RET whether there is a plan; if not, r->why is NULL where none exists */
static bool _solve(rebook_t *r)
{
	size_t constraint = 0;

	free(r->why);
	r->why = NULL;
	if (planner_probe(r->planner))
		return _fail(r, STATUS_FAILED, "there is no memory");
	if (planner_solve(r->planner, &r->answer, &constraint)) {
		if (errno == ENOTSUP)
			return _fail(r, STATUS_BAD, "a constraint mixes begins with prices, or begins that are not tied to each other: sresv co plan names it");
		return _fail(r, STATUS_FAILED, (errno == E2BIG) ?
			     "there are too many possible starts: make the windows shorter" :
			     "there is no memory");
	}
	return (r->answer.verdict == SRL_OPTIMAL) ||
	       (r->answer.verdict == SRL_STOPPED);
}

/* --- what stays -------------------------------------------------------------- */

static size_t _cluster(const rebook_t *r, const char *name)
{
	size_t i = 0;

	while ((i < r->ris.cluster_cnt) && strcmp(r->ris.clusters[i].name, name))
		i++;
	return i;
}

/* Parts that are as they were booked may stay. */
static void _offer_own(rebook_t *r)
{
	/* a journal that a scan has made does not know all texts */
	bool exact = r->old.file[0] != '\0';

	for (uint32_t i = 0; i < r->srl->part_cnt; i++) {
		const look_part_t *p;

		r->place_of[i] = UINT32_MAX;
		for (uint32_t k = 0; k < r->old.part_cnt; k++) {
			p = &r->look.parts[k];
			if (p->place && !strcmp(p->place->id,
						r->srl->parts[i].id))
				r->place_of[i] = k;
		}
		if (r->place_of[i] == UINT32_MAX)
			continue;
		p = &r->look.parts[r->place_of[i]];
		if (((p->state == LOOK_BOOKED) || (p->state == LOOK_ENDED)) &&
		    planner_own(r->planner, i,
				_cluster(r, p->place->cluster.name),
				&p->place->shape, exact))
			planner_fix(r->planner, i, !r->loose);
	}
}

static void _note_stays(rebook_t *r)
{
	for (uint32_t i = 0; i < r->srl->part_cnt; i++)
		r->stays[i] = planner_stays(r->planner, i);
}

static int64_t _end(const lrs_shape_t *shape)
{
	return shape->start + shape->length;
}

/* Does the part 1 of its name stay, too? */
static bool _has_first(const rebook_t *r, const journal_place_t *place)
{
	char id[JOURNAL_ID_MAX + 1], other[JOURNAL_ID_MAX + 1];
	uint32_t part, cnt;

	if (!resume_read_name(place->member, id, &part, &cnt))
		return false;
	for (uint32_t i = 0; i < r->srl->part_cnt; i++) {
		const journal_place_t *first = r->stays[i] ?
			r->look.parts[r->place_of[i]].place : NULL;

		if (first && resume_read_name(first->member, other, &part,
					      &cnt) &&
		    !part && !strcmp(id, other))
			return true;
	}
	return false;
}

/*
 * A scan drops a co-reservation without part 1: so a part may stay only as long as
 * part 1 does, under its old name or under the new one, where it ends last of the
 * parts that move. RET a part that may not stay, or part_cnt
 */
static uint32_t _unguarded(const rebook_t *r)
{
	planner_place_t place;
	int64_t last = 0;
	uint32_t i;

	for (i = 0; i < r->srl->part_cnt; i++) {
		if (!r->stays[i] && planner_place(r->planner, i, &place) &&
		    (_end(&place.shape) > last))
			last = _end(&place.shape);
	}
	for (i = 0; last && (i < r->srl->part_cnt); i++) {
		const journal_place_t *p = r->stays[i] ?
			r->look.parts[r->place_of[i]].place : NULL;

		if (p && (_end(&p->shape) > last) && !_has_first(r, p))
			return i;
	}
	return r->srl->part_cnt;
}

/* --- plans ------------------------------------------------------------------- */

/* Those that move, in the order of their names. */
static void _number(rebook_t *r)
{
	planner_place_t place;

	r->moved = 0;
	for (uint32_t i = 0; i < r->srl->part_cnt; i++) {
		if (r->stays[i] || !planner_place(r->planner, i, &place))
			continue;
		r->order[r->moved] = i;
		r->places[r->moved++] = place;
	}
	order_number(r->order, r->places, r->moved);
}

static void _fix(rebook_t *r, bool fixed)
{
	for (uint32_t i = 0; i < r->srl->part_cnt; i++)
		planner_fix(r->planner, i, fixed && r->stays[i]);
}

bool rebook_plan(rebook_t *r)
{
	uint32_t i;
	bool found;

	_offer_own(r);
	found = _solve(r);
	if (!found && !r->why) {
		_fix(r, false);
		found = _solve(r);
	}
	while (found) {
		_note_stays(r);
		i = _unguarded(r);
		if (i == r->srl->part_cnt)
			break;
		planner_disown(r->planner, i);
		found = _solve(r);
	}
	if (!found)
		return r->why ? false : _no_plan(r);
	_number(r);
	/* the parts of all later plans are those of this one */
	_fix(r, true);
	return true;
}

/* Is what was found a plan that a recovery can tell, too? Else says why not. */
static bool _is_guarded(rebook_t *r)
{
	return (_unguarded(r) == r->srl->part_cnt) ||
	       _fail(r, STATUS_REFUSED,
		     "no plan is left in which the new parts last as long as those that stay");
}

bool rebook_plan_fresh(rebook_t *r)
{
	planner_begin_again(r->planner);
	if (!_solve(r))
		return r->why ? false : _no_plan(r);
	if (!_is_guarded(r))
		return false;
	_number(r);
	return true;
}

bool rebook_plan_again(void *arg, const bool *denied,
		       commit_place_t *ret_places)
{
	rebook_t *r = arg;

	if (denied && order_denied(&r->holds, r->planner, r->order, r->places,
				   r->moved, denied))
		return _fail(r, STATUS_REFUSED,
			     "parts were in each other's way");
	for (uint32_t i = 0; denied && (i < r->moved); i++) {
		planner_held(r->planner, r->order[i],
			     denied[i] ? NULL : &r->places[i]);
		if (denied[i])
			planner_denied(r->planner, r->order[i], &r->places[i]);
	}
	if (denied && !_solve(r))
		return r->why ? false : _no_plan(r);
	if (denied && !_is_guarded(r))
		return false;
	_number(r);
	order_places(&r->holds, r->srl, r->order, r->places, r->moved,
		     ret_places);
	return true;
}
