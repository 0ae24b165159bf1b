/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "garq/idmap.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/tell_site.h"
#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/record/content.h"
#include "plugin/memory/memory.h"

struct offers_state {
	TAILQ_HEAD(, offer_set) all;
	struct garq_idmap by_hash;	/* first set by hash of its name */
	uint32_t update_cnt;	/* sets of offers to change a reservation */
};

void offers_hold(office_t *office, ledger_offer_t *offer)
{
	changes_note(office);
	offer->held = true;
	office->has.held_offers++;
}

void offers_release_hold(office_t *office, const offer_set_t *set,
			 ledger_offer_t *offer)
{
	if (!offer->held)
		return;
	changes_note(office);
	offer->held = false;
	office->has.held_offers--;
	offers_add_ended(office, offers_name(set, offer));
}

char *offers_name(const offer_set_t *set, const ledger_offer_t *o)
{
	return text_printf("%s.%u", set->request->name, o->number);
}

/* The first set of this name in the chain that begins with set, or NULL */
static offer_set_t *_find_in_chain(offer_set_t *set, const char *name,
				   size_t len)
{
	while (set && (strncmp(set->request->name, name, len) ||
		       set->request->name[len]))
		set = set->same_hash;
	return set;
}

/*
 * The first open set of a name; _find_in_chain(set->same_hash, ...) is the
 * next.
 */
static offer_set_t *_first_named(office_t *office, const char *name, size_t len)
{
	return _find_in_chain(garq_idmap_get(&office->offers->by_hash,
					     content_digest(CONTENT_EMPTY,
							    name, len)),
			      name, len);
}

offer_set_t *offers_set_of(office_t *office, uint32_t uid, const char *name)
{
	size_t len = strlen(name);
	offer_set_t *set = _first_named(office, name, len);

	while (set && (set->request->uid != uid))
		set = _find_in_chain(set->same_hash, name, len);
	return set;
}

static void _index_set(office_t *office, offer_set_t *set)
{
	const char *name = set->request->name;
	uint64_t hash = text_hash(TEXT_HASH, name);

	(void) memory_done(garq_idmap_reserve(&office->offers->by_hash));
	set->same_hash = garq_idmap_del(&office->offers->by_hash, hash);
	garq_idmap_put(&office->offers->by_hash, hash, set);
}

static void _unindex(office_t *office, offer_set_t *set)
{
	const char *name = set->request->name;
	uint64_t hash = text_hash(TEXT_HASH, name);
	offer_set_t *first = garq_idmap_del(&office->offers->by_hash, hash);
	offer_set_t **at = &first;

	while (*at != set)
		at = &(*at)->same_hash;
	*at = set->same_hash;
	if (first)
		garq_idmap_put(&office->offers->by_hash, hash, first);
}

/* Free a set; the ledger and the held places of its offers stay as they are. */
static void _forget(office_t *office, offer_set_t *set)
{
	changes_note(office);
	if (offers_are_update(set))
		office->offers->update_cnt--;
	office->has.offer_sets--;
	_unindex(office, set);
	TAILQ_REMOVE(&office->offers->all, set, among_all);
	ledger_request_destroy(set->request);
	free(set);
}

void offers_close(office_t *office, offer_set_t *set)
{
	for (uint32_t i = 0; i < set->request->offer_cnt; i++)
		offers_release_hold(office, set, &set->request->offers[i]);
	_forget(office, set);
}

void offers_fini(office_t *office)
{
	offer_set_t *set;

	while ((set = TAILQ_FIRST(&office->offers->all)))
		_forget(office, set);
	while (office->has.ended_holds)
		free(offers_next_ended(office));
	garq_idmap_free(&office->offers->by_hash);
	office->request_id = 0;
	office->has.held_offers = 0;
}

/* Enter a new set, which becomes the owner of r. */
static offer_set_t *_enter_set(office_t *office, ledger_request_t *r)
{
	offer_set_t *set = memory_new(1, sizeof(*set));

	set->request = r;
	for (uint32_t i = 0; i < r->offer_cnt; i++)
		if (r->offers[i].open && r->offers[i].held)
			office->has.held_offers++;
	if (offers_are_update(set))
		office->offers->update_cnt++;
	changes_note(office);
	office->has.offer_sets++;
	_index_set(office, set);
	TAILQ_INSERT_TAIL(&office->offers->all, set, among_all);
	return set;
}

/*
 * Close a set that another one of its user and name replaces: an accept that
 * the ledger refused had closed it in memory alone.
 */
static void _replace(office_t *office, ledger_t *l, offer_set_t *before)
{
	ledger_commit_later(l, ledger_close_offers(l, before->request->id, 0,
						   "replaced"));
	offers_close(office, before);
}

typedef struct {
	office_t *office;
	ledger_t *ledger;
} load_t;

/* Requests come in order of id: the last is valid. */
static void _load_request(void *arg, ledger_request_t *r)
{
	const load_t *load = arg;
	office_t *office = load->office;
	bool valid = r->name && r->offer_cnt;
	offer_set_t *before = valid ? offers_set_of(office, r->uid, r->name) :
				      NULL;

	/* Tolerate a file that was edited: drop a request that is not valid. */
	if (!valid || (before && (before->request->id >= r->id))) {
		ledger_request_destroy(r);
		return;
	}
	if (before)
		_replace(office, load->ledger, before);
	(void) _enter_set(office, r);
}

/*
 * Read also the offers that expired while the controller was down: places may
 * be held for them. The next offers_expire() closes them.
 */
bool offers_load(office_t *office, ledger_t *l, char *error, size_t error_size)
{
	load_t load = { .office = office, .ledger = l };

	return ledger_each_open(l, 0, _load_request, &load,
				&office->request_id, error, error_size);
}

/* The open offer of a set that has this number, or NULL */
static ledger_offer_t *_numbered(const offer_set_t *set, uint32_t number)
{
	ledger_request_t *r = set->request;

	for (uint32_t i = 0; i < r->offer_cnt; i++)
		if (r->offers[i].open && (r->offers[i].number == number))
			return &r->offers[i];
	return NULL;
}

/*
 * Find the open offer of the name "base.number" and its set.
 * RET NULL: there is none; *ret_offer is NULL or untouched then
 */
static offer_set_t *_find_offer(office_t *office, const char *base, size_t len,
				uint32_t number, ledger_offer_t **ret_offer)
{
	offer_set_t *set = _first_named(office, base, len);

	while (set && !(*ret_offer = _numbered(set, number)))
		set = _find_in_chain(set->same_hash, base, len);
	return set;
}

static bool _is_taken(office_t *office, const char *base, uint32_t number)
{
	char *name = text_printf("%s.%u", base, number);
	ledger_offer_t *offer;
	bool taken = view_find(office, name) ||
		     _find_offer(office, base, strlen(base), number, &offer);

	free(name);
	return taken;
}

/*
 * Give the offers consecutive numbers: the lowest for which no name is taken,
 * starting again behind each one that is.
 */
static void _number(office_t *office, ledger_request_t *r)
{
	uint32_t first = 1;

	for (uint32_t i = 0; i < r->offer_cnt; i++)
		if (_is_taken(office, r->name, first + i)) {
			first += i + 1;
			i = (uint32_t) -1;
		}
	for (uint32_t i = 0; i < r->offer_cnt; i++)
		r->offers[i].number = first + i;
}

static void _fill_offers(ledger_request_t *r, const osp_offers_t *offers)
{
	r->offers = memory_new(offers->cnt, sizeof(*r->offers));
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
}

/*
 * The oldest set of a user without operator rights and with OFFERS_USER_MAX
 * sets; else NULL. Such a user must not push out the offers of others.
 */
static offer_set_t *_oldest_of(office_t *office, uint32_t uid)
{
	offer_set_t *set, *oldest = NULL;
	uint32_t cnt = 0;

	if (office->host->users->is_operator(office, uid))
		return NULL;
	TAILQ_FOREACH(set, &office->offers->all, among_all) {
		if (set->request->uid != uid)
			continue;
		if (!oldest)
			oldest = set;
		cnt++;
	}
	return (cnt < OFFERS_USER_MAX) ? NULL : oldest;
}

static void _drop_set(office_t *office, offer_set_t *set, const char *why)
{
	if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_close_offers(office->ledger,
							set->request->id, 0,
							why));
	offers_close(office, set);
}

/*
 * Close the oldest set if there are too many. Its end is queued for the ledger
 * as an operation of its own, apart from that of the new set.
 * RET a line for uid, if the set was of this user; free()
 */
static char *_make_room(office_t *office, uint32_t uid)
{
	offer_set_t *oldest = _oldest_of(office, uid);
	char *line = NULL;

	if (oldest)
		line = text_printf(
			"the offers %s.* are closed: at most %d of your requests have open offers",
			oldest->request->name, OFFERS_USER_MAX);
	else if (office->has.offer_sets < OFFERS_REQUESTS_MAX)
		return NULL;
	else
		oldest = TAILQ_FIRST(&office->offers->all);
	if (!line)
		say_info(office,
			 "sched/garq: the offers %s.* of uid=%u are closed: at most %d requests have open offers",
			 oldest->request->name, oldest->request->uid,
			 OFFERS_REQUESTS_MAX);
	_drop_set(office, oldest, "too many were open");
	return line;
}

offer_set_t *offers_open(office_t *office, ledger_request_t *r,
			 const osp_offers_t *offers, time_t now,
			 char **ret_closed)
{
	offer_set_t *before;

	if (!r->name)
		r->name = text_printf("q%"PRId64, r->id);
	r->expires = now + office->options.offer_ttl;
	_fill_offers(r, offers);
	if ((before = offers_set_of(office, r->uid, r->name))) {
		r->closes = before->request->id;
		offers_close(office, before);
	}
	*ret_closed = _make_room(office, r->uid);
	_number(office, r);
	return _enter_set(office, ledger_request_copy(r));
}

/* Read the number of an offer's name. RET false: text is no such number */
static bool _read_number(const char *text, uint32_t *ret)
{
	uint64_t number = 0;

	if ((*text == '0') || !*text)
		return false;
	for (; (*text >= '0') && (*text <= '9'); text++)
		if ((number = number * 10 + (uint64_t) (*text - '0')) >
		    UINT32_MAX)
			return false;
	*ret = (uint32_t) number;
	return !*text;
}

/* As offers_find(), also if the offer has expired and is not closed yet. */
static offer_set_t *_find_name(office_t *office, const char *name,
			       ledger_offer_t **ret_offer)
{
	const char *dot = name ? strrchr(name, '.') : NULL;
	uint32_t number;

	if (!dot || !_read_number(dot + 1, &number))
		return NULL;
	return _find_offer(office, name, (size_t) (dot - name), number,
			   ret_offer);
}

offer_set_t *offers_find(office_t *office, const char *name, time_t now,
			 ledger_offer_t **ret_offer)
{
	ledger_offer_t *offer = NULL;
	offer_set_t *set = _find_name(office, name, &offer);

	if (!set || (set->request->expires <= now))
		return NULL;
	*ret_offer = offer;
	return set;
}

bool offers_is_hold(office_t *office, const char *name)
{
	ledger_offer_t *offer = NULL;

	return (office->has.held_offers && _find_name(office, name, &offer) &&
		offer->held) ||
	       offers_has_ended(office, name);
}

bool offers_may_use(office_t *office, const offer_set_t *set, uint32_t uid)
{
	return (set->request->uid == uid) ||
	       office->host->users->is_operator(office, uid);
}

bool offers_may_see(office_t *office, const offer_set_t *set, uint32_t uid)
{
	return offers_may_use(office, set, uid) ||
	       !office->host->users->is_private(office, VIEW_RESV);
}

bool offers_are_update(const offer_set_t *set)
{
	return text_same(set->request->verb, "update");
}

ledger_op_t *offers_withdraw(office_t *office, offer_set_t *set,
			     ledger_offer_t *offer)
{
	ledger_request_t *r = set->request;
	bool any = false;
	ledger_op_t *op = !office->ledger ? NULL :
		ledger_close_offers(office->ledger, r->id,
				    offer ? offer->number : 0, "withdrawn");

	if (!op)
		return NULL;
	if (offer) {
		offers_release_hold(office, set, offer);
		offer->open = false;
		for (uint32_t i = 0; i < r->offer_cnt; i++)
			any |= r->offers[i].open;
	}
	if (!any)
		offers_close(office, set);
	return op;
}

void offers_forget(office_t *office, const char *name)
{
	offer_set_t *set, *next;

	for (set = TAILQ_FIRST(&office->offers->all);
	     set && office->offers->update_cnt; set = next) {
		next = TAILQ_NEXT(set, among_all);
		if (offers_are_update(set) &&
		    text_same(set->request->name, name))
			_drop_set(office, set, "deleted");
	}
}

void offers_expire(office_t *office, time_t now)
{
	offer_set_t *set, *next;

	for (set = TAILQ_FIRST(&office->offers->all); set; set = next) {
		next = TAILQ_NEXT(set, among_all);
		if (set->request->expires <= now)
			_drop_set(office, set, "expired");
	}
}

static bool _shall_remind(const offer_set_t *set, time_t before, time_t now)
{
	const ledger_request_t *r = set->request;
	time_t due = r->expires - before;

	return !set->told_end && (now >= due) && (now < r->expires) &&
	       (r->time <= due) && !text_same(r->verb, OFFERS_QUERY);
}

/* IN first - the open offer that is named */
static void _remind(office_t *office, const offer_set_t *set,
		    const ledger_offer_t *first, time_t now)
{
	char *name = offers_name(set, first), until[TEXT_TIME];
	char *why = text_printf("the offer %s is open until %s", name,
				text_time(set->request->expires, until));
	request_t request = { .name = NULL };
	bool known = !offers_request(office, set, &request);
	const notify_t n = {
		.event = LEDGER_EVENT_OFFERS_END, .reason = why,
		.reservation = set->request->name, .start = first->t_s,
		.end = first->t_e, .users = known ? request.users : NULL,
	};

	tell_site_request(office, set->request->uid, &n, now);
	request_free(&request);
	free(why);
	free(name);
}

void offers_remind(office_t *office, time_t now)
{
	time_t before = (time_t) office->options.mail_offer;
	const ledger_offer_t *first;
	offer_set_t *set;

	if (!before)
		return;
	TAILQ_FOREACH(set, &office->offers->all, among_all) {
		if (!_shall_remind(set, before, now))
			continue;
		set->told_end = true;
		first = set->request->offers;
		while (!first->open)	/* an open set has an open offer */
			first++;
		_remind(office, set, first, now);
	}
}

void offers_each_set(office_t *office, void (*fn)(offer_set_t *set, void *arg),
		     void *arg)
{
	offer_set_t *set;

	TAILQ_FOREACH(set, &office->offers->all, among_all)
		fn(set, arg);
}

void offers_each(office_t *office, uint32_t uid, time_t now,
		 void (*fn)(const offer_set_t *set,
			    const ledger_offer_t *offer, void *arg),
		 void *arg)
{
	bool operator= office->host->users->is_operator(office, uid);
	offer_set_t *set;

	TAILQ_FOREACH(set, &office->offers->all, among_all) {
		const ledger_request_t *r = set->request;

		if ((r->expires <= now) || ((r->uid != uid) && !operator))
			continue;
		for (uint32_t i = 0; i < r->offer_cnt; i++)
			if (r->offers[i].open)
				fn(set, &r->offers[i], arg);
	}
}

static void _begin_state(office_t *office)
{
	TAILQ_INIT(&office->offers->all);
}

const office_state_t offers_state =
	OFFICE_STATE(offers, _begin_state, offers_fini);
