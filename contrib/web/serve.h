/* SPDX-License-Identifier: GPL-2.0-or-later */
/* serve.h - HTTP, with libmicrohttpd: a thread for each connection. */
#pragma once

#include <stdint.h>

#include "contrib/web/answers/web.h"

typedef struct serve serve_t;

typedef struct {
	const char *address;	/* numeric */
	uint16_t port;		/* 0: a free one */
	unsigned int connections;	/* at most, > 0 */
	unsigned int each;	/* of them, of one address; 0: no limit */
	double rate;		/* requests a second, > 0; see places.h */
} serve_at_t;

/*
 * Listen.
 * OUT ret_port - the port
 * RET for serve_stop(); NULL: errno says why
 */
extern serve_t *serve_start(web_t *w, const serve_at_t *at, uint16_t *ret_port);

/* Call store_close() first, so that no thread waits. */
extern void serve_stop(serve_t *s);
