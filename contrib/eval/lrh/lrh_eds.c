/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_eds.c - FCFS-EDS: see lrh_eds.h.
 */
#include <errno.h>
#include <stdlib.h>

#include "contrib/eval/lrh/lrh_eds.h"
#include "garq/garq.h"
#include "garq/grow.h"

#define HORIZON (30 * 86400)

struct shift {
	uint32_t who;
	time_t was;
};

struct eds {
	const struct flex_work *w;
	int rule;
	garq_t *g;
	uint32_t *handle;	/* in g, by request */
	struct flex_fate *fate;
	uint32_t *loose;	/* requests that may be shifted, as they came */
	uint32_t loose_cnt;
	struct shift *shift;	/* of the request at hand */
	uint32_t cnt;
	size_t cap;
	time_t now;
};

/*
 * Take a request out and put it in at another start, or back if that is not
 * free. RET 1; 0 if it is not free; or -1
 */
static int _put(struct eds *e, uint32_t who, time_t start)
{
	const struct flex_request *rq = &e->w->request[who];
	time_t was = e->fate[who].start;
	bool full;

	(void) garq_deleteReserv(e->g, e->handle[who]);
	if (!garq_addReserv(e->g, start, start + rq->t_e, rq->num_cn,
			    &e->handle[who])) {
		e->fate[who].start = start;
		return 1;
	}
	full = (errno == ENOSPC);
	if (garq_addReserv(e->g, was, was + rq->t_e, rq->num_cn,
			   &e->handle[who]) < 0)
		return -1;
	return full ? 0 : -1;
}

static int _shift(struct eds *e, uint32_t who, time_t start)
{
	time_t was = e->fate[who].start;
	int rc;

	if (GARQ_GROW(e->shift, (size_t) e->cnt + 1, 64, &e->cap) < 0)
		return -1;
	rc = _put(e, who, start);
	if (rc == 1)
		e->shift[e->cnt++] = (struct shift) { who, was };
	return rc;
}

/*
 * Undo shifts, the last one first, until cnt are left; each finds its place
 * free.
 */
static int _undo(struct eds *e, uint32_t cnt)
{
	while (e->cnt > cnt) {
		const struct shift *s = &e->shift[--e->cnt];

		if (_put(e, s->who, s->was) != 1)
			return -1;
	}
	return 0;
}

/*
 * Shift to the next slot; or, if the request began before c, to any start after
 * c.
 */
static int _shift_out(struct eds *e, uint32_t who, time_t c)
{
	const struct flex_request *rq = &e->w->request[who];
	time_t last = rq->t_lsr, delta = e->w->delta;

	if ((e->rule != FLEX_EDS_COVER) && (last > c + delta))
		last = c + delta;
	for (time_t to = c + delta; to <= last; to += delta) {
		int rc = _shift(e, who, to);

		if (rc)
			return rc;
	}
	return 0;
}

static bool _is_at(const struct eds *e, uint32_t who, time_t c)
{
	time_t start = e->fate[who].start;

	if (e->rule != FLEX_EDS_COVER)
		return start == c;
	return (start <= c) && (c < start + e->w->request[who].t_e);
}

/* Shift a request out of c. RET 1; 0 if none can be shifted; or -1 */
static int _eject(struct eds *e, time_t c)
{
	for (uint32_t i = 0; i < e->loose_cnt; i++) {
		uint32_t who = e->loose[(e->rule == FLEX_EDS_LAST) ?
					e->loose_cnt - 1 - i : i];
		int rc = _is_at(e, who, c) ? _shift_out(e, who, c) : 0;

		if (rc)
			return rc;
	}
	return 0;
}

/* Make room from s on. RET 1; 0 if there is no room in slot *c; or -1 */
static int _clear(struct eds *e, const struct flex_request *rq, time_t s,
		  time_t *c)
{
	for (*c = s; *c < s + rq->t_e; *c += e->w->delta) {
		int rc = 1, fits;

		while (!(fits = garq_searchReserv(e->g, *c, *c + e->w->delta,
						  rq->num_cn)) &&
		       ((rc = _eject(e, *c)) == 1))
			;
		if (fits < 0)
			return -1;
		if (rc != 1)
			return rc;
	}
	return 1;
}

/* RET 1; 0 if refused; or -1 */
static int _make_room(struct eds *e, const struct flex_request *rq,
		      time_t *ret_start)
{
	time_t s = (rq->t_esr > e->now) ? rq->t_esr : e->now, c;
	int rc = 0;

	e->cnt = 0;
	while (s <= rq->t_lsr) {
		rc = _clear(e, rq, s, &c);
		if (rc < 0)
			return -1;
		if (rc) {
			*ret_start = s;
			return 1;
		}
		if ((e->rule == FLEX_EDS_ATOMIC) && (_undo(e, 0) < 0))
			return -1;
		s = ((e->rule == FLEX_EDS_ATOMIC) ? s : c) + e->w->delta;
	}
	return _undo(e, 0);
}

/* Remove requests that have started from the loose ones: they stay. */
static void _settle(struct eds *e)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < e->loose_cnt; i++)
		if (e->fate[e->loose[i]].start > e->now)
			e->loose[n++] = e->loose[i];
	e->loose_cnt = n;
}

static int _ask(struct eds *e, uint32_t k, struct flex_result *result)
{
	const struct flex_request *rq = &e->w->request[k];
	time_t start;
	int rc;

	if (rq->come > e->now) {
		e->now = rq->come;
		if (garq_advance(e->g, e->now) < 0)
			return -1;
		_settle(e);
	}
	rc = garq_suggestInterval(e->g, rq->t_esr, rq->t_esr + rq->t_e,
				  rq->num_cn, rq->t_lsr - rq->t_esr, &start);
	if (!rc) {
		rc = _make_room(e, rq, &start);
		result->moved += (rc == 1) ? e->cnt : 0;
	}
	if (rc <= 0)
		return rc;
	if (garq_addReserv(e->g, start, start + rq->t_e, rq->num_cn,
			   &e->handle[k]) < 0)
		return -1;
	e->fate[k].in = true;
	e->fate[k].start = start;
	if ((rq->t_lsr > rq->t_esr) && (start > e->now))
		e->loose[e->loose_cnt++] = k;
	return 0;
}

extern int flex_eds(const struct flex_work *w, const struct flex_method *method,
		    struct flex_result *result)
{
	struct eds e = { .w = w, .rule = method->rule, .fate = result->fate };
	const char *reason;
	int rc = -1;

	if (w->cnt)
		e.now = w->request[0].come;
	e.g = garq_create(w->max_cn, w->delta, HORIZON, e.now);
	e.handle = calloc((size_t) w->cnt + 1, sizeof(*e.handle));
	e.loose = calloc((size_t) w->cnt + 1, sizeof(*e.loose));
	if (!e.g || !e.handle || !e.loose)
		goto cleanup;
	rc = 0;
	for (uint32_t k = 0; !rc && (k < w->cnt); k++)
		rc = _ask(&e, k, result);
	if (!rc && !garq_check(e.g, &reason)) {
		errno = EPROTO;
		rc = -1;
	}
cleanup:
	garq_destroy(e.g);
	free(e.handle);
	free(e.loose);
	free(e.shift);
	return rc;
}
