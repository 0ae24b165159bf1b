/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reply.h - answer and log refused requests; programs get additional lines
 * (plugin/booking/request/answer.h).
 *
 * Locks: none.
 */
#pragma once

#include "plugin/booking/request/request.h"
#include "plugin/slurm/compat/compat.h"

/* Append the last line for a program. IN/OUT text - may be NULL; free() */
extern void reply_end(char **text);

/*
 * Answer a refused request, and log the refusal. The caller counts it
 * (counts_refused()), if nobody only looked.
 * IN what - "create", "update", "delete", ...: for the log
 * IN name - of the reservation, as the user typed it, or NULL
 * IN rc - a code of refused.h, or Slurm's error
 * IN text - lines for the user; NULL: advice for rc, if Slurm's own message
 *	does not say what to do
 * IN program - add the last line for a program
 */
extern void reply_refused(slurm_msg_t *msg, const char *what, const char *name,
			  int rc, const char *text, bool program);
