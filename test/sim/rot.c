/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rot.c - the disk damages a page of a log of the ledger; see life.h
 *
 * No booking may be lost by that. Which pages are those of a log, SQLite tells.
 */

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_history.h"
#include "test/sim/life.h"
#include "test/sim/vfs.h"
#include "test/sim/world.h"

#define LEDGER DISK_FOLDER LEDGER_FILE
#define HISTORY DISK_FOLDER LEDGER_HISTORY
#define PAGE 4096

static const char pages_sql[] =
	"SELECT pageno FROM dbstat WHERE name IN ('request', 'offer', 'shift')"
	" AND pagetype = 'leaf' AND ncell > 0";

static const char row_sql[] =
	"SELECT 1 FROM booking WHERE name = ?1 AND closed IS NULL";

/* RET the number of a page, or 0 */
static uint32_t _choose(sqlite3 *db)
{
	sqlite3_stmt *s = NULL;
	uint32_t cnt = 0, page = 0;

	if (sqlite3_prepare_v2(db, pages_sql, -1, &s, NULL))
		world_fail("no page to damage: %s", sqlite3_errmsg(db));
	while (sqlite3_step(s) == SQLITE_ROW)
		if (world_one_in(++cnt))
			page = (uint32_t) sqlite3_column_int(s, 0);
	sqlite3_finalize(s);
	return page;
}

/*
 * What had no answer, and has no row, may have a record that Slurm has saved. Rows
 * may be missing after the damage, so a start adopts that record.
 */
static void _expect_adoption(sqlite3 *db)
{
	sqlite3_stmt *s = NULL;

	if (sqlite3_prepare_v2(db, row_sql, -1, &s, NULL))
		world_fail("no row to look for: %s", sqlite3_errmsg(db));
	for (uint32_t i = 0; i < world->promise_cnt; i++) {
		promise_t *p = &world->promises[i];

		if ((p->state != PROMISE_ASKED) &&
		    (p->state != PROMISE_BROKEN_OFF))
			continue;
		sqlite3_bind_text(s, 1, p->name, -1, SQLITE_STATIC);
		if (sqlite3_step(s) == SQLITE_DONE)
			p->adopted = true;
		sqlite3_reset(s);
	}
	sqlite3_finalize(s);
}

static void _damage(const char *name, uint32_t page)
{
	int nr = vfs_find(name);
	uint8_t *at = world->data[nr] + (size_t) (page - 1) * PAGE;

	for (uint32_t i = 0; i < PAGE; i++)
		at[i] = (uint8_t) world_random();
	memcpy(world->durable[nr] + (size_t) (page - 1) * PAGE, at, PAGE);
	world->stats.rotten++;
	world->rows_lost = true;
	world_tell("--- page %u of %s rots", page, name);
}

void life_rot(void)
{
	bool history = (vfs_find(HISTORY) >= 0) && world_one_in(3);
	const char *name = history ? HISTORY : LEDGER;
	sqlite3 *db = NULL;
	uint32_t page = 0;

	if (!vfs_install())
		world_fail("SQLite takes no file system");
	if (!sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE, NULL) &&
	    !sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE;"
			  "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL))
		page = _choose(db);
	if (page && !history)
		_expect_adoption(db);
	sqlite3_close(db);
	if (page)
		_damage(name, page);
	_exit(LIFE_RESTARTS);
}
