/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * door.h - the socket that listens: a connection gets a place (places.h), or is
 * refused with an answer and ended. A thread of its own does this, and ends the
 * connections whose clients are late. It never waits for a client.
 */
#pragma once

#include "contrib/web/http/places.h"

typedef struct door door_t;

/*
 * Take over a connection that has a place, and end the place when it ends. The
 * socket does not block. RET false: it was closed, and its place is ended here
 */
typedef bool (*door_fn)(void *arg, int fd, const struct sockaddr *from,
			socklen_t len);

/* RET a socket that listens, for door_open(); -1: errno says why not */
extern int door_listen(const struct sockaddr *at, socklen_t len);

/*
 * Let clients in.
 * IN fd - of door_listen(); closed by door_close()
 * IN places - they are used until door_close()
 * RET NULL: no thread or no memory, and fd stays open
 */
extern door_t *door_open(int fd, places_t *places, door_fn take, void *arg);

extern uint16_t door_port(const door_t *d);

/* Let nobody in any more. NULL is fine. */
extern void door_close(door_t *d);
