/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind_edge.h - the second phase of the binder.
 *
 * Private to the binder.
 */
#pragma once

#include "lrh/bind_ask.h"

/*
 * Bind again all bookings that start at t0 or later and may change nodes.
 * RET 1: bind->b is complete; 0, or -1 with errno ENOMEM: bind->b is unchanged
 */
extern int lrh_bind_left_edge(const struct lrh_bind *bind, time_t t0);
