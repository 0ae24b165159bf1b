/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text.h - how times, nodes and what users typed look in messages. */
#ifndef PLUGIN_TEXT_H
#define PLUGIN_TEXT_H

#include <time.h>

#define TEXT_TIME 32	/* bytes that text_time() needs */

/* A time as scontrol prints it. RET buf */
extern const char *text_time(time_t t, char buf[TEXT_TIME]);

/* A length of time as scontrol prints it. RET buf */
extern const char *text_duration(time_t seconds, char buf[TEXT_TIME]);

/*
 * What a user typed, fit for one line: at most 60 characters, those that do
 * not print replaced by "?". RET to be xfree()d
 */
extern char *text_printable(const char *typed);

#endif
