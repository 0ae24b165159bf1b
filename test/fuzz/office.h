/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * office.h - what the office does with a request before it looks for a place, on
 * a host of eight nodes.
 */
#pragma once

#include "plugin/booking/request/request.h"

/*
 * Check the request, make a shape of it, keep it with a hold and read that again.
 * Aborts where something is wrong that no sanitizer sees.
 * IN/OUT request - normalized, if it is a good one
 */
extern void office_look_at(request_t *request);
