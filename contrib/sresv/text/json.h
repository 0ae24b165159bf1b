/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json.h - writing text in JSON. The prefix json_ alone is that of jansson. */
#pragma once

#include <stdio.h>

/*
 * Write a string with its quotes. Each byte that is not UTF-8 becomes U+FFFD.
 * NULL becomes null.
 */
extern void json_put_string(FILE *to, const char *text);

/* Write the lines of a text as an array of strings; NULL as an empty array. */
extern void json_put_lines(FILE *to, const char *text);
