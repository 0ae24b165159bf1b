/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_lrh.c - the bookings that may be shifted or bound again; see view.h
 *
 * The host is asked for the eligible nodes only once for all bookings with the
 * same partition and features. The answers are kept until nodes or partitions
 * change: then the view is built again.
 */

#include <stdlib.h>

#include "garq/idmap.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/memory/memory.h"

typedef struct eligible {
	char *partition;
	char *features;
	uint32_t num_cn;	/* 0 without features, which may have counts */
	garq_set_t *nodes;	/* NULL: the host gave none */
	struct eligible *next;	/* next entry with the same hash */
} eligible_t;

struct lrh_state {
	lrh_t *lrh;
	struct garq_idmap cores;	/* view_resv_t of bookings by cores */
	struct garq_idmap eligible;	/* eligible_t by hash */
};

static void _free_eligible(eligible_t *e)
{
	garq_set_destroy(e->nodes);
	free(e->partition);
	free(e->features);
	free(e);
}

static void _forget_eligible(office_t *office)
{
	const struct garq_idmap_entry *entry;
	uint32_t pos = 0;

	while ((entry = garq_idmap_next(&office->lrh->eligible, &pos))) {
		eligible_t *next;

		for (eligible_t *e = entry->value; e; e = next) {
			next = e->next;
			_free_eligible(e);
		}
	}
	garq_idmap_free(&office->lrh->eligible);
}

void view_lrh_clear(office_t *office)
{
	lrh_destroy(office->lrh->lrh);
	office->lrh->lrh = NULL;
	garq_idmap_free(&office->lrh->cores);
	_forget_eligible(office);
}

void view_lrh_create(office_t *office, garq_machine_t *m)
{
	view_lrh_clear(office);
	office->lrh->lrh = memory_there(lrh_create(m));
}

lrh_t *view_lrh(office_t *office)
{
	return office->lrh->lrh;
}

static uint64_t _eligible_hash(const booking_t *b, uint32_t num_cn)
{
	return text_hash(text_hash(TEXT_HASH + num_cn, b->partition) * 31,
			 b->features);
}

static eligible_t *_new_eligible(const booking_t *b, uint32_t num_cn)
{
	eligible_t *e = memory_new(1, sizeof(*e));

	e->num_cn = num_cn;
	e->partition = text_dup(b->partition);
	e->features = text_dup(b->features);
	return e;
}

static const garq_set_t *_ask_host(office_t *office, const booking_t *b,
				   uint32_t num_cn, uint64_t hash)
{
	eligible_t *e = _new_eligible(b, num_cn);
	char *text = NULL;
	int rc;

	(void) memory_done(garq_idmap_reserve(&office->lrh->eligible));
	rc = office->host->nodes->eligible(office, NULL, false, b->partition,
					   b->features, b->num_cn, &e->nodes,
					   &text);
	if ((rc == REFUSED_FEATURES) && !e->nodes)	/* no node has them */
		e->nodes = memory_there(garq_set_create(view_size(office)));
	free(text);
	e->next = garq_idmap_del(&office->lrh->eligible, hash);
	garq_idmap_put(&office->lrh->eligible, hash, e);
	return e->nodes;
}

const garq_set_t *view_lrh_eligible(office_t *office, const view_resv_t *v)
{
	const booking_t *b = v->booking;
	uint32_t num_cn = b->features ? b->num_cn : 0;
	uint64_t hash = _eligible_hash(b, num_cn);

	for (eligible_t *e = garq_idmap_get(&office->lrh->eligible, hash); e;
	     e = e->next)
		if ((e->num_cn == num_cn) &&
		    text_same(e->partition, b->partition) &&
		    text_same(e->features, b->features))
			return e->nodes;
	return _ask_host(office, b, num_cn, hash);
}

/*
 * True if a booking keeps its nodes: if its nodes were named, or follow a
 * partition, if it is static, and if it has a stand-in.
 */
static bool _is_pinned(const view_resv_t *v)
{
	return v->booking->asked_nodes || v->booking->stand_in ||
	       (v->flags & BOOKING_FLAG_STATIC);
}

/* A booking by cores is none of a plan, which counts whole nodes. */
static bool _is_known(const view_resv_t *v)
{
	return v->booking && v->nodes && (v->start < v->end) &&
	       !view_is_by_cores(v) && garq_set_count(v->nodes);
}

static void _drop_booking(office_t *office, uint64_t id)
{
	if (!office->lrh->lrh)
		return;
	(void) lrh_drop(office->lrh->lrh, id);
	(void) garq_idmap_del(&office->lrh->cores, id);
}

static void _put_cores(office_t *office, view_resv_t *v)
{
	(void) memory_done(garq_idmap_reserve(&office->lrh->cores));
	garq_idmap_put(&office->lrh->cores, v->id, v);
}

view_resv_t *view_next_by_cores(office_t *office, uint32_t *pos)
{
	const struct garq_idmap_entry *e = garq_idmap_next(&office->lrh->cores,
							   pos);

	return e ? e->value : NULL;
}

void view_lrh_update(office_t *office, view_resv_t *v)
{
	const booking_t *b = v->booking;
	lrh_request_t rq = { .id = v->id };

	changes_note(office);
	if (!office->lrh->lrh)
		return;
	if (!_is_known(v)) {
		_drop_booking(office, v->id);
		if (v->booking && view_is_by_cores(v))
			_put_cores(office, v);
		return;
	}
	(void) garq_idmap_del(&office->lrh->cores, v->id);
	rq.num_cn = garq_set_count(v->nodes);
	rq.t_e = v->end - v->start;
	rq.pinned = _is_pinned(v);
	rq.eligible = rq.pinned ? v->nodes : view_lrh_eligible(office, v);
	if (!rq.eligible) {
		rq.eligible = v->nodes;
		rq.pinned = true;
	}
	rq.t_esr = b->t_esr;
	rq.t_lsr = MAX(b->t_lsr, b->t_esr);
	rq.not_before = MIN(MAX(b->not_before, rq.t_esr), rq.t_lsr);
	/* lrh/ counts no licenses, so a booking with some keeps its time. */
	rq.choosy = b->switches;
	rq.tight = b->tight;
	rq.stays = !booking_is_flexible(b) || view_licenses_of(v) ||
		b->stand_in;
	(void) memory_done(lrh_put(office->lrh->lrh, &rq, v->start, v->nodes));
}

void view_lrh_forget(office_t *office, uint64_t id)
{
	changes_note(office);
	_drop_booking(office, id);
}

const office_state_t lrh_state = OFFICE_STATE(lrh, NULL, view_lrh_clear);
