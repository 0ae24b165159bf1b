/* SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE	/* locks that belong to an open file: F_OFD_GETLK */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/claim/ledger_rivals.h"
#include "plugin/memory/memory.h"

#define TRIES 3		/* for a name that is there at times */
#define OWNER "host %255s boot %63s pid %" SCNd64

/* --- files of claims ------------------------------------------------------ */

int claim_read(const char *name, char text[CLAIM_SIZE])
{
	char all[CLAIM_SIZE] = "";
	int fd, rc, tries = TRIES;

	while (((rc = ledger_files_open(name, &fd)) == EAGAIN) && --tries)
		;
	if (rc)
		return rc;
	rc = ledger_files_read(fd, all, sizeof(all) - 1, 0);
	close(fd);
	if (rc && (rc != ENODATA))	/* a claim is shorter */
		return rc;
	memcpy(text, all, sizeof(all));
	return 0;
}

int claim_write_word(int fd, const char *word, off_t at)
{
	ssize_t len = (ssize_t) strlen(word);

	errno = 0;
	if (pwrite(fd, word, (size_t) len, at) != len)
		return errno ? errno : EIO;
	return fsync(fd) ? errno : 0;
}

struct flock claim_lock(void)
{
	return (struct flock) { .l_type = F_WRLCK, .l_whence = SEEK_SET };
}

/* True if nobody on this machine has the lock; false if that can't be known. */
static bool _is_unlocked(const char *name)
{
	struct flock lock = claim_lock();
	int fd = open(name, O_RDWR | O_CLOEXEC);
	bool free = (fd >= 0) && !fcntl(fd, F_OFD_GETLK, &lock) &&
		    (lock.l_type == F_UNLCK);

	if (fd >= 0)
		close(fd);
	return free;
}

static bool _has_ended(const char *name, const rival_t *r, bool closed,
		       const ledger_owner_t *me)
{
	if (closed)
		return true;
	if (!r->boot[0] || !me->boot[0])
		return false;
	if (!strcmp(r->boot, me->boot))
		return _is_unlocked(name);
	return !strcmp(r->host, me->host);	/* before its last start */
}

/* --- those of others ------------------------------------------------------ */

static void _add_rival(void *arg, int64_t number, const char *rest)
{
	rivals_t *all = arg;

	if (rest[0])
		return;
	all->list = memory_grow(all->list, all->cnt + 1, sizeof(*all->list));
	all->list[all->cnt++] = (rival_t) { .number = number };
}

static int _by_number(const void *a, const void *b)
{
	const rival_t *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

/* Read the claim's line on its owner's ledger. */
static void _read_former(const char *text, rival_t *r)
{
	const char *line = strstr(text, "\n" CLAIM_NO_LEDGER);

	r->former = (ledger_former_t) { .there = !line };
	r->file = -1;
	if (!line && (line = strstr(text, "\nledger ")))
		(void) sscanf(line + 1, "ledger %" SCNu32 " epoch %" SCNd64
			      " file %" SCNd64, &r->former.identity,
			      &r->former.epoch, &r->file);
}

int rival_look(const char *path, rival_t *r, const ledger_owner_t *me)
{
	ledger_name_t name;
	char text[CLAIM_SIZE];
	int rc;

	if (!ledger_name(name, path, CLAIM_AT "%" PRId64, r->number))
		return ENAMETOOLONG;
	if ((rc = claim_read(name, text))) {
		r->ended = (rc == ENOENT);
		return r->ended ? 0 : rc;
	}
	r->over = strncmp(text, CLAIM_HELD, CLAIM_WORD);
	if ((strlen(text) < CLAIM_WORD + sizeof(CLAIM_OPEN)) ||
	    (sscanf(text + CLAIM_WORD + strlen(CLAIM_OPEN), OWNER, r->host, r->boot,
		    &r->pid) != 3))
		r->host[0] = r->boot[0] = '\0';
	_read_former(text, r);
	r->ended = _has_ended(name, r, !strncmp(text + CLAIM_WORD, CLAIM_CLOSED,
						strlen(CLAIM_CLOSED)), me);
	return 0;
}

int rivals_look(const char *path, rivals_t *all,
			const ledger_owner_t *me)
{
	int rc = ledger_numbers(path, CLAIM_AT, _add_rival, all);

	if (all->cnt)
		qsort(all->list, all->cnt, sizeof(*all->list), _by_number);
	for (size_t i = 0; (i < all->cnt) && !rc; i++)
		rc = rival_look(path, &all->list[i], me);
	return rc;
}

const rival_t *rivals_highest(const rivals_t *all)
{
	for (size_t i = all->cnt; i; i--)
		if (!all->list[i - 1].ended && !all->list[i - 1].over)
			return &all->list[i - 1];
	return NULL;
}

bool rivals_are_doubtful(const rivals_t *all)
{
	for (size_t i = 0; i < all->cnt; i++)
		if (all->list[i].over || !all->list[i].ended)
			return true;
	return false;
}

const rival_t *rivals_last(const rivals_t *all)
{
	const rival_t *last = NULL;

	for (size_t i = 0; i < all->cnt; i++) {
		const rival_t *r = &all->list[i];

		if (r->former.there &&
		    (!last || (r->former.epoch >= last->former.epoch)))
			last = r;
	}
	return last;
}

bool rivals_have_ended(const rivals_t *all, int64_t from)
{
	for (size_t i = 0; i < all->cnt; i++)
		if ((all->list[i].number >= from) && !all->list[i].ended)
			return false;
	return true;
}

int rivals_fence(const char *path, const rivals_t *all)
{
	int rc = 0;

	for (size_t i = 0; (i < all->cnt) && !rc; i++) {
		const rival_t *r = &all->list[i];
		ledger_name_t name;
		int fd;

		if (r->ended || r->over)
			continue;
		if (!ledger_name(name, path, CLAIM_AT "%" PRId64, r->number))
			return ENAMETOOLONG;
		fd = open(name, O_WRONLY | O_CLOEXEC);
		if (fd < 0) {
			rc = ledger_files_unless_missing(errno, name);
		} else {
			rc = claim_write_word(fd, CLAIM_OVER, 0);
			close(fd);
		}
	}
	return rc;
}
