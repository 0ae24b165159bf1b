/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_replace.c - put a salvaged ledger in the place of a damaged one; see
 * ledger_salvage.h
 */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/ledger_files.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_salvage.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Suffixes of SQLite's files of a database; the database itself comes first. */
static const char *const kept[] = { "", "-wal", "-journal" };

typedef char name_t[PATH_MAX];

typedef struct {
	const char *path;
	name_t copy;		/* the rolling copy */
	name_t salvage;		/* unfinished copy */
	name_t salvaged;	/* complete, and flushed to the disk */
} names_t;

static bool _name(name_t to, const char *path, const char *suffix)
{
	return snprintf(to, PATH_MAX, "%s%s", path, suffix) < PATH_MAX;
}

static bool _names(names_t *n, const char *path, char *error,
		   size_t error_size)
{
	error[0] = '\0';
	n->path = path;
	if (_name(n->copy, path, LEDGER_COPY) &&
	    _name(n->salvage, path, ".salvage") &&
	    _name(n->salvaged, path, ".salvaged"))
		return true;
	snprintf(error, error_size, "%s", strerror(ENAMETOOLONG));
	return false;
}

/* RET 0 or errno */
static int _move(const char *from, const char *to, const char *suffix)
{
	name_t a, b;

	if (!_name(a, from, suffix) || !_name(b, to, suffix))
		return ENAMETOOLONG;
	return (rename(a, b) && (errno != ENOENT)) ? errno : 0;
}

static void _clear(const names_t *n)
{
	name_t name;

	for (size_t i = 0; i < COUNT(kept); i++)
		if (_name(name, n->salvage, kept[i]))
			(void) unlink(name);
}

static void _say_kept(const char *aside, ledger_say_fn say, void *arg)
{
	char line[PATH_MAX + 40];

	snprintf(line, sizeof(line), "the damaged ledger is kept as %s", aside);
	if (say)
		say(arg, line);
}

/*
 * Rename the damaged files. The name has the time of the salvaged file, so a
 * resumed replacement uses the same name again.
 * RET 0 or errno
 */
static int _put_aside(const names_t *n, ledger_say_fn say, void *arg)
{
	char suffix[40];
	struct stat st;
	name_t aside;
	int rc = 0;

	if (stat(n->salvaged, &st))
		return errno;
	snprintf(suffix, sizeof(suffix), ".damaged.%lld",
		 (long long) st.st_mtime);
	if (!_name(aside, n->path, suffix))
		return ENAMETOOLONG;
	for (size_t i = 0; (i < COUNT(kept)) && !rc; i++)
		rc = _move(n->path, aside, kept[i]);
	if (!rc && !(rc = ledger_sync_folder_of(n->path)))
		_say_kept(aside, say, arg);
	return rc;
}

static bool _swap(const names_t *n, ledger_say_fn say, void *arg, char *error,
		  size_t error_size)
{
	int rc = _put_aside(n, say, arg);

	if (!rc && rename(n->salvaged, n->path))
		rc = errno;
	if (!rc)
		rc = ledger_sync_folder_of(n->path);
	if (rc)
		snprintf(error, error_size,
			 "%s can't take its place: %s", n->salvaged,
			 strerror(rc));
	return !rc;
}

/* RET true if the salvaged file is complete, closed and flushed to the disk */
static bool _make(const names_t *n, ledger_say_fn say, void *arg,
		  ledger_salvaged_t *ret, char *error, size_t error_size)
{
	ledger_t *l = NULL;
	bool ok;
	int rc;

	if (ledger_open(n->salvage, &l, error, error_size) != LEDGER_OK)
		return false;
	ok = ledger_salvage(l, n->path, n->copy, say, arg, ret, error,
			    error_size);
	ledger_close(l);
	if (!ok)
		return false;
	if ((rc = ledger_sync(n->salvage)) ||
	    (rc = rename(n->salvage, n->salvaged) ? errno : 0) ||
	    (rc = ledger_sync_folder_of(n->salvaged)))
		snprintf(error, error_size, "%s", strerror(rc));
	return !rc;
}

bool ledger_replace(const char *path, ledger_say_fn say, void *arg,
		    ledger_salvaged_t *ret, char *error, size_t error_size)
{
	names_t n;
	bool ok;

	if (!_names(&n, path, error, error_size))
		return false;
	_clear(&n);
	ok = _make(&n, say, arg, ret, error, error_size);
	_clear(&n);
	return ok && _swap(&n, say, arg, error, error_size);
}

bool ledger_salvage_to(const char *path, const char *copy, const char *to,
		       ledger_say_fn say, void *arg, ledger_salvaged_t *ret,
		       char *error, size_t error_size)
{
	names_t n = { .path = path };
	bool ok;

	error[0] = '\0';
	if (!_name(n.copy, copy ? copy : "", "") ||
	    !_name(n.salvage, to, ".salvage") || !_name(n.salvaged, to, "")) {
		snprintf(error, error_size, "%s", strerror(ENAMETOOLONG));
		return false;
	}
	_clear(&n);
	ok = _make(&n, say, arg, ret, error, error_size);
	_clear(&n);
	return ok;
}

/* Finish what a killed ledger_replace() left behind, if anything. */
static bool _resume(const char *path, ledger_say_fn say, void *arg, char *error,
		    size_t error_size)
{
	names_t n;

	if (!_names(&n, path, error, error_size))
		return false;
	if (access(n.salvaged, F_OK))
		return true;
	if (say)
		say(arg, "slurmctld ended while a damaged ledger was replaced: the salvaged one takes its place now");
	return _swap(&n, say, arg, error, error_size);
}

static void _say_damaged(const char *path, const char *what, ledger_say_fn say,
			 void *arg)
{
	char line[PATH_MAX + 320];

	if (!say)
		return;
	snprintf(line, sizeof(line), "the ledger %s is damaged: %s", path, what);
	say(arg, line);
	say(arg, "a new one is begun from what can be read of it and from the reservations that Slurm knows");
}

ledger_status_t ledger_open_or_replace(const char *path, ledger_say_fn say,
				       void *arg, ledger_t **ret_ledger,
				       char *error, size_t error_size)
{
	ledger_salvaged_t found;
	ledger_status_t status;
	char why[192];

	if (!_resume(path, say, arg, error, error_size))
		return LEDGER_UNREADABLE;
	status = ledger_open(path, ret_ledger, error, error_size);
	if (status != LEDGER_DAMAGED)
		return status;
	_say_damaged(path, error, say, arg);
	if (ledger_replace(path, say, arg, &found, why, sizeof(why))) {
		ledger_salvage_tell(&found, say, arg);
		return ledger_open(path, ret_ledger, error, error_size);
	}
	snprintf(error, error_size,
		 "it is damaged, and a new one can't be made of what can be read of it: %s",
		 why);
	return LEDGER_UNREADABLE;
}
