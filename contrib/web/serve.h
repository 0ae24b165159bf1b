/* SPDX-License-Identifier: GPL-2.0-or-later */
/* serve.h - HTTP, with libmicrohttpd: a thread for each connection. */
#ifndef WEB_SERVE_H
#define WEB_SERVE_H

#include <stdint.h>

#include "contrib/web/answers/web.h"

typedef struct serve serve_t;

/*
 * Listen.
 * IN address - numeric
 * IN port - 0: a free one
 * IN connections - at most so many
 * OUT ret_port - the port
 * RET for serve_stop(); NULL: errno says why
 */
extern serve_t *serve_start(web_t *w, const char *address, uint16_t port,
			    unsigned int connections, uint16_t *ret_port);

/* Call store_close() first, so that no thread waits. */
extern void serve_stop(serve_t *s);

#endif
