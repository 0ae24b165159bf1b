/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan_json.h - the plan of a request that was looked at: Plan of openapi.json. */
#pragma once

#include <jansson.h>

/*
 * IN lines - garq-plan and garq-move (answer.h of the office)
 * RET NULL: they are not as they should be, or memory is short
 */
extern json_t *plan_json(const char *lines);
