/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_line.h - a change as a command line of scontrol. */
#ifndef WEB_UPDATE_LINE_H
#define WEB_UPDATE_LINE_H

#include "contrib/sresv/ctl.h"

/* RET a text for free(); NULL: memory is short */
extern char *update_line(const char *name, const wish_t *w);

#endif
