/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command.h - a booking as the scontrol command that recreates it, for a
 * slurmctld without the plugin.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "plugin/ledger/record/booking.h"

/*
 * Write one line for the shell to out. The reservation has the present nodes
 * and end of the booking; its start is "now" if the booking has begun. With
 * ignore_jobs, and if the booking has begun, running jobs do not prevent the
 * reservation (Flags=IGNORE_JOBS). What can't be recreated is named in a line
 * on notes: a flag, or the whole booking if it is over (then out gets nothing).
 */
extern void command_print(FILE *out, FILE *notes, const booking_t *b,
			  time_t now, bool ignore_jobs);
