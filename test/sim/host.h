/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.h - the simulated slurmctld as the office's host: a fake (fake.h) whose
 * nodes, users, licenses and jobs are those of the world.
 *
 * Each call that changes something is a tick of the world: the life may end
 * before it and after it.
 */
#pragma once

#include "plugin/booking/view/host.h"
#include "test/sim/slurmctld.h"

/* The office of the slurmctld that runs; an empty one, if none runs or it has no
 * plugin. */
extern office_t *office;

/* Set up the fake, if that was not done. RET its tables */
extern const host_t *host_begin(void);

/* With the word switches, four nodes are at each leaf switch, and eight of these
 * below each of two; else nothing is known of switches. */
extern void host_set_switches(void);

/* Its lines for the log (plugin.c). A broken rule is among them (invariant.h),
 * and ends the run. */
extern void host_say(office_t *office, say_level_t level, const char *line);

/* A set of the present table, and the nodes by number. RET owned */
extern garq_set_t *host_set(mask_t nodes);
extern mask_t host_mask(const garq_set_t *set);
extern mask_t host_index_mask(uint32_t index);

/* The nodes that are down now, and do not count as back at t. */
extern mask_t host_down_at(time_t t);

/* The list of nodes, "n0,n3"; "" for none. RET buf */
#define HOST_LIST 320
extern const char *host_list(mask_t nodes, char buf[HOST_LIST]);
/* The nodes of a list, also those that slurm.conf lacks. */
extern mask_t host_nodes_of(const char *list);

/* The uid of a user who exists. RET 0 or a code of refused.h */
extern int host_user_id(const char *name, uint32_t *ret_uid);

/*
 * Look up the users of a request, as the plugin does before it takes locks.
 * RET 0 or a code of refused.h
 */
extern int host_look_up(request_t *r);

/* --- host_saved.c: what Slurm's state file had at the start -------------- */

/* Keep what the file has now, before Slurm writes a new one. */
extern void host_saved_read(void);
/* It is not that of the ledger's last owner. */
extern void host_saved_distrust(void);
/* Reconciliation begins: has Slurm written another one meanwhile? */
extern void host_saved_judge(void);
/* The start is over. */
extern void host_saved_end(void);

/* Set its functions in the fake. */
extern void host_saved_use(host_saved_t *table);
