/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verify.h - what the plugin counts: checked, and put into words for others.
 *
 * For tests and bug reports (garq_verify). Whether the counts agree with
 * themselves is for garq_machine_check() to say; whether they agree with what
 * scontrol shows, for whoever reads StateSaveLocation/garq.counts
 * (contrib/soak/soak does). It is text, a line for each thing, all times
 * seconds since the epoch:
 *
 *	garq.counts 1		the format of what follows
 *	serial N		1, 2, ... since slurmctld was started
 *	now T			the second that it all stands for
 *	looked T.NNNNNN		the clock while slurmctld's locks were held
 *	delta N			garq_delta and garq_horizon, in seconds
 *	horizon N
 *	check ok		or what is broken
 *	nodes N			how many there are
 *	node NAME		a node, and
 *	hold T_S T_E KIND NAME	who holds it, in order of T_S, which is not
 *				before now; T_E may be "never"; KIND is RESV,
 *				JOB (NAME: its number) or DOWN (NAME: the node)
 *	exact T N		from T on nobody holds N nodes, up to the next
 *				such line; worked out from the node intervals
 *	pool NAME...		the nodes of a pool, and
 *	slots T N		how many of them nobody holds, as its slot array
 *				has it
 *	license NAME		a license, and
 *	taken T_S T_E N NAME	reservation NAME has N of it, as above, and
 *	held T N		from T on N of it are held, as it is counted
 *	end N			the serial number again: nothing is missing
 */
#ifndef PLUGIN_VERIFY_H
#define PLUGIN_VERIFY_H

#include <stddef.h>
#include <sys/time.h>

/*
 * Check view_machine(), log what is broken, and put what it counts into words.
 * Right after site_sync(), under the same locks.
 * IN clock - what it is while the locks are held
 * OUT ret_size - bytes of the text
 * RET malloc'd, or NULL if memory is short
 */
extern char *verify_make_report(const struct timeval *clock, size_t *ret_size);

#endif
