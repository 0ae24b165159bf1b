/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site.h - what SchedulerParameters says to users, as the plugin reads it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
	bool users;		/* garq_users: users may book */
	bool prices;		/* garq_bcost: bookings have a cost */
	uint32_t delta;		/* seconds of a slot */
	/* mail to users, seconds; 0: none about this */
	uint32_t mail;		/* between two mails; 0: none at all */
	uint32_t mail_begin;	/* before a start */
	uint32_t mail_unused;	/* after it */
	uint32_t mail_offer;	/* before the end of offers */
} site_t;

/*
 * Read the options of the plugin that matter to users.
 * IN params - SchedulerParameters; NULL: none
 * RET their values; the default of an option that is missing or invalid
 */
extern site_t site_read(const char *params);
