/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_lp.c - see gap_lp.h.
 *
 * A request uses many slots, but the same of most neighbouring ones. So each
 * slot's use is a variable u[k] <= max_cn, and row k says by how much it differs
 * from that of the slot before: a start has at most four terms there.
 */
#include <glpk.h>
#include <math.h>
#include <stdlib.h>

#include "contrib/eval/base/clock.h"
#include "contrib/eval/gap/gap_lp.h"

#define TERMS_MAX 8
#define TURNS 10	/* so often in its time the program is perturbed */
#define SHIFT_MAX 1e-3	/* nodes, and shares of a request */
#define VALUE_MAX 1e-6	/* of a start's value */
#define GOLDEN 0.6180339887498949

struct program {
	const struct flex_work *w;
	glp_prob *lp;
	time_t begin;
	time_t slot;
	int slots;
};

static time_t _boundary(const struct program *p, int64_t k)
{
	return p->begin + k * p->slot;
}

static int64_t _slot(const struct program *p, time_t t)
{
	return (t - p->begin) / p->slot;
}

/* Seconds of slot k in [s, end). */
static time_t _overlap(const struct program *p, int64_t k, time_t s,
		       time_t end)
{
	time_t from = _boundary(p, k), to = _boundary(p, k + 1);

	from = (s > from) ? s : from;
	to = (end < to) ? end : to;
	return (to > from) ? to - from : 0;
}

struct column {
	int row[TERMS_MAX + 1];
	double factor[TERMS_MAX + 1];
	int cnt;
};

static void _term(struct column *c, int row, double factor)
{
	if (factor == 0)
		return;
	c->cnt++;
	c->row[c->cnt] = row;
	c->factor[c->cnt] = factor;
}

/* By how much what a start uses differs from slot to slot. */
static void _differences(const struct program *p, const struct flex_request *rq,
			 time_t s, struct column *c)
{
	time_t end = s + rq->t_e;
	int64_t first = _slot(p, s), last = _slot(p, end - 1);

	for (int64_t k = first; (k <= last + 1) && (k < p->slots); k++) {
		time_t was = k ? _overlap(p, k - 1, s, end) : 0;
		time_t is = _overlap(p, k, s, end);

		_term(c, (int) (p->w->cnt + 1 + k), -(double) rq->num_cn *
		      (double) (is - was) / (double) p->slot);
		/* whole slots lie between the first two and the last one */
		if ((k == first + 1) && (last - 1 > k))
			k = last - 1;
	}
}

static void _start(struct program *p, uint32_t i, time_t s)
{
	const struct flex_request *rq = &p->w->request[i];
	struct column c = { .cnt = 0 };
	int j = glp_add_cols(p->lp, 1);

	glp_set_col_bnds(p->lp, j, GLP_LO, 0, 0);
	glp_set_obj_coef(p->lp, j, (double) rq->num_cn * (double) rq->t_e);
	_term(&c, (int) i + 1, 1);
	_differences(p, rq, s, &c);
	glp_set_mat_col(p->lp, j, c.cnt, c.row, c.factor);
}

/* The first start of the window, from t on, that is at a boundary. */
static time_t _aligned(const struct program *p, time_t t)
{
	return _boundary(p, (t - p->begin + p->slot - 1) / p->slot);
}

static void _starts(struct program *p, uint32_t i)
{
	const struct flex_request *rq = &p->w->request[i];
	time_t s = rq->t_esr;

	while (s < rq->t_lsr) {
		time_t begins = _aligned(p, s + 1);
		time_t ends = _aligned(p, s + 1 + rq->t_e) - rq->t_e;

		_start(p, i, s);
		s = (begins < ends) ? begins : ends;
	}
	_start(p, i, rq->t_lsr);
}

/* Column k + 1 is u[k]. */
static void _uses(struct program *p)
{
	glp_add_cols(p->lp, p->slots);
	for (int k = 0; k < p->slots; k++) {
		int rows = (int) p->w->cnt + 1;
		int row[] = { 0, rows + k, rows + k + 1 };
		double factor[] = { 0, 1, -1 };

		glp_set_col_bnds(p->lp, k + 1, GLP_DB, 0, p->w->max_cn);
		glp_set_mat_col(p->lp, k + 1, (k + 1 < p->slots) ? 2 : 1, row,
				factor);
	}
}

static void _build(struct program *p)
{
	glp_set_obj_dir(p->lp, GLP_MAX);
	glp_add_rows(p->lp, (int) p->w->cnt + p->slots);
	_uses(p);
	for (uint32_t i = 0; i < p->w->cnt; i++)
		_starts(p, i);
}

/* From 0 to 1, of each k another part; 0 in the first turn. */
static double _part(int k, int turn)
{
	return fmod((double) k * turn * GOLDEN, 1);
}

/* The nodes of slot k - 1 that count as used beside those of requests. */
static double _shift(int k, int turn)
{
	return SHIFT_MAX * _part(k, turn);
}

/*
 * The simplex method runs in circles where many starts are equally good. Other
 * right hand sides and values lead it out: they change the prices, not that
 * prices give a bound.
 */
static void _perturb(struct program *p, int turn)
{
	int requests = (int) p->w->cnt, columns = glp_get_num_cols(p->lp);

	for (int i = 1; i <= requests; i++)
		glp_set_row_bnds(p->lp, i, GLP_UP, 0, 1 + _shift(i, turn));
	for (int k = 0; k < p->slots; k++)
		glp_set_row_bnds(p->lp, requests + 1 + k, GLP_FX,
				 _shift(k + 1, turn) - _shift(k, turn), 0);
	for (int j = p->slots + 1; j <= columns; j++) {
		double value = round(glp_get_obj_coef(p->lp, j));

		glp_set_obj_coef(p->lp, j, value *
				 (1 - VALUE_MAX * _part(j, turn)));
	}
}

/*
 * GLPK counts the time that passes. What others have taken of it is given again:
 * GLPK goes on where it was.
 */
static int _simplex(struct program *p, double end)
{
	glp_smcp how;
	double left;
	int rc;

	glp_init_smcp(&how);
	how.msg_lev = GLP_MSG_OFF;
	how.meth = GLP_PRIMAL;
	do {
		left = (end - eval_worked_ns()) / 1e6;
		how.tm_lim = (left < 1) ? 1 : (int) left;
		rc = glp_simplex(p->lp, &how);
	} while ((rc == GLP_ETMLIM) && (eval_worked_ns() < end));
	return rc;
}

static int _solve(struct program *p, uint32_t seconds)
{
	double now = eval_worked_ns(), end = now + seconds * 1e9;
	int rc = -1;

	glp_scale_prob(p->lp, GLP_SF_AUTO);
	for (int turn = 0; now < end; turn++) {
		_perturb(p, turn);
		if (rc != GLP_ETMLIM)
			glp_adv_basis(p->lp, 0);
		rc = _simplex(p, now + seconds * 1e9 / TURNS);
		if (!rc && (glp_get_status(p->lp) == GLP_OPT))
			return 1;
		now = eval_worked_ns();
	}
	return 0;
}

/* What one more node in slot k would bring, for each of its seconds. */
static int _prices(const struct program *p, struct gap_prices *ret)
{
	if (gap_prices_make(ret, (uint32_t) p->slots) < 0)
		return -1;
	for (int k = 0; k < p->slots; k++) {
		double price = glp_get_col_dual(p->lp, k + 1) /
			(double) p->slot;

		ret->at[k] = _boundary(p, k);
		ret->at[k + 1] = _boundary(p, k + 1);
		price = (price > 0) ? ((price < 64) ? price : 64) : 0;
		ret->price[k] = (uint32_t) lround(price * GAP_ONE);
	}
	return 0;
}

extern int gap_lp(const struct flex_work *w, uint32_t slot, uint32_t seconds,
		  struct gap_prices *ret_prices)
{
	struct program p = { .w = w, .slot = slot };
	time_t *at, end;
	int64_t points = gap_axis(w, &at);
	int rc;

	if (points < 0)
		return -1;
	p.begin = points ? at[0] : 0;
	end = points ? at[points - 1] : 0;
	p.slots = (int) ((end - p.begin + p.slot - 1) / p.slot);
	free(at);
	if (!p.slots)
		return (gap_prices_make(ret_prices, 0) < 0) ? -1 : 1;
	glp_term_out(GLP_OFF);
	p.lp = glp_create_prob();
	_build(&p);
	rc = _solve(&p, seconds);
	if (_prices(&p, ret_prices) < 0)
		rc = -1;
	glp_delete_prob(p.lp);
	return rc;
}
