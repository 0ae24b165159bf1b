/* SPDX-License-Identifier: GPL-2.0-or-later */
/* asked.c - see asked.h: what a request promises, from its making to its end */

#include <stdio.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/open/standing.h"
#include "test/sim/asked.h"
#include "test/sim/good_nodes.h"
#include "test/sim/host.h"
#include "test/sim/promises_terms.h"

static mask_t _named(const char *list)
{
	return text_same_word(list, "ALL") ? world->conf.nodes :
					     host_nodes_of(list);
}

/* From now on it keeps the size that it has; what lacks nodes gets them back. */
static void _keep_size(terms_t *terms, const view_resv_t *v)
{
	if (terms->least_cn && v->booking && v->booking->part)
		terms->num_cn = v->booking->num_cn;
	else if (terms->least_cn && v->nodes)
		terms->num_cn = garq_set_count(v->nodes);
	if (terms->least)
		terms->length = v->end - v->attrs.first_start;
	terms->least_cn = 0;
	terms->least = 0;
}

/* What is promised if the update is granted; see revision.h. */
static void _terms_of_update(asked_t *a, const promise_t *p)
{
	const view_resv_t *v = view_find(office, a->resv);
	const request_t *r = &a->request;

	a->terms = p->terms;
	if (!v)
		return;
	if (r->has_start || r->has_minutes || r->has_nodes || r->node_list)
		_keep_size(&a->terms, v);
	if (r->has_start) {
		a->terms.t_lsr += r->start - a->terms.t_esr;
		a->terms.t_esr = r->start;
	}
	if (r->has_delay)
		a->terms.t_lsr = a->terms.t_esr + (time_t) r->delay;
	if (r->has_minutes)
		a->terms.length = (time_t) r->minutes * 60;
	if (r->has_minutes && (v->start <= world->now) &&
	    (v->attrs.first_start + a->terms.length <= world->now))
		a->terms.length = world->now - v->attrs.first_start;
	if (r->has_nodes || r->node_list)
		a->terms.all = text_same_word(r->node_list, "ALL");
	if (r->has_nodes) {
		a->terms.num_cn = (uint32_t) r->num_cn;
		a->terms.named = 0;
	}
	if (r->node_list) {
		a->terms.named = _named(r->node_list);
		a->terms.num_cn = (uint32_t)
			__builtin_popcountll(a->terms.named);
	}
	if (r->licenses)
		a->terms.licenses = fake_license_cnt(r->licenses);
}

/* What the offer that is accepted stands for. */
static void _terms_of_offer(asked_t *a)
{
	ledger_offer_t *offer = NULL;
	offer_set_t *set = offers_find(office, a->name, world->now, &offer);
	const view_resv_t *v;
	const promise_t *p;
	request_t first;

	a->resv[0] = '\0';
	if (!set)
		return;
	fake_copy(a->resv, sizeof(a->resv), set->request->name);
	a->owner = set->request->uid;
	p = promises_find(a->resv);
	v = view_find(office, a->resv);
	a->is_change = offers_are_update(set);
	if (offers_request(office, set, &first))
		return;
	if (a->is_change && p)
		a->terms = p->terms;
	a->terms.t_esr = a->terms.t_lsr = offer->t_s;
	a->terms.length = offer->t_e - offer->t_s;
	a->terms.least_cn = 0;
	a->terms.least = 0;
	a->terms.num_cn = a->request.has_nodes ?
		(uint32_t) a->request.num_cn : offer->num_cn;
	if (first.gpus) {
		a->terms.gpus = (uint32_t) first.gpus;
		a->terms.gpu_type = first.gpu_type ? first.gpu_type[0] : '\0';
		a->terms.cores = a->terms.gpus * (fake.cores / fake.gpus);
	}
	if (first.cores)
		a->terms.cores = first.cores[0];
	if (first.wishes.switches)
		a->terms.switches = first.wishes.switches;
	if (first.has_nodes || first.node_list)
		a->terms.all = text_same_word(first.node_list, "ALL");
	if (request_has(first.node_list))
		a->terms.named = _named(first.node_list);
	else if (a->is_change && first.has_nodes)
		a->terms.named = 0;
	if (first.licenses)
		a->terms.licenses = fake_license_cnt(first.licenses);
	if (!a->is_change)
		a->terms.side = text_same(first.partition, "side");
	if (!a->is_change)
		a->terms.gpu = (first.features != NULL);
	if (a->is_change && v && (v->start <= world->now)) {
		a->terms.t_esr = a->terms.t_lsr = v->attrs.first_start;
		a->terms.length = offer->t_e - v->attrs.first_start;
	}
	request_free(&first);
}

/* Only its owner, or an operator, lets a booking give way. */
static bool _may_agree(const asked_t *a, const promise_t *p)
{
	return p && (!a->uid || (a->uid == p->uid));
}

/* From now on it may: a crash may come at any time. */
static void _note_consent(const asked_t *a)
{
	promise_t *p = promises_find(a->name);

	if (a->agrees && _may_agree(a, p))
		fake_copy(p->agreed_for, sizeof(p->agreed_for), a->asks);
}

static void _consented(const asked_t *a)
{
	if (!a->rc && !_may_agree(a, promises_find(a->name)))
		world_fail("user %u has answered for the owner of %s", a->uid,
			   a->name);
}

void asked_note(asked_t *a)
{
	promise_t *p;

	if (a->kind == ASKED_QUERY)
		return;
	if (a->kind == ASKED_CONSENT) {
		_note_consent(a);
		return;
	}
	if (a->kind == ASKED_ACCEPT)
		_terms_of_offer(a);
	if (!a->resv[0])
		return;
	p = promises_find_now(a->resv);
	if ((a->kind == ASKED_CREATE) ||
	    ((a->kind == ASKED_ACCEPT) && !a->is_change)) {
		if (!p)
			(void) promises_ask(a->resv, &a->terms,
					    a->kind == ASKED_ACCEPT ?
						a->owner : a->uid,
					    a->native);
		else
			a->resv[0] = '\0';	/* the name is taken */
	} else if (!p || (p->state != PROMISE_KEPT) || p->has_change) {
		a->resv[0] = '\0';
	} else if (a->kind == ASKED_REMOVE) {
		p->state = PROMISE_ASKED;	/* there, or not */
	} else {
		if (a->kind == ASKED_UPDATE)
			_terms_of_update(a, p);
		p->asked = a->terms;
		p->has_change = true;
		fake_copy(p->other, sizeof(p->other), a->to);
		good_nodes_before(p);
		if (p->begun > world->now)	/* the clock was set back */
			p->begun = 0;
	}
}

static void _refused(asked_t *a, promise_t *p)
{
	if (a->kind == ASKED_REMOVE) {
		p->state = PROMISE_KEPT;
	} else if ((a->kind == ASKED_CREATE) || !a->is_change) {
		promises_drop(p);
	} else {
		p->has_change = false;
		p->other[0] = '\0';
	}
}

void asked_served(asked_t *a)
{
	promise_t *p = a->resv[0] ? promises_find(a->resv) : NULL;

	if (a->kind == ASKED_CONSENT)
		_consented(a);
	if (!p) {
		if (!a->rc && (a->kind != ASKED_QUERY) && a->resv[0])
			world_fail("%s is served, and nobody asked", a->resv);
		return;
	}
	if (a->rc && a->ask.stand_op) {
		p->state = PROMISE_MAY_STAND;
	} else if (a->rc) {
		_refused(a, p);
		a->resv[0] = '\0';
	} else if (a->kind == ASKED_REMOVE) {
		p->state = PROMISE_DELETING;
	} else if (p->has_change) {
		if (a->to[0]) {
			promises_change_name(p);
			fake_copy(a->resv, sizeof(a->resv), a->to);
		}
		good_nodes_after(p);
	}
}

/* It has its new name; or its old one, unless that was used meanwhile, and a crash
 * may bring the other one. */
static void _renamed(promise_t *p, bool undone)
{
	p->has_change = false;
	if (undone && !view_find(office, p->name))
		promises_change_name(p);
	if (undone)
		return;
	memcpy(p->former, p->other, sizeof(p->former));
	p->other[0] = '\0';
	world->stats.renamed++;
}

/*
 * A change that could not be written was taken back, or is there all the same
 * (ask_t.before): a crash may bring the other one.
 */
static void _changed(const asked_t *a, promise_t *p, bool undone)
{
	const booking_t *before = a->ask.before;

	p->has_change = false;
	/* It has ended by the change, which a crash may undo. */
	if (undone && before && !view_find(office, p->name)) {
		p->state = PROMISE_ASKED;
		return;
	}
	p->agreed_for[0] = '\0';	/* whatever it is now was not asked */
	if (!undone) {
		p->may_cnt = 0;
		p->adopted = false;
	} else {
		promises_may_become(p, before ? &p->terms : &p->asked);
	}
	if (!undone || before)
		p->terms = p->asked;
}

/*
 * Is a creation that could not be written told to be there all the same, as a job
 * uses it by now? Then it is there, and a crash may lose it.
 */
static bool _is_told_there(const asked_t *a, const promise_t *p)
{
	bool told = a->ask.text && strstr(a->ask.text, "is there and is used");

	if (told && !view_find(office, p->name))
		world_fail("%s is told to be there, and is not", p->name);
	return told;
}

void asked_answered(asked_t *a, bool undone)
{
	bool stands = a->ask.stand_op != NULL;
	promise_t *p = (a->resv[0] && (!a->rc || stands)) ?
			       promises_find(a->resv) : NULL;

	if ((a->kind == ASKED_CONSENT) && !a->agrees && !a->rc && !undone)
		promises_keep_for(a->asks);
	if (!p)
		return;
	if (stands) {
		if (standing_find(office, p->name))
			p->state = PROMISE_STANDS;
		return;
	}
	p->life = world->lives;
	if (a->kind == ASKED_REMOVE) {
		if (undone)
			p->state = PROMISE_BROKEN_OFF;
		else
			promises_drop(p);
	} else if ((a->kind == ASKED_CREATE) || !a->is_change) {
		p->state = !undone ? PROMISE_KEPT : _is_told_there(a, p) ?
			PROMISE_ASKED : PROMISE_BROKEN_OFF;
		promises_see(p);
	} else {
		if (a->to[0])
			_renamed(p, undone);
		else
			_changed(a, p, undone);
		promises_see(p);
	}
}
