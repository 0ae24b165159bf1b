/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * offers.h - the offers that are open: their names, whose they are, how long.
 *
 * A request that is refused, or a query, leaves a list of offers (osp/osp.h),
 * named after the reservation: r.1, r.2, ...; those of a query, or of a request
 * without a name, after its number in the ledger: q17.1. A name stands for one
 * offer or reservation, whoever asked: where some of that name are open for
 * another user, or there are reservations of that name, the numbers go on from
 * there. Asking again replaces one's offers of before. They hold nothing: who
 * accepts one asks again for just that.
 *
 * They are in the ledger as soon as their requester is told of them, and are
 * there again after a restart.
 *
 * Locks: those of view.h.
 */
#ifndef PLUGIN_OFFERS_H
#define PLUGIN_OFFERS_H

#include <sys/queue.h>

#include "osp/osp.h"
#include "plugin/booking/request.h"
#include "plugin/ledger/ledger_offers.h"

/* The oldest are withdrawn when there are more open requests than that. */
#define OFFERS_REQUESTS_MAX 10000

/* The same of one user who is no operator: his own are withdrawn. */
#define OFFERS_USER_MAX 100

/* The name of what is a query. */
#define OFFERS_QUERY "query"

/* A request with its offers; the names begin with request->name. */
typedef struct offer_set {
	ledger_request_t *request;
	struct offer_set *same_hash;	/* the next whose name has the hash */
	TAILQ_ENTRY(offer_set) among_all;
} offer_set_t;

/* Begin with none. */
extern void offers_init(void);

/* Forget all. What is held stays so, in the ledger. */
extern void offers_fini(void);

/*
 * Read what the ledger has open, once it is open itself.
 * RET false with error set if it can't be read: there are none then
 */
extern bool offers_load(ledger_t *l, char *error, size_t error_size);

/* The number of the next request. */
extern int64_t offers_next_id(void);

/*
 * Make offers open, replacing those that the requester had under this name.
 * IN/OUT r - id, verb, outcome, uid, name (NULL: after its number), times are
 *	filled in; gets the offers, when they expire, and what it replaces. A
 *	copy of it is kept
 * IN request - is packed
 * RET the set, or NULL if memory is short: then nothing has changed
 */
extern offer_set_t *offers_open(ledger_request_t *r,
				const request_t *request,
				const osp_offers_t *offers, time_t now);

/* The set of an open offer, and itself; NULL: there is none of this name. */
extern offer_set_t *offers_find(const char *name, time_t now,
				ledger_offer_t **ret_offer);

/* A place is held for this open offer from now on. */
extern void offers_hold(ledger_offer_t *offer);

/* If a place is held for the offer, let it go; the offer stays open. */
extern void offers_release_hold(const offer_set_t *set, ledger_offer_t *offer);

/* For how many open offers are places held? */
extern uint32_t offers_count_held(void);

/*
 * A held offer that is open no more, or was let go, leaves its name in a list:
 * whoever holds places takes it from there (holds.h), and ends the hold.
 */
extern bool offers_any_ended(void);

/* Take the first name out of the list. RET free(); NULL: there is none */
extern char *offers_next_ended(void);

/* Its name. RET free() */
extern char *offers_name(const offer_set_t *set, const ledger_offer_t *offer);

/* Call fn for each set; it must not close one. */
extern void offers_each_set(void (*fn)(offer_set_t *set, void *arg), void *arg);

/* May this user see, accept and withdraw them? */
extern bool offers_may_use(const offer_set_t *set, uint32_t uid);

/* Does the set change a reservation that exists? */
extern bool offers_are_update(const offer_set_t *set);

/*
 * The request as it was.
 * OUT ret - request_free(); says nothing after an error
 * RET 0, or not: it can't be read any more
 */
extern int offers_request(const offer_set_t *set, request_t *ret);

/*
 * All of a set are open no more; the set is freed, and what was held for it is
 * let go. For the ledger: see there.
 */
extern void offers_close(offer_set_t *set);

/* One of them; its set may be freed by it. RET for ledger_commit(), or NULL */
extern ledger_op_t *offers_withdraw(offer_set_t *set, ledger_offer_t *offer);

/* A reservation is gone: so are offers to change it, which name it. */
extern void offers_forget(const char *name);

/* Close those whose time is over, and note it in the ledger when it can be. */
extern void offers_expire(time_t now);

/* When an offer was opened or closed last. */
extern time_t offers_last_update(void);

/* Call fn for each open offer that uid may see. */
extern void offers_each(uint32_t uid, time_t now,
			void (*fn)(const offer_set_t *set,
				   const ledger_offer_t *offer, void *arg),
			void *arg);

/*
 * The lines that show them to their requester.
 * IN with_cost - the site has prices. RET free()
 */
extern char *offers_table(const offer_set_t *set, bool with_cost);

/*
 * The same for a program, a line each: answer.h. RET free(); NULL if memory is
 * short
 */
extern char *offers_lines(const offer_set_t *set, bool with_cost);

/*
 * Lines for a program of all open offers that uid may see, by request and, in
 * each, as offers_lines() has them. RET free(), "" if there are none; NULL if
 * memory is short
 */
extern char *offers_open_lines(uint32_t uid, time_t now, bool with_cost);

/* What a kind of offer is, in words. */
extern const char *offers_kind_text(const char *kind);

#endif
