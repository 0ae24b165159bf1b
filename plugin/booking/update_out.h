/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_out.h - what came of a request for a change. */
#ifndef PLUGIN_UPDATE_OUT_H
#define PLUGIN_UPDATE_OUT_H

#include "plugin/booking/request.h"
#include "plugin/booking/shift.h"

typedef struct update {
	int rc;
	bool program;		/* IN: a program asks, see answer.h */
	char *text;		/* for the user */
	ledger_op_t *op;
	booking_t *before;	/* to go back to if the ledger can't be written */
	bool visible;		/* jobs may be concerned */
	bool save;		/* it is Slurm's own, or becomes that */
	shifted_t shifted;	/* who has moved for it */
} update_t;

#endif
