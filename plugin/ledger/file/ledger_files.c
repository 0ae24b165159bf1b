/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_files.h"
#include "plugin/memory/memory.h"

#define WAL "-wal"
#define WAL_HEADER 32
#define TRIES 500
#define PAUSE_NS 2000000L
#define OURS "garq."		/* how the names of all files begin */
#define OTHERS (S_IRWXG | S_IRWXO)

/* The bytes of a database on which SQLite has its locks. */
#define LOCK_AT 0x40000000
#define LOCK_LEN 512

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

static bool _name_files(files_t *f, const char *path)
{
	int n = snprintf(f->wal, sizeof(f->wal), "%s" WAL, path);

	snprintf(f->db, sizeof(f->db), "%s", path);
	return (n > 0) && ((size_t) n < sizeof(f->wal));
}

/* RET 0 or errno */
static int _read_header(const char *wal, moment_t *m)
{
	int fd, rc = ledger_files_open(wal, &fd);

	m->len = 0;
	if (rc)
		return (rc == ENOENT) ? 0 : rc;
	rc = ledger_files_read(fd, m->header, sizeof(m->header), 0);
	close(fd);
	if (!rc)
		m->len = sizeof(m->header);
	return (rc == ENODATA) ? 0 : rc;
}

static int _read_moment(const files_t *f, moment_t *m)
{
	int rc = ledger_files_there(f->db);

	memset(m, 0, sizeof(*m));
	if (!rc && stat(f->db, &m->db))	/* it was there */
		rc = (errno == ENOENT) ? EAGAIN : errno;
	return rc ? rc : _read_header(f->wal, m);
}

/*
 * With a WAL the file may change, by pages of the WAL; without one it may not.
 */
static bool _is_same_moment(const moment_t *a, const moment_t *b)
{
	if ((a->db.st_dev != b->db.st_dev) || (a->db.st_ino != b->db.st_ino) ||
	    (a->len != b->len) || memcmp(a->header, b->header, a->len))
		return false;
	return a->len || ((a->db.st_size == b->db.st_size) &&
			  (a->db.st_mtim.tv_sec == b->db.st_mtim.tv_sec) &&
			  (a->db.st_mtim.tv_nsec == b->db.st_mtim.tv_nsec));
}

static int _write_bytes(int fd, const char *bytes, size_t len)
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
	char bytes[1 << 16];
	ssize_t n;
	int rc;

	do {
		n = read(from, bytes, sizeof(bytes));
		rc = (n > 0) ? _write_bytes(to, bytes, (size_t) n) : 0;
		if (rc) {
			*copy_failed = true;
			return rc;
		}
	} while (n > 0);
	return n ? errno : 0;
}

/* OUT copy_failed - the error concerns the copy, not the file */
static int _copy_file(const char *from, const char *to, bool *copy_failed)
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
static int _try_copy(const files_t *from, const files_t *to, bool *copy_failed)
{
	moment_t before, after;
	int rc;

	(void) unlink(to->wal);
	if ((rc = _read_moment(from, &before)))
		return rc;
	if (!S_ISREG(before.db.st_mode))
		return S_ISDIR(before.db.st_mode) ? EISDIR : EINVAL;
	/* the file before its WAL: see ledger_files.h */
	if ((rc = _copy_file(from->db, to->db, copy_failed)))
		return (rc == ENOENT) ? EAGAIN : rc;
	rc = _copy_file(from->wal, to->wal, copy_failed);
	if (before.len ? rc : (rc && (rc != ENOENT)))
		return (rc == ENOENT) ? EAGAIN : rc;
	if ((rc = _read_moment(from, &after)))
		return rc;
	return _is_same_moment(&before, &after) ? 0 : EAGAIN;
}

int ledger_files_copy(const char *from_path, const char *to_path,
		      bool *copy_failed)
{
	static const struct timespec pause = { .tv_nsec = PAUSE_NS };
	files_t from, to;
	int rc = EAGAIN;

	if (!_name_files(&from, from_path) || !_name_files(&to, to_path))
		return ENAMETOOLONG;
	for (int i = 0; (i < TRIES) && (rc == EAGAIN); i++) {
		if (i)
			nanosleep(&pause, NULL);
		rc = _try_copy(&from, &to, copy_failed);
	}
	return rc;
}

int ledger_sync(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int rc = 0;

	if (fd < 0)
		return errno;
	if (fsync(fd))
		rc = errno;
	close(fd);
	return rc;
}

/* RET free() */
static char *_folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? memory_there(strndup(path, (size_t) (slash - path) + 1)) :
		       memory_text(".");
}

int ledger_sync_folder_of(const char *path)
{
	char *folder = _folder_of(path);
	int rc = ledger_sync(folder);

	free(folder);
	return rc;
}

int ledger_files_there(const char *path)
{
	struct stat st;
	char *folder;
	int fd, rc = stat(path, &st) ? errno : 0;

	if (rc != ENOENT)
		return rc;
	folder = _folder_of(path);
	if ((fd = open(folder, O_RDONLY | O_CLOEXEC)) >= 0)
		close(fd);
	free(folder);
	return stat(path, &st) ? errno : EAGAIN;
}

int ledger_files_open(const char *path, int *ret)
{
	int rc = ledger_files_there(path);

	if (rc || ((*ret = open(path, O_RDONLY | O_CLOEXEC)) >= 0))
		return rc;
	return (errno == ENOENT) ? EAGAIN : errno;
}

int ledger_files_read(int fd, void *to, size_t len, off_t at)
{
	struct stat st;
	ssize_t n = 1;

	for (size_t i = 0; (i < len) && (n > 0); i += (size_t) MAX(n, 0))
		do {
			n = pread(fd, (char *) to + i, len - i,
				  at + (off_t) i);
		} while ((n < 0) && (errno == EINTR));
	if (n > 0)
		return 0;
	if ((n < 0) || fstat(fd, &st))
		return errno;
	return (at + (off_t) len > st.st_size) ? ENODATA : EIO;
}

int ledger_files_unless_missing(int rc, const char *path)
{
	if (rc != ENOENT)
		return rc;
	rc = ledger_files_there(path);
	return (rc == ENOENT) ? 0 : rc ? rc : EAGAIN;
}

int ledger_files_rename(const char *from, const char *to)
{
	return ledger_files_unless_missing(rename(from, to) ? errno : 0, from);
}

int ledger_files_link(const char *from, const char *to)
{
	return ledger_files_unless_missing(link(from, to) ? errno : 0, from);
}

int ledger_files_remove(const char *path)
{
	return ledger_files_unless_missing(unlink(path) ? errno : 0, path);
}

int ledger_files_create(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

/* RET 0 or errno; only regular files are changed, no target of a link */
static int _make_private(int folder, const char *name)
{
	struct stat st;
	int fd, rc = 0;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW))
		return (errno == ENOENT) ? 0 : errno;
	if (!S_ISREG(st.st_mode) || !(st.st_mode & OTHERS))
		return 0;
	fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return (errno == ENOENT) ? 0 : errno;
	if (fchmod(fd, st.st_mode & 07777 & ~OTHERS))
		rc = errno;
	close(fd);
	return rc;
}

DIR *ledger_open_folder_of(const char *path)
{
	char *folder = _folder_of(path);
	DIR *d = opendir(folder);
	int err = errno;

	free(folder);
	errno = err;
	return d;
}

int ledger_files_make_private(const char *path, char *ret_name, size_t size)
{
	DIR *d = ledger_open_folder_of(path);
	struct dirent *e;
	int rc = 0, one;

	if (!d)
		return errno;
	while ((e = readdir(d))) {
		if (strncmp(e->d_name, OURS, strlen(OURS)))
			continue;
		one = _make_private(dirfd(d), e->d_name);
		if (!one || rc)
			continue;
		rc = one;
		snprintf(ret_name, size, "%s", e->d_name);
	}
	closedir(d);
	return rc;
}

static void _read_program(ledger_holder_t *h)
{
	char path[64];
	struct stat st;
	ssize_t len = -1;
	int fd;

	snprintf(path, sizeof(path), "/proc/%ld/comm", h->pid);
	if ((fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return;
	if (!fstat(fd, &st))
		h->uid = st.st_uid;
	len = read(fd, h->program, sizeof(h->program) - 1);
	close(fd);
	h->program[(len > 0) ? len : 0] = '\0';
	h->program[strcspn(h->program, "\n")] = '\0';
	for (char *c = h->program; *c; c++)	/* its owner chooses it */
		if ((*c < ' ') || (*c > '~'))
			*c = '?';
}

bool ledger_files_holder(const char *path, ledger_holder_t *ret)
{
	struct flock lock = {
		.l_type = F_WRLCK, .l_whence = SEEK_SET,
		.l_start = LOCK_AT, .l_len = LOCK_LEN,
	};
	int fd = open(path, O_RDWR | O_CLOEXEC);
	bool held = (fd >= 0) && !fcntl(fd, F_GETLK, &lock) &&
		    (lock.l_type != F_UNLCK);

	if (fd >= 0)
		close(fd);
	if (!held)
		return false;
	*ret = (ledger_holder_t) { .pid = MAX(lock.l_pid, 0), .uid = (uid_t) -1 };
	if (ret->pid)
		_read_program(ret);
	return true;
}

void ledger_holder_name(const ledger_holder_t *h, char *ret, size_t size)
{
	if (h->pid)
		snprintf(ret, size, "process %ld (%s)", h->pid,
			 h->program[0] ? h->program : "it has ended");
	else
		snprintf(ret, size, "a process that the kernel does not name");
}
