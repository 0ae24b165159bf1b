/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * standing.h - the requests that stand by: they were refused for lack of room,
 * and wait for it in the controller.
 *
 *	standby_ask()	a refused create stands by: standing_add()
 *	standing_room()	room may have come in [from, until)
 *	standing_due()	the requests whose places meet that, in the fair order;
 *			plugin/booking/serve/standby.h tries to book them
 *	standing_end()	booked, withdrawn, or its time has passed
 *
 * All that are due form a pass. Room that comes meanwhile, and the time of a
 * standing_look_at(), make requests due again only when each one of the pass
 * was looked at, so none starves while others are tried again and again. The
 * fair order is that of garq_standby; requests older than garq_standby_age come
 * before all others, the oldest first.
 *
 * A request is in the ledger (ledger_offers.h) as long as it stands by. No
 * two requests have the same name. A lookup by name takes one step. Only
 * standing_due(), standing_expired() and the list walk through all requests;
 * creates that do not stand by call none of these.
 *
 * Times are seconds since the epoch. Locks: those of view.h.
 */
#pragma once

#include <sys/queue.h>

#include "plugin/booking/open/question.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger_offers.h"

/* The modes, as verb of the row. */
#define STANDING_BOOK "book"
#define STANDING_OFFER "offer"
#define STANDING_ASK "ask"

typedef struct standing {
	ledger_standing_t row;
	char *accounts;		/* of the request; owned; or NULL */
	question_t question;	/* of row.request->asked */
	bool no_room;		/* ... all have agreed, and the last look found
				 * no room beside them */
	bool unsettled;		/* the request has no answer yet: not due */
	char *why;		/* of the refusal at the last look; owned;
				 * NULL: it waits for room */
	bool due;
	time_t look_at;		/* a look is due then, with or without room;
				 * 0: never */
	struct standing *same_hash;
	TAILQ_ENTRY(standing) among_all;	/* by id */
} standing_t;

/* Forget all requests; the ledger stays as it is. */
extern void standing_fini(office_t *office);

/*
 * Read the requests from the ledger l. All are due: room may have come while no
 * controller ran.
 * OUT error - one line, on failure
 * RET false if they can't be read to their end
 */
extern bool standing_load(office_t *office, ledger_t *l, char *error,
			  size_t error_size);

/* RET the number of requests of a user; office_t.has.standing is that of all */
extern uint32_t standing_cnt_of(office_t *office, uint32_t uid);

/* RET the number of requests that name the account; walks through all */
extern uint32_t standing_cnt_of_account(office_t *office,
					const text_name_t *account);

/* The request of this name (NULL: none), or NULL. */
extern standing_t *standing_find(office_t *office, const char *name);

/*
 * Add a request whose name is free.
 * IN row - its request is owned by the office from then on; an id of 0 becomes
 * the
 *	next one
 * RET it, owned by the office
 */
extern standing_t *standing_add(office_t *office, const ledger_standing_t *row);

/* The request that was added after s, or (NULL) the first one; NULL: none. */
extern standing_t *standing_next(office_t *office, const standing_t *s);

/* The request for which this booking is asked to give way, or NULL; walks
 * through all. */
extern standing_t *standing_asking(office_t *office, const char *booking);

/* Change the question of a request. The ledger is not told. IN q - owned by s
 * from then on; without bookings: there is none any more */
extern void standing_set_question(standing_t *s, question_t *q);

/* IN why - as standing_t.why; copied */
extern void standing_set_why(standing_t *s, const char *why);

/* Remove a request. The ledger is not told (standing_note_end()). */
extern void standing_end(office_t *office, standing_t *s);

/*
 * The note by which the ledger ends a request.
 * IN outcome - one word: "withdrawn", "ended"
 * RET owned by the caller
 */
extern ledger_request_t *standing_note_end(office_t *office,
					   const standing_t *s,
					   const char *outcome, time_t now);

/* Return true if the user may withdraw the request: its own, or an operator. */
extern bool standing_may_use(office_t *office, const standing_t *s,
			     uint32_t uid);

/* Return true if the user may be told of the request (PrivateData). */
extern bool standing_may_see(office_t *office, const standing_t *s,
			     uint32_t uid);

/* RET the place of a request in the fair order, from 1 on */
extern uint32_t standing_place(office_t *office, const standing_t *s,
			       time_t now);

/* RET all requests in the fair order; free() */
extern standing_t **standing_ordered(office_t *office, time_t now);

/* Return true if the place of a request is offered, not booked. */
static inline bool standing_is_offered(const standing_t *s)
{
	return text_same(s->row.request->verb, STANDING_OFFER);
}

/* Return true if the owners of all bookings that were asked have agreed. */
static inline bool standing_is_agreed(const standing_t *s)
{
	return s->question.cnt && question_is_agreed(&s->question);
}

/*
 * The line of a request for a program (answer.h).
 * IN place - standing_place()
 * RET free()
 */
extern char *standing_line(office_t *office, const standing_t *s,
			   uint32_t place);

/* Return true if a request could use room in [from, until). */
extern bool standing_wants(office_t *office, time_t from, time_t until);

/*
 * Room may have come in [from, until). The next pass has the requests that
 * could use it, and those for which a booking could make room by a move into
 * it.
 */
extern void standing_room(office_t *office, time_t from, time_t until);

/*
 * Nodes have become free during [from, until): standing_room(). The rest of
 * that room is for bookings, when the pass has ended. No pass is under way, and
 * standing_left_take() has taken the rest of the last one.
 */
extern void standing_freed(office_t *office, time_t from, time_t until);

/* Take the rest of the room. RET false: there is none */
extern bool standing_left_take(office_t *office, time_t *ret_from,
			       time_t *ret_until);

/* A look at the request is due at a time, in the next pass; unless one is due
 * earlier. */
extern void standing_look_at(office_t *office, standing_t *s, time_t at);

/*
 * Take requests that are due out of the pass, the first ones by the fair order.
 * OUT ret - max at most; valid until one is removed
 * RET their number
 */
extern uint32_t standing_due(office_t *office, time_t now, standing_t **ret,
			     uint32_t max);

/* Return true if the time of a standing_look_at() has come. */
extern bool standing_is_awaited(office_t *office, time_t now);

/* Return true if a pass is under way: some of its requests are due. */
extern bool standing_is_passing(office_t *office);

/* Return true if standing_due() would find requests. */
extern bool standing_any_due(office_t *office, time_t now);

/* Return true if standing_any_due(), or room is left for others. */
extern bool standing_goes_on(office_t *office, time_t now);

/* A request whose latest start has passed, or NULL. */
extern standing_t *standing_expired(office_t *office, time_t now);
