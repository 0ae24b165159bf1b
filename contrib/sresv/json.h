/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json.h - text as JSON has it. */
#ifndef SRESV_JSON_H
#define SRESV_JSON_H

#include <stdio.h>

/*
 * Write a string with its quotes. What is not UTF-8 becomes U+FFFD, a byte
 * each. NULL is null.
 */
extern void json_string(FILE *to, const char *text);

/* Write the lines of a text as an array of strings; NULL has none. */
extern void json_lines(FILE *to, const char *text);

#endif
