/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limits.h - bounds of the parameters of garq.h and machine.h. */
#pragma once

/* Bounds of the parameters of garq_create(). */
#define GARQ_DELTA_MIN 1		/* seconds */
#define GARQ_DELTA_MAX 86400		/* seconds */
#define GARQ_SLOTS_MAX (1U << 24)

/* Maximum number of pools of a machine; further classes of nodes share one. */
#define GARQ_POOLS_MAX 32
