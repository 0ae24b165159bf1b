/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contrib/sresv/co/lrs/kid.h"

#define STEP 65536	/* bytes of a read, and of a step of growth */

/* Make room for len more bytes. */
static bool _room(bytes_t *b, size_t len)
{
	size_t room = b->room ? b->room : STEP;
	char *data;

	while (room - b->len < len) {
		if (room > SIZE_MAX / 2)
			return false;
		room *= 2;
	}
	if (room == b->room)
		return true;
	data = realloc(b->data, room);
	if (!data)
		return false;
	b->data = data;
	b->room = room;
	return true;
}

static void _cut(bytes_t *b, size_t len)
{
	if (!len)
		return;
	memmove(b->data, b->data + len, b->len - len);
	b->len -= len;
}

int kid_send(kid_t *k, const char *line)
{
	size_t len = strlen(line);

	if (!_room(&k->out, len)) {
		errno = ENOMEM;
		return -1;
	}
	memcpy(k->out.data + k->out.len, line, len);
	k->out.len += len;
	k->queued += len;
	return 0;
}

void kid_watch(const kid_t *k, struct pollfd *ret)
{
	bool writes = k->greeted && k->out.len;

	ret[0] = (struct pollfd) {
		.fd = k->process.fd,
		.events = (short) (POLLIN | (writes ? POLLOUT : 0)),
	};
	ret[1] = (struct pollfd) { .fd = k->process.err, .events = POLLIN };
}

/* Is an error of read() or send() only that nothing is possible now? */
static bool _is_later(void)
{
	return (errno == EAGAIN) || (errno == EINTR);
}

static kid_state_t _read(kid_t *k)
{
	ssize_t n;

	if (k->in.len > LRS_LINE_MAX)
		return KID_TOO_LONG;
	if (!_room(&k->in, STEP))
		return KID_MEMORY;
	n = read(k->process.fd, k->in.data + k->in.len, STEP);
	if (n > 0)
		k->in.len += (size_t) n;
	return ((n > 0) || ((n < 0) && _is_later())) ? KID_FINE : KID_ENDED;
}

static kid_state_t _write(kid_t *k)
{
	ssize_t n = send(k->process.fd, k->out.data, k->out.len, MSG_NOSIGNAL);

	if (n > 0) {
		k->written += (size_t) n;
		_cut(&k->out, (size_t) n);
	}
	return ((n >= 0) || _is_later()) ? KID_FINE : KID_ENDED;
}

/* Keep the last line that is not empty; a terminal is not garbled by it. */
static void _hear(kid_t *k, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char) text[i];

		if ((c == '\n') || (c == '\r')) {
			k->said_ended = true;
			continue;
		}
		if (k->said_ended)
			k->said_len = 0;
		k->said_ended = false;
		if (k->said_len < KID_SAID_MAX - 1)
			k->said[k->said_len++] =
				((c < ' ') || (c >= 0x7f)) ? '?' : (char) c;
		k->said[k->said_len] = '\0';
	}
}

void kid_listen(kid_t *k)
{
	char text[1024];
	ssize_t n = 0;

	if (k->process.err < 0)
		return;
	for (int i = 0; i < 64; i++) {
		n = read(k->process.err, text, sizeof(text));
		if (n <= 0)
			break;
		_hear(k, text, (size_t) n);
	}
	if ((n > 0) || ((n < 0) && _is_later()))
		return;
	close(k->process.err);
	k->process.err = -1;
}

kid_state_t kid_move(kid_t *k, const struct pollfd *watched)
{
	kid_state_t state = KID_FINE;

	if (watched[1].revents)
		kid_listen(k);
	if (watched[0].revents & POLLOUT)
		state = _write(k);
	/* what it has said before it ended is read first */
	if (watched[0].revents & (POLLIN | POLLHUP | POLLERR))
		state = _read(k);
	return state;
}

char *kid_line(kid_t *k, size_t *at)
{
	char *begin = k->in.data + *at;
	char *end = (*at < k->in.len) ? memchr(begin, '\n', k->in.len - *at) :
					NULL;

	if (!end)
		return NULL;
	*end = '\0';
	*at += (size_t) (end - begin) + 1;
	return begin;
}

void kid_lines_done(kid_t *k, size_t at)
{
	_cut(&k->in, at);
}

pid_t kid_drop(kid_t *k, bool kill)
{
	pid_t pid = k->process.pid;

	if (kill)
		spawn_kill(&k->process);
	spawn_close(&k->process);
	k->process.pid = 0;
	k->greeted = false;
	k->in.len = k->out.len = 0;
	k->queued = k->written = 0;
	k->said_len = 0;
	k->said[0] = '\0';
	k->said_ended = false;
	return pid;
}

void kid_free(kid_t *k)
{
	free(k->in.data);
	free(k->out.data);
	*k = (kid_t) KID_NONE;
}
