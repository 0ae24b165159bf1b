/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/sresv/co/lrs/kid.h"
#include "contrib/sresv/co/lrs/lrs.h"
#include "contrib/sresv/co/lrs/wire.h"

#define WHY_MAX 512		/* bytes of why a child was lost */
#define END_MS 1000		/* until a child that does not end is killed */
#define END_STEP_MS 2

/* A request without an answer. */
typedef struct ask ask_t;
struct ask {
	ask_t *next;
	uint64_t tag;
	uint64_t begin;		/* where its line begins in what was queued */
	int64_t timeout_ms, deadline, asked, asked_at;
	lrs_done_t done;
	void *arg;
};

typedef struct {
	lrs_cluster_t cluster;	/* with copies of the texts */
	kid_t kid;
	ask_t *asks;		/* in the order in which they were asked */
} site_t;

struct lrs {
	size_t cnt;
	site_t *sites;
	char *program;
	struct pollfd *watched;	/* two for each */
	uint64_t tag;		/* the last one */
	size_t open;		/* asks of all sites */
	pid_t *dying;		/* killed, but not gone yet */
	size_t dying_cnt;
	bool closing;
};

int64_t lrs_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_BOOTTIME, &t);
	return (int64_t) t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* poll() takes less than 0 as for ever. */
void lrs_sleep_until(int64_t until)
{
	int64_t left = until - lrs_clock();

	if (left > 0)
		(void) poll(NULL, 0, (left > INT_MAX) ? INT_MAX : (int) left);
}

/* --- open ------------------------------------------------------------------- */

static bool _copy(const char *from, const char **to)
{
	*to = from ? strdup(from) : NULL;
	return !from || *to;
}

static bool _copy_cluster(const lrs_cluster_t *from, lrs_cluster_t *to)
{
	return _copy(from->name, &to->name) && _copy(from->conf, &to->conf) &&
	       _copy(from->ssh, &to->ssh) &&
	       _copy(from->command, &to->command);
}

static void _free_cluster(lrs_cluster_t *c)
{
	free((char *) c->name);
	free((char *) c->conf);
	free((char *) c->ssh);
	free((char *) c->command);
}

static void _free(lrs_t *lrs)
{
	for (size_t i = 0; lrs->sites && (i < lrs->cnt); i++) {
		_free_cluster(&lrs->sites[i].cluster);
		kid_free(&lrs->sites[i].kid);
	}
	free(lrs->sites);
	free(lrs->program);
	free(lrs->watched);
	free(lrs->dying);
	free(lrs);
}

lrs_t *lrs_open(const lrs_cluster_t *clusters, size_t cnt, const char *program)
{
	lrs_t *lrs;
	bool ok;

	if (cnt > LRS_CLUSTERS_MAX) {
		errno = E2BIG;
		return NULL;
	}
	lrs = calloc(1, sizeof(*lrs));
	if (!lrs)
		return NULL;
	lrs->cnt = cnt;
	lrs->program = strdup(program ? program : "/proc/self/exe");
	lrs->sites = calloc(cnt ? cnt : 1, sizeof(*lrs->sites));
	lrs->watched = calloc(cnt ? cnt : 1, 2 * sizeof(*lrs->watched));
	ok = lrs->program && lrs->sites && lrs->watched;
	for (size_t i = 0; ok && (i < cnt); i++) {
		lrs->sites[i].kid = (kid_t) KID_NONE;
		ok = _copy_cluster(&clusters[i], &lrs->sites[i].cluster);
	}
	if (!ok) {
		_free(lrs);
		errno = ENOMEM;
		return NULL;
	}
	return lrs;
}

/* --- asking ----------------------------------------------------------------- */

static bool _is_nameless(const lrs_ask_t *ask)
{
	return !ask->name && (ask->op != LRS_PING) && (ask->op != LRS_PROBE);
}

static void _append(ask_t **list, ask_t *one)
{
	while (*list)
		list = &(*list)->next;
	*list = one;
}

static int _send(lrs_t *lrs, site_t *site, const lrs_ask_t *ask, ask_t *one)
{
	char *line = wire_ask(lrs->tag + 1, ask);
	int rc = -1;

	one->tag = lrs->tag + 1;
	one->begin = site->kid.queued;
	if (line)
		rc = kid_send(&site->kid, line);
	free(line);
	return rc;
}

int lrs_ask(lrs_t *lrs, size_t cluster, const lrs_ask_t *ask,
	    int64_t timeout_ms, lrs_done_t done, void *arg)
{
	ask_t *one;

	if ((cluster >= lrs->cnt) || _is_nameless(ask))
		errno = EINVAL;
	else if (lrs->closing)
		errno = ECANCELED;
	else if (lrs->open >= LRS_ASKS_MAX)
		errno = EAGAIN;
	else
		errno = 0;
	if (errno || !(one = calloc(1, sizeof(*one))))
		return -1;
	one->asked = lrs_clock();
	one->asked_at = time(NULL);
	one->timeout_ms = timeout_ms;
	one->deadline = one->asked + timeout_ms;
	one->done = done;
	one->arg = arg;
	if (_send(lrs, &lrs->sites[cluster], ask, one)) {
		free(one);
		return -1;
	}
	lrs->tag++;
	lrs->open++;
	_append(&lrs->sites[cluster].asks, one);
	return 0;
}

/* --- answers ---------------------------------------------------------------- */

/* An ask that is in no list any more is answered. */
static void _answer(lrs_t *lrs, size_t i, ask_t *one, lrs_answer_t *answer)
{
	answer->asked = one->asked;
	answer->asked_at = one->asked_at;
	answer->answered = lrs_clock();
	answer->answered_at = time(NULL);
	lrs->open--;
	if (one->done)
		one->done(one->arg, i, answer);
	free(one);
}

/* Reap what can be reaped; the rest is tried again later. */
static void _reap(lrs_t *lrs)
{
	size_t left = 0;

	for (size_t i = 0; i < lrs->dying_cnt; i++)
		if (!spawn_is_gone(lrs->dying[i]))
			lrs->dying[left++] = lrs->dying[i];
	lrs->dying_cnt = left;
}

/* A process that can't be remembered stays a zombie until sresv ends. */
static void _bury(lrs_t *lrs, pid_t pid)
{
	pid_t *list;

	if ((pid <= 0) || spawn_is_gone(pid))
		return;
	list = realloc(lrs->dying, (lrs->dying_cnt + 1) * sizeof(*list));
	if (!list)
		return;
	list[lrs->dying_cnt++] = pid;
	lrs->dying = list;
}

/*
 * Give up a child: nobody knows what became of the requests that were sent, all
 * or in part.
 */
static void _lose(lrs_t *lrs, size_t i, const char *why)
{
	site_t *site = &lrs->sites[i];
	uint64_t written = site->kid.written;
	ask_t *list = site->asks;

	site->asks = NULL;
	_bury(lrs, kid_drop(&site->kid, true));
	while (list) {
		ask_t *one = list;
		lrs_answer_t answer = {
			.status = STATUS_SILENT, .why = why,
			.unknown = written > one->begin,
			.now = -1, .until = -1,
		};

		list = one->next;
		_answer(lrs, i, one, &answer);
	}
}

/* Say in one line why a child was lost; what it said last says more. */
static void _lose_saying(lrs_t *lrs, size_t i, const char *what)
{
	kid_t *kid = &lrs->sites[i].kid;
	char why[WHY_MAX];

	kid_listen(kid);
	snprintf(why, sizeof(why), "%s%s%s", what, kid->said[0] ? ": " : "",
		 kid->said);
	_lose(lrs, i, why);
}

/* Take the request of this tag out of the list. */
static ask_t *_take(site_t *site, uint64_t tag)
{
	ask_t **at = &site->asks, *one;

	while (*at && ((*at)->tag != tag))
		at = &(*at)->next;
	one = *at;
	if (one)
		*at = one->next;
	return one;
}

/* RET false if the child has to be given up, with *ret_what */
static bool _greet(kid_t *kid, const json_t *line, const char **ret_what)
{
	int64_t version;

	if (!wire_is_hello(line, &version))
		return true;
	kid->greeted = (version == WIRE_VERSION);
	*ret_what = "its sresv is of another version";
	return kid->greeted;
}

/* A line of a child. RET as _greet() */
static bool _line(lrs_t *lrs, size_t i, const char *text, const char **ret_what)
{
	site_t *site = &lrs->sites[i];
	json_t *line = json_loads(text, 0, NULL);
	lrs_answer_t answer = { .now = -1 };
	bool fine = true;
	uint64_t tag;
	ask_t *one;

	if (!site->kid.greeted) {
		fine = _greet(&site->kid, line, ret_what);
	} else if (!wire_tidy(line) || !wire_read_answer(line, &tag, &answer)) {
		*ret_what = "its answer is not as it should be";
		fine = false;
	} else if ((one = _take(site, tag))) {
		_answer(lrs, i, one, &answer);
	}
	json_decref(line);
	return fine;
}

static bool _lines(lrs_t *lrs, size_t i, const char **ret_what)
{
	kid_t *kid = &lrs->sites[i].kid;
	size_t at = 0;
	bool fine = true;
	char *text;

	while (fine && (text = kid_line(kid, &at)))
		fine = _line(lrs, i, text, ret_what);
	kid_lines_done(kid, at);
	return fine;
}

/* --- waiting ---------------------------------------------------------------- */

/* Start the children that have something to do. */
static void _start(lrs_t *lrs)
{
	for (size_t i = 0; i < lrs->cnt; i++) {
		site_t *site = &lrs->sites[i];
		char what[WHY_MAX / 2];

		if (!site->asks || site->kid.process.pid ||
		    !spawn_start(&site->cluster, lrs->program,
				 &site->kid.process))
			continue;
		snprintf(what, sizeof(what), "its child can't be started: %s",
			 strerror(errno));
		_lose_saying(lrs, i, what);
	}
}

static void _expire(lrs_t *lrs)
{
	int64_t now = lrs_clock();

	for (size_t i = 0; i < lrs->cnt; i++) {
		char what[WHY_MAX / 2];
		const ask_t *late = lrs->sites[i].asks;

		while (late && (late->deadline > now))
			late = late->next;
		if (!late)
			continue;
		snprintf(what, sizeof(what), "no answer within %.3g s",
			 (double) late->timeout_ms / 1000);
		_lose_saying(lrs, i, what);
	}
}

/* RET milliseconds to sleep at most */
static int _pause(const lrs_t *lrs, int64_t until)
{
	int64_t left;

	for (size_t i = 0; i < lrs->cnt; i++)
		for (const ask_t *a = lrs->sites[i].asks; a; a = a->next)
			until = (a->deadline < until) ? a->deadline : until;
	left = until - lrs_clock();
	return (left < 0) ? 0 : (left > 60000) ? 60000 : (int) left;
}

/* Read and write at one child. */
static void _move(lrs_t *lrs, size_t i)
{
	kid_state_t state = kid_move(&lrs->sites[i].kid, &lrs->watched[2 * i]);
	const char *what = NULL;

	if (!_lines(lrs, i, &what))
		_lose_saying(lrs, i, what);
	else if (state == KID_ENDED)
		_lose_saying(lrs, i, "its child has ended");
	else if (state == KID_TOO_LONG)
		_lose_saying(lrs, i, "its answer is too long");
	else if (state == KID_MEMORY)
		_lose_saying(lrs, i, "there is no memory for its answer");
}

/* RET false if a signal has come */
static bool _step(lrs_t *lrs, int64_t until)
{
	int ready;

	_start(lrs);
	_expire(lrs);
	_reap(lrs);
	if (!lrs->open)
		return true;
	for (size_t i = 0; i < lrs->cnt; i++)
		kid_watch(&lrs->sites[i].kid, &lrs->watched[2 * i]);
	ready = poll(lrs->watched, 2 * lrs->cnt, _pause(lrs, until));
	for (size_t i = 0; (ready > 0) && (i < lrs->cnt); i++)
		if (lrs->watched[2 * i].revents ||
		    lrs->watched[2 * i + 1].revents)
			_move(lrs, i);
	return (ready >= 0) || (errno != EINTR);
}

size_t lrs_wait_until(lrs_t *lrs, int64_t until)
{
	while (lrs->open && (lrs_clock() < until))
		if (!_step(lrs, until))
			break;
	return lrs->open;
}

void lrs_wait(lrs_t *lrs)
{
	while (lrs->open)
		(void) _step(lrs, INT64_MAX);
}

/* --- close ------------------------------------------------------------------ */

/* All files are closed: children that read end of file end. */
static void _end_all(lrs_t *lrs, pid_t *pids)
{
	const struct timespec step = { 0, END_STEP_MS * 1000000 };
	int64_t until = lrs_clock() + END_MS;
	size_t left = lrs->cnt;

	while (left && (lrs_clock() < until)) {
		left = 0;
		for (size_t i = 0; i < lrs->cnt; i++) {
			if (pids[i] && spawn_is_gone(pids[i]))
				pids[i] = 0;
			left += (pids[i] != 0);
		}
		if (left)
			nanosleep(&step, NULL);
	}
	for (size_t i = 0; i < lrs->cnt; i++) {
		const spawn_t s = { .pid = pids[i] };

		spawn_kill(&s);
		_bury(lrs, pids[i]);
	}
}

void lrs_close(lrs_t *lrs)
{
	pid_t *pids;

	if (!lrs)
		return;
	lrs->closing = true;
	pids = calloc(lrs->cnt ? lrs->cnt : 1, sizeof(*pids));
	for (size_t i = 0; i < lrs->cnt; i++) {
		if (lrs->sites[i].asks || !pids)
			_lose(lrs, i, "sresv ends");
		else
			pids[i] = kid_drop(&lrs->sites[i].kid, false);
	}
	if (pids)
		_end_all(lrs, pids);
	free(pids);
	_reap(lrs);
	_free(lrs);
}
