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
 * The suffix of the files put aside has the time of the salvaged file, so a
 * resumed replacement uses the same name again. RET 0 or errno
 */
static int _damaged(const names_t *n, char *suffix, size_t size)
{
	struct stat st;

	if (stat(n->salvaged, &st))
		return errno;
	snprintf(suffix, size, ".damaged.%lld", (long long) st.st_mtime);
	return 0;
}

/* Rename the files at PATH. OUT aside - the new name. RET 0 or errno */
static int _put_aside(const names_t *n, const char *suffix, name_t aside)
{
	int rc = 0;

	if (!_name(aside, n->path, suffix))
		return ENAMETOOLONG;
	for (size_t i = 0; (i < COUNT(kept)) && !rc; i++)
		rc = _move(n->path, aside, kept[i]);
	return rc ? rc : ledger_sync_folder_of(n->path);
}

/* RET 0 or errno */
static int _take_place(const names_t *n)
{
	if (rename(n->salvaged, n->path))
		return errno;
	return ledger_sync_folder_of(n->path);
}

static void _say_no_place(const names_t *n, int rc, char *error, size_t size)
{
	snprintf(error, size, "%s can't take its place: %s", n->salvaged,
		 strerror(rc));
}

static bool _swap(const names_t *n, ledger_say_fn say, void *arg, char *error,
		  size_t error_size)
{
	bool there = !access(n->path, F_OK);
	char suffix[40];
	name_t aside;
	int rc = _damaged(n, suffix, sizeof(suffix));

	if (!rc && !(rc = _put_aside(n, suffix, aside)) && there)
		_say_kept(aside, say, arg);
	if (!rc)
		rc = _take_place(n);
	if (rc)
		_say_no_place(n, rc, error, error_size);
	return !rc;
}

/* The new file is complete, and closed. RET 0 or errno */
static int _publish(const names_t *n)
{
	int rc = ledger_sync(n->salvage);

	if (!rc && rename(n->salvage, n->salvaged))
		rc = errno;
	return rc ? rc : ledger_sync_folder_of(n->salvaged);
}

/* RET true if the salvaged file is complete, closed and flushed to the disk */
static bool _make(const names_t *n, const char *path, ledger_say_fn say,
		  void *arg, ledger_salvaged_t *ret, char *error,
		  size_t error_size)
{
	ledger_t *l = NULL;
	bool ok;
	int rc;

	if (ledger_open(n->salvage, &l, error, error_size) != LEDGER_OK)
		return false;
	ok = ledger_salvage(l, path, n->copy, say, arg, ret, error,
			    error_size);
	ledger_close(l);
	if (!ok)
		return false;
	if ((rc = _publish(n)))
		snprintf(error, error_size, "%s", strerror(rc));
	return !rc;
}

/* IN path - the file to salvage; NULL: the copy alone */
static bool _replace(names_t *n, const char *path, ledger_say_fn say, void *arg,
		     ledger_salvaged_t *ret, char *error, size_t error_size)
{
	bool ok;

	_clear(n);
	ok = _make(n, path, say, arg, ret, error, error_size);
	_clear(n);
	return ok && _swap(n, say, arg, error, error_size);
}

bool ledger_replace(const char *path, ledger_say_fn say, void *arg,
		    ledger_salvaged_t *ret, char *error, size_t error_size)
{
	names_t n;

	return _names(&n, path, error, error_size) &&
	       _replace(&n, path, say, arg, ret, error, error_size);
}

bool ledger_replace_by_copy(const char *path, ledger_say_fn say, void *arg,
			    ledger_salvaged_t *ret, char *error,
			    size_t error_size)
{
	names_t n;

	return _names(&n, path, error, error_size) &&
	       _replace(&n, NULL, say, arg, ret, error, error_size);
}

/* What was put aside before is removed: its log must not stay beside another file. */
static int _put_aside_alone(const names_t *n)
{
	name_t aside, name;

	for (size_t i = 0; i < COUNT(kept); i++)
		if (_name(aside, n->path, LEDGER_ASIDE) &&
		    _name(name, aside, kept[i]))
			(void) unlink(name);
	return _put_aside(n, LEDGER_ASIDE, aside);
}

bool ledger_replace_by(const char *path, ledger_t *l, char *error,
		       size_t error_size)
{
	names_t n;
	bool ok;
	int rc;

	if (!_names(&n, path, error, error_size))
		return false;
	_clear(&n);
	ok = ledger_copy_at_once(l, n.salvage, error, error_size);
	if (ok && ((rc = _publish(&n)) || (rc = _put_aside_alone(&n)) ||
		   (rc = _take_place(&n)))) {
		_say_no_place(&n, rc, error, error_size);
		ok = false;
	}
	_clear(&n);
	return ok;
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
	ok = _make(&n, path, say, arg, ret, error, error_size);
	_clear(&n);
	return ok;
}

bool ledger_replace_resume(const char *path, ledger_say_fn say, void *arg,
			   char *error, size_t error_size)
{
	names_t n;

	if (!_names(&n, path, error, error_size))
		return false;
	if (access(n.salvaged, F_OK))
		return true;
	if (say)
		say(arg, "slurmctld ended while a ledger was replaced: the new one takes its place now");
	return _swap(&n, say, arg, error, error_size);
}
