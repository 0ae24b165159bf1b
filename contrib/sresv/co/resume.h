/* SPDX-License-Identifier: GPL-2.0-or-later */
/* resume.h - private to resume*.c: going on with co-reservations. */
#pragma once

#include "contrib/sresv/co/commit_args.h"

/*
 * Go on with one of the journal, by id or name; cancel - drop all of it. Prints.
 * RET the exit code
 */
extern int resume_one(const commit_args_t *args, journal_t *journal,
		      const char *id, bool cancel);

/*
 * Let a booked co-reservation take the place of the co-reservation that it
 * replaces: it takes over the parts that stay, and the others are dropped, with their jobs.
 * Nothing is done where nothing is left to do.
 *
 * OUT why - a line, "" if all is done
 * RET STATUS_DONE; STATUS_DOUBT, a part of the old one may be left; else an error
 */
extern status_t resume_switch(const commit_args_t *args, journal_t *journal,
			      const char *id, char *why, size_t len);

/*
 * Ask all clusters of the resource files for what the journal does not have, and go
 * on with that. Prints. RET the exit code, the worst of all
 */
extern int resume_scan(const commit_args_t *args, journal_t *journal);

/* A part that a scan has found on a cluster. */
typedef struct {
	char id[JOURNAL_ID_MAX + 1];
	uint32_t part, cnt;
	char *name;		/* owned by the scan */
	size_t cluster;
	bool held;
	int64_t start, end, nodes;
} resume_find_t;

/*
 * Has a newer co-reservation of the lineage been decided? Then the parts of this one
 * are what has stayed, or what is still to be dropped: its part 1 tells nothing.
 */
extern bool resume_is_replaced(const resume_find_t *finds, size_t cnt,
			       const char *id);

/* Note such a one in the journal, with what was found of it: co. RET false: it fails */
extern bool resume_put_old(journal_t *journal, journal_co_t *co);

/*
 * Let a co-reservation of the journal, if it is booked, take the place of all older
 * ones that were found. Prints, if it fails. RET the exit code
 */
extern int resume_put_new(const commit_args_t *args, journal_t *journal,
			  const resume_find_t *finds, size_t cnt,
			  const char *id);

/*
 * Read the name of a part, co-ID.IofN.PART.
 * OUT ret_id - JOURNAL_ID_MAX + 1 bytes
 * OUT ret_part - from 0
 * RET the id of the part in name; NULL: it is no such name
 */
extern const char *resume_read_name(const char *name, char *ret_id,
				    uint32_t *ret_part, uint32_t *ret_cnt);
