/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command.h - a booking as the scontrol command that makes it again, for a
 * slurmctld without the plugin.
 */
#ifndef LEDGER_COMMAND_H
#define LEDGER_COMMAND_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "plugin/ledger/booking.h"

/*
 * Write one line for the shell to out. The reservation will have the nodes
 * that the booking lies on, and its end; its start is "now" if it has begun.
 * What has begun, and with ignore_jobs all, is made whatever runs there
 * (Flags=IGNORE_JOBS).
 * What can't be made again is told in a line on notes: all of it, if the
 * booking is over (then out gets nothing), or a flag.
 */
extern void command_print(FILE *out, FILE *notes, const booking_t *b,
			  time_t now, bool ignore_jobs);

/* Write text as a word for the shell, or a part of one. */
extern void command_quote(FILE *out, const char *text);

#endif
