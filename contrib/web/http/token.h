/* SPDX-License-Identifier: GPL-2.0-or-later */
/* token.h - random words that say who may ask. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Room for a token of 256 bits as small hexadecimal digits, and its end. */
#define TOKEN_SIZE 65

/* Make a token of the kernel's random bytes. RET false: there are none */
extern bool token_make(char ret[TOKEN_SIZE]);

/*
 * Are two texts the same? The time that it takes depends on nothing but the
 * length of given, so that nobody can find a token one character at a time.
 * IN token - of token_make()
 * IN given - NULL: no
 */
extern bool token_is(const char token[TOKEN_SIZE], const char *given);

/*
 * Is this the token in a header "Authorization: Bearer TOKEN"?
 * IN header - the value; NULL: no
 */
extern bool token_is_bearer(const char token[TOKEN_SIZE], const char *header);
