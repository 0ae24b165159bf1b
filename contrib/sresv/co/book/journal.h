/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * journal.h - what sresv co has begun, on the disk: one file for each user.
 *
 *	co       a co-reservation, and the phase that was written last
 *	place    each place that a part was ever given, and whether it was dropped
 *	step     each request before it is sent, and its answer
 *	job      the jobs that sresv co run has submitted into the parts
 *	request  the text of a request, to plan its parts again
 *	rebook   a co-reservation that replaces another one
 *	keep     the parts of that one which stay, and belong to the new one then
 *
 * A recovery needs co and place; step is for people. SQLite with a rollback
 * journal, since home folders may be on NFS, and synchronous=FULL: what was
 * committed stays.
 *
 * Only one process works on a co-reservation at a time: it has the lease.
 *
 * Functions that return false have left one line in journal_why().
 */
#pragma once

#include "contrib/sresv/co/book/decide.h"
#include "contrib/sresv/co/lrs/lrs_talk.h"
#include "srl/memory.h"

#define JOURNAL_ID_MAX 16		/* characters, a-z and 0-9 */
#define JOURNAL_MEMBER_MAX 127		/* characters of a name on a cluster */
#define JOURNAL_KEPT (30 * 86400)	/* seconds: then it forgets what ended */

typedef struct journal journal_t;
typedef char journal_id_t[JOURNAL_ID_MAX + 1];

/* A place that a part was given. Texts are the owner's, of co->memory. */
typedef struct {
	uint32_t part;		/* number in the names, from 0 */
	const char *id;		/* of the part in the request */
	const char *member;	/* its name on the cluster */
	lrs_cluster_t cluster;	/* and how to reach it */
	lrs_shape_t shape;
	bool dropped;		/* the cluster has answered that it is gone */
} journal_place_t;

/* A part of a co-reservation that its successor takes over as it is. */
typedef struct {
	uint32_t part;		/* its number in the successor */
	const char *member;
	const char *cluster;	/* its name */
} journal_keep_t;

typedef struct {
	char id[JOURNAL_ID_MAX + 1];
	const char *name;	/* that the user gave it, or "" */
	const char *file;	/* the request */
	const char *why;	/* of what ended: a line, or "" */
	decide_phase_t phase;
	uint32_t part_cnt;
	int64_t created, changed;	/* seconds since the epoch */
	journal_place_t *places;	/* in the order in which they were given */
	size_t place_cnt;
	const char *request;	/* its text; NULL: not known */
	int64_t asked;		/* when that was read: "now" in it */
	const char *replaces;	/* the id of another one; NULL: none */
	bool ends_jobs;		/* of that one, also in parts that stay */
	bool switched;		/* and it has: journal_switch() */
	const journal_keep_t *keeps;	/* for journal_put_co(); never read */
	size_t keep_cnt;
	srl_memory_t *memory;
} journal_co_t;

/* A request to a cluster, or its answer. */
typedef struct {
	uint32_t part;
	const char *what;	/* "hold" */
	const char *outcome;	/* NULL: before it is sent */
	const char *why;	/* may be NULL */
} journal_step_t;

/*
 * Open the journal, and make it if there is none.
 *
 * path - NULL: $XDG_STATE_HOME/sresv/co.db, or ~/.local/state/sresv/co.db
 * RET for journal_close(), or NULL; err got a line that says what to do
 */
extern journal_t *journal_open(const char *path, FILE *err);
extern void journal_close(journal_t *j);

extern const char *journal_why(const journal_t *j);

/*
 * Changes are kept back until journal_commit(), which returns when they are on the
 * disk. None of them is, if a function has failed since the last commit.
 */
extern bool journal_put_co(journal_t *j, const journal_co_t *co);
extern bool journal_put_place(journal_t *j, const char *id,
			      const journal_place_t *place);
extern bool journal_put_phase(journal_t *j, const char *id,
			      decide_phase_t phase, const char *why);
extern bool journal_put_dropped(journal_t *j, const journal_place_t *place);
extern bool journal_put_step(journal_t *j, const char *id,
			     const journal_step_t *step);
extern bool journal_commit(journal_t *j);

/*
 * Read a co-reservation by its id, or by its name; of those with one name the last.
 *
 * ret - for journal_free()
 * RET false with *ret_found false: there is none; or with true: it can't be read
 */
extern bool journal_load(journal_t *j, const char *id, journal_co_t *ret,
			 bool *ret_found);
extern void journal_free(journal_co_t *co);

/*
 * List the ids of all co-reservations, the oldest first.
 * IN open - only of co-reservations that have not ended
 * OUT ret - ret_cnt ids for free(), NULL if there are none
 */
extern bool journal_ids(journal_t *j, bool open, journal_id_t **ret,
			size_t *ret_cnt);

/* A job that was submitted into a part. */
typedef struct {
	uint32_t part;
	int64_t run;		/* jobs of one sresv co run have one number */
	int64_t job;		/* its id on the cluster; 0: it is asked for */
} journal_job_t;

/* Note a job, or the id of a job that is noted. The change waits as those above. */
extern bool journal_put_job(journal_t *j, const char *id,
			    const journal_job_t *job);

/* Forget the jobs of a run, or of all runs: 0. Kept back, too. */
extern bool journal_drop_jobs(journal_t *j, const char *id, int64_t run);

/*
 * The jobs of a co-reservation, the oldest first.
 * OUT ret - ret_cnt of them for free(), NULL if there are none
 */
extern bool journal_jobs(journal_t *j, const char *id, journal_job_t **ret,
			 size_t *ret_cnt);

/*
 * Rebooking (journal_rebook.c). A successor is put with replaces and keeps; when all of
 * it is booked, journal_switch() makes it the co-reservation, in one commit: it
 * takes the parts that stay, the name, and, if it has none, the request; what is
 * left of the old one is to be dropped: DECIDE_UNDOING.
 *
 * RET false: it can't be written, and nothing has changed
 */
extern bool journal_switch(journal_t *j, const journal_co_t *successor);

/* Note that a co-reservation of the journal replaces another one. Kept back */
extern bool journal_put_origin(journal_t *j, const journal_co_t *co);

/* Is it booked, but journal_switch() is still to come? */
extern bool journal_is_unsettled(const journal_co_t *co);

/*
 * RET true if another one is to replace this one, and is neither given up nor in
 * its place; OUT ret - its id
 */
extern bool journal_heir(journal_t *j, const char *id, journal_id_t ret);

/* Find the next id of its lineage. RET false: the journal can't be read */
extern bool journal_next_id(journal_t *j, const char *id, journal_id_t ret);

/* Say of what was replaced why it is gone. */
extern bool journal_say_replaced(journal_t *j, const char *id);

/*
 * Take the lease, which ends with this process, or with journal_release(). A
 * lease of a dead process of this machine is taken over; of another machine's
 * nobody here knows.
 *
 * force - take it from another machine
 * RET false: journal_why() says who has it
 */
extern bool journal_lease(journal_t *j, const char *id, bool force);
extern void journal_release(journal_t *j, const char *id);

/* Is another process at work on it, as far as is known? */
extern bool journal_is_leased(journal_t *j, const char *id);
