/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handlers.h - what slurmctld calls instead of its own reservation handlers.
 *
 * Each takes one message, answers it on its connection and returns; msg and
 * its data stay the caller's. Access rules and locks are those of the native
 * handlers. A refused request changes nothing.
 */
#ifndef PLUGIN_HANDLERS_H
#define PLUGIN_HANDLERS_H

#include "plugin/compat.h"

extern void handle_create(slurm_msg_t *msg);
extern void handle_update(slurm_msg_t *msg);
extern void handle_delete(slurm_msg_t *msg);
extern void handle_show(slurm_msg_t *msg);

#endif
