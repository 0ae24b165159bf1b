/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * refused.h - why a request is refused, as a number.
 *
 * Functions of the office return 0 when they did what they were asked, a code of
 * this file, or ENOMEM. Each code stands for one error of Slurm, which scontrol
 * has words for; plugin/slurm/refusals.h maps them both ways. An error of
 * Slurm's that has no code here passes through the office as the positive number
 * that it is.
 */
#ifndef PLUGIN_REFUSED_H
#define PLUGIN_REFUSED_H

enum {
	REFUSED_FAILED = -1,		/* for a reason that the text gives */
	REFUSED_BUSY = -1000,		/* too few nodes are free */
	REFUSED_OVERLAP,		/* another reservation has the nodes */
	REFUSED_IN_USE,			/* a job uses the reservation */
	REFUSED_STARTED,		/* the reservation has started */
	REFUSED_DENIED,			/* this user may not do that */
	REFUSED_NO_ACCESS,		/* this user may not use the reservation */
	REFUSED_UNSUPPORTED,		/* Slurm can't do that */
	REFUSED_NO_SUCH,		/* no such reservation, or a wrong name */
	REFUSED_NAME_TAKEN,		/* the name has been given */
	REFUSED_EMPTY,			/* nobody could use the reservation */
	/* what of the request is wrong */
	REFUSED_TIME,
	REFUSED_NODE_COUNT,
	REFUSED_NODES,
	REFUSED_LICENSES,
	REFUSED_PARTITION,
	REFUSED_NO_PARTITION,		/* none is given, and there is no default */
	REFUSED_FEATURES,
	REFUSED_USERS,
	REFUSED_GROUPS,
	REFUSED_ACCOUNTS,
	REFUSED_QOS,
	REFUSED_TRES,
	REFUSED_BURST_BUFFER
};

#endif
