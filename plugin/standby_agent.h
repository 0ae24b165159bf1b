/* SPDX-License-Identifier: GPL-2.0-or-later */
/* standby_agent.h - the part of the agent's turn for requests that stand by */
#pragma once

#include <stdbool.h>

/*
 * Look at some requests that stand by (plugin/booking/serve/standby.h), each in
 * a hold of the locks of its own, and end those whose time has passed. What it
 * does is durable with the next commit. Locks: none.
 * OUT ret_visible - true if Slurm's reservations have changed; else untouched
 * RET true if others are due, or room is left for bookings
 */
extern bool standby_agent_look(bool *ret_visible);
