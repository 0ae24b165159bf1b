/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * indexed.c - GarQ-I: the project's own garq_t, by the calls that the plugin
 * makes: test/layering/check compares them. These functions only pass arguments
 * on. For garq-former the file is compiled with the header of another version as
 * well; EVAL_BY_ID is for a version whose callers choose ids for reservations.
 */
#include "contrib/eval/slots/eval.h"
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

static int _search(void *s, const struct eval_booking *b)
{
	return garq_searchReserv(s, b->t_s, b->t_e, b->num_cn);
}

static int _add(void *s, const struct eval_booking *b)
{
#ifdef EVAL_BY_ID
	return garq_addReserv(s, b->id, b->t_s, b->t_e, b->num_cn);
#else
	return garq_addReserv(s, b->t_s, b->t_e, b->num_cn, b->handle);
#endif
}

static int _delete(void *s, const struct eval_booking *b)
{
#ifdef EVAL_BY_ID
	return garq_deleteReserv(s, b->id);
#else
	return garq_deleteReserv(s, *b->handle);
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
