/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_mail.h - events (ledger_events.h) without a mail to a user yet, as
 * rows of the ledger.
 *
 * A row is there from ledger_put_mail() until ledger_drop_mail(), over restarts
 * and for a controller that takes over. Told are the owner of a booking and
 * the users that it names, of all that the owner has not asked for just then;
 * but not that a booking has ended in its time, was adopted from Slurm, is open
 * again or was never made, nor of a hold's end, nor of the same note once more.
 * ledger_take_notice() reports rows that were too old.
 */
#pragma once

#include "plugin/ledger/ledger_events.h"

/* Maximum number of rows; the oldest go first. */
#define LEDGER_MAIL_MAX 10000
#define LEDGER_MAIL_USER_MAX 1000	/* of a recipient */
#define LEDGER_MAIL_KEPT (2 * 86400)	/* seconds from the event */

typedef enum {
	LEDGER_MAIL_OFF,	/* nobody is told */
	LEDGER_MAIL_BEHIND,	/* there are events without rows */
	LEDGER_MAIL_NOTED,	/* all events have theirs */
} ledger_mail_state_t;

/* Read whether ledger_put_mail() is due. An error counts as LEDGER_MAIL_OFF */
extern ledger_mail_state_t ledger_mail_state(ledger_t *l);

/*
 * Queue: write the rows of all events since the last such operation; the first
 * one begins with later events.
 * IN on - false: nobody is told any more, and no row is left
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_put_mail(ledger_t *l, bool on);

/*
 * Queue as one operation: a user was told, or can't be.
 * IN list - the recipients that are this user; copied
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_drop_mail(ledger_t *l, const ledger_mailed_t *list,
				     size_t cnt);

/*
 * Call fn for each row of the file: the rows of a recipient together, the first
 * event first. fn must not call the ledger.
 * event - valid only during the call; its recipient is "#" and an uid, or a name
 *	or number of Users=
 * RET false with error set if they cannot be read to their end
 */
extern bool ledger_each_mail(ledger_t *l, ledger_event_fn fn, void *arg,
			     char *error, size_t error_size);
