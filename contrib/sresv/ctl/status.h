/* SPDX-License-Identifier: GPL-2.0-or-later */
/* status.h - results as exit codes. */
#pragma once

typedef enum {
	STATUS_DONE = 0,
	STATUS_OFFERS = 1,	/* refused, with offers */
	STATUS_BAD = 2,		/* invalid request */
	STATUS_REFUSED = 3,	/* refused, without offers */
	STATUS_DENIED = 4,	/* no permission */
	STATUS_UNKNOWN = 5,	/* no such reservation or offer */
	STATUS_SILENT = 6,	/* the controller does not answer */
	STATUS_FAILED = 7,	/* anything else */
	STATUS_DOUBT = 8,	/* a co-reservation: nobody knows yet, resume it */
} status_t;
