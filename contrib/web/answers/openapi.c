/* SPDX-License-Identifier: GPL-2.0-or-later */
/* openapi.c - openapi.json, which is built in; see web.h */

#include <string.h>

#include "contrib/web/answers/web.h"

/* The bytes of the file, without a NUL at the end. */
static const char file[] = {
#include "contrib/web/answers/openapi.inc"
};

void web_openapi(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };

	(void) w;
	if (web_params(q, none, r))
		reply_json(r, 200, strndup(file, sizeof(file)));
}
