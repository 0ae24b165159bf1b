/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_watch.h - frames on a terminal, one after the other. */
#pragma once

#include <stdint.h>
#include <stdio.h>

/*
 * Draw a frame every so many seconds, and when the terminal gets another size,
 * until SIGINT, SIGTERM or SIGHUP. On a terminal frames have the whole screen,
 * which is as it was afterwards; elsewhere they follow each other, with an empty
 * line between two.
 * IN fn - prints a frame, whatever it takes
 * RET the exit code
 */
extern int gantt_watch(void (*fn)(const void *arg, FILE *to), const void *arg,
		       int64_t seconds);
