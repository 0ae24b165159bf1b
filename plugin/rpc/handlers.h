/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handlers.h - the handlers that slurmctld calls instead of its own.
 *
 * Each handler serves one message, answers on the message's connection and
 * returns; msg and its data stay the caller's. native is Slurm's own handler of
 * that message. Errors go into the answer. Locks: none, unless Slurm's queue of
 * requests serves a message about jobs (CTLD_QUEUE_PROCESSING in msg->flags).
 */
#pragma once

#include "plugin/slurm/compat/compat.h"

typedef void (*rpc_t)(slurm_msg_t *msg);
typedef void (*handler_t)(slurm_msg_t *msg, rpc_t native);

/*
 * Reservations: these handlers do not call native. Locks and access rules are
 * those of the native handlers, unless users may book for themselves
 * (plugin/booking/rights/users.h). A refused request changes no reservation.
 */
extern void handle_create(slurm_msg_t *msg, rpc_t native);
extern void handle_update(slurm_msg_t *msg, rpc_t native);
extern void handle_delete(slurm_msg_t *msg, rpc_t native);
extern void handle_show(slurm_msg_t *msg, rpc_t native);

/*
 * Jobs: native serves the message, and meanwhile the reservations that the
 * message names, and its user may use, are linked. handle_job() serves messages
 * about one job, handle_jobs() lists of jobs, handle_crontab() scrontab. A
 * message that names a parked reservation which the user's jobs can't use is
 * refused, as Slurm refuses such a message (REFUSED_NO_ACCESS).
 */
extern void handle_job(slurm_msg_t *msg, rpc_t native);
extern void handle_jobs(slurm_msg_t *msg, rpc_t native);
/* As handle_job(), for jobs that may be booked (plugin/booking/jobs/jobs.h). */
extern void handle_submit(slurm_msg_t *msg, rpc_t native);
extern void handle_job_update(slurm_msg_t *msg, rpc_t native);
extern void handle_crontab(slurm_msg_t *msg, rpc_t native);

/*
 * native shows jobs, after the expected starts of those that wait were
 * corrected (plugin/slurm/job_starts.h).
 */
extern void handle_jobs_show(slurm_msg_t *msg, rpc_t native);

/*
 * The id of the single job that an update names, as number or text ("17").
 * RET 0: a list or an array task, which can't be booked
 */
extern uint32_t desc_job_id(const job_desc_msg_t *desc);

/*
 * native serves a message that concerns all reservations: all are linked. Only
 * for messages that native refuses from all but root and SlurmUser
 * (validate_super_user()): nothing is done for anybody else. A deletion of nodes
 * is refused if a reservation has cores of one.
 */
extern void handle_with_all_linked(slurm_msg_t *msg, rpc_t native);
