/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_work.c - requests: see lrh_work.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/lrh/lrh_work.h"
#include "contrib/eval/base/random.h"
#include "garq/grow.h"

extern void flex_work_free(struct flex_work *w)
{
	free(w->request);
	memset(w, 0, sizeof(*w));
}

static int _room(struct flex_work *w, uint32_t cnt)
{
	w->request = calloc((size_t) cnt + 1, sizeof(*w->request));
	return w->request ? 0 : -1;
}

extern int flex_work_table1(struct flex_work *ret_work)
{
	/* t_esr, t_lsr, t_e, numC; by userID */
	static const uint8_t row[][4] = {
		{ 0, 0, 2, 2 }, { 0, 3, 3, 2 }, { 0, 1, 4, 1 }, { 0, 0, 4, 1 },
		{ 1, 5, 5, 1 }, { 1, 6, 3, 2 }, { 1, 6, 3, 1 }, { 2, 9, 5, 2 },
		{ 2, 9, 3, 1 }, { 3, 8, 3, 2 }, { 2, 8, 4, 2 }, { 2, 8, 3, 1 },
	};
	struct flex_work w = {
		.cnt = sizeof(row) / sizeof(row[0]), .max_cn = 6,
		.delta = FLEX_DELTA, .begin = FLEX_DELTA, .from = FLEX_DELTA,
		.to = 14 * FLEX_DELTA,
	};

	if (_room(&w, w.cnt) < 0)
		return -1;
	for (uint32_t i = 0; i < w.cnt; i++)
		w.request[i] = (struct flex_request) {
			.t_esr = w.begin + row[i][0] * FLEX_DELTA,
			.t_lsr = w.begin + row[i][1] * FLEX_DELTA,
			.t_e = row[i][2] * FLEX_DELTA, .num_cn = row[i][3],
		};
	*ret_work = w;
	return 0;
}

static bool _before(const struct flex_request *a, const struct flex_request *b)
{
	uint64_t size_a = (uint64_t) a->t_e * a->num_cn;
	uint64_t size_b = (uint64_t) b->t_e * b->num_cn;

	if (a->come != b->come)
		return a->come < b->come;
	if (a->t_esr != b->t_esr)
		return a->t_esr < b->t_esr;
	if (size_a != size_b)
		return size_a < size_b;
	return a->t_lsr < b->t_lsr;
}

extern void flex_table2_order(const struct flex_work *w, uint32_t *ret_order)
{
	for (uint32_t i = 0; i < w->cnt; i++) {
		uint32_t j = i;

		for (; j && _before(&w->request[i],
				    &w->request[ret_order[j - 1]]); j--)
			ret_order[j] = ret_order[j - 1];
		ret_order[j] = i;
	}
}

/* A random number, 1 .. n. */
static uint32_t _some(uint64_t *state, uint32_t n)
{
	return (uint32_t) eval_random_below(state, n) + 1;
}

/*
 * Knuth's algorithm: count uniform numbers while their product is above e^-mu.
 */
static uint32_t _poisson(uint64_t *state, double mu)
{
	double product = eval_random_unit(state);
	uint32_t k = 0;

	for (; product > exp(-mu); k++)
		product *= eval_random_unit(state);
	return k;
}

/*
 * Make requests rigid until flexible are left; each choice is equally likely.
 */
static void _stiffen(struct flex_work *w, uint32_t flexible, uint64_t *state)
{
	uint32_t left = w->cnt - (uint32_t) (((uint64_t) w->cnt * flexible +
					      50) / 100);

	for (uint32_t i = 0; left && (i < w->cnt); i++) {
		if (eval_random_below(state, w->cnt - i) >= left)
			continue;
		w->request[i].t_lsr = w->request[i].t_esr;
		left--;
	}
}

static struct flex_request _request(const struct flex_shape *shape,
				    uint32_t slot, uint64_t *state)
{
	struct flex_request rq = { .come = (time_t) slot * FLEX_DELTA };

	rq.t_esr = rq.come + (time_t) eval_random_below(state, FLEX_DAY + 1) *
		FLEX_DELTA;
	/* draw the same numbers for every shape */
	rq.t_lsr = rq.t_esr + (time_t) (FLEX_HOUR - 1 +
		_some(state, 11 * FLEX_HOUR + 1)) * FLEX_DELTA;
	rq.t_e = (time_t) _some(state, shape->te_max) * FLEX_DELTA;
	rq.num_cn = _some(state, shape->cn_max);
	return rq;
}

extern int flex_work_make(const struct flex_shape *shape, uint64_t seed,
			  struct flex_work *ret_work)
{
	struct flex_work w = { .max_cn = shape->max_cn, .delta = FLEX_DELTA };
	uint32_t slot = 0;

	if (_room(&w, shape->cnt) < 0)
		return -1;
	if (shape->ahead)
		w.begin = FLEX_DELTA;
	for (; w.cnt < shape->cnt; slot++)
		for (uint32_t k = _poisson(&seed, shape->mu);
		     k && (w.cnt < shape->cnt); k--) {
			struct flex_request *rq = &w.request[w.cnt++];

			*rq = _request(shape, shape->ahead ? 0 : slot, &seed);
			rq->t_esr += w.begin;
			rq->t_lsr += w.begin;
		}
	_stiffen(&w, shape->flexible, &seed);
	w.from = w.begin + (time_t) (shape->ahead ? 0 : slot) * FLEX_DELTA;
	w.to = w.begin + (time_t) FLEX_DAY * FLEX_DELTA;
	if (w.from > w.to) {
		time_t swap = w.from;

		w.from = w.to;
		w.to = swap;
	} else if (w.from == w.to) {
		w.from -= FLEX_HOUR * FLEX_DELTA;
	}
	*ret_work = w;
	return 0;
}

/* Reading requests */

#define ROOM_FIRST 1024

/* RET 0, or -1 with errno EINVAL */
static int _read_request(const char *line, const struct flex_work *w,
			 struct flex_request *ret)
{
	int64_t come, t_esr, t_lsr, t_e;
	time_t before = w->cnt ? w->request[w->cnt - 1].come : 0;

	if ((sscanf(line, "%" SCNd64 "%" SCNd64 "%" SCNd64 "%" SCNd64 "%"
		    SCNu32, &come, &t_esr, &t_lsr, &t_e, &ret->num_cn) != 5) ||
	    (come < before) || (t_esr < come) || (t_lsr < t_esr) ||
	    (t_lsr > INT32_MAX) || (t_e < 1) || (t_e > INT32_MAX) ||
	    !ret->num_cn || (ret->num_cn > w->max_cn)) {
		errno = EINVAL;
		return -1;
	}
	ret->come = (time_t) come;
	ret->t_esr = (time_t) t_esr;
	ret->t_lsr = (time_t) t_lsr;
	ret->t_e = (time_t) t_e;
	return 0;
}

static int _push(struct flex_work *w, size_t *room, const char *line)
{
	if (GARQ_GROW(w->request, (size_t) w->cnt + 1, ROOM_FIRST, room) < 0)
		return -1;
	if (_read_request(line, w, &w->request[w->cnt]) < 0)
		return -1;
	w->cnt++;
	return 0;
}

extern int flex_work_read(FILE *f, uint32_t max_cn, struct flex_work *ret_work)
{
	struct flex_work w = { .max_cn = max_cn, .delta = FLEX_DELTA };
	size_t room = 0;
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	while (!rc && (getline(&line, &size, f) > 0) && (*line != '\n'))
		rc = _push(&w, &room, line);
	if (!rc && ferror(f))
		rc = -1;
	free(line);
	if (rc || !w.cnt) {
		flex_work_free(&w);
		return rc;
	}
	w.begin = w.from = w.to = w.request[0].come;
	*ret_work = w;
	return 1;
}
