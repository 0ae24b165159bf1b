/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * name.h - the forms of a name, each of which is a request of its own.
 *
 * scontrol has no field for most requests of this kind, so a name says it. Each
 * form is a row of one table (name.c).
 *
 * A reservation that had the name of a question before that name asked is
 * shown, changed and deleted as any other, but not created: the answers say so.
 *
 * Locks: none.
 */
#pragma once

#include <stdbool.h>

#define OFFERS_LIST "offers"
#define OFFERS_QUERY "query"
#define PROBE_NAME "probe"
#define WHY_NAME "why"
#define WHY_OF WHY_NAME ":"
#define LIMITS_NAME "limits"
#define STANDING_NAME "standing"
#define LOG_NAME "log"
#define LOG_OF LOG_NAME ":"
#define PAST_NAME "past"
#define USAGE_NAME "usage"
#define USAGE_OF USAGE_NAME ":"
#define LOCK_STATS_NAME "stats"
#define LOCK_STATS_RESET LOCK_STATS_NAME ":reset"
#define HOLD_OF "hold:"

typedef enum {
	NAME_PLAIN,	/* of a reservation; also NULL: Slurm makes one up */
	NAME_JOB,	/* of a job's booking (job.h) */
	NAME_PART,	/* of a part of a co-reservation (co_member.h) */
	NAME_WORDS,	/* words with ":" in front, maybe wishes (wishes.h) */
	NAME_HOLD,	/* of a named hold (named_hold.h) */

	/* Questions, for which nothing is made. */
	NAME_OFFERS,
	NAME_QUERY,
	NAME_PROBE,
	NAME_WHY,
	NAME_LIMITS,
	NAME_STANDING,
	NAME_LOG,
	NAME_PAST,
	NAME_USAGE,
	NAME_STATS,
	NAME_FORMS
} name_form_t;

/*
 * RET the form of a name. IN program - the names of answer.h, which are for
 * programs alone, count
 */
extern name_form_t name_form(const char *name, bool program);

/* Return true if a name is NAME_JOB, or NAME_PART; false for NULL. */
extern bool name_is_job(const char *name);
extern bool name_is_part(const char *name);

/*
 * Return true if a new reservation may have this name (NULL or "": Slurm makes
 * one up).
 * OUT ret_text - the error in it; free()
 */
extern bool name_ok(const char *name, char **ret_text);
