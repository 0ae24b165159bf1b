/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * finish.h - make a decision durable before the answer, or undo the decision.
 *
 * The office decides under slurmctld's locks and must not wait for the disk
 * there; this waits afterwards, for no longer than LEDGER_PATIENCE. Locks:
 * none; an undo takes site_lock().
 */
#pragma once

#include "plugin/booking/place/ask.h"

/*
 * After serve(). Does nothing without an operation.
 * IN/OUT a - its op is taken over; after an undo, its code and text say why
 */
extern void finish(ask_t *a);
