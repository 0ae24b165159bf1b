/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verify.h - check the counts of the view, and report them.
 *
 * For tests and bug reports (garq_verify). garq_machine_check() checks that
 * the counts agree with each other, and park_check() that Slurm's list has
 * every record that a job could meet. Whether they agree with what scontrol
 * shows is up to the reader of the report, StateSaveLocation/garq.counts
 * (contrib/soak/recount). The report is text of one item in a line; all times
 * are seconds since the epoch:
 *
 *	garq.counts 1		the format of what follows
 *	serial N		1, 2, ... since the plugin was loaded
 *	now T			the time of the view, for which all counts are
 *	looked T.NNNNNN		the clock while the host's locks were held
 *	delta N			garq_delta and garq_horizon, in seconds
 *	horizon N
 *	check ok		or the broken invariant
 *	faults N		internal errors since the plugin was loaded,
 *				this check included (invariant.h)
 *	shifts ok		or "stopped", because of one
 *	nodes N			number of nodes
 *	node NAME		a node, and
 *	hold T_S T_E KIND NAME	who holds it, in order of T_S, which is not
 *				before now; T_E may be "never"; KIND is RESV,
 *				JOB (NAME: its number) or DOWN (NAME: the node)
 *	exact T N		from T to the next such line N nodes are free;
 *				worked out from the node intervals
 *	pool NAME...		the nodes of a pool, and
 *	slots T N		from T on N of them are free, by its slot array
 *	license NAME		a license, and
 *	taken T_S T_E N NAME	reservation NAME holds N of it, as above, and
 *	held T N		from T on N of it are held, by its counts
 *	end N			the serial number again: nothing is missing
 */
#pragma once

#include <stddef.h>
#include <sys/time.h>

#include "plugin/booking/view/office.h"

/*
 * Check view_machine(), view_licenses() and parked records, report a broken
 * invariant (invariant_broken()), and make the report. Locks: those of view.h,
 * still held since site_sync().
 * IN clock - the time of day while the locks are held
 * OUT ret_size - bytes of the report, without the final 0
 * RET the report, free()
 */
extern char *verify_make_report(office_t *office, const struct timeval *clock,
				size_t *ret_size);
