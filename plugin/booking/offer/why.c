/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/param.h>

#include "plugin/booking/offer/book.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/offer/standing_list.h"
#include "plugin/booking/offer/why_proof.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users.h"
#include "plugin/memory/memory.h"

/* For people; programs are told all. */
#define NAMES_MAX 8
#define BARRIERS_SHOWN 4

uint32_t why_leaves(office_t *office, ask_t *a, why_may_fn may, uint64_t *ret,
		    uint32_t max)
{
	why_proof_t y = { .office = office, .a = a, .may = may };
	uint32_t cnt = 0;

	if (why_proof(&y) && y.proof.found && (y.proof.leave_cnt <= max))
		for (uint32_t i = 0; i < y.w.world.holders; i++)
			if (y.proof.leaves[i])
				ret[cnt++] = y.w.id[i];
	why_proof_free(&y);
	return cnt;
}

/* --- for people ----------------------------------------------------------- */

static char *_node_name(office_t *office, uint32_t node)
{
	garq_set_t *set = memory_there(garq_set_create(view_size(office)));
	char *name;

	garq_set_add(set, node);
	name = office->host->nodes->list(office, set);
	garq_set_destroy(set);
	return name;
}

static void _add_name(office_t *office, char **text, const view_holder_t *who)
{
	char *node;

	if (who->kind == VIEW_JOB) {
		text_add(text, "job %"PRIu32, who->job_id);
	} else if (who->kind == VIEW_NODE_DOWN) {
		node = _node_name(office, who->node);
		text_add(text, "%s, which can't be used,", node);
		free(node);
	} else {
		text_add(text, "reservation %s", who->name);
	}
}

/* The holders of a set, those that the asker may see. */
static void _add_names(const why_proof_t *y, char **text, const bool *set)
{
	bool hidden = (set == y->proof.leaves) ? y->hidden_leaves :
						 y->hidden_needed;
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < y->w.world.holders; i++) {
		view_holder_t who;

		if (!set[i] || !why_may_see(y, i, &who) || (cnt++ >= NAMES_MAX))
			continue;
		text_add(text, "%s", (cnt > 1) ? ", " : "");
		_add_name(y->office, text, &who);
	}
	if (cnt > NAMES_MAX)
		text_add(text, " and %"PRIu32" more", cnt - NAMES_MAX);
	if (hidden)
		text_add(text, "%sone of another user, or several",
			 cnt ? ", and " : "");
}

static bool _has_any(const why_proof_t *y, const bool *set)
{
	bool any = false;

	for (uint32_t i = 0; i < y->w.world.holders; i++)
		any = any || set[i];
	return any;
}

static void _add_barrier(const why_proof_t *y, char **text,
			 const lrh_barrier_t *b)
{
	char from[TEXT_TIME], to[TEXT_TIME], first[TEXT_TIME], last[TEXT_TIME];

	text_add(text, "\nfrom %s to %s ", text_time(b->t_s, from),
		 text_time(b->t_e, to));
	if (b->each)
		text_add(text, "at least %"PRIu64" of %"PRIu64" nodes are taken all the time, and it needs %"PRIu64,
			 b->held, b->all, b->asked);
	else
		text_add(text, "at least %.2f of %.2f node-hours are taken, and it needs %.2f",
			 (double) b->held / 3600, (double) b->all / 3600,
			 (double) b->asked / 3600);
	if (y->proof.cnt > 1)
		text_add(text, " if it starts from %s to %s",
			 text_time(b->first, first),
			 text_time(b->last, last));
}

static void _add_proof(const why_proof_t *y, char **text)
{
	size_t cnt = MIN(y->proof.cnt, BARRIERS_SHOWN);

	if (!y->proof.proven) {
		text_add(text, "%s", "\nit is not proven that no other way to move bookings makes room");
		return;
	}
	text_add(text, "%s", "\nproven: whoever moves in its window, there is no room");
	if (_has_any(y, y->proof.needed)) {
		text_add(text, "%s", "; beside these alone there is none either: ");
		_add_names(y, text, y->proof.needed);
	}
	for (size_t i = 0; !y->hidden_needed && (i < cnt); i++)
		_add_barrier(y, text, &y->proof.barrier[i]);
	if (!y->hidden_needed && (y->proof.cnt > cnt))
		text_add(text, "\nand so on up to the last start, %zu times",
			 y->proof.cnt - cnt);
}

static void _add_leaves(const why_proof_t *y, char **text)
{
	const lrh_proof_t *p = &y->proof;

	if (p->least_cnt == LRH_NONE_LEAVES) {
		text_add(text, "%s", "\nproven: without all bookings there is no room either");
		return;
	}
	if (!p->found) {
		text_add(text, "%s", "\nno bookings were found without which there is room");
		return;
	}
	text_add(text, "%s", "\nthere is room without ");
	_add_names(y, text, p->leaves);
	if (y->hidden_leaves)
		return;
	if (why_is_smallest(y))
		text_add(text, "%s", (p->leave_cnt == 1) ?
			 "" : "; proven: fewer bookings are not enough");
	else if (p->least_cnt > 1)
		text_add(text, "; proven: fewer than %"PRIu32" bookings are not enough",
			 p->least_cnt);
	else if (p->leave_cnt > 1)
		text_add(text, "%s", "; whether fewer are enough is not known");
}

/* --- for programs --------------------------------------------------------- */

static void _add_proof_line(const why_proof_t *y, char **text)
{
	const lrh_proof_t *p = &y->proof;
	bool hidden = y->hidden_needed || y->hidden_leaves;

	text_add(text, "\n" ANSWER_PROOF "=%d proven=%d room=%d",
		 ANSWER_VERSION, p->proven, p->found);
	if (p->least_cnt == LRH_NONE_LEAVES)
		text_add(text, " hopeless=1");
	else if (!hidden)
		text_add(text, " least=%"PRIu32, p->least_cnt);
	if (!hidden && p->found)
		text_add(text, " cnt=%"PRIu32" smallest=%d", p->leave_cnt,
			 why_is_smallest(y));
}

static void _add_barrier_lines(const why_proof_t *y, char **text)
{
	for (size_t i = 0; !y->hidden_needed && (i < y->proof.cnt); i++) {
		const lrh_barrier_t *b = &y->proof.barrier[i];

		text_add(text, "\n" ANSWER_BARRIER "=%d start=%lld end=%lld unit=%s all=%"PRIu64" held=%"PRIu64" asked=%"PRIu64" first=%lld last=%lld",
			 ANSWER_VERSION, (long long) b->t_s,
			 (long long) b->t_e,
			 b->each ? "nodes" : "node-seconds", b->all, b->held,
			 b->asked, (long long) b->first, (long long) b->last);
	}
}

static void _add_holder_line(const why_proof_t *y, uint32_t holder, char **text)
{
	static const char *const kinds[VIEW_KINDS] = {
		[VIEW_RESV] = "reservation", [VIEW_JOB] = "job",
		[VIEW_NODE_DOWN] = "node", [VIEW_PENDING] = "change",
	};
	view_holder_t who;
	char *name = NULL;

	if (!why_may_see(y, holder, &who))
		return;
	text_add(text, "\n" ANSWER_HOLDER "=%d kind=%s", ANSWER_VERSION,
		 kinds[who.kind]);
	if (who.kind == VIEW_JOB)
		text_add(text, " job=%"PRIu32, who.job_id);
	else if (who.kind == VIEW_NODE_DOWN)
		name = _node_name(y->office, who.node);
	else
		name = text_value(who.name);
	if (name)
		text_add(text, " %s=%s", (who.kind == VIEW_NODE_DOWN) ?
			 "on" : "name", name);
	text_add(text, " proof=%d leaves=%d", y->proof.needed[holder],
		 y->proof.found && y->proof.leaves[holder]);
	free(name);
}

static void _add_holder_lines(const why_proof_t *y, char **text)
{
	for (uint32_t i = 0; i < y->w.world.holders; i++)
		if (y->proof.needed[i] ||
		    (y->proof.found && y->proof.leaves[i]))
			_add_holder_line(y, i, text);
	if (y->hidden_needed || (y->proof.found && y->hidden_leaves))
		text_add(text, "\n" ANSWER_HOLDER "=%d kind=hidden proof=%d leaves=%d",
			 ANSWER_VERSION, y->hidden_needed,
			 y->proof.found && y->hidden_leaves);
}

/* --- the question --------------------------------------------------------- */

/* Whose owners are asked to give way. */
static void _add_asked(ask_t *a)
{
	if (a->note)
		text_add(&a->text, "\nasked to give way: %s", a->note);
}

static void _explain(office_t *office, ask_t *a, const refusal_t *refusal)
{
	why_proof_t y = { .office = office, .a = a };
	char *why = refusal_text(office, NULL, &a->shape, refusal, a->uid,
				 a->program);

	text_add(&a->text, "%s%s", a->program ? "" : "none, this is why;\n",
		 why);
	if (refusal->rc == REFUSED_DENIED) {
		free(why);	/* there is room for it */
		return;
	}
	if (!why_proof(&y)) {
		text_add(&a->text, "%s", "\nno proof was looked for: it is for whole nodes, and for some hundred holders at most");
	} else {
		_add_proof(&y, &a->text);
		_add_leaves(&y, &a->text);
	}
	_add_asked(a);
	if (a->program && y.w.piece) {
		_add_proof_line(&y, &a->text);
		_add_barrier_lines(&y, &a->text);
		_add_holder_lines(&y, &a->text);
	}
	why_proof_free(&y);
	free(why);
}

/* --- a request that stands by --------------------------------------------- */

/* RET the name of the request; NULL: it is asked for the words of a create */
static const char *_standing_name(const ask_t *a)
{
	size_t len = strlen(WHY_OF);

	return strncasecmp(a->request->name, WHY_OF, len) ?
	       NULL : a->request->name + len;
}

/* Take its request in the place of the question. RET 0 or REFUSED_NO_SUCH */
static int _take_standing(office_t *office, ask_t *a)
{
	const standing_t *s = standing_find(office, _standing_name(a));
	request_t request;

	if (!s || !standing_may_see(office, s, a->uid) ||
	    offers_unpack(office, s->row.request, &request))
		return ask_refuse(a, REFUSED_NO_SUCH,
				  "no request of this name stands by");
	request_set(&request.name, s->row.request->name);
	request_begin(&request, a->now);
	request_free(a->request);
	*a->request = request;
	a->creator = s->row.request->uid;
	a->kind = kind_of(office, a->request);
	if (s->question.cnt)
		a->note = standing_asked_names(office, s, a->uid);
	return 0;
}

static int _early_why(office_t *office, ask_t *a)
{
	return _standing_name(a) ? users_may_create(office, a) :
				   users_early_create(office, a);
}

static int _check_why(office_t *office, ask_t *a)
{
	return _standing_name(a) ? _take_standing(office, a) :
				   users_check_create(office, a);
}

/* The limits of a request that stands by are those of its own user. */
static int _limits_of_why(office_t *office, ask_t *a)
{
	return (a->creator == a->uid) ? users_check_limits_new(office, a) : 0;
}

static int _shape_of_why(office_t *office, ask_t *a)
{
	int rc = kind_shape_ask(office, a);

	a->room = false;	/* the asker's held offers stay */
	return rc;
}

static int _plan_why(office_t *office, ask_t *a)
{
	refusal_t refusal = { .rc = 0 };
	placement_t placement;
	char start[TEXT_TIME];

	holds_lift(office, a);
	if (!book_admit(office, a, &placement, &refusal)) {
		a->text = text_printf("%sthere is room for it, from %s on",
				      a->program ? "" : "none, ",
				      text_time(placement.start, start));
		_add_asked(a);
		placement_free(&placement);
	} else if (!refusal.rc) {
		return ESTALE;
	} else {
		_explain(office, a, &refusal);
		refusal_free(&refusal);
	}
	if (!a->program)
		query_mention_reservation(office, WHY_NAME, a);
	return 0;
}

const verb_t why_verb = {
	.word = "query",
	.question = true,
	.turns = true,
	.not_native = "why: only whole nodes at one time can be asked for: not cores, not with these flags, and of licenses only those that are a name and a number",
	.form = NAME_WHY,
	.early = _early_why,
	.may = users_may_create,
	.check = _check_why,
	.window = true,
	.shape = _shape_of_why,
	.limits = _limits_of_why,
	.plan = _plan_why,
};
