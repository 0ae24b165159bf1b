/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * series.h - the reservations of a series: those with one name and dates behind
 * it (plugin/booking/request/series.h).
 */
#pragma once

#include "contrib/sresv/options.h"

/*
 * Carry out a command of --series: for the reservations of the series that is
 * named, from --from on.
 * IN verb - the command, by the names of reservations
 * RET the exit code
 */
extern int series_run(const options_t *o, int (*verb)(const options_t *o));

/*
 * Look up what a user may have meant by a name that no reservation has: a series,
 * or a name with few other letters.
 * IN all - of ctl_load()
 * RET a line for the user, free(); NULL: there is no such name
 */
extern char *series_hint(const reserve_info_msg_t *all, const char *name);
