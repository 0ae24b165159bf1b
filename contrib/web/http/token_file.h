/* SPDX-License-Identifier: GPL-2.0-or-later */
/* token_file.h - tokens that stay the same. */
#pragma once

#include "contrib/web/http/token.h"

/*
 * Read two tokens from a file, a line for each; make the file, for this user alone,
 * if there is none.
 * RET NULL, or what is wrong, a constant
 */
extern const char *token_file_read(const char *path, char ret_token[TOKEN_SIZE],
				   char ret_key[TOKEN_SIZE]);
