/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/request/retry.h"

void retry_plan(retry_t *retry, bool grows, time_t now)
{
	retry->pause = (grows && retry->pause) ?
		MIN(2 * retry->pause, RETRY_PAUSE_MAX) : RETRY_PAUSE_MIN;
	retry->due = now + retry->pause;
}

bool retry_is_due(const retry_t *retry, time_t now)
{
	return now >= retry->due;
}
