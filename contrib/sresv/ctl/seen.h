/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * seen.h - the reservations and the open offers that this user may see.
 *
 * The controller shows no offer among its reservations, not even one whose place
 * is held; it lists the offers apart, in lines for programs
 * (plugin/booking/request/answer.h).
 */
#pragma once

#include "contrib/sresv/ctl/ctl.h"

typedef struct {
	reserve_info_msg_t *all;
	bool garq;		/* the controller has sched/garq */
	bool hides;		/* ... and may hide reservations of others */
	offers_t offers;	/* none where Slurm has another scheduler */
} seen_t;

/*
 * Ask the controller.
 * OUT ret - for seen_free(); ret->all is set, if a->status is STATUS_DONE
 */
extern void seen_load(seen_t *ret, answer_t *a);
extern void seen_free(seen_t *s);
