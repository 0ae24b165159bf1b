/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "test/unit/fault_vfs.h"

/* SQLite allocates one block for both: this file, then the real disk's. */
typedef struct {
	sqlite3_file base;
	bool unreadable;	/* of its blocks some can't be read */
	sqlite3_file real[];
} file_t;

static struct {
	char suffix[32];	/* "": none */
	sqlite3_int64 at, size;
	int refused;
} unreadable;

static sqlite3_vfs *disk;
static struct {
	fault_t fault;
	int n;
	int changes;
	int failures;
	bool skip_sync;
} state;

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool on;
	bool hung;		/* a sync hangs */
} hang = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
};

static sqlite3_file *_real(sqlite3_file *f)
{
	return ((file_t *) f)->real;
}

/* Should this change fail? A torn write kills the process by itself. */
static bool _fails(bool is_write)
{
	state.changes++;
	if (!state.fault || (state.changes < state.n) ||
	    ((state.fault == FAULT_ONE) && (state.changes > state.n)))
		return false;
	if ((state.fault == FAULT_KILL) ||
	    ((state.fault == FAULT_TORN) && !is_write))
		kill(getpid(), SIGKILL);
	state.failures++;
	return true;
}

static int _close(sqlite3_file *f)
{
	return _real(f)->pMethods->xClose(_real(f));
}

static int _read(sqlite3_file *f, void *to, int len, sqlite3_int64 at)
{
	if (((file_t *) f)->unreadable && unreadable.suffix[0] &&
	    (at < unreadable.at + unreadable.size) &&
	    (at + len > unreadable.at)) {
		unreadable.refused++;
		return SQLITE_IOERR_READ;
	}
	return _real(f)->pMethods->xRead(_real(f), to, len, at);
}

static int _write(sqlite3_file *f, const void *from, int len, sqlite3_int64 at)
{
	if (!_fails(true))
		return _real(f)->pMethods->xWrite(_real(f), from, len, at);
	if (state.fault == FAULT_TORN) {
		_real(f)->pMethods->xWrite(_real(f), from, len / 2, at);
		kill(getpid(), SIGKILL);
	}
	return SQLITE_FULL;
}

static int _truncate(sqlite3_file *f, sqlite3_int64 size)
{
	return _fails(false) ? SQLITE_IOERR_TRUNCATE :
		_real(f)->pMethods->xTruncate(_real(f), size);
}

static void _hang(void)
{
	pthread_mutex_lock(&hang.lock);
	while (hang.on) {
		hang.hung = true;
		pthread_cond_broadcast(&hang.changed);
		pthread_cond_wait(&hang.changed, &hang.lock);
	}
	hang.hung = false;
	pthread_mutex_unlock(&hang.lock);
}

static int _sync(sqlite3_file *f, int flags)
{
	_hang();
	if (_fails(false))
		return SQLITE_IOERR_FSYNC;
	return state.skip_sync ? SQLITE_OK :
		_real(f)->pMethods->xSync(_real(f), flags);
}

static int _size(sqlite3_file *f, sqlite3_int64 *ret_size)
{
	return _real(f)->pMethods->xFileSize(_real(f), ret_size);
}

static int _lock(sqlite3_file *f, int level)
{
	return _real(f)->pMethods->xLock(_real(f), level);
}

static int _unlock(sqlite3_file *f, int level)
{
	return _real(f)->pMethods->xUnlock(_real(f), level);
}

static int _check_lock(sqlite3_file *f, int *ret)
{
	return _real(f)->pMethods->xCheckReservedLock(_real(f), ret);
}

static int _control(sqlite3_file *f, int op, void *arg)
{
	return _real(f)->pMethods->xFileControl(_real(f), op, arg);
}

static int _sector(sqlite3_file *f)
{
	return _real(f)->pMethods->xSectorSize(_real(f));
}

static int _traits(sqlite3_file *f)
{
	return _real(f)->pMethods->xDeviceCharacteristics(_real(f));
}

/* Version 1: without shared memory, which the ledger does not need. */
static const sqlite3_io_methods methods = {
	.iVersion = 1,
	.xClose = _close,
	.xRead = _read,
	.xWrite = _write,
	.xTruncate = _truncate,
	.xSync = _sync,
	.xFileSize = _size,
	.xLock = _lock,
	.xUnlock = _unlock,
	.xCheckReservedLock = _check_lock,
	.xFileControl = _control,
	.xSectorSize = _sector,
	.xDeviceCharacteristics = _traits,
};

static bool _ends_with(const char *name, const char *suffix)
{
	size_t len = strlen(name), end = strlen(suffix);

	return (len >= end) && !strcmp(name + len - end, suffix);
}

static int _open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f,
		 int flags, int *ret_flags)
{
	bool makes = (flags & SQLITE_OPEN_CREATE) && name &&
		access(name, F_OK);
	int rc;

	(void) vfs;
	f->pMethods = NULL;
	if (makes && _fails(false))
		return SQLITE_CANTOPEN;
	rc = disk->xOpen(disk, name, _real(f), flags, ret_flags);
	((file_t *) f)->unreadable = name && unreadable.suffix[0] &&
		_ends_with(name, unreadable.suffix);
	if (_real(f)->pMethods)
		f->pMethods = &methods;
	return rc;
}

static int _delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void) vfs;
	return _fails(false) ? SQLITE_IOERR_DELETE :
		disk->xDelete(disk, name, sync);
}

void fault_vfs_install(void)
{
	static sqlite3_vfs vfs;

	if (disk)
		return;
	disk = sqlite3_vfs_find(NULL);
	vfs = *disk;
	vfs.zName = "fault";
	vfs.szOsFile = (int) sizeof(file_t) + disk->szOsFile;
	vfs.xOpen = _open;
	vfs.xDelete = _delete;
	vfs.pNext = NULL;
	sqlite3_vfs_register(&vfs, 1);
}

void fault_vfs_hang(bool on)
{
	pthread_mutex_lock(&hang.lock);
	hang.on = on;
	pthread_cond_broadcast(&hang.changed);
	pthread_mutex_unlock(&hang.lock);
}

void fault_vfs_wait_hung(void)
{
	pthread_mutex_lock(&hang.lock);
	while (!hang.hung)
		pthread_cond_wait(&hang.changed, &hang.lock);
	pthread_mutex_unlock(&hang.lock);
}

void fault_vfs_skip_sync(void)
{
	state.skip_sync = true;
}

int fault_vfs_unreadable(const char *suffix, long at, long size)
{
	int refused = unreadable.refused;

	snprintf(unreadable.suffix, sizeof(unreadable.suffix), "%s",
		 suffix ? suffix : "");
	unreadable.at = at;
	unreadable.size = size;
	unreadable.refused = 0;
	return refused;
}

void fault_vfs_arm(fault_t fault, int n)
{
	state.fault = fault;
	state.n = n;
	state.changes = state.failures = 0;
}

int fault_vfs_disarm(void)
{
	state.fault = FAULT_NONE;
	return state.changes;
}

int fault_vfs_failures(void)
{
	return state.failures;
}
