/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * agent.h - a thread: what time brings.
 *
 * It sees what changed in slurmctld when no request comes, closes bookings that
 * ended, replaces failed nodes of bookings that asked for a count of nodes,
 * and writes to the ledger what could not be written before.
 */
#ifndef PLUGIN_AGENT_H
#define PLUGIN_AGENT_H

#include <stdbool.h>

/* RET false if no thread can be made */
extern bool agent_start(void);

/* Stop it and wait for it. Without slurmctld's locks. */
extern void agent_stop(void);

#endif
