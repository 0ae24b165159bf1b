/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rate_limit.h - refuse the requests of users who make too many of them
 * (garq_user_rate; the arithmetic: plugin/booking/request/rate.h).
 *
 * What counts: requests to create, change or delete reservations, among them
 * queries and the acceptance of offers, and deadline jobs that are submitted or
 * updated. Requests of operators do not count. Refusals are not logged one by
 * one, but once in a minute for each user.
 *
 * Locks: none are needed, and those of slurmctld may be held.
 */
#pragma once

#include "plugin/slurm/compat/compat.h"

/*
 * Count a request.
 * IN cost - as how many: the dates of a series, other users in Users, else 1
 * OUT ret_text - the refusal, for the user; free()
 * RET 0 or REFUSED_RATE
 */
extern int rate_limit(uint32_t uid, uint32_t cost, char **ret_text);

/*
 * Count a request, and answer it if it is refused.
 * IN cost - as rate_limit()
 * IN program - add the last line for a program (reply.h)
 * RET true if msg is answered: the handler has nothing more to do
 */
extern bool rate_limit_refuses(slurm_msg_t *msg, uint32_t cost, bool program);
