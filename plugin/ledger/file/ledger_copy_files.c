/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/param.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/memory/memory.h"

#define WAL "-wal"
#define CHUNK (1 << 16)		/* bytes; SQLite writes no more at once */

/* --- files, by SQLite's own functions ------------------------------------ */

void ledger_copy_close(sqlite3_file **file)
{
	if (*file && (*file)->pMethods)
		(void) (*file)->pMethods->xClose(*file);
	free(*file);
	*file = NULL;
}

static int _open_there(const char *name, sqlite3_file **ret)
{
	sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
	int rc;

	*ret = memory_new(1, (size_t) vfs->szOsFile);
	rc = vfs->xOpen(vfs, name, *ret, SQLITE_OPEN_READWRITE |
			SQLITE_OPEN_TEMP_DB, NULL);	/* no locks */
	if (rc)
		ledger_copy_close(ret);
	return rc;
}

int ledger_copy_open(const char *name, sqlite3_file **ret)
{
	int rc = ledger_files_create(name);

	if (rc && (rc != EEXIST))
		return (rc == ENOSPC) ? SQLITE_FULL : SQLITE_CANTOPEN;
	return _open_there(name, ret);
}

int ledger_copy_bytes(sqlite3_file *from, sqlite3_file *to, int64_t at,
		      int64_t end)
{
	char *bytes = memory_grow(NULL, 1, CHUNK);
	int rc = SQLITE_OK;

	while ((at < end) && !rc) {
		int len = (int) MIN(end - at, CHUNK);

		rc = from->pMethods->xRead(from, bytes, len, at);
		if (!rc && to)
			rc = to->pMethods->xWrite(to, bytes, len, at);
		at += len;
	}
	free(bytes);
	return rc;
}

/* --- the files of a copy ------------------------------------------------- */

bool ledger_copy_names(const char *path, ledger_name_t base,
		       ledger_name_t log, const char *suffix)
{
	return ledger_name(base, path, "%s", suffix) &&
	       ledger_name(log, path, "%s" WAL, suffix);
}

int ledger_copy_resume(const char *path)
{
	ledger_name_t base, log, new_base, new_log, part;
	int rc;

	if (!ledger_copy_names(path, base, log, LEDGER_COPY) ||
	    !ledger_copy_names(path, new_base, new_log, LEDGER_COPY_NEW) ||
	    !ledger_name(part, path, LEDGER_COPY_PART))
		return ENAMETOOLONG;
	rc = ledger_files_there(new_log);
	if (!rc)
		rc = ledger_files_remove(log);
	if (!rc)
		rc = ledger_files_rename(new_base, base);
	if (!rc)
		rc = ledger_files_rename(new_log, log);
	if (!rc)
		rc = ledger_sync_folder_of(path);
	if (rc && (rc != ENOENT))
		return rc;
	(void) unlink(new_base);
	(void) unlink(part);
	return 0;
}

int ledger_copy_is_kept(const char *copy, bool *ret)
{
	uint8_t mode[2] = { 0 };
	ledger_name_t log;
	int fd, rc = ledger_files_open(copy, &fd);

	if (rc)
		return rc;
	rc = ledger_files_read(fd, mode, sizeof(mode), LEDGER_MODE_AT);
	close(fd);
	if (rc && (rc != ENODATA))
		return rc;
	*ret = (mode[0] == LEDGER_MODE_LOG) && (mode[1] == LEDGER_MODE_LOG);
	return (*ret || !ledger_name(log, copy, WAL)) ?
		0 : ledger_files_remove(log);
}

/*
 * IN to - NULL: only read
 * OUT there - false: there is no such file, which is no error
 */
static int _copy_whole(const char *from, const char *to, bool *there)
{
	sqlite3_file *in = NULL, *out = NULL;
	sqlite3_int64 size = 0;
	int rc = ledger_files_there(from);

	if (to)
		(void) unlink(to);
	*there = !rc;
	if (rc)
		return (rc == ENOENT) ? SQLITE_OK : SQLITE_CANTOPEN;
	rc = _open_there(from, &in);
	if (!rc)
		rc = in->pMethods->xFileSize(in, &size);
	if (!rc && to)
		rc = ledger_copy_open(to, &out);
	if (!rc)
		rc = ledger_copy_bytes(in, out, 0, size);
	if (!rc && to)
		rc = out->pMethods->xSync(out, SQLITE_SYNC_NORMAL);
	ledger_copy_close(&in);
	ledger_copy_close(&out);
	return rc;
}

static int _copy_both(const char *from, const char *to, bool *there)
{
	ledger_name_t log, to_log;
	bool unused;
	int rc = _copy_whole(from, to, there);

	if (rc || !*there)
		return rc;
	return (ledger_name(log, from, WAL) &&
		(!to || ledger_name(to_log, to, WAL))) ?
		_copy_whole(log, to ? to_log : NULL, &unused) : SQLITE_CANTOPEN;
}

int ledger_copy_files(const char *copy, const char *to)
{
	bool there;
	int rc = _copy_both(copy, to, &there);

	return rc ? rc : there ? SQLITE_OK : SQLITE_NOTFOUND;
}

int ledger_copy_read(const char *path)
{
	bool unused;

	return _copy_both(path, NULL, &unused);
}

/*
 * By the names of a new copy, which counts as soon as its log is there. A call
 * after one that failed finds the file renamed already.
 */
int ledger_copy_rename(const char *from, const char *to)
{
	ledger_name_t base, log, new_base, new_log;
	int rc = ledger_copy_resume(from);

	if (rc || !ledger_copy_names(from, base, log, LEDGER_COPY) ||
	    !ledger_copy_names(to, new_base, new_log, LEDGER_COPY_NEW))
		return rc ? rc : ENAMETOOLONG;
	rc = ledger_files_there(base);
	if (!rc)
		rc = ledger_copy_resume(to);
	if (!rc)	/* it may have no log */
		rc = ledger_files_create(log);
	if (!rc || (rc == EEXIST))
		rc = ledger_files_rename(base, new_base);
	if (!rc || (rc == ENOENT))
		rc = ledger_files_rename(log, new_log);
	return rc ? rc : ledger_copy_resume(to);
}
