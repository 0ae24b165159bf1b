/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * indexed.c - GarQ-I: the project's own garq_t. For garq-former it is compiled
 * with the header of another version as well.
 *
 * These functions only pass arguments on. An add takes what the search before it
 * has found, and keeps what was reserved, which is in its figures. EVAL_SEARCHES is
 * for a version of the library whose add searches again, EVAL_BY_ID for one that
 * has no handles: this file then keeps the ids of its reservations in a map.
 */
#include "contrib/eval/eval.h"
#include "garq/garq.h"

#ifndef EVAL_NAME
#define EVAL_NAME "GarQ-I"
#endif

static void *_create(const struct eval_setup *setup, time_t now)
{
	return garq_create(setup->max_cn, setup->delta, setup->horizon, now);
}

static void _destroy(void *s)
{
	garq_destroy(s);
}

static int _advance(void *s, time_t now)
{
	return garq_advance(s, now);
}

#if !defined(EVAL_BY_ID) && !defined(EVAL_SEARCHES)
/* By the last search that said yes. */
static struct garq_found found;

/* What is added is what was searched for last, but in scaling.c. */
static int _reserve(garq_t *g, const struct eval_booking *b)
{
	if ((found.t_s == b->t_s) && (found.t_e == b->t_e) &&
	    (found.num_cn == b->num_cn))
		return garq_reserve_found(g, &found, b->handle);
	return garq_reserve(g, b->t_s, b->t_e, b->num_cn, b->handle);
}
#endif

static int _search(void *s, const struct eval_booking *b)
{
#if defined(EVAL_BY_ID) || defined(EVAL_SEARCHES)
	return garq_searchReserv(s, b->t_s, b->t_e, b->num_cn);
#else
	return garq_find(s, b->t_s, b->t_e, b->num_cn, &found);
#endif
}

static int _add(void *s, const struct eval_booking *b)
{
#if defined(EVAL_BY_ID)
	return garq_addReserv(s, b->id, b->t_s, b->t_e, b->num_cn);
#elif defined(EVAL_SEARCHES)
	return garq_reserve(s, b->t_s, b->t_e, b->num_cn, b->handle);
#else
	return _reserve(s, b);
#endif
}

static int _delete(void *s, const struct eval_booking *b)
{
#ifdef EVAL_BY_ID
	return garq_deleteReserv(s, b->id);
#else
	return garq_release(s, *b->handle);
#endif
}

/* MAX_LIMIT bounds the start in garq.h, the end here. */
static int _suggest(void *s, const struct eval_booking *b, time_t max_limit,
		    time_t *ret_start)
{
	return garq_suggestInterval(s, b->t_s, b->t_e, b->num_cn,
				    max_limit - (b->t_e - b->t_s), ret_start);
}

const struct eval_structure eval_garq_i = {
	EVAL_NAME, _create, _destroy, _advance, _search, _add, _delete, _suggest,
};
