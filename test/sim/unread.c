/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sqlite3.h>

#include "test/sim/unread.h"
#include "test/sim/world.h"

#define INSTRUCTIONS 20	/* of SQLite's machine, between two calls of _count() */
#define DOUBLINGS 9	/* up to this many calls, doubled so often: a start has hundreds */

static bool reads;	/* a start is reading */
static uint32_t left;	/* calls until it fails */

/* A progress handler. RET not 0: the query ends by SQLITE_INTERRUPT */
static int _count(void *arg)
{
	(void) arg;
	if (!reads || (world->fault != DISK_NO_READ))
		return 0;
	if (!left)
		return 1;
	left--;
	return 0;
}

struct sqlite3_api_routines;

static int _watch(sqlite3 *db, const char **ret_error,
		  const struct sqlite3_api_routines *api)
{
	(void) ret_error;
	(void) api;
	sqlite3_progress_handler(db, INSTRUCTIONS, _count, NULL);
	return SQLITE_OK;
}

bool unread_install(void)
{
	return sqlite3_auto_extension((void (*)(void)) _watch) == SQLITE_OK;
}

void unread_begin(void)
{
	reads = true;
	if (world->fault == DISK_NO_READ)
		left = world_below(UINT32_C(1) << world_below(DOUBLINGS + 1));
}

void unread_end(void)
{
	reads = false;
}
