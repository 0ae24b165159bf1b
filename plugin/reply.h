/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reply.h - tell the user, and the log, that a request was refused; and who asks,
 * a program or a person.
 */
#ifndef PLUGIN_REPLY_H
#define PLUGIN_REPLY_H

#include "plugin/compat.h"

/*
 * IN what - "create", "update" or "delete"
 * IN name - of the reservation, as the user typed it, or NULL
 * IN text - lines for the user, or NULL: then one is made from rc where Slurm's
 *	own message does not say what to do
 */
extern void reply_failed(slurm_msg_t *msg, const char *what, const char *name,
			 int rc, const char *text);

/*
 * Does a program ask (answer.h)? The mark is taken off: to all others these
 * are flags like any, or none.
 */
extern bool reply_to_program(resv_desc_msg_t *desc);

/* Put the last line for a program behind a text, NULL or not. */
extern void reply_end(char **text);

/* The same as reply_failed(); with the last line if a program is told. */
extern void reply_refused(slurm_msg_t *msg, const char *what, const char *name,
			  int rc, const char *text, bool program);

#endif
