/* SPDX-License-Identifier: GPL-2.0-or-later */
/* log.h - what happened to reservations, as the controller tells it. */
#pragma once

#include "contrib/sresv/options.h"
#include "contrib/sresv/text/sheet.h"

/* The price of a booking, as told when it was asked for last. */
typedef struct {
	bool known;
	double cost;
	char unit[32];		/* of the site, or "" */
} log_cost_t;

/*
 * Read the price out of an answer to log:NAME. IN/OUT text - cut into words
 * RET false: it is not as it should be, or memory is short
 */
extern bool log_read_cost(char *text, log_cost_t *ret);

/*
 * Ask for the events of a present booking.
 * IN o - only how they are printed counts
 * OUT a - for answer_free(); STATUS_UNKNOWN: nothing is known of it
 * RET sheet_destroy(); NULL if memory is short
 */
extern sheet_t *log_of(const options_t *o, const char *name,
		       log_cost_t *ret_cost, answer_t *a);
