/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stall.c - a disk and a name service that do not answer, for slurmctld.
 *
 * In the folder that GARQ_TEST_STALL names, files say what happens:
 *
 *	disk	while it is there, a sync of the ledger does not return; with a
 *		text, that of files with this text in their names
 *	full	while it is there, the disk is full for the ledger: claims and
 *		writes fail; with a text, those of files with this text in their
 *		names
 *	rows	"1": a start that reads the bookings of the ledger gets one, and
 *		then an error of the disk; so with other numbers
 *	names	"hang": a look-up of the user garqslow does not return;
 *		"gone": there is no such user; no file: there is
 *
 * disk.hung and names.hung are made when a thread hangs.
 *
 * To be preloaded:
 * cc -shared -fPIC -o stall.so stall.c
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SLOW "garqslow"
#define SLOW_UID 4711

static int open_file(const char *name, int flags)
{
	const char *folder = getenv("GARQ_TEST_STALL");
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder ? folder : "", name);
	return folder ? open(path, flags | O_CLOEXEC, 0666) : -1;
}

static void say_hung(const char *name)
{
	close(open_file(name, O_WRONLY | O_CREAT));
	usleep(50000);
}

/* Does the file have this text? NULL: is it there? */
static int has(const char *name, const char *text)
{
	int fd = open_file(name, O_RDONLY);
	char is[32] = "";

	if (fd < 0)
		return 0;
	if (read(fd, is, sizeof(is) - 1) < 0)
		is[0] = '\0';
	close(fd);
	return !text || !strncmp(is, text, strlen(text));
}

/* Is a part of the path what a file ("disk", "full") says? */
static int concerns(const char *name, const char *path)
{
	int fd = open_file(name, O_RDONLY);
	char text[64] = "";

	if (fd < 0)
		return 0;
	if (read(fd, text, sizeof(text) - 1) < 0)
		text[0] = '\0';
	close(fd);
	return strstr(path, text) != NULL;
}

/* RET is this a file of the ledger? */
static int is_ledger(int fd, char path[512])
{
	char link[64];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, path, 511);
	path[len < 0 ? 0 : len] = '\0';
	return strstr(path, "/garq.ledger") != NULL;
}

static void stall(int fd)
{
	char path[512];

	if (!is_ledger(fd, path))
		return;
	while (concerns("disk", path))
		say_hung("disk.hung");
}

int fsync(int fd)
{
	int (*real)(int) = (int (*)(int)) dlsym(RTLD_NEXT, "fsync");

	stall(fd);
	return real(fd);
}

int fdatasync(int fd)
{
	int (*real)(int) = (int (*)(int)) dlsym(RTLD_NEXT, "fdatasync");

	stall(fd);
	return real(fd);
}

static int is_full(int fd)
{
	char path[512];

	return has("full", NULL) && is_ledger(fd, path) &&
	       concerns("full", path);
}

typedef ssize_t (*pwrite_fn)(int, const void *, size_t, off_t);

ssize_t pwrite(int fd, const void *from, size_t size, off_t at)
{
	if (!is_full(fd))
		return ((pwrite_fn) dlsym(RTLD_NEXT, "pwrite"))(fd, from, size,
								at);
	errno = ENOSPC;
	return -1;
}

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at)
{
	return pwrite(fd, from, size, at);
}

int link(const char *from, const char *to)
{
	int (*real)(const char *, const char *) =
		(int (*)(const char *, const char *)) dlsym(RTLD_NEXT, "link");

	if (!strstr(to, "/garq.ledger") || !concerns("full", to))
		return real(from, to);
	errno = ENOSPC;
	return -1;
}

#define SQLITE_IOERR 10
#define SQLITE_ROW 100

static void *of_sqlite(const char *name)
{
	static void *library;

	if (!library)
		library = dlopen("libsqlite3.so.0", RTLD_LAZY);
	return library ? dlsym(library, name) : NULL;
}

/* RET how many rows of this query may be read; -1: all */
static int rows_of(void *query)
{
	const char *(*sql)(void *) =
		(const char *(*)(void *)) of_sqlite("sqlite3_sql");
	int fd = open_file("rows", O_RDONLY);
	char is[32] = "";
	const char *text;

	if (fd < 0)
		return -1;
	if (read(fd, is, sizeof(is) - 1) < 0)
		is[0] = '\0';
	close(fd);
	text = sql ? sql(query) : NULL;
	return (text && strstr(text, "FROM booking WHERE closed IS NULL ORDER")) ?
		atoi(is) : -1;
}

/* Called by the plugin in place of SQLite's own. */
int sqlite3_step(void *query)
{
	static __thread void *last;
	static __thread int cnt;
	int (*real)(void *) = (int (*)(void *)) of_sqlite("sqlite3_step");
	int rc, rows = rows_of(query);

	if (query != last)
		cnt = 0;
	last = query;
	if ((rows >= 0) && (cnt >= rows)) {
		last = NULL;
		return SQLITE_IOERR;
	}
	rc = real ? real(query) : SQLITE_IOERR;
	if (rc == SQLITE_ROW)
		cnt++;
	else
		last = NULL;
	return rc;
}

typedef int (*getpwnam_fn)(const char *, struct passwd *, char *, size_t,
			   struct passwd **);

int getpwnam_r(const char *name, struct passwd *pw, char *buf, size_t size,
	       struct passwd **ret)
{
	if (strcmp(name, SLOW))
		return ((getpwnam_fn) dlsym(RTLD_NEXT, "getpwnam_r"))(
			name, pw, buf, size, ret);
	while (has("names", "hang"))
		say_hung("names.hung");
	*ret = NULL;
	if (has("names", "gone") || (size < sizeof(SLOW)))
		return 0;
	memset(pw, 0, sizeof(*pw));
	pw->pw_name = memcpy(buf, SLOW, sizeof(SLOW));
	pw->pw_passwd = pw->pw_gecos = pw->pw_dir = pw->pw_shell = "";
	pw->pw_uid = pw->pw_gid = SLOW_UID;
	*ret = pw;
	return 0;
}
