/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.h - is all as it has to be? Called after each step, when the view has
 * just seen slurmctld.
 */
#pragma once

/*
 * Check all promises (promises.h); that no node is in two bookings at a time;
 * the list of records against the view; the counts of nodes and licenses at
 * some random times against a slow count; and now and then all counts by
 * verify_make_report(). The run fails if something is wrong.
 */
extern void check_all(void);
