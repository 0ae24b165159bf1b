/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * finish.h - make a decision durable before the answer, or undo the decision.
 *
 * The office decides under slurmctld's locks and must not wait for the disk
 * there; these functions wait afterwards, for no longer than LEDGER_PATIENCE.
 * Locks: none; an undo takes site_lock().
 */
#ifndef PLUGIN_FINISH_H
#define PLUGIN_FINISH_H

#include "plugin/booking/serve/create.h"
#include "plugin/booking/serve/update.h"

/*
 * After create_serve() or an acceptance that creates.
 * IN/OUT out - after an undo, its code and text say why
 */
extern void create_finish(create_t *out);

/*
 * As create_finish(), after update_serve(), a change of a job's booking, or an
 * acceptance that updates.
 * IN name - of the reservation
 */
extern void update_finish(const char *name, update_t *out);

#endif
