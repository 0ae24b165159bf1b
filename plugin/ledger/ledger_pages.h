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
 * created. Blocks that the disk can't read are zeros, which is damage, too.
 */
#ifndef PLUGIN_LEDGER_PAGES_H
#define PLUGIN_LEDGER_PAGES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
	unsigned char *bytes;	/* cnt pages of size bytes */
	uint32_t cnt;
	uint32_t size;
	uint32_t usable;	/* bytes of a page that SQLite uses */
} ledger_pages_t;

/*
 * Read all pages to memory.
 * OUT ret - for ledger_pages_free(); untouched on failure
 * RET 0; or errno: from opening the file, or ENOMEM. Damage is no failure
 */
extern int ledger_pages_load(const char *path, ledger_pages_t *ret);

/* Safe for a ledger_pages_t of zeros. */
extern void ledger_pages_free(ledger_pages_t *p);

/* RET page number (the first one is 1), or NULL if there is no such page */
extern const unsigned char *ledger_pages_at(const ledger_pages_t *p,
					    uint32_t number);

/* Return true if an SQLite file begins like this. at - 16 bytes or more */
extern bool ledger_pages_is_first(const unsigned char *at);

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
