/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * files.c - the world's disk for what the ledger does to files by itself, beside
 * SQLite; see vfs.h
 *
 * These functions stand in for those of the C library: names that begin with
 * DISK_FOLDER are files of the world, all others real ones. A file that is
 * opened is a copy to read, or was created by that. What is renamed or removed is so for good.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "test/sim/vfs.h"
#include "test/sim/world.h"

static bool _is_ours(const char *name)
{
	return !strncmp(name, DISK_FOLDER, strlen(DISK_FOLDER));
}

/* RET the number of the file; -1 and errno: there is none */
static int _find(const char *name)
{
	int nr = vfs_find(name);

	if (nr < 0)
		errno = ENOENT;
	return nr;
}

int stat(const char *name, struct stat *ret)
{
	int nr;

	if (!_is_ours(name))
		return (int) syscall(SYS_newfstatat, AT_FDCWD, name, ret, 0);
	if ((nr = _find(name)) < 0)
		return -1;
	memset(ret, 0, sizeof(*ret));
	ret->st_mode = S_IFREG | 0600;
	ret->st_size = world->files[nr].size;
	ret->st_mtime = world->now;
	return 0;
}

int access(const char *name, int mode)
{
	if (!_is_ours(name))
		return (int) syscall(SYS_faccessat, AT_FDCWD, name, mode);
	return (_find(name) < 0) ? -1 : 0;
}

int open(const char *name, int flags, ...)
{
	va_list args;
	int fd, nr;
	mode_t mode;

	va_start(args, flags);
	mode = (flags & O_CREAT) ? va_arg(args, mode_t) : 0;
	va_end(args);
	if (!_is_ours(name))
		return (int) syscall(SYS_openat, AT_FDCWD, name, flags, mode);
	if (!strcmp(name, DISK_FOLDER))
		return memfd_create(name, MFD_CLOEXEC);
	nr = _find(name);
	if ((nr >= 0) && (flags & O_EXCL)) {
		errno = EEXIST;
		return -1;
	}
	if ((nr < 0) && (flags & O_CREAT) && ((nr = vfs_create(name)) < 0))
		errno = ENOSPC;
	if (nr < 0)
		return -1;
	fd = memfd_create(name, MFD_CLOEXEC);
	if ((fd >= 0) && (write(fd, world->data[nr], world->files[nr].size) < 0))
		world_fail("a file can't be copied to be read");
	return fd;
}

int unlink(const char *name)
{
	int nr;

	if (!_is_ours(name))
		return (int) syscall(SYS_unlinkat, AT_FDCWD, name, 0);
	if ((nr = _find(name)) < 0)
		return -1;
	world_tick();
	vfs_forget(nr);
	return 0;
}

/* There is room for a copy. */
int statvfs(const char *name, struct statvfs *ret)
{
	if (!_is_ours(name) || (_find(name) < 0))
		return -1;
	memset(ret, 0, sizeof(*ret));
	ret->f_frsize = 4096;
	ret->f_bavail = 1 << 20;
	return 0;
}

/* Nobody looks at what was put aside: it is removed. */
int rename(const char *from, const char *to)
{
	int nr, old;

	if (!_is_ours(from))
		return (int) syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD,
				     to);
	if ((nr = _find(from)) < 0)
		return -1;
	world_tick();
	if ((old = vfs_find(to)) >= 0)
		vfs_forget(old);
	if (strstr(to, ".damaged.") || strstr(to, ".aside"))
		vfs_forget(nr);
	else
		snprintf(world->files[nr].name, sizeof(world->files[nr].name),
			 "%s", to);
	return 0;
}
