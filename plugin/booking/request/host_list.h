/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host_list.h - the size of a node list, before Slurm expands it.
 *
 * Slurm makes all names of a list, n[1-4],rack[1-2]n[1-8], before it looks for
 * the nodes; each pair of brackets in a name multiplies the names, and adds a
 * level of recursion to the stack of a thread. Locks: none.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define HOST_LIST_NAMES 65536	/* Slurm's limit for a pair of brackets */
#define HOST_LIST_BRACKETS 16	/* pairs in a name; Slurm prints 5 at most */

/* Return true if list has more than most names. n[2,2] has two. */
extern bool host_list_has_more(const char *list, uint64_t most);

/* Maximum number of pairs of brackets in a name of list, closed or not. */
extern uint32_t host_list_brackets(const char *list);
