/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_claim.c - see ledger_claim.h */

#define _GNU_SOURCE	/* locks that belong to an open file: F_OFD_SETLK */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "plugin/ledger/ledger_claim.h"
#include "plugin/ledger/ledger_files.h"
#include "plugin/ledger/ledger_present.h"
#include "plugin/ledger/ledger_rivals.h"

#define PAUSE_NS 100000000L	/* between two tries to read a claim */

struct ledger_claim {
	int64_t number;
	int fd;			/* has the lock */
	ledger_name_t path;	/* PATH */
	ledger_name_t name;	/* of the claim */
	ledger_name_t present;	/* the ledger ... */
	int64_t copy;		/* ... is that of this number; 0: PATH */
	bool made;		/* the file is there */
	bool passed;		/* there is a higher one */
	bool doubtful;
	char host[256];		/* of its owner */
	char boot[64];
};

/* --- the own one ---------------------------------------------------------- */

/* A file system without such locks: then each takeover copies. */
static void _lock(int fd)
{
	struct flock lock = claim_lock();

	(void) fcntl(fd, F_OFD_SETLK, &lock);
}

static int _write_claim(int fd, const ledger_owner_t *me)
{
	char text[CLAIM_SIZE];
	int len = snprintf(text, sizeof(text),
			   CLAIM_HELD CLAIM_OPEN "host %.255s boot %.63s pid %" PRId64 "\n",
			   me->host[0] ? me->host : "-",
			   me->boot[0] ? me->boot : "-", me->pid);

	if ((len < 0) || ((size_t) len >= sizeof(text)))
		return EINVAL;
	return claim_write_word(fd, text, 0);
}

/*
 * An answer to link() may be lost on its way from a file server: the number of
 * links tells. RET 0, EEXIST, or another errno
 */
static int _link(int fd, const char *from, const char *to)
{
	struct stat st;
	int rc = link(from, to) ? errno : 0;

	if (rc && !fstat(fd, &st) && (st.st_nlink == 2))
		rc = 0;
	return rc;
}

static void _note_higher(void *arg, int64_t number, const char *rest)
{
	ledger_claim_t *c = arg;

	c->passed |= !rest[0] && (number > c->number);
}

/*
 * A controller may have hung before this, while claims of this number and higher
 * ones were made, and this one was removed again. The highest one stays.
 * RET 0, EEXIST, or errno
 */
static int _see_that_it_is_highest(ledger_claim_t *c)
{
	int rc = ledger_numbers(c->path, CLAIM_AT, _note_higher, c);

	return (!rc && c->passed) ? EEXIST : rc;
}

/* Step 1. RET 0, EEXIST (another controller was faster), or errno */
static int _make(ledger_claim_t *c, const ledger_owner_t *me)
{
	ledger_name_t unfinished;
	int rc;

	if (!ledger_name(c->name, c->path, CLAIM_AT "%" PRId64, c->number) ||
	    !ledger_name(unfinished, c->path, CLAIM_AT "XXXXXX"))
		return ENAMETOOLONG;
	if ((c->fd = mkostemp(unfinished, O_CLOEXEC)) < 0)
		return errno;
	_lock(c->fd);
	if (!(rc = _write_claim(c->fd, me)))
		rc = _link(c->fd, unfinished, c->name);
	(void) unlink(unfinished);
	c->made = !rc;
	if (rc || (rc = ledger_sync_folder_of(c->path)))
		return rc;
	return _see_that_it_is_highest(c);
}

static void _free(ledger_claim_t *c)
{
	if (c->fd >= 0)
		close(c->fd);
	free(c);
}

void ledger_claim_end(ledger_claim_t *c)
{
	if (!c)
		return;
	(void) claim_write_word(c->fd, CLAIM_CLOSED, CLAIM_WORD);
	_free(c);
}

void ledger_claim_drop(ledger_claim_t *c)
{
	if (!c)
		return;
	if (c->made)
		(void) unlink(c->name);
	_free(c);
}

bool ledger_claim_held(const ledger_claim_t *c)
{
	static const struct timespec pause = { .tv_nsec = PAUSE_NS };
	char text[CLAIM_SIZE];

	while (claim_read(c->name, text) < 0) {
		if ((errno == ENOENT) || (errno == ESTALE))
			return false;
		nanosleep(&pause, NULL);
	}
	return !strncmp(text, CLAIM_HELD, CLAIM_WORD);
}

const char *ledger_claim_path(const ledger_claim_t *c)
{
	return c->present;
}

bool ledger_claim_doubtful(const ledger_claim_t *c)
{
	return c->doubtful;
}

/* --- taking over ---------------------------------------------------------- */

/* Step 3. RET 0 or errno */
static int _take(ledger_claim_t *c, const rivals_t *all, bool *copy_failed)
{
	int rc = ledger_present(c->path, c->number, &c->copy);

	if (rc)
		return rc;
	if (!rivals_have_ended(all, c->copy)) {
		c->copy = c->number;
		rc = ledger_present_copy(c->path, c->number, copy_failed);
	} else if (c->copy && rivals_have_ended(all, 0) &&
		   !(rc = ledger_present_rename(c->path, c->copy))) {
		rc = ledger_present(c->path, c->number, &c->copy);
	}
	if (rc)
		return rc;
	return ledger_present_name(c->present, c->path, c->copy) ?
		0 : ENAMETOOLONG;
}

typedef struct {
	const ledger_claim_t *c;
	bool remove;		/* those that have ended */
	bool alone;		/* all have */
} lower_t;

static void _look_at_lower(void *arg, int64_t number, const char *rest)
{
	lower_t *l = arg;
	const ledger_owner_t me = { .host = l->c->host, .boot = l->c->boot };
	rival_t r = { .number = number };
	ledger_name_t name;

	if (rest[0] || (number >= l->c->number) ||
	    !ledger_name(name, l->c->path, CLAIM_AT "%" PRId64, number))
		return;
	if (rival_look(l->c->path, &r, &me) || !r.ended)
		l->alone = false;
	else if (l->remove)
		(void) unlink(name);
}

bool ledger_claim_alone(const ledger_claim_t *c)
{
	lower_t l = { .c = c, .alone = true };

	return !ledger_numbers(c->path, CLAIM_AT, _look_at_lower, &l) && l.alone;
}

void ledger_claim_settle(const ledger_claim_t *c)
{
	lower_t l = { .c = c, .remove = true };

	(void) ledger_numbers(c->path, CLAIM_AT, _look_at_lower, &l);
	ledger_present_tidy(c->path, c->number, c->copy);
}

static void _say(char *error, size_t size, const char *what, int rc)
{
	snprintf(error, size, "%s: %s", what, strerror(rc));
}

/* Steps 1 to 3, by a claim that is there but for its file. */
static ledger_status_t _claim(ledger_claim_t *c, const rivals_t *all,
			      const ledger_owner_t *me, char *error,
			      size_t size)
{
	bool copy_failed = false;
	int rc = _make(c, me);

	if (rc == EEXIST) {
		_say(error, size, "another controller claims the ledger", rc);
		return LEDGER_BUSY;
	}
	if (rc) {
		_say(error, size, "it can't be claimed", rc);
		return LEDGER_UNREADABLE;
	}
	if ((rc = rivals_fence(c->path, all))) {
		_say(error, size, "the former controller can't be fenced", rc);
		return LEDGER_BUSY;
	}
	if ((rc = _take(c, all, &copy_failed))) {
		_say(error, size, copy_failed ? "a copy of it can't be written" :
		     "it can't be taken from the former controller", rc);
		return LEDGER_BUSY;
	}
	return LEDGER_OK;
}

/* The number of the next claim: also copies count, if claims were removed. */
static ledger_claim_t *_new(const char *path, const rivals_t *all,
			    const ledger_owner_t *me)
{
	ledger_claim_t *c = calloc(1, sizeof(*c));
	int64_t highest = 0;

	if (!c)
		return NULL;
	c->fd = -1;
	snprintf(c->host, sizeof(c->host), "%s", me->host);
	snprintf(c->boot, sizeof(c->boot), "%s", me->boot);
	(void) ledger_present(path, INT64_MAX, &highest);
	if (all->cnt && (all->list[all->cnt - 1].number > highest))
		highest = all->list[all->cnt - 1].number;
	c->number = highest + 1;
	c->doubtful = rivals_are_doubtful(all);
	if (ledger_name(c->path, path, "%s", ""))
		return c;
	free(c);
	return NULL;
}

static ledger_status_t _try(const char *path, const rivals_t *all,
			    const ledger_owner_t *me, int64_t fence,
			    ledger_claim_t **ret_claim, int64_t *ret_rival,
			    char *error, size_t size)
{
	const rival_t *rival = rivals_highest(all);
	ledger_status_t status;
	ledger_claim_t *c;

	if (rival && (rival->number > fence)) {
		*ret_rival = rival->number;
		snprintf(error, size, "process %" PRId64 " on %s has it",
			 rival->pid, rival->host);
		return LEDGER_BUSY;
	}
	if (!(c = _new(path, all, me))) {
		_say(error, size, "it can't be claimed", ENOMEM);
		return LEDGER_UNREADABLE;
	}
	status = _claim(c, all, me, error, size);
	if (status == LEDGER_OK) {
		*ret_claim = c;
	} else {
		*ret_rival = rival ? rival->number : 0;
		ledger_claim_drop(c);
	}
	return status;
}

ledger_status_t ledger_claim(const char *path, const ledger_owner_t *owner,
			     int64_t fence, ledger_claim_t **ret_claim,
			     int64_t *ret_rival, char *error, size_t error_size)
{
	rivals_t all = { .cnt = 0 };
	ledger_status_t status = LEDGER_UNREADABLE;
	int rc = rivals_look(path, &all, owner);

	error[0] = '\0';
	*ret_rival = 0;
	if (rc)
		_say(error, error_size, "its claims can't be read", rc);
	else
		status = _try(path, &all, owner, fence, ret_claim, ret_rival,
			      error, error_size);
	free(all.list);
	return status;
}
