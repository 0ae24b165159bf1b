/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "contrib/sresv/co/book/commit_private.h"

#define SLICE_MS 50		/* answers are looked at so often */

/* --- beginnings -------------------------------------------------------------- */

static commit_t *_new(const commit_host_t *host, journal_co_t *co)
{
	commit_t *c = calloc(1, sizeof(*c));
	size_t room = co->part_cnt * host->rules.rounds;

	if (!c)
		return NULL;
	c->host = *host;
	c->co = co;
	if (room < co->place_cnt)
		room = co->place_cnt;
	c->asks = calloc(room, sizeof(*c->asks));
	if (c->asks)
		return c;
	free(c);
	return NULL;
}

commit_t *commit_begin(const commit_host_t *host, journal_co_t *co,
		       const commit_plan_t *plan)
{
	commit_t *c = _new(host, co);

	if (!c)
		return NULL;
	c->plan = *plan;
	c->begun = true;
	decide_begin(&c->d, &host->rules, co->part_cnt, lrs_clock());
	return c;
}

commit_t *commit_resume(const commit_host_t *host, journal_co_t *co)
{
	commit_t *c = _new(host, co);

	if (!c)
		return NULL;
	c->resumed = c->leased = true;
	c->places_written = co->place_cnt;
	decide_resume(&c->d, &host->rules, co->part_cnt, co->phase, lrs_clock());
	return c;
}

commit_t *commit_found(const commit_host_t *host, journal_co_t *co,
		       const decide_outcome_t *found)
{
	commit_t *c = _new(host, co);

	if (!c)
		return NULL;
	c->resumed = c->begun = true;
	decide_found(&c->d, &host->rules, co->part_cnt, found, lrs_clock());
	return c;
}

void commit_cancel(commit_t *c)
{
	decide_abort(&c->d, DECIDE_CANCELLED, lrs_clock());
}

void commit_end(commit_t *c)
{
	if (!c)
		return;
	free(c->asks);
	free(c);
}

journal_place_t *commit_place_of(const journal_co_t *co, uint32_t part)
{
	for (size_t i = co->place_cnt; i > 0; i--) {
		if (co->places[i - 1].part == part)
			return &co->places[i - 1];
	}
	return NULL;
}

/* --- the journal ------------------------------------------------------------- */

static void _step(commit_t *c, uint32_t part, const char *what,
		  const char *outcome, const char *why)
{
	const journal_step_t step = { part, what, outcome, why };

	if (!journal_put_step(c->host.journal, c->co->id, &step))
		c->broken = true;
}

static void _write_phase(commit_t *c, decide_phase_t phase)
{
	journal_t *j = c->host.journal;
	journal_co_t *co = c->co;

	if (c->begun) {
		co->phase = phase;
		c->broken |= !journal_put_co(j, co);
		c->begun = false;
	}
	for (; c->places_written < co->place_cnt; c->places_written++) {
		c->broken |= !journal_put_place(j, co->id,
						&co->places[c->places_written]);
	}
	co->phase = phase;
	c->broken |= !journal_put_phase(j, co->id, phase,
					decide_reason_name(c->d.reason));
	if (c->untold_cnt < COMMIT_UNTOLD_MAX)
		c->untold[c->untold_cnt++] = phase;
}

/* Only what is on the disk is told: a resume knows as much. */
static void _tell_phases(commit_t *c)
{
	for (size_t i = 0; c->host.progress && (i < c->untold_cnt); i++)
		fprintf(c->host.progress, "sresv: %s: %s\n", c->co->id,
			decide_phase_name(c->untold[i]));
	c->untold_cnt = 0;
}

/*
 * All that was noted is on the disk now, and the lease with what was noted first.
 * RET false: it is not
 */
static bool _flush(commit_t *c)
{
	journal_t *j = c->host.journal;

	if (c->broken || c->begun)
		return !c->broken;
	c->broken = !(c->leased ? journal_commit(j) :
				  journal_lease(j, c->co->id, false));
	c->leased = true;
	if (!c->broken)
		_tell_phases(c);
	return !c->broken;
}

/* --- asking ------------------------------------------------------------------ */

static decide_outcome_t _seen(const commit_ask_t *ask,
			      const lrs_answer_t *answer)
{
	const journal_place_t *place = &ask->commit->co->places[ask->place];
	decide_outcome_t outcome = DECIDE_GONE;
	lrs_member_t *members;
	size_t cnt;

	if (lrs_members(answer, &members, &cnt))
		return DECIDE_LOST;
	for (size_t i = 0; i < cnt; i++) {
		/* a hold may be among the bookings, too */
		if (!strcmp(members[i].name, place->member) &&
		    (outcome != DECIDE_IS_HELD))
			outcome = members[i].held ? DECIDE_IS_HELD :
						    DECIDE_IS_BOOKED;
	}
	free(members);
	return outcome;
}

static decide_outcome_t _outcome(const commit_ask_t *ask,
				 const lrs_answer_t *answer)
{
	if (answer->wait)
		return DECIDE_LATER;
	if (answer->unknown || (answer->status == STATUS_SILENT))
		return DECIDE_LOST;
	if (answer->status == STATUS_DONE)
		return (ask->op == DECIDE_LOOK) ? _seen(ask, answer) :
						  DECIDE_YES;
	if (ask->op == DECIDE_LOOK)
		return DECIDE_LOST;
	if ((answer->status == STATUS_UNKNOWN) && (ask->op != DECIDE_HOLD))
		return DECIDE_GONE;
	return DECIDE_NO;
}

/* The first line of what a controller has said is kept for the user. */
static void _keep_why(commit_t *c, const commit_ask_t *ask, const char *why)
{
	const journal_place_t *place = &c->co->places[ask->place];

	if (why[0])
		snprintf(c->said, sizeof(c->said), "%s on %s: %.*s", place->id,
			 place->cluster.name, (int) strcspn(why, "\n"), why);
}

static int _badness(decide_outcome_t outcome)
{
	return (outcome == DECIDE_LOST) ? 3 : (outcome == DECIDE_LATER) ? 2 :
	       (outcome == DECIDE_NO);
}

/* A part has several places to be dropped after a recovery: the worst counts. */
static void _tell(commit_t *c, const commit_ask_t *ask,
		  decide_outcome_t outcome, int64_t lasts)
{
	commit_part_t *p = &c->parts[ask->part];
	journal_place_t *place = &c->co->places[ask->place];

	if ((ask->op == DECIDE_DROP) && !_badness(outcome)) {
		place->dropped = true;
		c->broken |= !journal_put_dropped(c->host.journal, place);
	}
	if (!p->answered || (_badness(outcome) > _badness(p->worst)))
		p->worst = outcome;
	if ((outcome == DECIDE_LATER) && (lasts > p->wait))
		p->wait = lasts;
	if (++p->answered == p->asked)
		decide_answer(&c->d, ask->part, p->worst,
			      (p->worst == DECIDE_LATER) ? p->wait : lasts,
			      lrs_clock());
}

/* RET how long a hold lasts by the clock of its cluster, ms */
static int64_t _lasts(const lrs_answer_t *answer)
{
	int64_t s = answer->until - ((answer->now > 0) ? answer->now : 0);

	return ((answer->until < 0) || (answer->now < 0) ||
		(s > INT64_MAX / 1000)) ? INT64_MAX :
		(s < 0) ? 0 : s * 1000;
}

static void _done(void *arg, size_t cluster, const lrs_answer_t *answer)
{
	commit_ask_t *ask = arg;
	commit_t *c = ask->commit;
	decide_outcome_t outcome = _outcome(ask, answer);
	int64_t lasts = answer->wait ? answer->wait * 1000 : _lasts(answer);

	(void) cluster;
	if (c->over)
		return;
	_step(c, ask->part, decide_op_name(ask->op),
	      decide_outcome_name(outcome), answer->why);
	if ((outcome == DECIDE_NO) || (outcome == DECIDE_LOST) ||
	    (outcome == DECIDE_LATER))
		_keep_why(c, ask, answer->why);
	_tell(c, ask, outcome, lasts);
}

static size_t _cluster(const commit_t *c, const char *name)
{
	size_t i = 0;

	while ((i < c->host.cluster_cnt) &&
	       strcmp(c->host.clusters[i].name, name))
		i++;
	return i;
}

static void _ask(commit_t *c, commit_ask_t *ask)
{
	static const lrs_op_t ops[] = {
		[DECIDE_HOLD] = LRS_HOLD, [DECIDE_CONFIRM] = LRS_CONFIRM,
		[DECIDE_DROP] = LRS_DROP, [DECIDE_LOOK] = LRS_SHOW,
	};
	const journal_place_t *place = &c->co->places[ask->place];
	const lrs_ask_t request = {
		.op = ops[ask->op], .name = place->member,
		.ttl = ask->ttl / 1000, .shape = place->shape,
	};

	int64_t timeout = (c->d.rules.patience < COMMIT_TIMEOUT_MS) ?
		c->d.rules.patience : COMMIT_TIMEOUT_MS;

	if (!lrs_ask(c->host.lrs, _cluster(c, place->cluster.name), &request,
		     timeout, _done, ask))
		return;
	_tell(c, ask, DECIDE_LOST, 0);
}

/* Note a request, which is sent once the journal is on the disk. */
static void _queue(commit_t *c, const decide_effect_t *e, size_t place)
{
	commit_ask_t *ask = &c->asks[place];

	*ask = (commit_ask_t) { .commit = c, .place = place, .part = e->part,
				.op = e->op, .ttl = e->ttl, .queued = true };
	c->parts[e->part].asked++;
	_step(c, e->part, decide_op_name(e->op), NULL, NULL);
}

/*
 * A part is dropped at each place where it may be: while it moves, the last one is
 * not yet asked for.
 */
static void _send(commit_t *c, const decide_effect_t *e)
{
	journal_co_t *co = c->co;
	journal_place_t *last = commit_place_of(co, e->part);

	c->parts[e->part] = (commit_part_t) { .worst = DECIDE_YES };
	for (size_t i = 0; i < co->place_cnt; i++) {
		journal_place_t *place = &co->places[i];

		if ((place->part != e->part) || place->dropped)
			continue;
		if ((e->op == DECIDE_DROP) ?
		    !((e->phase == DECIDE_MOVING) && (place == last)) :
		    (place == last))
			_queue(c, e, i);
	}
	if (!c->parts[e->part].asked)
		decide_answer(&c->d, e->part, DECIDE_GONE, 0, lrs_clock());
}

/* RET the request that is to be sent next, or NULL */
static commit_ask_t *_next_queued(commit_t *c)
{
	commit_ask_t *next = NULL;

	for (size_t i = 0; i < c->co->place_cnt; i++) {
		commit_ask_t *ask = &c->asks[i];

		if (ask->queued &&
		    (!next || (c->ranks[ask->part] < c->ranks[next->part])))
			next = ask;
	}
	return next;
}

/* A cluster serves its requests in the order in which they are sent. */
static void _send_queued(commit_t *c)
{
	commit_ask_t *ask;

	while ((ask = _next_queued(c))) {
		ask->queued = false;
		_ask(c, ask);
	}
}

/* --- to the result ----------------------------------------------------------- */

static bool _is_waiting(const commit_t *c)
{
	for (uint32_t i = 0; i < c->d.part_cnt; i++) {
		if (c->d.parts[i].waiting)
			return true;
	}
	return false;
}

/* Until answers have come, or it is time; an idle lrs does not wait. */
static void _wait(commit_t *c, int64_t until)
{
	int64_t now = lrs_clock();

	if (until > now + SLICE_MS)
		until = now + SLICE_MS;
	if (_is_waiting(c))
		(void) lrs_wait_until(c->host.lrs, until);
	else
		lrs_sleep_until(until);
}

static void _check_stop(commit_t *c)
{
	if (c->host.stop && *c->host.stop && (c->d.phase < DECIDE_DECIDING))
		decide_abort(&c->d, DECIDE_CANCELLED, lrs_clock());
}

void commit_back_off(int64_t most)
{
	uint32_t chance = 0;

	if (getrandom(&chance, sizeof(chance), 0) != sizeof(chance))
		chance = (uint32_t) lrs_clock();
	(void) poll(NULL, 0, (int) ((int64_t) chance % most));
}

/*
 * What was denied once was taken by a stranger. Denied again, others may be at
 * work on the same resources, and in step with us.
 */
static void _plan_again(commit_t *c)
{
	int64_t pause = c->d.rules.pause;

	if (c->d.round >= 2)
		commit_back_off((c->d.round < 4) ? pause * (c->d.round - 1) :
						   pause * 4);
	commit_plan_again(c);
}

void commit_run(commit_t *c, commit_result_t *ret)
{
	decide_effect_t e = { .kind = DECIDE_WAIT };

	memset(ret, 0, sizeof(*ret));
	while (!c->broken && (e.kind != DECIDE_RESULT)) {
		_check_stop(c);
		decide_next(&c->d, lrs_clock(), &e);
		if (e.kind == DECIDE_WRITE) {
			_write_phase(c, e.phase);
		} else if (e.kind == DECIDE_SEND) {
			_send(c, &e);
		} else if (e.kind == DECIDE_PLAN) {
			if (c->begun || _flush(c))
				_plan_again(c);
		} else if (_flush(c) && (e.kind == DECIDE_WAIT)) {
			_send_queued(c);
			_wait(c, e.until);
		}
	}
	(void) _flush(c);
	c->over = true;
	lrs_wait(c->host.lrs);
	if (c->leased)
		journal_release(c->host.journal, c->co->id);
	commit_tell_result(c, &e, ret);
}
