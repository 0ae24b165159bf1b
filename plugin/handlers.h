/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handlers.h - what slurmctld calls instead of its own handlers.
 *
 * Each takes one message, answers it on its connection and returns; msg and
 * its data stay the caller's. native is Slurm's own handler of that message.
 */
#ifndef PLUGIN_HANDLERS_H
#define PLUGIN_HANDLERS_H

#include "plugin/compat.h"

typedef void (*rpc_t)(slurm_msg_t *msg);
typedef void (*handler_t)(slurm_msg_t *msg, rpc_t native);

/*
 * Reservations: these do not call native. Locks are those of the native
 * handlers, so are access rules, unless users book for themselves (users.h). A
 * refused request changes nothing.
 */
extern void handle_create(slurm_msg_t *msg, rpc_t native);
extern void handle_update(slurm_msg_t *msg, rpc_t native);
extern void handle_delete(slurm_msg_t *msg, rpc_t native);
extern void handle_show(slurm_msg_t *msg, rpc_t native);

/*
 * Jobs: native serves them; what they name with --reservation is there for it.
 * One for a message about one job, for a list of jobs, and for scrontab.
 */
extern void handle_job(slurm_msg_t *msg, rpc_t native);
extern void handle_jobs(slurm_msg_t *msg, rpc_t native);
/* A batch job, an update of a job: it may be booked, see jobs.h. */
extern void handle_submit(slurm_msg_t *msg, rpc_t native);
extern void handle_job_update(slurm_msg_t *msg, rpc_t native);
extern void handle_crontab(slurm_msg_t *msg, rpc_t native);

/* What looks at all reservations: native serves it, all are there for it. */
extern void handle_with_all(slurm_msg_t *msg, rpc_t native);

#endif
