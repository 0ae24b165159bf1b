/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_pages.h - the pages of a damaged SQLite file, read without SQLite.
 *
 * SQLite gives up a whole table when its root page is damaged, the whole file
 * when the first page is, and it writes to files that it opens. This reader
 * finds each page by its number alone and opens both files read-only. The
 * format is the one of sqlite.org/fileformat2.html.
 *
 * The content of a page is that of its last committed frame in the WAL
 * (PATH-wal), or else that in the file. As in SQLite, the first invalid frame
 * ends the WAL. A rollback journal is ignored: a ledger has none once it is
 * created.
 */
#ifndef PLUGIN_LEDGER_PAGES_H
#define PLUGIN_LEDGER_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#define LEDGER_PAGE_MAX 65536	/* bytes */

typedef struct ledger_pages ledger_pages_t;

/*
 * OUT ret_pages - for ledger_pages_close(); untouched on failure
 * RET 0; or errno: from opening the file, or ENOMEM. Damage is no failure
 */
extern int ledger_pages_open(const char *path, ledger_pages_t **ret_pages);

/* ledger_pages_close(NULL) is safe. */
extern void ledger_pages_close(ledger_pages_t *p);

/* RET the number of pages; they are numbered from 1 */
extern uint32_t ledger_pages_cnt(const ledger_pages_t *p);

/* RET the size of a page in bytes, and how many of these SQLite uses */
extern uint32_t ledger_pages_size(const ledger_pages_t *p);
extern uint32_t ledger_pages_usable(const ledger_pages_t *p);

/*
 * OUT to - ledger_pages_size() bytes; undefined on failure
 * RET false if there is no such page, or the disk can't read it
 */
extern bool ledger_pages_read(const ledger_pages_t *p, uint32_t number,
			      unsigned char *to);

/* Big-endian numbers, as the file has them. */
static inline uint32_t ledger_pages_u16(const unsigned char *at)
{
	return ((uint32_t) at[0] << 8) | at[1];
}

static inline uint32_t ledger_pages_u32(const unsigned char *at)
{
	return (ledger_pages_u16(at) << 16) | ledger_pages_u16(at + 2);
}

#endif
