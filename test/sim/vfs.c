/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sqlite3.h>
#include <string.h>
#include <sys/param.h>

#include "test/sim/vfs.h"
#include "test/sim/world.h"

typedef struct {
	sqlite3_file base;
	int nr;			/* index of world->files */
	bool has_lock;
} file_t;

static disk_file_t *_file(sqlite3_file *f)
{
	return &world->files[((file_t *) f)->nr];
}

static uint8_t *_data(sqlite3_file *f)
{
	return world->data[((file_t *) f)->nr];
}

static int _find(const char *name)
{
	for (int i = 0; i < DISK_FILES; i++)
		if (!strcmp(world->files[i].name, name))
			return i;
	return -1;
}

static int _find_or_add(const char *name)
{
	int nr = _find(name);

	if ((nr < 0) && ((nr = _find("")) >= 0))
		strncpy(world->files[nr].name, name,
			sizeof(world->files[nr].name) - 1);
	return nr;
}

/* Mark the sectors of [from, to) as not synced. */
static void _set_dirty(disk_file_t *file, uint32_t from, uint32_t to)
{
	uint32_t first = from / DISK_SECTOR;
	uint32_t end = (to + DISK_SECTOR - 1) / DISK_SECTOR;

	if (first >= end)
		return;
	for (uint32_t i = first; i < end; i++)
		file->dirty[i / 8] |= (uint8_t) (1 << (i % 8));
	file->dirty_from = file->dirty_to ? MIN(file->dirty_from, first) :
					    first;
	file->dirty_to = MAX(file->dirty_to, end);
}

static bool _is_dirty(const disk_file_t *file, uint32_t sector)
{
	return file->dirty[sector / 8] & (1 << (sector % 8));
}

/* Copy the dirty sectors for which keep() is true to the durable content. */
static void _settle(int nr, bool (*keep)(void))
{
	disk_file_t *file = &world->files[nr];

	for (uint32_t i = file->dirty_from; i < file->dirty_to; i++) {
		size_t at = (size_t) i * DISK_SECTOR;

		if (!file->dirty[i / 8])
			i |= 7;		/* none of these eight */
		if (!_is_dirty(file, i))
			continue;
		file->dirty[i / 8] &= (uint8_t) ~(1 << (i % 8));
		if (!keep || keep())
			memcpy(world->durable[nr] + at, world->data[nr] + at,
			       DISK_SECTOR);
	}
	file->dirty_from = file->dirty_to = 0;
}

/* Does this write fail, as the disk is full? */
static bool _is_full(void)
{
	if (world->fault != DISK_FULL)
		return false;
	world->stats.faults++;
	return true;
}

static int _close(sqlite3_file *f)
{
	if (((file_t *) f)->has_lock)
		_file(f)->locked = false;
	return SQLITE_OK;
}

static int _read(sqlite3_file *f, void *to, int len, sqlite3_int64 at)
{
	const disk_file_t *file = _file(f);
	sqlite3_int64 there = MIN(MAX(file->size - at, 0), len);

	memcpy(to, _data(f) + at, (size_t) there);
	if (there == len)
		return SQLITE_OK;
	memset((char *) to + there, 0, (size_t) (len - there));
	return SQLITE_IOERR_SHORT_READ;
}

static int _write(sqlite3_file *f, const void *from, int len, sqlite3_int64 at)
{
	disk_file_t *file = _file(f);
	int half = len / 2;

	world_tick();
	if (_is_full() || (at + len > DISK_FILE_MAX))
		return SQLITE_FULL;
	/* A kill in the middle of the write leaves its first half. */
	_set_dirty(file, (uint32_t) at, (uint32_t) (at + len));
	file->size = MAX(file->size, (uint32_t) at + (uint32_t) len);
	memcpy(_data(f) + at, from, (size_t) half);
	world_tick();
	memcpy(_data(f) + at + half, (const char *) from + half,
	       (size_t) (len - half));
	return SQLITE_OK;
}

static int _truncate(sqlite3_file *f, sqlite3_int64 size)
{
	disk_file_t *file = _file(f);
	uint32_t was = file->size;

	world_tick();
	if (_is_full())
		return SQLITE_IOERR_TRUNCATE;
	file->size = (uint32_t) size;
	if (file->size < was) {
		memset(_data(f) + size, 0, was - file->size);
		_set_dirty(file, file->size, was);
	}
	return SQLITE_OK;
}

static int _sync(sqlite3_file *f, int flags)
{
	disk_file_t *file = _file(f);

	(void) flags;
	world_tick();
	if (world->fault == DISK_NO_SYNC) {
		world->stats.faults++;
		return SQLITE_IOERR_FSYNC;
	}
	_settle(((file_t *) f)->nr, NULL);
	file->durable_size = file->size;
	file->durable_there = file->there;
	return SQLITE_OK;
}

static int _size(sqlite3_file *f, sqlite3_int64 *ret_size)
{
	*ret_size = _file(f)->size;
	return SQLITE_OK;
}

/* Exclusive or not at all: the ledger takes no other lock for long. */
static int _lock(sqlite3_file *f, int level)
{
	file_t *me = (file_t *) f;

	(void) level;
	if (me->has_lock)
		return SQLITE_OK;
	if (_file(f)->locked || world->ledger_locked)
		return SQLITE_BUSY;
	_file(f)->locked = me->has_lock = true;
	return SQLITE_OK;
}

static int _unlock(sqlite3_file *f, int level)
{
	file_t *me = (file_t *) f;

	if (me->has_lock && (level == SQLITE_LOCK_NONE))
		_file(f)->locked = me->has_lock = false;
	return SQLITE_OK;
}

static int _check_lock(sqlite3_file *f, int *ret)
{
	*ret = _file(f)->locked && !((file_t *) f)->has_lock;
	return SQLITE_OK;
}

static int _control(sqlite3_file *f, int op, void *arg)
{
	(void) f;
	(void) op;
	(void) arg;
	return SQLITE_NOTFOUND;
}

static int _sector(sqlite3_file *f)
{
	(void) f;
	return 4096;
}

static int _traits(sqlite3_file *f)
{
	(void) f;
	return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
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

/* RET false: the disk is full */
static bool _create(int nr)
{
	if (_is_full())
		return false;
	world_tick();
	world->files[nr].there = true;
	world->files[nr].size = 0;
	return true;
}

int vfs_create(const char *name)
{
	int nr = _find_or_add(name);

	if ((nr < 0) || (!world->files[nr].there && !_create(nr)))
		return -1;
	return nr;
}

static int _open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f,
		 int flags, int *ret_flags)
{
	file_t *me = (file_t *) f;

	(void) vfs;
	*me = (file_t) { .nr = _find_or_add(name ? name : "temporary") };
	if (me->nr < 0)
		return SQLITE_CANTOPEN;
	if (!_file(f)->there &&
	    (!(flags & SQLITE_OPEN_CREATE) || !_create(me->nr)))
		return SQLITE_CANTOPEN;
	me->base.pMethods = &methods;
	if (ret_flags)
		*ret_flags = flags;
	return SQLITE_OK;
}

int vfs_find(const char *name)
{
	int nr = _find(name);

	return ((nr >= 0) && world->files[nr].there) ? nr : -1;
}

void vfs_forget(int nr)
{
	disk_file_t *file = &world->files[nr];

	memset(world->data[nr], 0, file->size);
	memset(world->durable[nr], 0, MAX(file->size, file->durable_size));
	memset(file, 0, sizeof(*file));
}

static int _delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	int nr = vfs_find(name);

	(void) vfs;
	(void) sync;
	world_tick();
	if (nr < 0)
		return SQLITE_IOERR_DELETE_NOENT;
	vfs_forget(nr);
	return SQLITE_OK;
}

static int _access(sqlite3_vfs *vfs, const char *name, int flags, int *ret)
{
	int nr = _find(name);

	(void) vfs;
	(void) flags;
	*ret = (nr >= 0) && world->files[nr].there;
	return SQLITE_OK;
}

static int _full_path(sqlite3_vfs *vfs, const char *name, int size, char *to)
{
	(void) vfs;
	return sqlite3_snprintf(size, to, "%s", name) ? SQLITE_OK :
							SQLITE_CANTOPEN;
}

static int _randomness(sqlite3_vfs *vfs, int len, char *to)
{
	(void) vfs;
	for (int i = 0; i < len; i++)
		to[i] = (char) world_random();
	return len;
}

static int _sleep(sqlite3_vfs *vfs, int microseconds)
{
	static int spent;

	(void) vfs;
	spent += microseconds;
	world->now += spent / 1000000;
	spent %= 1000000;
	return microseconds;
}

static int _time(sqlite3_vfs *vfs, sqlite3_int64 *ret_ms)
{
	(void) vfs;
	*ret_ms = (sqlite3_int64) (world->now * 1000) +
		  INT64_C(210866760000000);
	return SQLITE_OK;
}

static int _last_error(sqlite3_vfs *vfs, int size, char *to)
{
	(void) vfs;
	if (size)
		*to = '\0';
	return 0;
}

/* SQLite's cache of pages: a page of 4 KiB, and what it keeps beside one. */
#define PAGE_ROOM (4096 + 256)
#define PAGES 128
static uint8_t pages[PAGES * PAGE_ROOM] __attribute__((aligned(16)));

bool vfs_install(void)
{
	static sqlite3_vfs vfs = {
		.iVersion = 2,
		.szOsFile = sizeof(file_t),
		.mxPathname = 60,
		.zName = "sim",
		.xOpen = _open,
		.xDelete = _delete,
		.xAccess = _access,
		.xFullPathname = _full_path,
		.xRandomness = _randomness,
		.xSleep = _sleep,
		.xGetLastError = _last_error,
		.xCurrentTimeInt64 = _time,
	};

	/* One thread, and a life is short: memory for pages is there at once. */
	return (sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) == SQLITE_OK) &&
	       (sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK) &&
	       (sqlite3_config(SQLITE_CONFIG_PAGECACHE, pages, PAGE_ROOM,
			       PAGES) == SQLITE_OK) &&
	       (sqlite3_vfs_register(&vfs, 1) == SQLITE_OK);
}

void vfs_process_gone(void)
{
	for (int i = 0; i < DISK_FILES; i++)
		world->files[i].locked = false;
}

static bool _coin(void)
{
	return world_one_in(2);
}

void vfs_lose_power(void)
{
	for (int i = 0; i < DISK_FILES; i++) {
		disk_file_t *file = &world->files[i];
		uint32_t longest = MAX(file->size, file->durable_size);
		bool lost = file->dirty_to ||
			    (file->there != file->durable_there) ||
			    (file->size != file->durable_size);

		if (!lost)
			continue;
		_settle(i, _coin);
		if ((file->there != file->durable_there) && _coin())
			file->durable_there = file->there;
		if (_coin())
			file->durable_size = file->size;
		file->there = file->durable_there;
		file->size = file->there ? file->durable_size : 0;
		memcpy(world->data[i], world->durable[i], longest);
		memset(world->data[i] + file->size, 0, longest - file->size);
		memcpy(world->durable[i], world->data[i], longest);
	}
}
