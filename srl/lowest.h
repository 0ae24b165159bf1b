/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lowest.h - the cheapest lane of a part at each breakpoint.
 */
#pragma once

#include "srl/breakpoints.h"

/*
 * The least price by a tariff over all lanes that a part can use, for each
 * breakpoint of its group; HUGE_VAL where there is none. Costs O(runs + lanes
 * * log + cnt * log(cnt)).
 *
 * RET an array of points->cnt, to be freed with free(); NULL with errno:
 *	ENOMEM, or ECANCELED if the meter has stopped
 */
extern double *srl_lowest(const srl_model_t *model, srl_meter_t *meter,
			  uint32_t part,
			  const srl_breakpoints_t *points,
			  const srl_tariff_t *tariff);
