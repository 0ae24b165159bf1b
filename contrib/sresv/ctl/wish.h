/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wish.h - a request, completed and explained as sresv does it. */
#ifndef SRESV_WISH_H
#define SRESV_WISH_H

#include "contrib/sresv/ctl/ctl.h"

/*
 * Fill in what query and book have by default: a start of now, a duration within
 * a start and an end as a window, this user.
 * IN/OUT w - not complete on failure; may refer to a constant of me()
 * RET NULL, or what is wrong, a constant that names sresv's options
 */
extern const char *wish_complete(wish_t *w, time_t now);

/*
 * Say of a request that was denied which of its users this machine does not
 * know, if that is why.
 */
extern void wish_explain_denied(const wish_t *w, answer_t *a);

#endif
