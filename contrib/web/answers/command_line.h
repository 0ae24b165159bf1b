/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command_line.h - what does the same as a request, on the command line. */
#pragma once

#include "contrib/sresv/ctl/ctl.h"

/*
 * Words and options, quoted for the shell.
 * IN head - "sresv book"
 * IN name - an argument behind it; NULL: none
 * RET a text for free(); NULL: memory is short
 */
extern char *command_line_sresv(const char *head, const char *name,
				const wish_t *w);

/* scontrol update, which takes any change. RET as above */
extern char *command_line_update(const char *name, const wish_t *w);
