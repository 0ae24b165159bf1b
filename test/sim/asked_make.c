/* SPDX-License-Identifier: GPL-2.0-or-later */
/* asked_make.c - choose a random request; see asked.h */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/open/standing.h"
#include "test/sim/asked.h"
#include "test/sim/host.h"

static uint32_t _nodes_cnt(void)
{
	return (uint32_t) __builtin_popcountll(world->conf.nodes);
}

static void _user(asked_t *a)
{
	a->uid = world_one_in(3) ? 0 : WORLD_UID + world_below(WORLD_USERS);
}

static void _when(asked_t *a, request_t *r)
{
	static const uint32_t longest[] = { 30, 60, 120, 360, 900 };

	if (!world_one_in(8)) {
		r->has_start = true;
		r->start = world->now + (time_t) (world_one_in(3) ?
			world_below(1800) : world_below(20 * 3600));
	}
	r->has_minutes = true;
	r->minutes = world_range(5, longest[world_below(5)]);
	r->has_delay = world_one_in(2);
	r->delay = r->has_delay ? world_range(60, 8 * 3600) : 0;
	a->terms.t_esr = r->has_start ? r->start : 0;
	a->terms.t_lsr = a->terms.t_esr + (time_t) r->delay;
	a->terms.length = (time_t) r->minutes * 60;
}

static void _by_count(asked_t *a, request_t *r)
{
	uint32_t most = world_one_in(4) ? _nodes_cnt() : 4;

	request_set_nodes(r, world_range(1, most));
	a->terms.num_cn = (uint32_t) r->num_cn;
	if (world->conf.has_side && world_one_in(6)) {
		request_set(&r->partition, "side");
		a->terms.side = true;
	}
	if (world_one_in(10)) {
		request_set(&r->features, "gpu");
		a->terms.gpu = true;
	}
}

static void _by_name(asked_t *a, request_t *r)
{
	char list[HOST_LIST];

	bool all = world_one_in(12);

	a->terms.all = all;
	a->terms.named = all ? world->conf.nodes :
		world_some(world->conf.nodes, world_range(1, 4));
	a->terms.num_cn = (uint32_t) __builtin_popcountll(a->terms.named);
	request_set(&r->node_list, all ? "ALL" :
			   host_list(a->terms.named, list));
}

/* So many GPUs of each node, with as many cores for each as all nodes have. */
static void _gpus(asked_t *a, request_t *r)
{
	a->terms.gpus = a->terms.num_cn * world_range(1, fake.gpus);
	r->gpus = a->terms.gpus;
	if (world_one_in(3)) {
		a->terms.gpu_type = world_one_in(2) ? 'a' : 'b';
		request_set(&r->gpu_type,
			    (char[]) { a->terms.gpu_type, '\0' });
	}
	if (world_one_in(2))
		a->terms.cores = a->terms.gpus * (fake.cores / fake.gpus);
	else
		r->cores = fake_need(calloc(2, sizeof(*r->cores)));
	if (r->cores)
		r->cores[0] = a->terms.cores;
}

/* Of what was chosen, so many cores of each node. */
static void _cores(asked_t *a, request_t *r)
{
	if (!world->weather.cores || a->terms.all || world_one_in(2))
		return;
	a->terms.cores = a->terms.num_cn * world_range(1, FAKE_CORES / 2);
	if (world->weather.gpus && world_one_in(2)) {
		_gpus(a, r);
		return;
	}
	r->cores = fake_need(calloc(2, sizeof(*r->cores)));
	r->cores[0] = a->terms.cores;
}

static void _licenses(asked_t *a, request_t *r)
{
	char text[16];

	a->terms.licenses = world_range(1, 6);
	snprintf(text, sizeof(text), "sw:%u", a->terms.licenses);
	request_set(&r->licenses, text);
}

static void _for_whom(asked_t *a, request_t *r)
{
	char name[8];

	if (a->uid && world_one_in(2))
		return;		/* the office fills it in */
	snprintf(name, sizeof(name), "u%u", (a->uid && !world_one_in(16)) ?
		 a->uid - WORLD_UID : world_below(WORLD_USERS));
	if (!a->uid && !(world->last_name % 3))	/* for two */
		snprintf(name + 2, sizeof(name) - 2, ",u%u",
			 world->last_name % WORLD_USERS);
	request_set(&r->users, name);
}

/* A reservation that Slurm serves alone. */
static void _native(asked_t *a, request_t *r)
{
	a->native = true;
	a->uid = 0;
	r->has_delay = false;
	r->has_flags = true;
	r->flags = BOOKING_FLAG_MAINT;
	_by_name(a, r);
	request_set(&r->users, "root");
}

static void _new_name(asked_t *a)
{
	snprintf(a->name, sizeof(a->name), "b%u", ++world->last_name);
}

/* What else is of use, in front of the name. */
static void _elastic(asked_t *a, request_t *r)
{
	terms_t *terms = &a->terms;
	char *name = NULL;

	if (!r->has_nodes || request_by_cores(r) || world_one_in(2))
		return;
	if (world_one_in(2)) {
		terms->least_cn = world_range(1, terms->num_cn);
		text_add(&name, "min-nodes:%u:", terms->least_cn);
	}
	if (world_one_in(2)) {
		uint32_t minutes = world_range(1, r->minutes);

		terms->least = (time_t) minutes * 60;
		text_add(&name, "min-time:%u:", minutes);
	}
	if (world_one_in(3))
		text_add(&name, "prefer:nodes:");
	if (world_one_in(2))
		text_add(&name, "grow:yes:");
	if (world_one_in(3))
		text_add(&name, "standby:%s:",
			 (world->weather.ask && world_one_in(2)) ? "ask" :
								   "book");
	text_add(&name, "%s", a->name);
	request_set(&r->name, name);
	free(name);
}

/* A wish for few leaf switches, in front of the others. */
static void _few_switches(asked_t *a, request_t *r)
{
	char *name;

	if (!r->has_nodes || request_by_cores(r) || request_has(r->node_list) ||
	    world_one_in(2))
		return;
	a->terms.switches = world_range(1, 2);
	name = text_printf("switches:%u:%s", a->terms.switches, r->name);
	request_set(&r->name, name);
	free(name);
}

/* A wish for a rule of placement, whatever garq_place says. It takes no number
 * of world->random. */
static void _place_rule(request_t *r)
{
	uint64_t at = world->seed + world->last_name;
	char *name;

	if (at % 3 == 0)
		return;
	name = text_printf("place:%s:%s", (at % 3 == 1) ? "tight" : "earliest",
			   r->name);
	request_set(&r->name, name);
	free(name);
}

static void _create(asked_t *a)
{
	request_t *r = &a->request;
	const promise_t *p = promises_any(false);

	a->kind = ASKED_CREATE;
	_user(a);
	_new_name(a);
	if (p && world_one_in(24))	/* a name that is taken */
		fake_copy(a->name, sizeof(a->name), p->name);
	else if (p && p->former[0] && world_one_in(4) &&
		 !promises_find(p->former))
		fake_copy(a->name, sizeof(a->name), p->former);
	_when(a, r);
	if (world_one_in(32)) {
		_native(a, r);
	} else {
		if (world_one_in(6))
			_by_name(a, r);
		else
			_by_count(a, r);
		_cores(a, r);
		if (world->weather.flex && world_one_in(3)) {
			r->has_flags = true;
			r->flags = BOOKING_FLAG_FLEX;
		}
		if (world_one_in(a->uid ? 64 : 3))
			_licenses(a, r);
		_for_whom(a, r);
	}
	request_set(&r->name, a->name);
	if (!a->native && !r->has_flags)
		_elastic(a, r);
	if (world->weather.switches && !a->native && !r->has_flags)
		_few_switches(a, r);
	if (world->weather.places && !a->native && !r->has_flags)
		_place_rule(r);
	fake_copy(a->resv, sizeof(a->resv), a->name);
	if (!r->has_start) {
		a->terms.t_esr += world->now;
		a->terms.t_lsr += world->now;
	}
}

static void _query(asked_t *a)
{
	request_t *r = &a->request;

	a->kind = ASKED_QUERY;
	_user(a);
	fake_copy(a->name, sizeof(a->name), "query");
	request_set(&r->name, "query");
	_when(a, r);
	if (world_one_in(3)) {	/* a window, any length */
		r->has_delay = r->has_minutes = false;
		r->has_end = true;
		r->end = MAX(r->start, world->now) + world_range(600, 80000);
	}
	if (!world_one_in(3))
		_by_count(a, r);
	_for_whom(a, r);
}

/* Something of a booking is to change. RET false: there is none */
static bool _update(asked_t *a)
{
	const promise_t *p = promises_any(world_one_in(20));
	request_t *r = &a->request;

	if (!p || p->native)
		return false;
	a->kind = ASKED_UPDATE;
	a->is_change = true;
	a->uid = world_one_in(3) ? 0 : p->uid;
	fake_copy(a->name, sizeof(a->name), p->name);
	fake_copy(a->resv, sizeof(a->resv), p->name);
	request_set(&r->name, a->name);
	switch (world_below(6)) {
	case 0:			/* all of it */
		_when(a, r);
		r->has_start = true;
		r->start = MAX(r->start, world->now);
		_by_count(a, r);
		free_null(r->partition);
		free_null(r->features);
		break;
	case 1:
		_by_name(a, r);
		break;
	case 2:
		a->uid = 0;
		_licenses(a, r);
		break;
	case 3:
		r->has_start = r->has_minutes = true;
		r->start = world->now + world_below(40000);
		r->minutes = world_range(5, 200);
		break;
	case 4:
		request_set_nodes(r, world_range(1, 6));
		break;
	default:
		r->has_minutes = true;
		r->minutes = world_range(5, 400);
	}
	return true;
}

/* It gets another name: a new one, or the one that it had before. Names of bookings
 * that are held first are numbers. RET false: there is none */
static bool _rename(asked_t *a)
{
	const promise_t *p = promises_any(false);
	char *name;

	if (!p || strchr(p->name, '.'))
		return false;
	a->kind = ASKED_UPDATE;
	a->is_change = true;
	a->uid = world_one_in(3) ? 0 : p->uid;
	fake_copy(a->name, sizeof(a->name), p->name);
	fake_copy(a->resv, sizeof(a->resv), p->name);
	if (p->former[0] && world_one_in(2) && !promises_find(p->former))
		fake_copy(a->to, sizeof(a->to), p->former);
	else
		snprintf(a->to, sizeof(a->to), "%c%u", p->name[0],
			 ++world->last_name);
	name = text_printf("name:%s:%s", a->to, a->name);
	request_set(&a->request.name, name);
	free(name);
	return true;
}

static bool _remove(asked_t *a)
{
	const promise_t *p = promises_any(world_one_in(10));

	if (!p)
		return false;
	a->kind = ASKED_REMOVE;
	a->native = p->native;
	a->uid = world_one_in(3) ? 0 : p->uid;
	fake_copy(a->name, sizeof(a->name), p->name);
	fake_copy(a->resv, sizeof(a->resv), p->name);
	return true;
}

/* --- offers -------------------------------------------------------------- */

typedef struct {
	asked_t *asked;
	uint32_t cnt;
	bool pinned;
} choice_t;

/* Is no other request for the reservation of these offers under way? */
static bool _is_quiet(const offer_set_t *set)
{
	const promise_t *p = promises_find(set->request->name);

	if (!offers_are_update(set))
		return !p;
	return p && (p->state == PROMISE_KEPT) && !p->has_change && !p->native;
}

static void _choose_offer(const offer_set_t *set, const ledger_offer_t *offer,
			  void *arg)
{
	choice_t *choice = arg;
	char *name;

	if (!_is_quiet(set) || !world_one_in(++choice->cnt))
		return;
	name = offers_name(set, offer);
	fake_copy(choice->asked->name, sizeof(choice->asked->name), name);
	choice->asked->request.num_cn = offer->num_cn;
	free(name);
}

static bool _accept(asked_t *a)
{
	choice_t choice = { .asked = a };
	uint32_t most;

	_user(a);
	offers_each(office, a->uid, world->now, _choose_offer, &choice);
	if (!choice.cnt)
		return false;
	if (world_one_in(8)) {		/* withdraw it */
		a->kind = ASKED_REMOVE;
		a->request.num_cn = 0;
		return true;
	}
	a->kind = ASKED_ACCEPT;
	request_set(&a->request.name, a->name);
	most = (uint32_t) a->request.num_cn;
	a->request.num_cn = 0;
	if (world_one_in(4))
		request_set_nodes(&a->request, world_range(1, most));
	return true;
}

/* --- owners that are asked to give way ----------------------------------- */

/* One of the requests that ask, or NULL. */
static const standing_t *_any_question(void)
{
	const standing_t *s = NULL, *found = NULL;
	uint32_t cnt = 0;

	while ((s = standing_next(office, s)))
		if (s->question.cnt && world_one_in(++cnt))
			found = s;
	return found;
}

/* The owner of a booking, an operator, or somebody else answers. */
static bool _consent(asked_t *a)
{
	const standing_t *s = _any_question();
	const promise_t *p;
	char *name;

	if (!s)
		return false;
	name = s->question.of[world_below(s->question.cnt)].name;
	p = promises_find(name);
	if (!p || (p->state != PROMISE_KEPT))
		return false;
	a->kind = ASKED_CONSENT;
	a->agrees = !world_one_in(8);
	_user(a);
	if (a->uid && !world_one_in(8))
		a->uid = p->uid;
	fake_copy(a->name, sizeof(a->name), name);
	fake_copy(a->asks, sizeof(a->asks), s->row.request->name);
	name = text_printf("ask:%s:%s", a->agrees ? "yes" : "no", a->name);
	request_set(&a->request.name, name);
	free(name);
	return true;
}

void asked_make(asked_t *a)
{
	uint32_t dice = world_below(100);

	if (world->weather.ask && world_one_in(6) && _consent(a))
		return;
	if (world->weather.renames && world_one_in(16) && _rename(a))
		return;
	if ((dice < 16) && _update(a))
		return;
	if ((dice >= 16) && (dice < 30) && _remove(a))
		return;
	if ((dice >= 30) && (dice < 44) && _accept(a))
		return;
	if ((dice >= 44) && (dice < 52))
		_query(a);
	else
		_create(a);
}
