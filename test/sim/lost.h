/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lost.h - between two lives the ledger loses all of its rows; lost.c
 *
 * Then what Slurm has saved is all that is known: the next start that comes to its
 * end adopts each record. Of what was promised, the bookings must be there whose
 * record is in that file, as it was promised; what else is in the file may be
 * there. Starts may be killed meanwhile.
 */
#pragma once

#include "plugin/booking/view/view.h"
#include "test/sim/world.h"

/* It may happen now, while no controller runs. RET true: it did */
extern bool lost_happens(void);

/* Slurm has read its file: what it has purged is lost for good. */
extern void lost_purged(void);

/* A start has come to its end: what its record says of p is promised from now on,
 * if its row was lost. IN v - NULL: p is not there */
extern void lost_settle(promise_t *p, const view_resv_t *v);
