/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * first_fit.h - the request at its first fit; no booking moves.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/ask.h"

/*
 * Place the request alone, beside all bookings as they are.
 * OUT plan - its order and self are set
 * RET 1; 0: it does not fit; -1 with errno ENOMEM
 */
extern int lrh_by_first_fit(const struct lrh_ask *ask, lrh_plan_t *plan);
