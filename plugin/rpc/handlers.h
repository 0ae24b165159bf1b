/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handlers.h - what slurmctld calls instead of its own handlers.
 *
 * Each takes one message, answers it on its connection and returns; msg and
 * its data stay the caller's. native is Slurm's own handler of that message.
 */
#ifndef PLUGIN_HANDLERS_H
#define PLUGIN_HANDLERS_H

#include "plugin/slurm/compat.h"

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
 * Jobs: native serves them; the reservations that they name and may use are in
 * Slurm's list for it. One handler for a message about one job, for a list of
 * jobs, and for scrontab. A request that names a parked reservation which jobs
 * of its user can't use is refused as Slurm does it (REFUSED_NO_ACCESS).
 */
extern void handle_job(slurm_msg_t *msg, rpc_t native);
extern void handle_jobs(slurm_msg_t *msg, rpc_t native);
/* A batch job, an update of a job: it may be booked, see jobs.h. */
extern void handle_submit(slurm_msg_t *msg, rpc_t native);
extern void handle_job_update(slurm_msg_t *msg, rpc_t native);
extern void handle_crontab(slurm_msg_t *msg, rpc_t native);

/* "17" or a number; lists and tasks of arrays are not booked. RET 0: no such */
extern uint32_t desc_job_id(const job_desc_msg_t *desc);

/* What looks at all reservations: native serves it, all are there for it. */
extern void handle_with_all_linked(slurm_msg_t *msg, rpc_t native);

#endif
