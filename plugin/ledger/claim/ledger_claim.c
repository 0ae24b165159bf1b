/* SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE	/* locks that belong to an open file: F_OFD_SETLK */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "plugin/ledger/claim/ledger_claim.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/claim/ledger_rivals.h"
#include "plugin/memory/memory.h"

#define PAUSE_NS 100000000L	/* between two tries to read a claim */

/* The file of a claim. */
typedef struct {
	int64_t number;
	int fd;			/* has the lock; -1: there is no file */
	ledger_name_t name;
	off_t note_at;		/* where the line of the ledger begins */
	bool made;		/* the file has its name */
	bool passed;		/* there is a higher one */
} claim_file_t;

struct ledger_claim {
	pthread_mutex_t lock;
	claim_file_t file;	/* Locks: lock */
	uint32_t again_cnt;	/* files that were made for lost ones. Locks: lock */
	ledger_name_t path;	/* PATH */
	ledger_name_t present;	/* the ledger ... */
	int64_t copy;		/* ... is that of this number; 0: PATH */
	bool doubtful;
	ledger_former_t former;
	ledger_former_t mine;	/* as noted by ledger_claim_note() */
	char host[256];		/* of its owner */
	char boot[64];
	int64_t pid;
};

/* --- the own one ---------------------------------------------------------- */

/* A file system without such locks: then each takeover copies. */
static void _lock_claim(int fd)
{
	struct flock lock = claim_lock();

	(void) fcntl(fd, F_OFD_SETLK, &lock);
}

static int _write_claim(claim_file_t *f, const ledger_owner_t *me)
{
	char text[CLAIM_SIZE];
	int len = snprintf(text, sizeof(text),
			   CLAIM_HELD CLAIM_OPEN "host %.255s boot %.63s pid %" PRId64 "\n",
			   me->host[0] ? me->host : "-",
			   me->boot[0] ? me->boot : "-", me->pid);

	if ((len < 0) ||
	    ((size_t) len + sizeof(CLAIM_NO_LEDGER) > sizeof(text)))
		return EINVAL;
	f->note_at = len;
	memcpy(text + len, CLAIM_NO_LEDGER, sizeof(CLAIM_NO_LEDGER));
	return claim_write_word(f->fd, text, 0);
}

/*
 * An answer to link() may be lost on its way from a file server: the number of
 * links shows the result. RET 0, EEXIST, or another errno
 */
static int _link_claim(int fd, const char *from, const char *to)
{
	struct stat st;
	int rc = link(from, to) ? errno : 0;

	if (rc && !fstat(fd, &st) && (st.st_nlink == 2))
		rc = 0;
	return rc;
}

static void _note_higher(void *arg, int64_t number, const char *rest)
{
	claim_file_t *f = arg;

	f->passed |= !rest[0] && (number > f->number);
}

/*
 * A controller may have hung before this, while claims of this number and
 * higher ones were made, and this one was removed again. The highest one
 * stays.
 * RET 0, EEXIST, or errno
 */
static int _see_that_it_is_highest(const char *path, claim_file_t *f)
{
	int rc = ledger_numbers(path, CLAIM_AT, _note_higher, f);

	return (!rc && f->passed) ? EEXIST : rc;
}

/*
 * Step 1. IN f - its number. OUT f - for _drop_file(), also after an error.
 * RET 0, EEXIST (another controller was faster), or errno
 */
static int _make_claim_file(const char *path, claim_file_t *f,
			    const ledger_owner_t *me)
{
	ledger_name_t unfinished;
	int rc;

	f->fd = -1;
	if (!ledger_name(f->name, path, CLAIM_AT "%" PRId64, f->number) ||
	    !ledger_name(unfinished, path, CLAIM_AT "XXXXXX"))
		return ENAMETOOLONG;
	if ((f->fd = mkostemp(unfinished, O_CLOEXEC)) < 0)
		return errno;
	_lock_claim(f->fd);
	if (!(rc = _write_claim(f, me)))
		rc = _link_claim(f->fd, unfinished, f->name);
	(void) unlink(unfinished);
	f->made = !rc;
	if (rc || (rc = ledger_sync_folder_of(path)))
		return rc;
	return _see_that_it_is_highest(path, f);
}

static void _drop_file(claim_file_t *f)
{
	if (f->made)
		(void) unlink(f->name);
	if (f->fd >= 0)
		close(f->fd);
}

static void _free_claim(ledger_claim_t *c)
{
	pthread_mutex_destroy(&c->lock);
	free(c);
}

void ledger_claim_end(ledger_claim_t *c)
{
	if (!c)
		return;
	(void) claim_write_word(c->file.fd, CLAIM_CLOSED, CLAIM_WORD);
	close(c->file.fd);
	_free_claim(c);
}

void ledger_claim_drop(ledger_claim_t *c)
{
	if (!c)
		return;
	_drop_file(&c->file);
	_free_claim(c);
}

static int _note_ledger(const claim_file_t *f, const ledger_former_t *mine,
			int64_t copy)
{
	char line[80];

	snprintf(line, sizeof(line), CLAIM_LEDGER, mine->identity, mine->epoch,
		 copy);
	return claim_write_word(f->fd, line, f->note_at);
}

int ledger_claim_note(ledger_claim_t *c, uint32_t identity, int64_t epoch)
{
	int rc;

	pthread_mutex_lock(&c->lock);
	c->mine = (ledger_former_t) {
		.there = true, .identity = identity, .epoch = epoch,
	};
	rc = _note_ledger(&c->file, &c->mine, c->copy);
	pthread_mutex_unlock(&c->lock);
	return rc;
}

/* --- the claim after it was made; Locks: lock ----------------------------- */

static ledger_owner_t _owner_of(const ledger_claim_t *c)
{
	return (ledger_owner_t) {
		.host = c->host, .boot = c->boot, .pid = c->pid,
	};
}

/*
 * Find out whether another controller has taken the ledger over, by its claim
 * or copy.
 * IN number - of this claim
 * IN mine - the file of this number is that of this claim; else it is
 *	another's, or a copy, whose owner seems to have ended
 * OUT ret - untouched after an error. RET 0 or errno
 */
static int _is_followed(const ledger_claim_t *c, int64_t number, bool mine,
			bool *ret)
{
	const ledger_owner_t me = _owner_of(c);
	rivals_t all = { .cnt = 0 };
	int64_t copy = 0;
	int rc = rivals_look(c->path, &all, &me);
	bool followed = false;

	if (!rc)
		rc = ledger_present(c->path, INT64_MAX, &copy);
	for (size_t i = 0; i < all.cnt; i++) {
		const rival_t *r = &all.list[i];

		followed |= (r->number > number) ||
			    (((r->number < number) || !mine) && !r->ended &&
			     !r->over);
	}
	free(all.list);
	if (!rc)
		*ret = followed || (copy > c->copy);
	return rc;
}

/*
 * The file is gone, or has lost its name to another one. RET 0: there is one
 * again, or another controller has the ledger (OUT lost); or errno: the disk
 * does not say
 */
static int _make_again(ledger_claim_t *c, bool *lost)
{
	claim_file_t next = { .number = c->file.number + 1 };
	const ledger_owner_t me = _owner_of(c);
	int rc = _is_followed(c, c->file.number, false, lost);

	if (rc || *lost)
		return rc;
	rc = _make_claim_file(c->path, &next, &me);
	if (rc == EEXIST) {
		*lost = true;
		rc = 0;
	}
	if (!rc && !*lost && !(rc = _is_followed(c, next.number, true, lost)) &&
	    !*lost)
		rc = c->mine.there ? _note_ledger(&next, &c->mine, c->copy) : 0;
	if (rc || *lost) {
		_drop_file(&next);
		return rc;
	}
	close(c->file.fd);
	c->file = next;
	c->again_cnt++;
	return 0;
}

enum { HELD, OVER, GONE, UNKNOWN };

/*
 * The state of the claim on disk. A file of its name that is another one, as
 * after a restore, or one whose text is no claim, is not this claim.
 */
static int _claim_state(const claim_file_t *f)
{
	char text[CLAIM_SIZE];
	struct stat mine, found;
	int rc = claim_read(f->name, text);

	if (rc)
		return ((rc == ENOENT) || (rc == ESTALE)) ? GONE : UNKNOWN;
	if (stat(f->name, &found))	/* it was there */
		return UNKNOWN;
	if (fstat(f->fd, &mine))
		return (errno == ESTALE) ? GONE : UNKNOWN;
	if ((mine.st_ino != found.st_ino) || (mine.st_dev != found.st_dev))
		return GONE;
	return !strncmp(text, CLAIM_HELD, CLAIM_WORD) ? HELD :
	       !strncmp(text, CLAIM_OVER, CLAIM_WORD) ? OVER : GONE;
}

static bool _is_claim_held(ledger_claim_t *c)
{
	static const struct timespec pause = { .tv_nsec = PAUSE_NS };
	bool lost = false;
	int is;

	while (((is = _claim_state(&c->file)) != HELD) && (is != OVER)) {
		if ((is == GONE) && !_make_again(c, &lost)) {
			if (lost)
				return false;
			continue;
		}
		nanosleep(&pause, NULL);
	}
	return is == HELD;
}

bool ledger_claim_held(ledger_claim_t *c)
{
	bool held;

	pthread_mutex_lock(&c->lock);
	held = _is_claim_held(c);
	pthread_mutex_unlock(&c->lock);
	return held;
}

uint32_t ledger_claim_again_cnt(ledger_claim_t *c)
{
	uint32_t cnt;

	pthread_mutex_lock(&c->lock);
	cnt = c->again_cnt;
	pthread_mutex_unlock(&c->lock);
	return cnt;
}

ledger_former_t ledger_claim_former(const ledger_claim_t *c)
{
	return c->former;
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
static int _take_ledger(ledger_claim_t *c, const rivals_t *all,
			bool *copy_failed)
{
	int64_t number = c->file.number;
	const rival_t *last = rivals_last(all);
	int rc = 0;

	if (last && (last->file >= 0))
		rc = ledger_present_set_aside(c->path, last->file, last->number);
	if (rc || (rc = ledger_present(c->path, number, &c->copy)))
		return rc;
	if (!rivals_have_ended(all, c->copy)) {
		c->copy = number;
		rc = ledger_present_copy(c->path, number, copy_failed);
	} else if (c->copy && rivals_have_ended(all, 0)) {
		rc = ledger_present_rename(c->path, c->copy);
		if (!rc)
			rc = ledger_present(c->path, number, &c->copy);
	}
	if (rc)
		return rc;
	return ledger_present_name(c->present, c->path, c->copy) ?
		0 : ENAMETOOLONG;
}

typedef struct {
	const ledger_claim_t *c;	/* Locks: lock */
	bool remove;		/* those that have ended */
	bool alone;		/* all have */
} lower_t;

static void _look_at_lower(void *arg, int64_t number, const char *rest)
{
	lower_t *l = arg;
	const ledger_owner_t me = { .host = l->c->host, .boot = l->c->boot };
	rival_t r = { .number = number };
	ledger_name_t name;

	if (rest[0] || (number >= l->c->file.number) ||
	    !ledger_name(name, l->c->path, CLAIM_AT "%" PRId64, number))
		return;
	if (rival_look(l->c->path, &r, &me) || !r.ended)
		l->alone = false;
	else if (l->remove)
		(void) unlink(name);
}

bool ledger_claim_alone(ledger_claim_t *c)
{
	lower_t l = { .c = c, .alone = true };
	bool alone;

	pthread_mutex_lock(&c->lock);
	alone = !ledger_numbers(c->path, CLAIM_AT, _look_at_lower, &l) &&
		l.alone;
	pthread_mutex_unlock(&c->lock);
	return alone;
}

void ledger_claim_settle(ledger_claim_t *c)
{
	lower_t l = { .c = c, .remove = true };

	pthread_mutex_lock(&c->lock);
	(void) ledger_numbers(c->path, CLAIM_AT, _look_at_lower, &l);
	ledger_present_tidy(c->path, c->file.number, c->copy);
	pthread_mutex_unlock(&c->lock);
}

static void _set_error(char *error, size_t size, const char *what, int rc)
{
	snprintf(error, size, "%s: %s", what, strerror(rc));
}

/* Steps 1 to 3, by a claim that is there but for its file. */
static ledger_status_t _claim_ledger(ledger_claim_t *c, const rivals_t *all,
				     const ledger_owner_t *me, char *error,
				     size_t size)
{
	bool copy_failed = false;
	int rc = _make_claim_file(c->path, &c->file, me);

	if (rc == EEXIST) {
		_set_error(error, size, "another controller claims the ledger",
			   rc);
		return LEDGER_BUSY;
	}
	if (rc) {
		_set_error(error, size, "it can't be claimed", rc);
		return LEDGER_UNREADABLE;
	}
	if ((rc = rivals_fence(c->path, all))) {
		_set_error(error, size, "the former controller can't be fenced",
			   rc);
		return LEDGER_BUSY;
	}
	if ((rc = _take_ledger(c, all, &copy_failed))) {
		_set_error(error, size, copy_failed ?
			   "a copy of it can't be written" :
			   "it can't be taken from the former controller", rc);
		return LEDGER_BUSY;
	}
	return LEDGER_OK;
}

/*
 * The number of the next claim: also copies count, if claims were removed.
 * RET 0 or errno; OUT ret - if 0
 */
static int _new_claim(const char *path, const rivals_t *all,
		      const ledger_owner_t *me, ledger_claim_t **ret)
{
	ledger_claim_t *c;
	int64_t highest;
	int rc = ledger_present(path, INT64_MAX, &highest);

	if (rc)
		return rc;
	c = memory_new(1, sizeof(*c));
	if (!ledger_name(c->path, path, "%s", "")) {
		free(c);
		return ENAMETOOLONG;
	}
	pthread_mutex_init(&c->lock, NULL);
	c->file.fd = -1;
	if (rivals_last(all))
		c->former = rivals_last(all)->former;
	snprintf(c->host, sizeof(c->host), "%s", me->host);
	snprintf(c->boot, sizeof(c->boot), "%s", me->boot);
	c->pid = me->pid;
	if (all->cnt && (all->list[all->cnt - 1].number > highest))
		highest = all->list[all->cnt - 1].number;
	c->file.number = highest + 1;
	c->doubtful = rivals_are_doubtful(all);
	*ret = c;
	return 0;
}

bool ledger_claim_copy(ledger_claim_t *c, char *error, size_t error_size)
{
	int64_t number = c->file.number;
	bool copy_failed;
	int rc = EBUSY;

	error[0] = '\0';
	if (c->copy != number)	/* not to itself */
		rc = ledger_present_copy(c->path, number, &copy_failed);
	if (rc) {
		_set_error(error, error_size, "it can't be copied", rc);
		return false;
	}
	c->copy = number;
	return ledger_present_name(c->present, c->path, number);
}

static ledger_status_t _try_claim(const char *path, const rivals_t *all,
				  const ledger_owner_t *me, int64_t fence,
				  ledger_claim_t **ret_claim,
				  int64_t *ret_rival, char *error, size_t size)
{
	const rival_t *rival = rivals_highest(all);
	ledger_status_t status;
	ledger_claim_t *c;
	int rc;

	if (rival && (rival->number > fence)) {
		*ret_rival = rival->number;
		snprintf(error, size, "process %" PRId64 " on %s has it",
			 rival->pid, rival->host);
		return LEDGER_BUSY;
	}
	if ((rc = _new_claim(path, all, me, &c))) {
		_set_error(error, size, "it can't be claimed", rc);
		return LEDGER_UNREADABLE;
	}
	status = _claim_ledger(c, all, me, error, size);
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
		_set_error(error, error_size, "its claims can't be read", rc);
	else
		status = _try_claim(path, &all, owner, fence, ret_claim,
				    ret_rival, error, error_size);
	free(all.list);
	return status;
}
