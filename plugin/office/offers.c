/* SPDX-License-Identifier: GPL-2.0-or-later */
/* offers.c - see offers.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/controller.h"
#include "plugin/booking/site.h"
#include "plugin/booking/text.h"
#include "plugin/office/holds.h"
#include "plugin/office/offers.h"
#include "plugin/office/users.h"

/* What a name stands for. */
typedef struct {
	char *name;
	offer_set_t *set;
	ledger_offer_t *offer;	/* in set->request->offers */
} named_t;

static TAILQ_HEAD(, offer_set) all = TAILQ_HEAD_INITIALIZER(all);
static xhash_t *by_name;	/* named_t; owns them */
static xhash_t *by_owner;	/* offer_set_t */
static uint32_t update_cnt;	/* sets that change a reservation */
static int64_t last_id;
static time_t last_update;

static void _name_of(void *item, const char **key, uint32_t *key_len)
{
	*key = ((named_t *) item)->name;
	*key_len = strlen(*key);
}

static void _free_named(void *item)
{
	named_t *n = item;

	free_null(n->name);
	free_null(n);
}

static void _owner_of(void *item, const char **key, uint32_t *key_len)
{
	*key = ((offer_set_t *) item)->owner;
	*key_len = strlen(*key);
}

void offers_init(void)
{
	by_name = xhash_init(_name_of, _free_named);
	by_owner = xhash_init(_owner_of, NULL);
	last_id = 0;
	update_cnt = 0;
}

char *offers_name(const offer_set_t *set, const ledger_offer_t *o)
{
	return text_printf("%s.%u", set->request->name, o->number);
}

/* Its name stands for nothing any more. */
static void _unname(offer_set_t *set, const ledger_offer_t *o)
{
	char *name = offers_name(set, o);

	xhash_delete_str(by_name, name);
	free_null(name);
}

/* It is not in this process any more. */
static void _forget(offer_set_t *set)
{
	ledger_request_t *r = set->request;

	for (uint32_t i = 0; i < r->offer_cnt; i++)
		if (r->offers[i].open)
			_unname(set, &r->offers[i]);
	if (offers_are_update(set))
		update_cnt--;
	xhash_pop_str(by_owner, set->owner);
	TAILQ_REMOVE(&all, set, among_all);
	ledger_request_destroy(r);
	free_null(set->owner);
	free_null(set);
	last_update = time(NULL);
}

void offers_close(offer_set_t *set)
{
	for (uint32_t i = 0; i < set->request->offer_cnt; i++)
		holds_release(set, &set->request->offers[i]);
	_forget(set);
}

/* What is held stays so, in the ledger. */
void offers_fini(void)
{
	offer_set_t *set;

	while ((set = TAILQ_FIRST(&all)))
		_forget(set);
	holds_forget();
	xhash_free(by_name);
	xhash_free(by_owner);
}

int64_t offers_next_id(void)
{
	return ++last_id;
}

time_t offers_last_update(void)
{
	return last_update;
}

static char *_owner(uint32_t uid, const char *name)
{
	return text_printf("%u %s", uid, name);
}

/*
 * The set is the store's from now on: it has its names. r is owned.
 * RET NULL: no memory
 */
static offer_set_t *_enter(ledger_request_t *r)
{
	offer_set_t *set = calloc(1, sizeof(*set));

	if (!set) {
		ledger_request_destroy(r);
		return NULL;
	}
	set->request = r;
	set->owner = _owner(r->uid, r->name);
	for (uint32_t i = 0; i < r->offer_cnt; i++) {
		named_t *n;

		if (!r->offers[i].open || !(n = calloc(1, sizeof(*n))))
			continue;
		n->name = offers_name(set, &r->offers[i]);
		n->set = set;
		n->offer = &r->offers[i];
		xhash_add(by_name, n);
		if (n->offer->held)
			holds_found();
	}
	if (offers_are_update(set))
		update_cnt++;
	xhash_add(by_owner, set);
	TAILQ_INSERT_TAIL(&all, set, among_all);
	last_update = time(NULL);
	return set;
}

static void _load(void *arg, ledger_request_t *r)
{
	char *owner = r->name ? _owner(r->uid, r->name) : NULL;

	(void) arg;
	/* Nothing that we wrote, but files are edited. */
	if (!r->name || !r->offer_cnt || xhash_get_str(by_owner, owner))
		ledger_request_destroy(r);
	else
		(void) _enter(r);
	free_null(owner);
}

/*
 * Also those whose time was over while nobody looked: they may be held, and are
 * closed by the next offers_expire().
 */
bool offers_load(ledger_t *l, char *error, size_t error_size)
{
	return ledger_each_open(l, 0, _load, NULL, &last_id, error,
				error_size);
}

static bool _is_taken(const char *base, uint32_t number)
{
	char *name = text_printf("%s.%u", base, number);
	bool taken = xhash_get_str(by_name, name) || view_find(name);

	free_null(name);
	return taken;
}

/* Numbers one after the other, from the first that nobody has. */
static void _number(ledger_request_t *r)
{
	uint32_t first = 1;

	for (uint32_t i = 0; i < r->offer_cnt; i++)
		if (_is_taken(r->name, first + i)) {
			first += i + 1;
			i = (uint32_t) -1;
		}
	for (uint32_t i = 0; i < r->offer_cnt; i++)
		r->offers[i].number = first + i;
}

static bool _pack(ledger_request_t *r, const request_t *request)
{
	r->protocol = controller->request_pack(request, &r->packed,
					       &r->packed_size);
	return r->protocol != 0;
}

int offers_request(const offer_set_t *set, request_t *ret)
{
	const ledger_request_t *r = set->request;

	return controller->request_unpack(r->packed, r->packed_size,
					  r->protocol, ret);
}

static bool _fill(ledger_request_t *r, const osp_offers_t *offers)
{
	if (!(r->offers = calloc(offers->cnt, sizeof(*r->offers))))
		return false;
	r->offer_cnt = offers->cnt;
	for (size_t i = 0; i < offers->cnt; i++) {
		const osp_offer_t *from = &offers->list[i];
		ledger_offer_t *to = &r->offers[i];

		snprintf(to->kind, sizeof(to->kind), "%s",
			 osp_kind_name(from->kind));
		to->t_s = from->t_s;
		to->t_e = from->t_e;
		to->num_cn = from->num_cn;
		to->cost = from->cost;
		to->open = true;
	}
	return true;
}

/* One who is no operator pushes out his own, and nobody else's. */
static offer_set_t *_oldest_of(uint32_t uid)
{
	offer_set_t *set, *oldest = NULL;
	uint32_t cnt = 0;

	if (!users_limited(uid))
		return NULL;
	TAILQ_FOREACH(set, &all, among_all) {
		if (set->request->uid != uid)
			continue;
		if (!oldest)
			oldest = set;
		cnt++;
	}
	return (cnt < OFFERS_USER_MAX) ? NULL : oldest;
}

/* Not its own to be written with it: it closes itself in the ledger. */
static void _make_room(uint32_t uid)
{
	offer_set_t *oldest = _oldest_of(uid);
	ledger_op_t *op;

	if (!oldest && (xhash_count(by_owner) >= OFFERS_REQUESTS_MAX))
		oldest = TAILQ_FIRST(&all);
	if (!oldest)
		return;
	if (site.ledger &&
	    (op = ledger_close_offers(site.ledger, oldest->request->id, 0,
				      "too many were open")))
		ledger_commit_later(site.ledger, op);
	offers_close(oldest);
}

offer_set_t *offers_open(ledger_request_t *r, const request_t *request,
			 const osp_offers_t *offers, time_t now)
{
	ledger_request_t *copy = NULL;
	offer_set_t *before;
	char *owner;

	if (!r->name) {
		char *name = text_printf("q%"PRId64, r->id);
		r->name = strdup(name);
		free_null(name);
	}
	r->expires = now + site.options.offer_ttl;
	if (!r->name || !_fill(r, offers) || !_pack(r, request))
		return NULL;
	if (!(copy = ledger_request_copy(r)))
		return NULL;
	owner = _owner(r->uid, r->name);
	if ((before = xhash_get_str(by_owner, owner))) {
		r->closes = before->request->id;
		offers_close(before);
	}
	free_null(owner);
	_make_room(r->uid);
	_number(r);
	for (uint32_t i = 0; i < r->offer_cnt; i++)
		copy->offers[i].number = r->offers[i].number;
	return _enter(copy);
}

offer_set_t *offers_find(const char *name, time_t now,
			 ledger_offer_t **ret_offer)
{
	named_t *n = (name && name[0]) ? xhash_get_str(by_name, name) : NULL;

	if (!n || (n->set->request->expires <= now))
		return NULL;
	*ret_offer = n->offer;
	return n->set;
}

bool offers_may(const offer_set_t *set, uint32_t uid)
{
	return (set->request->uid == uid) || !users_limited(uid);
}

bool offers_are_update(const offer_set_t *set)
{
	return text_same(set->request->verb, "update");
}

ledger_op_t *offers_withdraw(offer_set_t *set, ledger_offer_t *offer)
{
	ledger_request_t *r = set->request;
	bool any = false;
	ledger_op_t *op = !site.ledger ? NULL :
		ledger_close_offers(site.ledger, r->id, offer->number,
				    "withdrawn");

	if (!op)
		return NULL;
	holds_release(set, offer);
	_unname(set, offer);
	offer->open = false;
	last_update = time(NULL);
	for (uint32_t i = 0; i < r->offer_cnt; i++)
		any |= r->offers[i].open;
	if (!any)
		offers_close(set);
	return op;
}

static void _drop(offer_set_t *set, const char *why)
{
	ledger_op_t *op;

	if (site.ledger &&
	    (op = ledger_close_offers(site.ledger, set->request->id, 0, why)))
		ledger_commit_later(site.ledger, op);
	offers_close(set);
}

void offers_forget(const char *name)
{
	offer_set_t *set, *next;

	for (set = TAILQ_FIRST(&all); set && update_cnt; set = next) {
		next = TAILQ_NEXT(set, among_all);
		if (offers_are_update(set) &&
		    text_same(set->request->name, name))
			_drop(set, "deleted");
	}
}

void offers_expire(time_t now)
{
	offer_set_t *set, *next;

	for (set = TAILQ_FIRST(&all); set; set = next) {
		next = TAILQ_NEXT(set, among_all);
		if (set->request->expires <= now)
			_drop(set, "expired");
	}
}

void offers_each_set(void (*fn)(offer_set_t *set, void *arg), void *arg)
{
	offer_set_t *set;

	TAILQ_FOREACH(set, &all, among_all)
		fn(set, arg);
}

void offers_each(uint32_t uid, time_t now,
		 void (*fn)(const offer_set_t *set,
			    const ledger_offer_t *offer, void *arg),
		 void *arg)
{
	bool operator = !users_limited(uid);
	offer_set_t *set;

	TAILQ_FOREACH(set, &all, among_all) {
		const ledger_request_t *r = set->request;

		if ((r->expires <= now) || ((r->uid != uid) && !operator))
			continue;
		for (uint32_t i = 0; i < r->offer_cnt; i++)
			if (r->offers[i].open)
				fn(set, &r->offers[i], arg);
	}
}
