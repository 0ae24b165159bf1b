/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reply.h - tell the user, and the log, that a request was refused; a program is
 * told in lines of its own (answer.h).
 */
#ifndef PLUGIN_REPLY_H
#define PLUGIN_REPLY_H

#include "plugin/booking/request.h"
#include "plugin/slurm/compat.h"

/*
 * IN what - "create", "update" or "delete"
 * IN name - of the reservation, as the user typed it, or NULL
 * IN text - lines for the user, or NULL: then one is made from rc where Slurm's
 *	own message does not say what to do
 */
extern void reply_failed(slurm_msg_t *msg, const char *what, const char *name,
			 int rc, const char *text);

/*
 * Does a program ask? The mark is removed: the flags are then those of a
 * request without it, also in the ledger.
 */
extern bool reply_take_program_flag(request_t *request);

/* Append the last line for a program. IN/OUT text - may be NULL; free() */
extern void reply_end(char **text);

/* reply_failed(), with the last line for a program if one asks. */
extern void reply_refused(slurm_msg_t *msg, const char *what, const char *name,
			  int rc, const char *text, bool program);

#endif
