/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * offers.h - the open offers: their names, owners and ends.
 *
 * A request that is refused, or a query, leaves a set of offers (osp/osp.h).
 * The offers of a request are named after its reservation: r.1, r.2, ...; those
 * of a query, or of a request without a name, after the id of the request in
 * the ledger: q17.1. A name is unique among the open offers and reservations of
 * all users: numbers whose names are taken are skipped. A further request of
 * the same user under the same name replaces the set of the earlier request.
 * An offer reserves nothing unless its place is held (holds.h): accepting an
 * offer means requesting exactly its terms.
 *
 * Offers are in the ledger before their requester is told of them, and are open
 * again after a restart.
 *
 * Times are seconds since the epoch. Locks: those of view.h.
 */
#pragma once

#include <sys/queue.h>

#include "osp/osp.h"
#include "plugin/booking/request/request.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger_offers.h"

/* Maximum number of open sets; the oldest one makes room for a new one. */
#define OFFERS_REQUESTS_MAX 4096

/* The same for the sets of one user, unless the user is an operator. */
#define OFFERS_USER_MAX 16

/*
 * Maximum size in bytes of a packed request with offers. It is kept in memory
 * and in the ledger while the offers are open.
 */
#define OFFERS_PACKED_MAX 16384

/*
 * Names that ask (query.h): a create request with such a name makes no
 * reservation, but a query, or lists the open offers.
 */

/* A request with its offers, whose names begin with request->name. */
typedef struct offer_set {
	ledger_request_t *request;
	struct offer_set *same_hash;	/* next set whose name has the hash */
	bool told_end;		/* offers_remind() has */
	TAILQ_ENTRY(offer_set) among_all;
} offer_set_t;

/* Free all sets, and forget the last id. The ledger and the held places stay as
 * they are. */
extern void offers_fini(office_t *office);

/*
 * Read the open offers from the ledger l.
 * OUT error - one line, on failure
 * RET false if they can't be read to their end: those read by then are open
 */
extern bool offers_load(office_t *office, ledger_t *l, char *error,
			size_t error_size);

/*
 * Pack a request into r, for offers_open() and offers_request().
 * OUT ret_why - why there can be no offers; free()
 * RET false: it is larger than OFFERS_PACKED_MAX, and r is unchanged
 */
extern bool offers_pack(office_t *office, ledger_request_t *r,
		       const request_t *request, char **ret_why);

/*
 * Open offers, and close the set that the requester had under this name. If the
 * requester, or all users together, have too many sets, the oldest is closed.
 * IN/OUT r - the caller has filled in id, verb, outcome, uid, name (NULL: made
 *	of the id), times and the packed request; gets the offers, their expiry
 *	(garq_offer_ttl), and the id of the set that they replace. A copy of r
 *	is kept
 * IN offers - one at least; copied
 * OUT ret_closed - a line for the requester whose own oldest set was closed;
 *	else NULL; free()
 * RET the set
 */
extern offer_set_t *offers_open(office_t *office, ledger_request_t *r,
				const osp_offers_t *offers, time_t now,
				char **ret_closed);

/*
 * Find the offer of this name that is open at now.
 * OUT ret_offer - the offer, of the set; untouched if there is none
 * RET its set, or NULL: there is none
 */
extern offer_set_t *offers_find(office_t *office, const char *name, time_t now,
				ledger_offer_t **ret_offer);

/* The set of the user under this name that was not closed yet; NULL: there is
 * none. */
extern offer_set_t *offers_set_of(office_t *office, uint32_t uid,
				  const char *name);

/* Note that a place is held for this open offer, which has none so far. */
extern void offers_hold(office_t *office, ledger_offer_t *offer);

/* If the offer has a hold, list that as ended; the offer stays open. */
extern void offers_release_hold(office_t *office, const offer_set_t *set,
				ledger_offer_t *offer);

/*
 * Note that the hold of an offer has ended.
 * IN name - of the offer, owned from then on
 */
extern void offers_add_ended(office_t *office, char *name);

/*
 * The list of ended holds, office_t.has.ended_holds of them. It has the names
 * of the held offers that were closed or released; holds.h takes them from
 * there and ends the holds.
 */

/* Take the first name out of the list. RET free(); NULL: there is none */
extern char *offers_next_ended(office_t *office);

/* Return true if this name is in the list. */
extern bool offers_has_ended(office_t *office, const char *name);

/*
 * Return true if a reservation of this name holds the place of an offer. Also
 * if the offer has ended, and the hold is not deleted yet.
 */
extern bool offers_is_hold(office_t *office, const char *name);

/* RET the name of an offer, "r.1"; free() */
extern char *offers_name(const offer_set_t *set, const ledger_offer_t *offer);

/* Call fn for each set, oldest first. fn must not open or close a set. */
extern void offers_each_set(office_t *office,
			    void (*fn)(offer_set_t *set, void *arg), void *arg);

/* Return true if this user may see, accept and withdraw the set's offers. */
extern bool offers_may_use(office_t *office, const offer_set_t *set,
			   uint32_t uid);

/*
 * Return true if the user may be told that the offers of a set exist: where
 * PrivateData hides reservations, only if the user may accept them.
 */
extern bool offers_may_see(office_t *office, const offer_set_t *set,
			   uint32_t uid);

/* Return true if these offers would change an existing reservation. */
extern bool offers_are_update(const offer_set_t *set);

/*
 * The request of a set, as the user made it.
 * OUT ret - request_free(); all zero after an error
 * RET 0; not 0: it is of a version that can't be read any more
 */
extern int offers_request(office_t *office, const offer_set_t *set,
			  request_t *ret);

/* The same of a request with the packed form of offers_pack(). */
extern int offers_unpack(office_t *office, const ledger_request_t *r,
			 request_t *ret);

/*
 * Close a set: release its held places and free it. The ledger is not told; the
 * operation for it is the caller's (ledger_offers.h).
 */
extern void offers_close(office_t *office, offer_set_t *set);

/*
 * Withdraw an offer, and close its set if no other of its offers is open.
 * IN offer - NULL: all of the set
 * RET for ledger_commit(); NULL: there is no ledger, and nothing has changed
 */
extern ledger_op_t *offers_withdraw(office_t *office, offer_set_t *set,
				    ledger_offer_t *offer);

/* A reservation is gone: close the offers to change it, also in the ledger. */
extern void offers_forget(office_t *office, const char *name);

/* Close the sets that have expired at now, also in the ledger. */
extern void offers_expire(office_t *office, time_t now);

/*
 * Tell the site and the users of each set that expires within garq_mail_offer.
 * Sets of queries are left out, and sets opened within that time. Each set is
 * told once. After a start of slurmctld the site is told again, but no user
 * (ledger_mail.h).
 */
extern void offers_remind(office_t *office, time_t now);

/* Call fn for each offer that is open at now and that uid may see. */
extern void offers_each(office_t *office, uint32_t uid, time_t now,
			void (*fn)(const offer_set_t *set,
				   const ledger_offer_t *offer, void *arg),
			void *arg);

/*
 * The table of offers that their requester reads.
 * IN unit - of costs, or ""; NULL: no costs
 * RET free()
 */
extern char *offers_table(const offer_set_t *set, const char *unit);

/* The offers as lines for a program (answer.h), one for each. RET free() */
extern char *offers_lines(const offer_set_t *set, const char *unit);

/*
 * The same lines for all open offers that uid may see, set by set, with the
 * request and the requester of each.
 * RET free(); "" if there are none
 */
extern char *offers_open_lines(office_t *office, uint32_t uid, time_t now,
			       const char *unit);

/*
 * The tables of all open offers that uid may see, for people: a table for each
 * set, under a line with the request and how long its offers are open.
 * IN with_owner - print the requester, too
 * RET as offers_open_lines()
 */
extern char *offers_open_tables(office_t *office, uint32_t uid, time_t now,
				const char *unit, bool with_owner);

/* A kind of offer in words; an unknown kind as it is. RET not to be freed */
extern const char *offers_kind_text(const char *kind);
