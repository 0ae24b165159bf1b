/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * part.h - the part of a booking that Slurm can make.
 *
 *	booked	Accounts=phys,chem Users=ada,bob Licenses=sw:1,gone:2
 *	known	chem, ada, sw
 *	part	Accounts=chem Users=ada Licenses=sw:1
 *
 * An account, a user, a license or a partition that was booked may be unknown
 * to Slurm by now, which then refuses the whole record. The part is the
 * booking without them. It never serves more people than the booking: if no
 * account of Accounts= is left, or no user or group, there is no part. People
 * kept out (Users=-eve) can be left out while somebody else is named.
 *
 * The booking stays as it was booked, and only its record has the part.
 * stand_in.h decides which nodes the part has.
 *
 * Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/request/request.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* The users and groups of a booking that exist, as its own texts have them. */
typedef struct {
	const char *users;	/* NULL: none of them */
	const char *groups;
} part_names_t;

/*
 * IN there - all names of the booking, if the host may look them up now
 * OUT ret_part - a copy of b without what the host does not take; owned
 * OUT ret_lacks - what that is, to be read by users; free(). NULL: nothing
 * RET 0; REFUSED_USERS, REFUSED_GROUPS, REFUSED_ACCOUNTS, REFUSED_LICENSES:
 *	all of these are unknown, so that there is no part. The outputs are
 *	untouched then
 */
extern int part_of(office_t *office, const booking_t *b,
		   const part_names_t *there, booking_t **ret_part,
		   char **ret_lacks);

/*
 * The record of v, which has a part, was changed by a request: the values
 * in the request are booked from now on. Names that only the booking has stay
 * in a list that the request changes by + or -.
 * IN v - as it was seen before the change
 * IN moves_nodes - the request is about nodes or partition
 */
extern void part_follow(office_t *office, view_resv_t *v,
			const request_t *request, bool moves_nodes);
