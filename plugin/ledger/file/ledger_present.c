/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_present.h"

#define DIGITS "0123456789"
#define WAL "-wal"
#define UNFINISHED ".new"
#define TRIES 20		/* for a file that is being replaced */
#define PAUSE_NS 10000000L

bool ledger_name(ledger_name_t to, const char *path, const char *fmt, ...)
{
	size_t len = strlen(path);
	va_list args;
	int n;

	if (len >= PATH_MAX)
		return false;
	memcpy(to, path, len + 1);
	va_start(args, fmt);
	n = vsnprintf(to + len, PATH_MAX - len, fmt, args);
	va_end(args);
	return (n >= 0) && ((size_t) n < PATH_MAX - len);
}

bool ledger_present_name(ledger_name_t to, const char *path, int64_t number)
{
	return number ? ledger_name(to, path, ".%lld", (long long) number) :
			ledger_name(to, path, "%s", "");
}

/* The number that a text begins with; 0: none, or one of no claim. */
static int64_t _number(const char *text, const char **ret_rest)
{
	size_t len = strspn(text, DIGITS);

	*ret_rest = text + len;
	return (len && (len < 18) && (text[0] != '0')) ? atoll(text) : 0;
}

int ledger_numbers(const char *path, const char *infix, ledger_number_fn fn,
		   void *arg)
{
	const char *slash = strrchr(path, '/'), *rest;
	const char *base = slash ? slash + 1 : path;
	size_t base_len = strlen(base), infix_len = strlen(infix);
	DIR *d = ledger_open_folder_of(path);
	struct dirent *e;
	int64_t number;
	int rc;

	if (!d)
		return errno;
	while ((errno = 0, e = readdir(d))) {
		const char *at = e->d_name + base_len;

		if (strncmp(e->d_name, base, base_len) ||
		    strncmp(at, infix, infix_len))
			continue;
		number = _number(at + infix_len, &rest);
		if (number)
			fn(arg, number, rest);
	}
	rc = errno;
	closedir(d);
	return rc;
}

typedef struct {
	int64_t below;
	int64_t highest;
} present_t;

static void _highest(void *arg, int64_t number, const char *rest)
{
	present_t *p = arg;

	if (!rest[0] && (number > p->highest) && (number < p->below))
		p->highest = number;
}

int ledger_present(const char *path, int64_t below, int64_t *ret_number)
{
	present_t p = { .below = below };
	int rc = ledger_numbers(path, ".", _highest, &p);

	if (!rc)
		*ret_number = p.highest;
	return rc;
}

/*
 * A salvaged ledger that is complete, but has not its place yet, is the ledger:
 * the damaged one may be put aside already (ledger_replace()).
 * RET as ledger_files_copy(); ENOENT: there is none, or it was just renamed
 */
static int _copy_once(const char *path, int64_t below, const char *to,
		      bool *copy_failed)
{
	ledger_name_t from, salvaged;
	int64_t number;
	int rc = ledger_present(path, below, &number);

	if (rc)
		return rc;
	if (!ledger_present_name(from, path, number) ||
	    !ledger_name(salvaged, from, ".salvaged"))
		return ENAMETOOLONG;
	rc = ledger_files_copy(salvaged, to, copy_failed);
	return (rc == ENOENT) ? ledger_files_copy(from, to, copy_failed) : rc;
}

static int _copy_present(const char *path, int64_t below, const char *to,
			 bool *copy_failed)
{
	static const struct timespec pause = { .tv_nsec = PAUSE_NS };
	int rc = ENOENT;

	for (int i = 0; (i < TRIES) && (rc == ENOENT); i++) {
		if (i)
			nanosleep(&pause, NULL);
		rc = _copy_once(path, below, to, copy_failed);
	}
	return rc;
}

/* Flush a file that may be missing. */
static int _sync_if_there(const char *name)
{
	int rc = ledger_files_there(name);

	return rc ? ((rc == ENOENT) ? 0 : rc) : ledger_sync(name);
}

/*
 * Copy the copy before the ledger itself: the owner may write for a moment, and
 * the copy with the longer log would look as if the ledger were damaged. RET 0
 * or errno; 0 if there is none
 */
static int _copy_copy(const char *path, int64_t below, const char *to,
		      bool *copy_failed)
{
	ledger_name_t from, old, new;
	int64_t number;
	int rc = ledger_present(path, below, &number);

	if (rc)
		return rc;
	if (!ledger_present_name(from, path, number) ||
	    !ledger_name(old, from, LEDGER_COPY) ||
	    !ledger_name(new, to, LEDGER_COPY))
		return ENAMETOOLONG;
	if ((rc = ledger_files_copy(old, new, copy_failed)))
		(void) unlink(new);
	return (rc == ENOENT) ? 0 : rc;
}

/* The WAL comes first: PATH.N is complete as soon as it has its name. */
static int _publish(const char *unfinished, const char *name)
{
	ledger_name_t from, to;
	int rc;

	if (!ledger_name(from, unfinished, WAL) || !ledger_name(to, name, WAL))
		return ENAMETOOLONG;
	rc = ledger_sync(unfinished);
	if (!rc)
		rc = _sync_if_there(from);
	if (!rc)
		rc = ledger_files_remove(to);
	if (!rc)
		rc = ledger_files_rename(from, to);
	if (!rc)
		rc = ledger_sync_folder_of(name);
	if (!rc && rename(unfinished, name))
		rc = errno;
	return rc ? rc : ledger_sync_folder_of(name);
}

int ledger_present_copy(const char *path, int64_t number, bool *copy_failed)
{
	ledger_name_t name, unfinished, wal;
	int rc;

	*copy_failed = false;
	if (!ledger_present_name(name, path, number) ||
	    !ledger_name(unfinished, name, UNFINISHED) ||
	    !ledger_name(wal, unfinished, WAL))
		return ENAMETOOLONG;
	rc = _copy_copy(path, number, name, copy_failed);
	if (!rc)
		rc = _copy_present(path, number, unfinished, copy_failed);
	if (rc == ENOENT)	/* no owner has made one yet */
		return 0;
	if (!rc)
		*copy_failed = (rc = _publish(unfinished, name));
	(void) unlink(unfinished);
	(void) unlink(wal);
	return rc;
}

/* Copies of older schemas (ledger_schema.h). */
static void _rename_older(const char *from, const char *to)
{
	ledger_name_t a, b;

	for (int i = 1; i < LEDGER_SCHEMA; i++)
		if (ledger_name(a, from, ".v%d", i) &&
		    ledger_name(b, to, ".v%d", i))
			(void) ledger_files_rename(a, b);
}

/*
 * The WAL has both names for a while: after each step either PATH.N or PATH is
 * the ledger, and has its WAL. A salvage of the old PATH that was never ended
 * must not take the place of the new one.
 */
static int _rename_with_wal(const char *from, const char *wal, const char *path)
{
	ledger_name_t to_wal, salvaged, journal;
	int rc;

	if (!ledger_name(to_wal, path, WAL) ||
	    !ledger_name(salvaged, path, ".salvaged") ||
	    !ledger_name(journal, path, "-journal"))
		return ENAMETOOLONG;
	rc = ledger_files_remove(salvaged);
	if (!rc)
		rc = ledger_files_remove(journal);
	if (!rc)
		rc = ledger_files_remove(to_wal);
	if (!rc)
		rc = ledger_files_link(wal, to_wal);
	if (!rc)
		rc = ledger_sync_folder_of(path);
	if (!rc && rename(from, path))
		rc = errno;
	return rc ? rc : ledger_sync_folder_of(path);
}

int ledger_present_rename(const char *path, int64_t number)
{
	ledger_name_t from, wal, salvaged;
	int64_t older;
	int rc;

	if (!ledger_present_name(from, path, number) ||
	    !ledger_name(wal, from, WAL) ||
	    !ledger_name(salvaged, from, ".salvaged"))
		return ENAMETOOLONG;
	rc = ledger_files_there(salvaged);
	if (rc != ENOENT)	/* this goes on first */
		return rc;
	ledger_present_tidy(path, number, 0);
	if ((rc = ledger_present(path, number, &older)) || older)
		return rc;
	/* the copy goes first: a call that fails is made again */
	rc = ledger_copy_rename(from, path);
	if (!rc)
		rc = _rename_with_wal(from, wal, path);
	if (rc)
		return rc;
	(void) unlink(wal);
	_rename_older(from, path);
	return 0;
}

typedef struct {
	const char *path;
	int64_t above, upto;
	int rc;
} aside_t;

static void _set_aside(void *arg, int64_t number, const char *rest)
{
	ledger_name_t from, to;
	aside_t *a = arg;

	if ((number <= a->above) || (number > a->upto) ||
	    (rest[0] && strcmp(rest, WAL)))
		return;
	if (!ledger_name(from, a->path, ".%lld%s", (long long) number, rest) ||
	    !ledger_name(to, a->path, ".%lld.stray%s", (long long) number, rest))
		a->rc = ENAMETOOLONG;
	else if (!a->rc)
		a->rc = ledger_files_rename(from, to);
}

int ledger_present_set_aside(const char *path, int64_t above, int64_t upto)
{
	aside_t a = { .path = path, .above = above, .upto = upto };
	int rc = ledger_numbers(path, ".", _set_aside, &a);

	return rc ? rc : a.rc;
}

typedef struct {
	const char *path;
	int64_t below;
	int64_t keep;
} tidy_t;

static void _remove_lower(void *arg, int64_t number, const char *rest)
{
	const tidy_t *t = arg;
	ledger_name_t name;

	if ((number < t->below) && (number != t->keep) &&
	    strncmp(rest, ".v", 2) && strncmp(rest, ".damaged", 8) &&
	    strncmp(rest, ".stray", 6) &&
	    ledger_name(name, t->path, ".%lld%s", (long long) number, rest))
		(void) unlink(name);
}

void ledger_present_tidy(const char *path, int64_t below, int64_t keep)
{
	tidy_t t = { .path = path, .below = below, .keep = keep };

	(void) ledger_numbers(path, ".", _remove_lower, &t);
}
