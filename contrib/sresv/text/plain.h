/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plain.h - texts of others, fit for a terminal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Print the first size bytes of a text, or all up to its end if that comes first.
 * A "?" stands for each byte of a control character (C0, C1, DEL), of a character
 * that changes the direction of writing, and of what is no UTF-8.
 */
extern void plain_print(FILE *to, const char *text, size_t size);

/*
 * The character that a text begins with.
 * IN size - bytes of text, > 0
 * OUT ret_prints - would plain_print() print it?
 * OUT ret_char - its number
 * RET its bytes, 1 to 4; 0: no valid UTF-8
 */
extern size_t plain_char(const unsigned char *text, size_t size,
			 bool *ret_prints, uint32_t *ret_char);

/* Print a word as a shell reads it, in apostrophes if it is not plain. */
extern void plain_put_word(FILE *to, const char *word);
