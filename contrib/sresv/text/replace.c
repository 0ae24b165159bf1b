/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contrib/sresv/text/replace.h"

static void _free(replace_t *r)
{
	free(r->path);
	free(r->new);
}

bool replace_begin(replace_t *ret, const char *path)
{
	int fd;

	*ret = (replace_t) { .file = stdout };
	if (!strcmp(path, "-"))
		return true;
	/* not *.prom: node_exporter reads each of these in its directory */
	if (!(ret->path = strdup(path)) ||
	    (asprintf(&ret->new, "%s.XXXXXX", path) < 0)) {
		free(ret->path);
		errno = ENOMEM;
		return false;
	}
	fd = mkstemp(ret->new);
	if ((fd >= 0) && (ret->file = fdopen(fd, "w")))
		return true;
	if (fd >= 0) {
		close(fd);
		unlink(ret->new);
	}
	_free(ret);
	return false;
}

static bool _close(replace_t *r, bool ok)
{
	mode_t mask = umask(0);
	int fd = fileno(r->file);

	(void) umask(mask);
	ok = ok && !ferror(r->file) && !fflush(r->file) &&
	     !fchmod(fd, 0644 & ~mask) && !fsync(fd);
	return !fclose(r->file) && ok;
}

bool replace_end(replace_t *r, bool ok)
{
	int saved;

	if (!r->path)
		return !fflush(stdout) && !ferror(stdout) && ok;
	ok = _close(r, ok) && !rename(r->new, r->path);
	saved = errno;
	if (!ok)
		unlink(r->new);
	_free(r);
	errno = saved;
	return ok;
}
