/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json.h - text in JSON. */
#ifndef SRESV_JSON_H
#define SRESV_JSON_H

#include <stdio.h>

/*
 * Write a string with its quotes. Each byte that is not UTF-8 becomes U+FFFD.
 * NULL becomes null.
 */
extern void json_string(FILE *to, const char *text);

/* Write the lines of a text as an array of strings; NULL as an empty array. */
extern void json_lines(FILE *to, const char *text);

#endif
