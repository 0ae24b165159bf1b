/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * indexed.c - GarQ-I: the project's own garq_t, as the plugin uses it.
 *
 * These functions only pass arguments on. garq_addReserv() searches
 * again before it adds and keeps ids in a map: both are in its figures.
 */
#include "contrib/eval/eval.h"
#include "garq/garq.h"

static void *_create(uint32_t max_cn, uint32_t delta, time_t horizon,
		     time_t now)
{
	return garq_create(max_cn, delta, horizon, now);
}

static void _destroy(void *s)
{
	garq_destroy(s);
}

static int _advance(void *s, time_t now)
{
	return garq_advance(s, now);
}

static int _search(void *s, time_t t_s, time_t t_e, uint32_t num_cn)
{
	return garq_searchReserv(s, t_s, t_e, num_cn);
}

static int _add(void *s, uint64_t id, time_t t_s, time_t t_e, uint32_t num_cn)
{
	return garq_addReserv(s, id, t_s, t_e, num_cn);
}

static int _delete(void *s, uint64_t id, time_t t_s, time_t t_e,
		   uint32_t num_cn)
{
	(void) t_s;
	(void) t_e;
	(void) num_cn;
	return garq_deleteReserv(s, id);
}

/* MAX_LIMIT bounds the start in garq.h, the end here. */
static int _suggest(void *s, time_t t_s, time_t t_e, uint32_t num_cn,
		    time_t max_limit, time_t *ret_start)
{
	return garq_suggestInterval(s, t_s, t_e, num_cn,
				    max_limit - (t_e - t_s), ret_start);
}

const struct eval_structure eval_garq_i = {
	"GarQ-I", _create, _destroy, _advance, _search, _add, _delete, _suggest,
};
