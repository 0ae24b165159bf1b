/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plugin.h - what plugin/ does round the office, in one thread: start, sync,
 * the agent's turn, reconfiguration, end, and the commit before an answer.
 *
 * Each function follows the file of the plugin that it names; the locks of
 * slurmctld are not simulated, since nothing runs at the same time.
 */
#pragma once

#include "plugin/booking/request/options.h"
#include "plugin/booking/serve/serve.h"

/* No plugin: the office is empty, and stays so. */
extern void plugin_none(void);

/* init() and the first sched_p_reconfig(): slurmctld has read its state. */
extern void plugin_start(const options_t *options);

/* site_sync() of plugin/slurm/sync.c. RET false: nothing can be placed now */
extern bool plugin_sync(void);

/* One turn of plugin/agent.c. */
extern void plugin_turn(void);

/* sched_p_reconfig() after slurm.conf was changed; then slurmctld validates its
 * records. */
extern void plugin_reconfigure(bool other_table);

/* fini(): leave plain reservations behind. */
extern void plugin_stop(void);

/* plugin/slurm/read_back.c and clock_back.c: read_back.c */
extern void plugin_read_back(void);
extern void plugin_read_back_last(void);
extern bool plugin_clock_back_see(void);
extern void plugin_clock_back_use(void);
/* Has the ledger not told yet what had ended? */
extern bool plugin_clock_back_waits(void);

/* plugin/rpc/served.c: commit, or undo. RET was it undone? */
extern bool plugin_finish(ask_t *a);

/*
 * plugin/rpc/native_calls.c: a job that asks for a reservation is submitted. The
 * record is lent until plugin_submit_end(), and meanwhile other requests are
 * served; one job at a time.
 */
extern void plugin_submit(const char *name, uint32_t uid, uint32_t minutes);
extern void plugin_submit_end(void);
