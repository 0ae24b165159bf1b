/* SPDX-License-Identifier: GPL-2.0-or-later */
/* resume.h - private to resume*.c: going on with co-reservations. */
#ifndef SRESV_CO_RESUME_H
#define SRESV_CO_RESUME_H

#include "contrib/sresv/co/commit_args.h"

/*
 * Go on with one of the journal, by id or name; cancel - drop all of it. Prints.
 * RET the exit code
 */
extern int resume_one(const commit_args_t *args, journal_t *journal,
		      const char *id, bool cancel);

/*
 * Ask all clusters of the resource files for what the journal does not have, and go
 * on with that. Prints. RET the exit code, the worst of all
 */
extern int resume_scan(const commit_args_t *args, journal_t *journal);

/*
 * Read the name of a part, co-ID.IofN.PART.
 * OUT ret_id - JOURNAL_ID_MAX + 1 bytes
 * OUT ret_part - from 0
 * RET the id of the part in name; NULL: it is no such name
 */
extern const char *resume_read_name(const char *name, char *ret_id,
				    uint32_t *ret_part, uint32_t *ret_cnt);

#endif
