/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * told.h - the rule that each change of a booking is told once, and nothing else.
 *
 *	bookings == what the events of the ledger say, one after the other
 *	mail     == the events, each once, of all that its user has not done
 *
 * Each event has to begin where the last one of its booking has ended, and all
 * bookings have to be where their last events say. Which user learns of an event
 * is worked out here, and each mail is compared with these events word by word.
 * The program of mail fails at times, and the controller is killed between its
 * end and the next commit: that mail alone may come again.
 *
 * Where the disk has damaged the ledger, or it has lost its rows, the comparison
 * begins again with the bookings that there are.
 */
#pragma once

#include <stdbool.h>

/*
 * All operations are durable: compare events and bookings, and send mail if that
 * is due. The run fails if something is wrong.
 * IN repaired - it is known what each booking lacks
 */
extern void told_check(bool repaired);
