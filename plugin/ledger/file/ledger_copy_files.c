/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
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

int ledger_copy_open(const char *name, sqlite3_file **ret)
{
	sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
	int rc = ledger_files_create(name);

	if (rc && (rc != EEXIST))
		return (rc == ENOSPC) ? SQLITE_FULL : SQLITE_CANTOPEN;
	*ret = memory_new(1, (size_t) vfs->szOsFile);
	rc = vfs->xOpen(vfs, name, *ret, SQLITE_OPEN_READWRITE |
			SQLITE_OPEN_TEMP_DB, NULL);	/* no locks */
	if (rc)
		ledger_copy_close(ret);
	return rc;
}

int ledger_copy_bytes(sqlite3_file *from, sqlite3_file *to, int64_t at,
		      int64_t end)
{
	char *bytes = memory_grow(NULL, 1, CHUNK);
	int rc = SQLITE_OK;

	while ((at < end) && !rc) {
		int len = (int) MIN(end - at, CHUNK);

		if (!(rc = from->pMethods->xRead(from, bytes, len, at)))
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

void ledger_copy_resume(const char *path)
{
	ledger_name_t base, log, new_base, new_log, part;

	if (!ledger_copy_names(path, base, log, LEDGER_COPY) ||
	    !ledger_copy_names(path, new_base, new_log, LEDGER_COPY_NEW) ||
	    !ledger_name(part, path, LEDGER_COPY_PART))
		return;
	if (!access(new_log, F_OK)) {
		(void) unlink(log);
		(void) rename(new_base, base);
		(void) rename(new_log, log);
		(void) ledger_sync_folder_of(path);
	}
	(void) unlink(new_base);
	(void) unlink(part);
}

bool ledger_copy_is_kept(const char *copy)
{
	int fd = open(copy, O_RDONLY | O_CLOEXEC);
	uint8_t mode[2] = { 0 };
	ledger_name_t log;
	bool kept;

	kept = (fd >= 0) && (pread(fd, mode, 2, LEDGER_MODE_AT) == 2) &&
	       (mode[0] == LEDGER_MODE_LOG) && (mode[1] == LEDGER_MODE_LOG);
	if (fd >= 0)
		close(fd);
	if (!kept && ledger_name(log, copy, WAL))
		(void) unlink(log);
	return kept;
}

/* OUT there - false: there is no such file, which is no error */
static int _copy_whole(const char *from, const char *to, bool *there)
{
	sqlite3_file *in = NULL, *out = NULL;
	sqlite3_int64 size = 0;
	int rc;

	(void) unlink(to);
	if (!(*there = !access(from, F_OK)))
		return SQLITE_OK;
	rc = ledger_copy_open(from, &in);
	if (!rc)
		rc = in->pMethods->xFileSize(in, &size);
	if (!rc)
		rc = ledger_copy_open(to, &out);
	if (!rc)
		rc = ledger_copy_bytes(in, out, 0, size);
	if (!rc)
		rc = out->pMethods->xSync(out, SQLITE_SYNC_NORMAL);
	ledger_copy_close(&in);
	ledger_copy_close(&out);
	return rc;
}

int ledger_copy_files(const char *copy, const char *to)
{
	ledger_name_t log, to_log;
	bool there;
	int rc;

	if (!ledger_name(log, copy, WAL) || !ledger_name(to_log, to, WAL))
		return SQLITE_CANTOPEN;
	if ((rc = _copy_whole(copy, to, &there)))
		return rc;
	return there ? _copy_whole(log, to_log, &there) : SQLITE_NOTFOUND;
}

void ledger_copy_rename(const char *from, const char *to)
{
	ledger_name_t base, log, to_base, to_log, new_base, new_log;

	ledger_copy_resume(from);
	if (!ledger_copy_names(from, base, log, LEDGER_COPY) ||
	    !ledger_copy_names(to, to_base, to_log, LEDGER_COPY) ||
	    !ledger_copy_names(to, new_base, new_log, LEDGER_COPY_NEW) ||
	    access(base, F_OK))
		return;
	(void) unlink(new_log);
	(void) unlink(new_base);
	(void) unlink(to_log);
	(void) rename(base, to_base);
	(void) rename(log, to_log);
}
