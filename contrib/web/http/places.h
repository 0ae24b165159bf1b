/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * places.h - the connections that one address may have, so that no few addresses
 * keep everybody else out.
 *
 * A connection has a place from its begin to its end. Of all places an address has
 * a share:
 *
 *	all  |--------------------------------------------------|
 *	each |------|				at most, of an address
 *	      |--|				of these, for long polls
 *
 * At most half of all places and half of each share are used by requests that wait
 * for changes (long polls). Of the rate of requests an address has the same share:
 * a bucket of permits (limit.h). Each request takes one; that of the first request
 * of a connection is taken when the connection begins. PLACES_WORKS requests of an
 * address are worked on at once; its others wait for their turn. PLACES_BYTES of
 * answers to an address may be unread, or one answer.
 *
 * A place has a time by which its client must have done its part: sent a whole
 * request, or read a whole answer. Bytes that arrive do not extend it.
 *
 * An address of IPv6 is its first 64 bits, which one host can vary as it likes;
 * one of IPv4 in IPv6 is that of IPv4. Times are milliseconds of a clock that only
 * grows. All functions may be called by several threads at once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define PLACES_BURST 3		/* seconds' worth of permits at once */
#define PLACES_WORKS 2
#define PLACES_BYTES 33554432

typedef struct places places_t;
typedef struct place place_t;

typedef enum {
	PLACES_OK,
	PLACES_FULL,		/* all places are taken */
	PLACES_SHARE,		/* the share of the address is taken */
	PLACES_RATE,		/* the address has no permit */
} places_rc_t;

/*
 * IN all - places, > 0
 * IN each - of one address at most; 0: addresses have no shares
 * IN rate - requests a second of all addresses, > 0
 * RET for places_free(); NULL: memory is short
 */
extern places_t *places_make(size_t all, size_t each, double rate);

/* NULL is fine. */
extern void places_free(places_t *p);

/*
 * Give a place to a new connection. Its client has no time limit until
 * place_next().
 * IN from - of AF_INET or AF_INET6
 * IN fd - its socket. A place of the same socket ends: it was closed
 */
extern places_rc_t places_enter(places_t *p, const struct sockaddr *from,
				int fd, int64_t now);

/* The place of a socket, for place_leave(). RET NULL: it has none */
extern place_t *places_find(places_t *p, int fd);

/* Call end, which must not call back, with each socket whose time has passed. */
extern void places_end_late(places_t *p, int64_t now, void (*end)(int fd));

/* Take a permit for a request. RET false: there is none */
extern bool place_ask(place_t *place, int64_t now);

/*
 * Wait for the turn of a request to be worked on. Its client has no time limit
 * until place_rest().
 */
extern void place_work(place_t *place);
extern void place_rest(place_t *place, int64_t until);

/*
 * Wait for changes, which is no work: between place_work() and place_rest().
 * IN place - NULL: of nobody who is counted
 * RET false: too many wait; else call place_wake()
 */
extern bool place_wait(place_t *place);
extern void place_wake(place_t *place);

/*
 * Count an answer as unread, until place_next() or place_leave().
 * RET false: too much of the address is unread
 */
extern bool place_hold(place_t *place, size_t bytes);

/* Expect a whole request until then: the last answer, if any, was read. */
extern void place_next(place_t *place, int64_t until);

/* End a place. Call it before the socket is closed. */
extern void place_leave(place_t *place);
