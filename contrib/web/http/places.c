/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/web/http/limit.h"
#include "contrib/web/http/places.h"

#define REMEMBERED 1024		/* addresses without places */

/* An address with places, or one that has asked for something. */
typedef struct {
	uint64_t key[2];
	size_t taken;		/* places */
	size_t waits;		/* long polls */
	size_t works;
	size_t bytes;		/* of unread answers */
	pthread_cond_t turn;	/* of a request, as works has fallen */
	limit_t permits;	/* rate 0: nothing is known */
} holder_t;

struct place {
	places_t *of;
	holder_t *holder;	/* NULL: addresses have no shares */
	int fd;			/* -1: it is free */
	size_t bytes;		/* of its unread answer */
	bool fresh;		/* the permit of its next request was taken */
	int64_t until;
};

struct places {
	pthread_mutex_t lock;	/* of all below */
	size_t all, each;
	double rate;
	size_t waits;
	size_t holder_cnt;
	holder_t *holders;	/* owned; NULL: addresses have no shares */
	place_t place[];	/* all */
};

places_t *places_make(size_t all, size_t each, double rate)
{
	places_t *p = calloc(1, sizeof(*p) + all * sizeof(p->place[0]));

	if (!p)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	p->all = all;
	p->each = each;
	p->rate = rate * (double) each / (double) all;
	for (size_t i = 0; i < all; i++)
		p->place[i] = (place_t) { .of = p, .fd = -1 };
	p->holder_cnt = all + REMEMBERED;
	if (!each || (p->holders = calloc(p->holder_cnt, sizeof(holder_t))))
		return p;
	places_free(p);
	return NULL;
}

void places_free(places_t *p)
{
	if (!p)
		return;
	pthread_mutex_destroy(&p->lock);
	free(p->holders);
	free(p);
}

/* --- addresses ------------------------------------------------------------------- */

static void _key(const struct sockaddr *from, uint64_t ret[2])
{
	struct sockaddr_in6 six;
	struct sockaddr_in four;
	uint32_t word = 0;

	ret[0] = ret[1] = 0;
	if (from->sa_family == AF_INET6) {
		memcpy(&six, from, sizeof(six));
		if (!IN6_IS_ADDR_V4MAPPED(&six.sin6_addr)) {
			memcpy(&ret[0], &six.sin6_addr, sizeof(ret[0]));
			return;
		}
		memcpy(&word, six.sin6_addr.s6_addr + 12, sizeof(word));
	} else if (from->sa_family == AF_INET) {
		memcpy(&four, from, sizeof(four));
		word = four.sin_addr.s_addr;
	}
	ret[1] = UINT64_C(1) << 32 | word;
}

/*
 * Find the entry of an address, or take that of another one without places: the
 * one whose last request is oldest. There are more entries than places. Locked.
 */
static holder_t *_holder(places_t *p, const struct sockaddr *from, int64_t now)
{
	holder_t *oldest = NULL;
	double burst = p->rate * PLACES_BURST;
	uint64_t key[2];

	_key(from, key);
	for (size_t i = 0; i < p->holder_cnt; i++) {
		holder_t *h = &p->holders[i];

		if ((h->permits.rate > 0) && (h->key[0] == key[0]) &&
		    (h->key[1] == key[1]))
			return h;
		if (!h->taken &&
		    (!oldest || (h->permits.last < oldest->permits.last)))
			oldest = h;
	}
	*oldest = (holder_t) {
		.key = { key[0], key[1] },
		.turn = PTHREAD_COND_INITIALIZER,
		.permits = limit_make(p->rate, (burst < 1) ? 1 : burst, now),
	};
	return oldest;
}

/* --- places ---------------------------------------------------------------------- */

/* RET NULL: there is none. Locked. */
static place_t *_find(places_t *p, int fd)
{
	for (size_t i = 0; i < p->all; i++)
		if (p->place[i].fd == fd)
			return &p->place[i];
	return NULL;
}

/* Locked. */
static void _forget_answer(place_t *place)
{
	if (place->holder)
		place->holder->bytes -= place->bytes;
	place->bytes = 0;
}

/* Locked. */
static void _leave(place_t *place)
{
	_forget_answer(place);
	if (place->holder)
		place->holder->taken--;
	place->fd = -1;
}

places_rc_t places_enter(places_t *p, const struct sockaddr *from, int fd,
			 int64_t now)
{
	holder_t *h = NULL;
	places_rc_t rc = PLACES_OK;
	place_t *place;

	pthread_mutex_lock(&p->lock);
	if ((place = _find(p, fd)))
		_leave(place);
	if (p->holders)
		h = _holder(p, from, now);
	if (h && (h->taken >= p->each))
		rc = PLACES_SHARE;
	else if (h && !limit_take(&h->permits, now))
		rc = PLACES_RATE;
	else if (!(place = _find(p, -1)))
		rc = PLACES_FULL;
	if (rc == PLACES_OK) {
		*place = (place_t) { .of = p, .holder = h, .fd = fd,
				     .fresh = true, .until = INT64_MAX };
		if (h)
			h->taken++;
	}
	pthread_mutex_unlock(&p->lock);
	return rc;
}

place_t *places_find(places_t *p, int fd)
{
	place_t *place;

	pthread_mutex_lock(&p->lock);
	place = _find(p, fd);
	pthread_mutex_unlock(&p->lock);
	return place;
}

void places_end_late(places_t *p, int64_t now, void (*end)(int fd))
{
	pthread_mutex_lock(&p->lock);
	for (size_t i = 0; i < p->all; i++) {
		if ((p->place[i].fd < 0) || (p->place[i].until > now))
			continue;
		p->place[i].until = INT64_MAX;
		end(p->place[i].fd);
	}
	pthread_mutex_unlock(&p->lock);
}

bool place_ask(place_t *place, int64_t now)
{
	bool ok;

	pthread_mutex_lock(&place->of->lock);
	ok = !place->holder || place->fresh ||
	     limit_take(&place->holder->permits, now);
	place->fresh = false;
	pthread_mutex_unlock(&place->of->lock);
	return ok;
}

/* Locked. */
static void _work(place_t *place)
{
	holder_t *h = place->holder;

	while (h && (h->works >= PLACES_WORKS))
		pthread_cond_wait(&h->turn, &place->of->lock);
	if (h)
		h->works++;
}

/* Locked. */
static void _rest(place_t *place)
{
	if (!place->holder)
		return;
	place->holder->works--;
	pthread_cond_signal(&place->holder->turn);
}

void place_work(place_t *place)
{
	pthread_mutex_lock(&place->of->lock);
	place->until = INT64_MAX;
	_work(place);
	pthread_mutex_unlock(&place->of->lock);
}

void place_rest(place_t *place, int64_t until)
{
	pthread_mutex_lock(&place->of->lock);
	place->until = until;
	_rest(place);
	pthread_mutex_unlock(&place->of->lock);
}

bool place_wait(place_t *place)
{
	bool ok;
	places_t *p;

	if (!place)
		return true;
	p = place->of;
	pthread_mutex_lock(&p->lock);
	ok = (p->waits < (p->all + 1) / 2) &&
	     (!place->holder || (place->holder->waits < (p->each + 1) / 2));
	if (ok) {
		p->waits++;
		if (place->holder)
			place->holder->waits++;
		_rest(place);
	}
	pthread_mutex_unlock(&p->lock);
	return ok;
}

void place_wake(place_t *place)
{
	if (!place)
		return;
	pthread_mutex_lock(&place->of->lock);
	place->of->waits--;
	if (place->holder)
		place->holder->waits--;
	_work(place);
	pthread_mutex_unlock(&place->of->lock);
}

bool place_hold(place_t *place, size_t bytes)
{
	holder_t *h = place->holder;
	bool ok;

	pthread_mutex_lock(&place->of->lock);
	ok = !h || !h->bytes || (h->bytes + bytes <= PLACES_BYTES);
	if (ok && h) {
		place->bytes += bytes;
		h->bytes += bytes;
	}
	pthread_mutex_unlock(&place->of->lock);
	return ok;
}

void place_next(place_t *place, int64_t until)
{
	pthread_mutex_lock(&place->of->lock);
	place->until = until;
	_forget_answer(place);
	pthread_mutex_unlock(&place->of->lock);
}

void place_leave(place_t *place)
{
	places_t *p = place->of;

	pthread_mutex_lock(&p->lock);
	_leave(place);
	pthread_mutex_unlock(&p->lock);
}
