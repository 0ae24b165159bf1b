/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/slurm/compat/fellows.h"
#include "plugin/slurm/compat/resolve.h"

typedef enum {
	SEARCH_QUEUED,
	SEARCH_BEGUN,		/* the thread alone writes the request */
	SEARCH_ENDED
} search_state_t;

typedef struct {
	uint32_t uid;
	request_t request;	/* the users, then also the answer; without
				 * users the place is free */
	search_state_t state;
	uint64_t number;	/* searches begin in this order */
	time_t since;		/* when it was queued, or ended */
	bool awaited;
	int rc;
	char *text;
} fellow_search_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static fellow_search_t searches[FELLOWS_USERS];
static uint64_t last_number;
static void (*wake_thread)(void);

static void _init_ended(void)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&ended, &attr);
	pthread_condattr_destroy(&attr);
}

static time_t _clock_now(struct timespec *t)
{
	clock_gettime(CLOCK_MONOTONIC, t);
	return t->tv_sec;
}

/* --- the table; Locks: lock --- */

static void _drop_search(fellow_search_t *s)
{
	request_free(&s->request);
	free(s->text);
	*s = (fellow_search_t) { .uid = 0 };
}

static fellow_search_t *_search_of(uint32_t uid)
{
	for (int i = 0; i < FELLOWS_USERS; i++)
		if (searches[i].request.users && (searches[i].uid == uid))
			return &searches[i];
	return NULL;
}

/* The search that was queued first, or NULL. */
static fellow_search_t *_first_queued(void)
{
	fellow_search_t *first = NULL;

	for (int i = 0; i < FELLOWS_USERS; i++) {
		fellow_search_t *s = &searches[i];

		if (s->request.users && (s->state == SEARCH_QUEUED) &&
		    (!first || (s->number < first->number)))
			first = s;
	}
	return first;
}

/* A place for a search: a free one, or of the answer that is kept longest. */
static fellow_search_t *_place_for_search(void)
{
	fellow_search_t *oldest = NULL;

	for (int i = 0; i < FELLOWS_USERS; i++) {
		fellow_search_t *s = &searches[i];

		if (!s->request.users)
			return s;
		if ((s->state == SEARCH_ENDED) && !s->awaited &&
		    (!oldest || (s->since < oldest->since)))
			oldest = s;
	}
	if (oldest)
		_drop_search(oldest);
	return oldest;
}

/* RET NULL: too many are under way */
static fellow_search_t *_queue_search(uint32_t uid, const char *users,
				      time_t now)
{
	fellow_search_t *s = _place_for_search();

	if (!s)
		return NULL;
	s->uid = uid;
	s->since = now;
	s->number = ++last_number;
	request_set(&s->request.users, users);
	if (wake_thread)
		wake_thread();
	return s;
}

/* The search for these users, queued if need be; NULL: it can't be, now. */
static fellow_search_t *_search_for(uint32_t uid, const char *users,
				    time_t now)
{
	fellow_search_t *s = _search_of(uid);
	bool same = s && text_same(s->request.users, users);

	if (s && (s->awaited || (!same && (s->state != SEARCH_ENDED))))
		return NULL;
	if (s && (s->state == SEARCH_ENDED) &&
	    (!same || (now - s->since > FELLOWS_KEPT))) {
		_drop_search(s);
		s = NULL;
	}
	return s ? s : _queue_search(uid, users, now);
}

/* --- asking --- */

/* True if a search takes longer than a request waits. */
static bool _is_slow(time_t now)
{
	for (int i = 0; i < FELLOWS_USERS; i++)
		if (searches[i].request.users &&
		    (searches[i].state != SEARCH_ENDED) &&
		    (now - searches[i].since >= NAMES_PATIENCE))
			return true;
	return false;
}

static void _await_search(fellow_search_t *s)
{
	struct timespec until;
	int rc = 0;

	if (_is_slow(_clock_now(&until)))
		return;
	until.tv_sec += NAMES_PATIENCE;
	s->awaited = true;
	while ((s->state != SEARCH_ENDED) && (rc != ETIMEDOUT))
		rc = pthread_cond_timedwait(&ended, &lock, &until);
	s->awaited = false;
}

static int _take_answer(fellow_search_t *s, request_t *request,
			char **ret_text)
{
	int rc = s->rc;

	if (rc) {
		*ret_text = s->text;
		s->text = NULL;
	} else {
		free(request->user_ids);
		request->user_ids = s->request.user_ids;
		request->user_id_cnt = s->request.user_id_cnt;
		request->fellows = s->request.fellows;
		s->request.user_ids = NULL;
	}
	_drop_search(s);
	return rc;
}

int fellows_find(uint32_t uid, request_t *request, char **ret_text)
{
	struct timespec t;
	fellow_search_t *s;
	int rc = 0;

	pthread_once(&once, _init_ended);
	pthread_mutex_lock(&lock);
	s = _search_for(uid, request->users, _clock_now(&t));
	if (s)
		_await_search(s);
	if (s && (s->state == SEARCH_ENDED))
		rc = _take_answer(s, request, ret_text);
	pthread_mutex_unlock(&lock);
	return rc;
}

/* --- the thread --- */

bool fellows_serve(void)
{
	fellow_search_t *s;
	struct timespec t;
	bool more;

	pthread_once(&once, _init_ended);
	pthread_mutex_lock(&lock);
	s = _first_queued();
	if (s)
		s->state = SEARCH_BEGUN;
	pthread_mutex_unlock(&lock);
	if (!s)
		return false;
	s->rc = resolve_fellows(s->uid, &s->request, &s->text);
	pthread_mutex_lock(&lock);
	s->state = SEARCH_ENDED;
	s->since = _clock_now(&t);
	pthread_cond_broadcast(&ended);
	more = _first_queued();
	pthread_mutex_unlock(&lock);
	return more;
}

void fellows_wake_by(void (*wake)(void))
{
	pthread_mutex_lock(&lock);
	wake_thread = wake;
	pthread_mutex_unlock(&lock);
}
