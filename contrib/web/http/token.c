/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "contrib/web/http/token.h"

#define BYTES ((TOKEN_SIZE - 1) / 2)

bool token_make(char ret[TOKEN_SIZE])
{
	unsigned char bytes[BYTES];

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t) sizeof(bytes))
		return false;
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(ret + 2 * i, 3, "%02x", bytes[i]);
	explicit_bzero(bytes, sizeof(bytes));
	return true;
}

bool token_is(const char token[TOKEN_SIZE], const char *given)
{
	size_t len = given ? strlen(given) : 0;
	volatile unsigned char differs = (len != TOKEN_SIZE - 1);

	/* a token of another length is compared with the begin of the token */
	for (size_t i = 0; i < len; i++)
		differs |= (unsigned char) (given[i] ^
					    token[i % (TOKEN_SIZE - 1)]);
	return !differs;
}

bool token_is_bearer(const char token[TOKEN_SIZE], const char *header)
{
	static const char scheme[] = "Bearer ";
	size_t len = sizeof(scheme) - 1;

	return header && !strncasecmp(header, scheme, len) &&
	       token_is(token, header + len);
}
