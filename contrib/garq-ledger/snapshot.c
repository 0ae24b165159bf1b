/* SPDX-License-Identifier: GPL-2.0-or-later */
/* snapshot.c - see snapshot.h */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "contrib/garq-ledger/snapshot.h"
#include "plugin/ledger/ledger.h"

#define WAL "-wal"
#define WAL_HEADER 32
#define TRIES 500
#define PAUSE_NS 2000000L

/* Values that are equal before and after a consistent copy. */
typedef struct {
	struct stat db;
	size_t len;		/* bytes of the WAL's header; 0: no WAL */
	char header[WAL_HEADER];
} moment_t;

typedef struct {
	char db[PATH_MAX];
	char wal[PATH_MAX];
} files_t;

static bool _name(files_t *f, const char *path)
{
	int n = snprintf(f->wal, sizeof(f->wal), "%s" WAL, path);

	snprintf(f->db, sizeof(f->db), "%s", path);
	return (n > 0) && ((size_t) n < sizeof(f->wal));
}

/* RET 0 or errno */
static int _read_header(const char *wal, moment_t *m)
{
	int fd = open(wal, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	m->len = 0;
	if (fd < 0)
		return (errno == ENOENT) ? 0 : errno;
	n = pread(fd, m->header, sizeof(m->header), 0);
	close(fd);
	if (n < 0)
		return errno;
	m->len = (size_t) n;
	return 0;
}

static int _look(const files_t *f, moment_t *m)
{
	memset(m, 0, sizeof(*m));
	if (stat(f->db, &m->db))
		return errno;
	return _read_header(f->wal, m);
}

/*
 * With a WAL the file may change, by pages of the WAL; without one it may not.
 */
static bool _same(const moment_t *a, const moment_t *b)
{
	if ((a->db.st_dev != b->db.st_dev) || (a->db.st_ino != b->db.st_ino) ||
	    (a->len != b->len) || memcmp(a->header, b->header, a->len))
		return false;
	return a->len || ((a->db.st_size == b->db.st_size) &&
			  (a->db.st_mtim.tv_sec == b->db.st_mtim.tv_sec) &&
			  (a->db.st_mtim.tv_nsec == b->db.st_mtim.tv_nsec));
}

static int _write(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0)
			return errno;
		bytes += n;
		len -= (size_t) n;
	}
	return 0;
}

static int _copy_open(int from, int to, bool *copy_failed)
{
	static char bytes[1 << 16];
	ssize_t n;
	int rc;

	while ((n = read(from, bytes, sizeof(bytes))) > 0) {
		if ((rc = _write(to, bytes, (size_t) n))) {
			*copy_failed = true;
			return rc;
		}
	}
	return n ? errno : 0;
}

/* OUT copy_failed - the error concerns the copy, not the file */
static int _copy(const char *from, const char *to, bool *copy_failed)
{
	int in = open(from, O_RDONLY | O_CLOEXEC), out, rc;

	if (in < 0)
		return errno;
	out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (out < 0) {
		rc = errno;
		*copy_failed = true;
	} else {
		rc = _copy_open(in, out, copy_failed);
		close(out);
	}
	close(in);
	return rc;
}

/* RET 0, errno, or EAGAIN if the file changed too much during the copy */
static int _try(const files_t *from, const files_t *to, bool *copy_failed)
{
	moment_t before, after;
	int rc;

	(void) unlink(to->wal);
	if ((rc = _look(from, &before)))
		return rc;
	if (!S_ISREG(before.db.st_mode))
		return S_ISDIR(before.db.st_mode) ? EISDIR : EINVAL;
	/* the file before its WAL: see snapshot.h */
	if ((rc = _copy(from->db, to->db, copy_failed)))
		return rc;
	rc = _copy(from->wal, to->wal, copy_failed);
	if (rc && (rc != ENOENT))
		return rc;
	if ((rc = _look(from, &after)))
		return rc;
	return _same(&before, &after) ? 0 : EAGAIN;
}

static int _try_often(const files_t *from, const files_t *to, bool *copy_failed)
{
	static const struct timespec pause = { .tv_nsec = PAUSE_NS };
	int rc = EAGAIN;

	for (int i = 0; (i < TRIES) && (rc == EAGAIN); i++) {
		if (i)
			nanosleep(&pause, NULL);
		rc = _try(from, to, copy_failed);
	}
	return rc;
}

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
	files_t from, to;
	bool copy_failed = false;
	int rc = ENAMETOOLONG;

	if (!_make_folder(ret, error, error_size))
		return false;
	if (((size_t) snprintf(ret->path, sizeof(ret->path), "%s/" LEDGER_FILE,
			       ret->folder) < sizeof(ret->path)) &&
	    _name(&from, path) && _name(&to, ret->path))
		rc = _try_often(&from, &to, &copy_failed);
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
