/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rot.c - the disk damages a page of the ledger, of its log, of its copy, of
 * the log of that, or of the history; see life.h
 *
 * Nothing that was acknowledged may be lost by that. Where power is lost, or
 * the copy could not be written, the ledger alone has all, so it is not damaged
 * before the next start, nor is power lost between damage and the next start.
 */

#include <string.h>
#include <sys/param.h>
#include <unistd.h>

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_history.h"
#include "test/sim/life.h"
#include "test/sim/vfs.h"
#include "test/sim/world.h"

#define LEDGER DISK_FOLDER LEDGER_FILE
#define PAGE 4096
#define MODE_AT 18		/* see ledger_copy.c */

/* The files of the ledger itself come last. */
static const char *const names[] = {
	LEDGER LEDGER_COPY, LEDGER LEDGER_COPY "-wal",
	DISK_FOLDER LEDGER_HISTORY, LEDGER, LEDGER "-wal",
};
#define NAMES (sizeof(names) / sizeof(names[0]))
#define OTHERS 3

static void _damage(const char *name, int nr, uint32_t page)
{
	uint32_t from = page * PAGE;
	uint32_t to = MIN(from + PAGE, world->files[nr].size);

	for (uint32_t i = from; i < to; i++)
		world->data[nr][i] = (uint8_t) world_random();
	memcpy(world->durable[nr] + from, world->data[nr] + from, to - from);
	world->stats.rotten++;
	world->rotted = world->told.blind = true;
	world_tell("--- page %u of %s rots", page + 1, name);
}

static bool _is_kept(void)
{
	int nr = vfs_find(LEDGER LEDGER_COPY);

	return (nr >= 0) && (world->files[nr].size > MODE_AT) &&
	       (world->data[nr][MODE_AT] == 2);
}

void life_rot(void)
{
	bool any = !world->powerless && _is_kept();
	const char *name = names[world_below(any ? NAMES : OTHERS)];
	int nr = vfs_find(name);
	uint32_t pages = (nr < 0) ? 0 : (world->files[nr].size + PAGE - 1) /
					PAGE;

	if (pages && !world->rotted)	/* one at a time */
		_damage(name, nr, world_below(pages));
	_exit(LIFE_RESTARTS);
}
