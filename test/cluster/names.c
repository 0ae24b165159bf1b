/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * names.c - a name service that does not answer for the user, and the group, that
 * GARQ_TEST_NAME names, as long as there is a file GARQ_TEST_HANG.
 *
 * The file has a number: so many look-ups are answered first. Each look-up of
 * that name adds a byte to GARQ_TEST_HANG.asked.
 *
 * To be preloaded:
 * cc -shared -fPIC -o names.so names.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* RET how many look-ups are to be answered; -1: all */
static long answered(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char text[32] = "";

	if (fd < 0)
		return -1;
	if (read(fd, text, sizeof(text) - 1) < 0)
		text[0] = '\0';
	close(fd);
	return atol(text);
}

/* RET the number of this look-up, from 1 on */
static long count(const char *path)
{
	char asked[4096];
	struct stat st = { .st_size = 0 };
	int fd;

	snprintf(asked, sizeof(asked), "%s.asked", path);
	fd = open(asked, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		return 0;
	if ((write(fd, "x", 1) < 0) || fstat(fd, &st))
		st.st_size = 0;
	close(fd);
	return st.st_size;
}

static void hang(void)
{
	const char *path = getenv("GARQ_TEST_HANG");
	const struct timespec pause = { .tv_nsec = 20 * 1000 * 1000 };
	long number;

	if (!path || (answered(path) < 0))
		return;
	number = count(path);
	while (answered(path) >= 0 && number > answered(path))
		nanosleep(&pause, NULL);
}

static void hang_for(const char *name)
{
	const char *slow = getenv("GARQ_TEST_NAME");

	if (slow && name && !strcmp(name, slow))
		hang();
}

int getpwnam_r(const char *name, struct passwd *pw, char *buf, size_t size,
	       struct passwd **ret)
{
	int (*next)(const char *, struct passwd *, char *, size_t,
		    struct passwd **) = dlsym(RTLD_NEXT, "getpwnam_r");

	hang_for(name);
	return next(name, pw, buf, size, ret);
}

struct passwd *getpwnam(const char *name)
{
	struct passwd *(*next)(const char *) = dlsym(RTLD_NEXT, "getpwnam");

	hang_for(name);
	return next(name);
}

int getpwuid_r(uid_t uid, struct passwd *pw, char *buf, size_t size,
	       struct passwd **ret)
{
	int (*next)(uid_t, struct passwd *, char *, size_t, struct passwd **) =
		dlsym(RTLD_NEXT, "getpwuid_r");
	int rc = next(uid, pw, buf, size, ret);

	if (!rc && *ret)
		hang_for(pw->pw_name);
	return rc;
}

int getgrouplist(const char *user, gid_t group, gid_t *groups, int *cnt)
{
	int (*next)(const char *, gid_t, gid_t *, int *) =
		dlsym(RTLD_NEXT, "getgrouplist");

	hang_for(user);
	return next(user, group, groups, cnt);
}

int getgrnam_r(const char *name, struct group *gr, char *buf, size_t size,
	       struct group **ret)
{
	int (*next)(const char *, struct group *, char *, size_t,
		    struct group **) = dlsym(RTLD_NEXT, "getgrnam_r");

	hang_for(name);
	return next(name, gr, buf, size, ret);
}
