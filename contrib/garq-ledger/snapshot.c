/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/garq-ledger/snapshot.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/ledger_history.h"

static bool _make_folder(snapshot_t *s, char *error, size_t error_size)
{
	const char *tmp = getenv("TMPDIR");
	int n;

	if (!tmp || !tmp[0])
		tmp = "/tmp";
	n = snprintf(s->folder, sizeof(s->folder), "%s/garq-ledger.XXXXXX",
		     tmp);
	/* leave room for the names of files that SQLite and a migration add */
	if ((n < 0) || ((size_t) n + 64 > sizeof(s->folder)))
		errno = ENAMETOOLONG;
	else if (mkdtemp(s->folder))
		return true;
	snprintf(error, error_size, "no folder for a copy can be made in %s: %s",
		 tmp, strerror(errno));
	return false;
}

bool snapshot_make(const char *path, snapshot_t *ret, char *error,
		   size_t error_size)
{
	bool copy_failed = false;
	int rc = ENAMETOOLONG;

	ret->history[0] = '\0';
	if (!_make_folder(ret, error, error_size))
		return false;
	if ((size_t) snprintf(ret->path, sizeof(ret->path), "%s/" LEDGER_FILE,
			       ret->folder) < sizeof(ret->path))
		rc = ledger_files_copy(path, ret->path, &copy_failed);
	if (!rc)
		return true;
	if (rc == EAGAIN)
		snprintf(error, error_size,
			 "%s: slurmctld is changing it all the time; try again, or stop slurmctld",
			 path);
	else if (copy_failed)
		snprintf(error, error_size, "%s can't be copied to %s: %s",
			 path, ret->folder, strerror(rc));
	else
		snprintf(error, error_size, "%s: %s", path, strerror(rc));
	snapshot_remove(ret);
	return false;
}

/* Open and close a copy: that migrates it. */
static bool _migrate(const char *path, char *why, size_t why_size)
{
	ledger_t *l = NULL;
	bool ok = ledger_open(path, &l, why, why_size) == LEDGER_OK;

	ledger_close(l);
	return ok;
}

bool snapshot_add_history(snapshot_t *s, const char *path, char *error,
			  size_t error_size)
{
	const char *slash = strrchr(path, '/');
	int len = slash ? (int) (slash - path) + 1 : 0;
	char name[PATH_MAX], copy[PATH_MAX], why[256] = "";
	bool copy_failed;
	int rc = ENAMETOOLONG;

	if ((snprintf(name, sizeof(name), "%.*s" LEDGER_HISTORY, len, path) <
	     (int) sizeof(name)) &&
	    (snprintf(copy, sizeof(copy), "%s/" LEDGER_HISTORY, s->folder) <
	     (int) sizeof(copy)))
		rc = ledger_files_copy(name, copy, &copy_failed);
	if (rc == ENOENT)
		return true;
	if (!rc && _migrate(copy, why, sizeof(why))) {
		memcpy(s->history, copy, sizeof(copy));
		return true;
	}
	snprintf(error, error_size, "%s can't be read: %s", name,
		 rc ? strerror(rc) : why);
	return false;
}

void snapshot_remove(const snapshot_t *s)
{
	DIR *d = opendir(s->folder);
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			(void) unlinkat(dirfd(d), e->d_name, 0);
	if (d)
		closedir(d);
	(void) rmdir(s->folder);
}
