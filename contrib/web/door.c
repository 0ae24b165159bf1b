/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contrib/web/door.h"
#include "contrib/web/json/reply.h"
#include "contrib/web/store/store.h"

#define ROUND 1000		/* milliseconds between looks for late clients */
#define SHORT 100		/* milliseconds to wait when there are no files */
#define REFUSED 64		/* sockets that stay open for their answers */

struct door {
	int fd;
	places_t *places;
	door_fn take;
	void *arg;
	pthread_t thread;
	char *refusals[PLACES_RATE + 1];	/* owned; by places_rc_t */
	/*
	 * A socket with unread bytes that is closed is reset, and its client may
	 * lose the answer. Of a ring the oldest one is closed.
	 */
	int refused[REFUSED];
	size_t refused_at;
};

/* RET for free(); NULL: memory is short */
static char *_refusal(wrong_t wrong)
{
	reply_t r = { .body = NULL };
	char *text = NULL;

	reply_wrong(&r, wrong);
	if (!r.body ||
	    (asprintf(&text,
		      "HTTP/1.1 %u Refused\r\nContent-Type: %s\r\n"
		      "Content-Length: %zu\r\nRetry-After: %u\r\n"
		      "X-Content-Type-Options: nosniff\r\n"
		      "Connection: close\r\n\r\n%s",
		      r.status, r.type, r.size, r.retry_after, r.body) < 0))
		text = NULL;
	reply_free(&r);
	return text;
}

static void _close_refused(int fd)
{
	char bytes[4096];

	if (fd < 0)
		return;
	(void) !recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT);
	close(fd);
}

static void _refuse(door_t *d, int fd, const char *text)
{
	/* a new socket has room for it */
	(void) !send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
	shutdown(fd, SHUT_WR);
	_close_refused(d->refused[d->refused_at]);
	d->refused[d->refused_at] = fd;
	d->refused_at = (d->refused_at + 1) % REFUSED;
}

static void _let_in(door_t *d, int fd, const struct sockaddr *from,
		    socklen_t len)
{
	places_rc_t rc = places_enter(d->places, from, fd, store_now());

	if (rc != PLACES_OK) {
		_refuse(d, fd, d->refusals[rc]);
		return;
	}
	if (!d->take(d->arg, fd, from, len))
		place_leave(places_find(d->places, fd));
}

static void _end(int fd)
{
	shutdown(fd, SHUT_RDWR);
}

static void *_work(void *arg)
{
	door_t *d = arg;
	int64_t looked = store_now(), now;

	for (;;) {
		struct pollfd wait = { .fd = d->fd, .events = POLLIN };
		struct sockaddr_storage from;
		socklen_t len = sizeof(from);
		int fd;

		(void) poll(&wait, 1, ROUND);
		fd = accept4(d->fd, (struct sockaddr *) &from, &len,
			     SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (fd >= 0)
			_let_in(d, fd, (struct sockaddr *) &from, len);
		else if (errno == EINVAL)
			return NULL;	/* of door_close() */
		else if (wait.revents && (errno != EAGAIN) &&
			 (errno != ECONNABORTED))
			(void) poll(NULL, 0, SHORT);
		if ((now = store_now()) - looked < ROUND)
			continue;
		places_end_late(d->places, now, _end);
		looked = now;
	}
}

int door_listen(const struct sockaddr *at, socklen_t len)
{
	int on = 1, why,
	    fd = socket(at->sa_family,
			SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (at->sa_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
	if (!bind(fd, at, len) && !listen(fd, SOMAXCONN))
		return fd;
	why = errno;
	close(fd);
	errno = why;
	return -1;
}

static void _free(door_t *d)
{
	for (size_t i = 0; i < REFUSED; i++)
		_close_refused(d->refused[i]);
	for (size_t i = 0; i <= PLACES_RATE; i++)
		free(d->refusals[i]);
	free(d);
}

door_t *door_open(int fd, places_t *places, door_fn take, void *arg)
{
	door_t *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	*d = (door_t) { .fd = fd, .places = places, .take = take, .arg = arg };
	for (size_t i = 0; i < REFUSED; i++)
		d->refused[i] = -1;
	d->refusals[PLACES_FULL] = _refusal(WRONG_BUSY);
	d->refusals[PLACES_SHARE] = _refusal(WRONG_SHARE);
	d->refusals[PLACES_RATE] = _refusal(WRONG_RATE);
	if (d->refusals[PLACES_FULL] && d->refusals[PLACES_SHARE] &&
	    d->refusals[PLACES_RATE] &&
	    !pthread_create(&d->thread, NULL, _work, d))
		return d;
	_free(d);
	return NULL;
}

uint16_t door_port(const door_t *d)
{
	struct sockaddr_in6 six = { .sin6_port = 0 };	/* at the place of IPv4's */
	socklen_t len = sizeof(six);

	getsockname(d->fd, (struct sockaddr *) &six, &len);
	return ntohs(six.sin6_port);
}

void door_close(door_t *d)
{
	if (!d)
		return;
	shutdown(d->fd, SHUT_RDWR);
	pthread_join(d->thread, NULL);
	close(d->fd);
	_free(d);
}
