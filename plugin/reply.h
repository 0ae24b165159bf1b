/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reply.h - tell the user, and the log, that a request was refused. */
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

#endif
