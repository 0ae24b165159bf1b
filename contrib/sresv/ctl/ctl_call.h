/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ctl_call.h - a call of libslurm, and the answer_t of what it says.
 *
 *	ctl_begin(ret);
 *	rc = slurm_load_...(...);
 *	if (!ctl_end(rc != 0, ctl_failed, ret))
 *		return;		ret says why
 *
 * libslurm prints to standard error, which is captured meanwhile (said.h), and so
 * one thread of a process may call it, and no other.
 */
#pragma once

#include "contrib/sresv/ctl/ctl.h"

/* Begin a call of libslurm, whose output is captured. */
extern void ctl_begin(answer_t *ret);

/*
 * The call is over; if it has failed, explain the error and what libslurm
 * printed. errno must be that of the call.
 * RET whether it succeeded
 */
extern bool ctl_end(bool failed,
		    void (*explain)(int rc, const char *said, answer_t *ret),
		    answer_t *ret);

/* Explain a failure: the lines that libslurm printed, or Slurm's own text. */
extern void ctl_failed(int rc, const char *said, answer_t *ret);

/* Slurm's text for an error, used if the controller has sent none. */
extern const char *ctl_slurms_words(int rc);

/* Has no controller taken the connection? Then it has no request either. */
extern bool ctl_is_unsent(int rc);

/* Make ret the answer of a process that memory is short for. */
extern void ctl_out_of_memory(answer_t *ret);
