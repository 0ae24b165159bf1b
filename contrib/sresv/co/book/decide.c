/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "contrib/sresv/co/book/decide.h"

#define FOREVER INT64_MAX

/* --- phases ------------------------------------------------------------------ */

static void _enter(decide_t *d, decide_phase_t phase, int64_t now)
{
	d->phase = phase;
	d->since = now;
	/* a recovery does the same, whichever of these it finds */
	d->written = (phase == DECIDE_PLANNING) || (phase == DECIDE_HOLDING) ||
		     (phase == DECIDE_VOTING);
	for (uint32_t i = 0; i < d->part_cnt; i++)
		d->parts[i].again = now;
}

static bool _is_ending(const decide_t *d)
{
	return (d->phase == DECIDE_ABORTING) || (d->phase == DECIDE_UNDOING) ||
	       (d->phase == DECIDE_ABORTED);
}

static void _abort(decide_t *d, decide_reason_t reason, uint32_t culprit,
		   int64_t now)
{
	bool sent = (d->phase == DECIDE_DECIDING) ||
		    (d->phase == DECIDE_DECIDED) || (d->phase == DECIDE_DONE);

	if (_is_ending(d))
		return;
	d->reason = reason;
	d->culprit = culprit;
	d->ended = false;
	_enter(d, sent ? DECIDE_UNDOING : DECIDE_ABORTING, now);
}

extern void decide_abort(decide_t *d, decide_reason_t reason, int64_t now)
{
	_abort(d, reason, 0, now);
}

extern bool decide_may_hold(const decide_t *d, uint32_t part)
{
	decide_part_state_t state = d->parts[part].state;

	return (state != DECIDE_PART_NEW) && (state != DECIDE_PART_DROPPED);
}

/* --- beginnings -------------------------------------------------------------- */

extern void decide_begin(decide_t *ret, const decide_rules_t *rules,
			 uint32_t part_cnt, int64_t now)
{
	memset(ret, 0, sizeof(*ret));
	ret->rules = *rules;
	ret->part_cnt = part_cnt;
	_enter(ret, DECIDE_PLANNING, now);
}

extern void decide_plan(decide_t *d, const bool *moved, int64_t now)
{
	if (d->phase != DECIDE_PLANNING)
		return;
	d->round++;
	_enter(d, DECIDE_MOVING, now);
	for (uint32_t i = 0; i < d->part_cnt; i++) {
		decide_part_t *part = &d->parts[i];

		part->moving = moved[i] && decide_may_hold(d, i);
		/* a part that was refused, and stays, is asked for again */
		if (!moved[i] && (part->state == DECIDE_PART_DENIED))
			part->state = DECIDE_PART_ASKED;
	}
}

extern void decide_resume(decide_t *ret, const decide_rules_t *rules,
			  uint32_t part_cnt, decide_phase_t phase, int64_t now)
{
	bool booked = (phase == DECIDE_DONE);

	decide_begin(ret, rules, part_cnt, now);
	for (uint32_t i = 0; i < part_cnt; i++)
		ret->parts[i].state = booked ? DECIDE_PART_BOOKED :
			(phase == DECIDE_ABORTED) ? DECIDE_PART_DROPPED :
						    DECIDE_PART_VOTED;
	if (phase <= DECIDE_VOTING) {
		_abort(ret, DECIDE_RECOVERED, 0, now);
		return;
	}
	_enter(ret, phase, now);
	ret->written = true;
	if (_is_ending(ret))
		ret->reason = DECIDE_RECOVERED;
	ret->look = (phase == DECIDE_DECIDING) || (phase == DECIDE_DECIDED);
}

static decide_part_state_t _found(decide_outcome_t found, bool decided)
{
	if (found == DECIDE_IS_BOOKED)
		return DECIDE_PART_BOOKED;
	if (found == DECIDE_IS_HELD)
		return DECIDE_PART_VOTED;
	return decided ? DECIDE_PART_MISSING : DECIDE_PART_DROPPED;
}

extern void decide_found(decide_t *ret, const decide_rules_t *rules,
			 uint32_t part_cnt, const decide_outcome_t *found,
			 int64_t now)
{
	bool decided = (found[0] == DECIDE_IS_BOOKED);

	decide_begin(ret, rules, part_cnt, now);
	ret->no_shapes = true;
	ret->reason = decided ? DECIDE_NO_REASON : DECIDE_RECOVERED;
	for (uint32_t i = 0; i < part_cnt; i++) {
		ret->parts[i].state = _found(found[i], decided);
		if (ret->parts[i].state != DECIDE_PART_MISSING)
			continue;
		ret->reason = DECIDE_LOST_PART;
		ret->culprit = i;
	}
	_enter(ret, decided ? DECIDE_DECIDED : DECIDE_UNDOING, now);
}

/* --- answers ----------------------------------------------------------------- */

static void _hold_answer(decide_t *d, uint32_t i, decide_outcome_t outcome,
			 int64_t lasts, int64_t now)
{
	decide_part_t *part = &d->parts[i];
	bool holding = d->phase == DECIDE_HOLDING;
	int64_t ttl = holding ? d->rules.hold_ttl : d->rules.recovery_ttl;

	if (_is_ending(d))
		return;
	if (part->state == DECIDE_PART_MISSING) {
		/* held, or a booking by a late confirm, or neither */
		part->state = DECIDE_PART_LAST_TRY;
	} else if (outcome == DECIDE_YES) {
		part->state = holding ? DECIDE_PART_HELD : DECIDE_PART_VOTED;
		part->until = part->sent + ((lasts < ttl) ? lasts : ttl);
	} else if (holding) {
		part->state = DECIDE_PART_DENIED;
	} else {
		_abort(d, DECIDE_NO_VOTE, i, now);
	}
}

static void _confirm_answer(decide_t *d, uint32_t i, decide_outcome_t outcome,
			    int64_t now)
{
	decide_part_t *part = &d->parts[i];

	if (outcome == DECIDE_YES) {
		part->state = DECIDE_PART_BOOKED;
	} else if (_is_ending(d)) {
		return;
	} else if ((i == 0) || ((part->state == DECIDE_PART_LAST_TRY) &&
				(outcome == DECIDE_GONE))) {
		/* nothing of it is left, or its place is taken */
		_abort(d, DECIDE_LOST_PART, i, now);
	} else if (outcome == DECIDE_GONE) {
		part->state = DECIDE_PART_MISSING;
		d->reason = DECIDE_LOST_PART;
		d->culprit = i;
	} else {
		/* refused for now: the decision stands, so it is asked again */
		part->again = now + d->rules.pause;
	}
}

static void _drop_answer(decide_t *d, uint32_t i, decide_outcome_t outcome,
			 int64_t now)
{
	decide_part_t *part = &d->parts[i];

	if (outcome == DECIDE_NO) {
		part->silent = true;
		part->again = now + d->rules.pause;
		return;
	}
	part->state = part->moving ? DECIDE_PART_NEW : DECIDE_PART_DROPPED;
	part->moving = false;
}

static void _look_answer(decide_t *d, decide_outcome_t outcome, int64_t now)
{
	if (_is_ending(d))
		return;
	d->look = false;
	if (outcome == DECIDE_IS_BOOKED)
		d->parts[0].state = DECIDE_PART_BOOKED;
	else
		_abort(d, (d->phase == DECIDE_DECIDING) ? DECIDE_RECOVERED :
							  DECIDE_LOST_PART,
		       0, now);
}

extern void decide_answer(decide_t *d, uint32_t part, decide_outcome_t outcome,
			  int64_t lasts, int64_t now)
{
	decide_part_t *p = &d->parts[part];

	if (!p->waiting)
		return;
	p->waiting = false;
	p->silent = (outcome == DECIDE_LOST);
	if (p->silent) {
		p->again = now + d->rules.pause;
		return;
	}
	if (outcome == DECIDE_LATER) {
		p->again = now + lasts;
		d->since = p->again;
		return;
	}
	switch (p->op) {
	case DECIDE_HOLD:
		_hold_answer(d, part, outcome, lasts, now);
		break;
	case DECIDE_CONFIRM:
		_confirm_answer(d, part, outcome, now);
		break;
	case DECIDE_DROP:
		_drop_answer(d, part, outcome, now);
		break;
	case DECIDE_LOOK:
		_look_answer(d, outcome, now);
		break;
	}
}

/* --- what is next ------------------------------------------------------------ */

static bool _all(const decide_t *d, decide_part_state_t state)
{
	for (uint32_t i = 0; i < d->part_cnt; i++) {
		if (d->parts[i].state != state)
			return false;
	}
	return true;
}

static bool _is_waiting(const decide_t *d)
{
	for (uint32_t i = 0; i < d->part_cnt; i++) {
		if (d->parts[i].waiting)
			return true;
	}
	return false;
}

/* RET the first part whose hold may end before the margin, or part_cnt */
static uint32_t _too_late(const decide_t *d, int64_t now)
{
	uint32_t i = 0;

	while ((i < d->part_cnt) &&
	       (d->parts[i].until - now >= d->rules.margin))
		i++;
	return i;
}

static bool _may_drop(const decide_t *d, uint32_t i)
{
	if (!decide_may_hold(d, i))
		return false;
	return (d->phase == DECIDE_ABORTING) || (i == 0) ||
	       !decide_may_hold(d, 0);
}

/* What a part is to be asked in this phase. RET false: nothing */
static bool _wanted(const decide_t *d, uint32_t i, decide_op_t *ret)
{
	const decide_part_t *part = &d->parts[i];
	decide_part_state_t state = part->state;

	switch (d->phase) {
	case DECIDE_MOVING:
		*ret = DECIDE_DROP;
		return part->moving;
	case DECIDE_HOLDING:
		*ret = DECIDE_HOLD;
		return (state == DECIDE_PART_NEW) || (state == DECIDE_PART_ASKED);
	case DECIDE_VOTING:
		*ret = DECIDE_HOLD;
		return state == DECIDE_PART_HELD;
	case DECIDE_DECIDING:
		*ret = d->look ? DECIDE_LOOK : DECIDE_CONFIRM;
		return (i == 0) && (state == DECIDE_PART_VOTED);
	case DECIDE_DECIDED:
		*ret = d->look ? DECIDE_LOOK :
			(state == DECIDE_PART_MISSING) ? DECIDE_HOLD :
							 DECIDE_CONFIRM;
		if (d->look)
			return i == 0;
		return (state == DECIDE_PART_VOTED) ||
		       (state == DECIDE_PART_LAST_TRY) ||
		       ((state == DECIDE_PART_MISSING) && !d->no_shapes);
	case DECIDE_ABORTING:
	case DECIDE_UNDOING:
		*ret = DECIDE_DROP;
		return _may_drop(d, i);
	default:
		return false;
	}
}

static bool _is_content(const decide_t *d)
{
	decide_op_t op;

	for (uint32_t i = 0; i < d->part_cnt; i++) {
		if (d->parts[i].waiting || _wanted(d, i, &op))
			return false;
	}
	return true;
}

static bool _after_holding(decide_t *d, int64_t now)
{
	uint32_t i = 0;

	if (_all(d, DECIDE_PART_HELD)) {
		_enter(d, DECIDE_VOTING, now);
		return true;
	}
	while ((i < d->part_cnt) && (d->parts[i].state != DECIDE_PART_DENIED))
		i++;
	if (d->round >= d->rules.rounds)
		_abort(d, DECIDE_DENIED, i, now);
	else
		_enter(d, DECIDE_PLANNING, now);
	return true;
}

static bool _after_voting(decide_t *d, int64_t now)
{
	uint32_t late = _too_late(d, now);

	if (late < d->part_cnt)
		_abort(d, DECIDE_TOO_LATE, late, now);
	else
		_enter(d, DECIDE_DECIDING, now);
	return true;
}

/* All that the phase wants is done. RET true if another one has begun */
static bool _advance(decide_t *d, int64_t now)
{
	switch (d->phase) {
	case DECIDE_MOVING:
		_enter(d, DECIDE_HOLDING, now);
		return true;
	case DECIDE_HOLDING:
		return _after_holding(d, now);
	case DECIDE_VOTING:
		return _after_voting(d, now);
	case DECIDE_DECIDING:
		_enter(d, DECIDE_DECIDED, now);
		return true;
	case DECIDE_DECIDED:
		if (!_all(d, DECIDE_PART_BOOKED))
			return false;
		_enter(d, DECIDE_DONE, now);
		return true;
	case DECIDE_ABORTING:
	case DECIDE_UNDOING:
		_enter(d, DECIDE_ABORTED, now);
		return true;
	default:
		return false;
	}
}

/* A cluster has been silent for too long. RET true if a phase has begun */
static bool _give_up(decide_t *d, int64_t now)
{
	uint32_t i = 0;

	while ((i < d->part_cnt) && !d->parts[i].silent)
		i++;
	if (d->phase >= DECIDE_DECIDING)
		return false;
	_abort(d, DECIDE_SILENT, (i < d->part_cnt) ? i : 0, now);
	return true;
}

static void _tell_result(decide_t *d, decide_effect_t *ret)
{
	bool decided = (d->phase == DECIDE_DECIDING) ||
		       (d->phase == DECIDE_DECIDED) ||
		       (d->phase == DECIDE_UNDOING);

	d->ended = true;
	ret->kind = DECIDE_RESULT;
	ret->result = (d->phase == DECIDE_DONE) ? DECIDE_BOOKED :
		(d->phase == DECIDE_ABORTED) ? DECIDE_NOTHING :
				     decided ? DECIDE_DOUBT : DECIDE_LEFT;
}

/* Send to the first part that is due. RET false if there is none */
static bool _send(decide_t *d, int64_t now, decide_effect_t *ret)
{
	for (uint32_t i = 0; i < d->part_cnt; i++) {
		decide_part_t *part = &d->parts[i];
		decide_op_t op;

		if (part->waiting || (part->again > now) || !_wanted(d, i, &op))
			continue;
		part->waiting = true;
		part->op = op;
		part->sent = now;
		if (part->state == DECIDE_PART_NEW)
			part->state = DECIDE_PART_ASKED;
		ret->kind = DECIDE_SEND;
		ret->part = i;
		ret->op = op;
		ret->ttl = (d->phase == DECIDE_HOLDING) ? d->rules.hold_ttl :
							  d->rules.recovery_ttl;
		return true;
	}
	return false;
}

static void _wait(const decide_t *d, int64_t now, decide_effect_t *ret)
{
	int64_t until = FOREVER;
	decide_op_t op;

	for (uint32_t i = 0; i < d->part_cnt; i++) {
		const decide_part_t *part = &d->parts[i];

		if (!part->waiting && _wanted(d, i, &op) &&
		    (part->again < until))
			until = part->again;
	}
	if (!_is_waiting(d) && (d->since + d->rules.patience < until))
		until = d->since + d->rules.patience;
	ret->kind = DECIDE_WAIT;
	ret->until = (until > now) ? until : now;
}

/* Phases begin and end without a message, until something is to be sent. */
static void _catch_up(decide_t *d, int64_t now)
{
	bool again = true;

	while (again && d->written) {
		bool late = now - d->since >= d->rules.patience;

		if (_is_content(d))
			again = _advance(d, now);
		else if ((d->phase == DECIDE_DECIDING) && !d->look &&
			 !_is_waiting(d) && (_too_late(d, now) < d->part_cnt))
			_abort(d, DECIDE_TOO_LATE, _too_late(d, now), now);
		else
			again = late && !_is_waiting(d) && _give_up(d, now);
	}
}

static bool _is_over(const decide_t *d, int64_t now)
{
	if ((d->phase == DECIDE_DONE) || (d->phase == DECIDE_ABORTED))
		return true;
	if ((d->phase < DECIDE_DECIDING) || _is_waiting(d))
		return false;
	return _is_content(d) || (now - d->since >= d->rules.patience);
}

extern void decide_next(decide_t *d, int64_t now, decide_effect_t *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->phase = d->phase;
	ret->until = FOREVER;
	if (d->ended)
		return;
	_catch_up(d, now);
	ret->phase = d->phase;
	if (!d->written) {
		d->written = true;
		ret->kind = DECIDE_WRITE;
	} else if (d->phase == DECIDE_PLANNING) {
		ret->kind = DECIDE_PLAN;
	} else if (_is_over(d, now)) {
		_tell_result(d, ret);
	} else if (!_send(d, now, ret)) {
		_wait(d, now, ret);
	}
}
