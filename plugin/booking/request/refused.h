/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * refused.h - the codes of refusals.
 *
 * Functions of the office return 0 for success, or a code of this file.
 * Each code stands for one error of Slurm, for which scontrol has a text;
 * refusals.h maps codes and errors both ways. An error of Slurm
 * without a code passes through the office as its own positive number.
 */
#pragma once

enum {
	REFUSED_FAILED = -1,		/* the text gives the reason */
	REFUSED_BUSY = -1000,		/* too few nodes are free */
	REFUSED_OVERLAP,		/* another reservation has the nodes */
	REFUSED_IN_USE,			/* a job uses the reservation */
	REFUSED_STARTED,		/* the reservation has started */
	REFUSED_DENIED,			/* the user may not do that */
	REFUSED_RATE,			/* ... or not so often */
	REFUSED_NO_ACCESS,		/* ... or not use the reservation */
	REFUSED_UNSUPPORTED,		/* Slurm can't do that */
	REFUSED_NO_SUCH,		/* no such reservation, or a bad name */
	REFUSED_NAME_TAKEN,		/* a reservation has the name */
	REFUSED_EMPTY,			/* no user could use the reservation */
	/* the part of the request that is wrong */
	REFUSED_TIME,
	REFUSED_NODE_COUNT,
	REFUSED_NODES,
	REFUSED_LICENSES,
	REFUSED_PARTITION,
	REFUSED_NO_PARTITION,		/* none given, and no default */
	REFUSED_FEATURES,
	REFUSED_USERS,
	REFUSED_GROUPS,
	REFUSED_ACCOUNTS,
	REFUSED_QOS,
	REFUSED_TRES,
	REFUSED_BURST_BUFFER
};
