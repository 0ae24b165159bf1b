/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_lrh.c - the bookings that may be shifted or bound again; see view.h
 *
 * Which nodes may serve a booking is asked of Slurm once for all that have the
 * same partition and features, until nodes or partitions change: then the
 * machine is made anew, and this with it.
 */

#include <string.h>

#include "plugin/office/request.h"
#include "plugin/slurm/view_private.h"

typedef struct {
	char *key;
	garq_set_t *nodes;	/* NULL: none can be told */
} eligible_t;

static lrh_t *lrh;
static xhash_t *eligible;	/* eligible_t by key */

static void _key(void *item, const char **key, uint32_t *len)
{
	*key = ((eligible_t *) item)->key;
	*len = (uint32_t) strlen(*key);
}

static void _free(void *item)
{
	eligible_t *e = item;

	garq_set_destroy(e->nodes);
	xfree(e->key);
	xfree(e);
}

void view_lrh_clear(void)
{
	lrh_destroy(lrh);
	lrh = NULL;
	if (eligible)
		xhash_free(eligible);
	eligible = NULL;
}

bool view_lrh_create(garq_machine_t *m)
{
	view_lrh_clear();
	lrh = lrh_create(m);
	eligible = xhash_init(_key, _free);
	return lrh != NULL;
}

lrh_t *view_lrh(void)
{
	return lrh;
}

static garq_set_t *_ask(const booking_t *b)
{
	bitstr_t *nodes = NULL;
	garq_set_t *set = NULL;
	char *text = NULL;

	if (!request_eligible(NULL, false, b->partition, b->features,
			      b->num_cn, &nodes, &text))
		set = view_set(nodes);
	FREE_NULL_BITMAP(nodes);
	xfree(text);
	return set;
}

/* RET NULL: it can't be told, or there is no memory */
static const garq_set_t *_eligible(const booking_t *b)
{
	/* Features may be wanted in numbers. */
	char *key = xstrdup_printf("%s|%s|%u", b->partition ? b->partition : "",
				   b->features ? b->features : "",
				   b->features ? b->num_cn : 0);
	eligible_t *e = xhash_get_str(eligible, key);

	if (e) {
		xfree(key);
		return e->nodes;
	}
	e = xmalloc(sizeof(*e));
	e->key = key;
	e->nodes = _ask(b);
	xhash_add(eligible, e);
	return e->nodes;
}

/*
 * Those that follow their partition, or were asked for by name, keep their
 * nodes; so do one that the user wants to be static, and a stand-in.
 */
static bool _is_pinned(const view_resv_t *v)
{
	return v->booking->asked_nodes || v->booking->stand_in ||
	       (v->flags & RESERVE_FLAG_STATIC);
}

static bool _is_known(const view_resv_t *v)
{
	return v->booking && v->nodes && (v->start < v->end) &&
	       (bit_ffs(v->nodes) >= 0);
}

void view_note(view_resv_t *v)
{
	const booking_t *b = v->booking;
	lrh_request_t rq = { .id = v->id };
	garq_set_t *nodes;

	if (!lrh)
		return;
	if (!_is_known(v)) {
		(void) lrh_drop(lrh, v->id);
		return;
	}
	if (!(nodes = view_set(v->nodes)))
		goto fail;
	rq.num_cn = garq_set_count(nodes);
	rq.t_e = v->end - v->start;
	rq.pinned = _is_pinned(v);
	rq.eligible = rq.pinned ? nodes : _eligible(b);
	if (!rq.eligible) {
		rq.eligible = nodes;
		rq.pinned = true;
	}
	rq.t_esr = b->t_esr;
	rq.t_lsr = MAX(b->t_lsr, b->t_esr);
	rq.not_before = MIN(MAX(b->not_before, rq.t_esr), rq.t_lsr);
	/* Licenses are counted elsewhere. */
	rq.stays = !booking_is_flexible(b) || v->licenses || b->stand_in;
	if (lrh_put(lrh, &rq, v->start, nodes))
		goto fail;
	garq_set_destroy(nodes);
	return;
fail:
	garq_set_destroy(nodes);
	view_start_anew();
}

void view_lrh_forget(uint64_t id)
{
	if (lrh)
		(void) lrh_drop(lrh, id);
}
