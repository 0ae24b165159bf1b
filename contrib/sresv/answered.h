/* SPDX-License-Identifier: GPL-2.0-or-later */
/* answered.h - print the answer to a request: the booking, or the offers. */
#ifndef SRESV_ANSWERED_H
#define SRESV_ANSWERED_H

#include "contrib/sresv/ctl/ctl.h"
#include "contrib/sresv/options.h"
#include "contrib/sresv/show.h"

/*
 * Print an answer, and free it.
 * IN w - complete; NULL: an offer was accepted, a reservation was changed, or a
 *	question asked
 * IN taken - the result of --accept; NULL without --accept
 * RET the exit code
 */
extern int answered_print(const options_t *o, const wish_t *w,
			  const taken_t *taken, answer_t *a);

#endif
