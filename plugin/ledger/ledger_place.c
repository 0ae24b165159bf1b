/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/ledger_private.h"

#define FILES 2

static const char *const suffixes[FILES] = { "", "-wal" };

/* RET 0 or errno */
static int _stat_file(const char *path, int which, struct stat *st)
{
	ledger_name_t name;

	if (!ledger_name(name, path, "%s", suffixes[which]))
		return ENAMETOOLONG;
	return stat(name, st) ? errno : 0;
}

static void _note_file(ledger_t *l, int which, const struct stat *st)
{
	l->place.file[which].dev = st->st_dev;
	l->place.file[which].ino = st->st_ino;
	l->place.file[which].size = st->st_size;
	l->place.file[which].time = st->st_mtim;
}

void ledger_place_note(ledger_t *l)
{
	struct stat st;

	memset(&l->place, 0, sizeof(l->place));
	for (int i = 0; i < FILES; i++)
		if (!_stat_file(l->path, i, &st))
			_note_file(l, i, &st);
}

/* True if a file that was found is the one that was opened. */
static bool _is_same(const ledger_t *l, int which, const struct stat *st)
{
	return (st->st_ino == l->place.file[which].ino) &&
	       (st->st_dev == l->place.file[which].dev);
}

static void _note_written(ledger_t *l, int from)
{
	struct stat st;

	for (int i = from; i < FILES; i++)
		if (!_stat_file(l->path, i, &st) && _is_same(l, i, &st))
			_note_file(l, i, &st);
}

void ledger_place_wrote(ledger_t *l)
{
	_note_written(l, l->renew ? 1 : 0);
}

void ledger_place_wrote_both(ledger_t *l)
{
	_note_written(l, 0);
}

static bool _is_in_place(const ledger_t *l, int which)
{
	struct stat st;
	int rc = _stat_file(l->path, which, &st);

	if (!rc)
		return !l->place.file[which].ino || _is_same(l, which, &st);
	return (rc != ENOENT) && (rc != ENOTDIR);
}

bool ledger_in_place(const ledger_t *l)
{
	return _is_in_place(l, 0) && _is_in_place(l, 1);
}

bool ledger_place_untouched(const ledger_t *l)
{
	for (int i = 0; i < FILES; i++) {
		const struct timespec *time = &l->place.file[i].time;
		struct stat st;

		if (l->place.file[i].ino && !_stat_file(l->path, i, &st) &&
		    ((st.st_size != l->place.file[i].size) ||
		     (st.st_mtim.tv_sec != time->tv_sec) ||
		     (st.st_mtim.tv_nsec != time->tv_nsec)))
			return false;
	}
	return true;
}

void ledger_set_busy(ledger_t *l, bool busy)
{
	pthread_mutex_lock(&l->queue_lock);
	l->busy_since = busy ? ledger_clock_ms() : 0;
	pthread_mutex_unlock(&l->queue_lock);
}

void ledger_place_check(ledger_t *l)
{
	pthread_mutex_lock(&l->db_lock);
	ledger_set_busy(l, true);
	l->doubted = true;
	if (l->renew)
		(void) l->renew(l);
	ledger_set_busy(l, false);
	pthread_mutex_unlock(&l->db_lock);
}

void ledger_put_notice(ledger_t *l, const char *line)
{
	size_t len;

	pthread_mutex_lock(&l->queue_lock);
	len = strlen(l->notice);
	if (!strstr(l->notice, line))	/* once, however often it happens */
		snprintf(l->notice + len, sizeof(l->notice) - len, "%s%s",
			 len ? "; " : "", line);
	pthread_mutex_unlock(&l->queue_lock);
}

bool ledger_take_notice(ledger_t *l, char *ret, size_t size)
{
	bool any;

	pthread_mutex_lock(&l->queue_lock);
	if ((any = l->notice[0]))
		snprintf(ret, size, "%s", l->notice);
	l->notice[0] = '\0';
	pthread_mutex_unlock(&l->queue_lock);
	return any;
}
