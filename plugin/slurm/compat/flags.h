/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flags.h - flags of reservations that this version of Slurm lacks. */
#pragma once

#include "plugin/booking/request/flags.h"
#include "plugin/slurm/compat/compat.h"

/* Bits of flags that only other versions of Slurm have (0 in compat.h). */
#define FLAGS_UNKNOWN \
	((BOOKING_FLAG_FIRST_CORES & ~RESERVE_FLAG_FIRST_CORES) | \
	 (BOOKING_FLAG_USER_DEL & ~RESERVE_FLAG_USER_DEL) | \
	 (BOOKING_FLAG_NO_USER_DEL & ~RESERVE_FLAG_NO_USER_DEL) | \
	 (BOOKING_FLAG_FORCE_START & ~RESERVE_FLAG_FORCE_START))
