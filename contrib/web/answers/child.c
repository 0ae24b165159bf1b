/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/web/answers/child.h"
#include "contrib/web/store/store.h"

extern char **environ;

typedef struct {
	int fd;			/* to read; -1: it is at its end */
	char *text;		/* owned, with room for max and a NUL */
	size_t size, max;
} stream_t;

void child_free(child_t *c)
{
	free(c->out);
	free(c->err);
	*c = (child_t) { .out = NULL };
}

/* --- starting ------------------------------------------------------------------ */

/* A file in memory that has this text. RET -1: errno */
static int _input(const char *text)
{
	size_t size = strlen(text), done = 0;
	int fd = memfd_create("input", MFD_CLOEXEC);

	while ((fd >= 0) && (done < size)) {
		ssize_t put = pwrite(fd, text + done, size - done,
				     (off_t) done);

		if ((put < 0) && (errno != EINTR)) {
			int error = errno;

			close(fd);
			errno = error;
			return -1;
		}
		done += (put > 0) ? (size_t) put : 0;
	}
	return fd;
}

/* IN use - what the program has as 0, 1 and 2; the first may be -1: none */
static int _set_files(posix_spawn_file_actions_t *files, const int use[3])
{
	int rc = (use[0] < 0) ?
		 posix_spawn_file_actions_addopen(files, 0, "/dev/null",
						  O_RDONLY, 0) : 0;

	for (int i = 0; !rc && (i < 3); i++)
		if (use[i] >= 0)
			rc = posix_spawn_file_actions_adddup2(files, use[i], i);
	/* connections of clients, and the folder of the page */
	return rc ? rc : posix_spawn_file_actions_addclosefrom_np(files, 3);
}

static int _set_attributes(posix_spawnattr_t *attr)
{
	sigset_t none, all;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_setsigmask(attr, &none);
	posix_spawnattr_setsigdefault(attr, &all);
	posix_spawnattr_setpgroup(attr, 0);
	return posix_spawnattr_setflags(attr, POSIX_SPAWN_SETSIGMASK |
					      POSIX_SPAWN_SETSIGDEF |
					      POSIX_SPAWN_SETPGROUP);
}

/* RET 0, or an errno */
static int _spawn(const char *file, char *const argv[], const int use[3],
		  pid_t *ret)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	int rc = posix_spawn_file_actions_init(&files);

	if (rc)
		return rc;
	if (!(rc = posix_spawnattr_init(&attr))) {
		if (!(rc = _set_files(&files, use)) &&
		    !(rc = _set_attributes(&attr)))
			rc = posix_spawnp(ret, file, &files, &attr, argv,
					  environ);
		posix_spawnattr_destroy(&attr);
	}
	posix_spawn_file_actions_destroy(&files);
	return rc;
}

/* --- reading ------------------------------------------------------------------- */

/* RET false: it has printed too much */
static bool _read(stream_t *s)
{
	ssize_t got = read(s->fd, s->text + s->size, s->max - s->size + 1);

	if ((got < 0) && (errno == EINTR))
		return true;
	if (got <= 0) {
		close(s->fd);
		s->fd = -1;
		return true;
	}
	s->size += (size_t) got;
	return s->size <= s->max;
}

/* Read both until their ends. */
static child_rc_t _read_all(stream_t *both, int64_t until)
{
	while ((both[0].fd >= 0) || (both[1].fd >= 0)) {
		struct pollfd fds[] = {
			{ .fd = both[0].fd, .events = POLLIN },
			{ .fd = both[1].fd, .events = POLLIN },
		};
		int64_t left = until - store_now();

		if (left <= 0)
			return CHILD_LATE;
		if ((poll(fds, 2, (int) left) < 0) && (errno != EINTR))
			return CHILD_LATE;
		for (int i = 0; i < 2; i++)
			if (fds[i].revents && (both[i].fd >= 0) &&
			    !_read(&both[i]))
				return CHILD_LARGE;
	}
	return CHILD_DONE;
}

/* Wait for a process that has closed its files, or was killed. RET its status */
static int _await(pid_t pid)
{
	int status = 0;

	while ((waitpid(pid, &status, 0) < 0) && (errno == EINTR))
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   128 + (WIFSIGNALED(status) ?
					  WTERMSIG(status) : 0);
}

static child_rc_t _collect(pid_t pid, stream_t *both, int64_t until,
			   child_t *ret)
{
	child_rc_t rc = _read_all(both, until);

	if (rc != CHILD_DONE)
		kill(-pid, SIGKILL);
	ret->status = _await(pid);
	for (int i = 0; i < 2; i++) {
		if (both[i].fd >= 0)
			close(both[i].fd);
		both[i].fd = -1;
		both[i].text[both[i].size <= both[i].max ? both[i].size :
							   both[i].max] = '\0';
	}
	ret->out = both[0].text;
	ret->err = both[1].text;
	if (rc != CHILD_DONE)
		child_free(ret);
	return rc;
}

/* OUT ret - the end that the program writes to. RET false: errno */
static bool _open(stream_t *s, size_t max, int *ret)
{
	int ends[2];

	*s = (stream_t) { .fd = -1, .max = max, .text = malloc(max + 2) };
	if (!s->text || pipe2(ends, O_CLOEXEC))
		return false;
	s->fd = ends[0];
	*ret = ends[1];
	return true;
}

static void _close(stream_t *s)
{
	if (s->fd >= 0)
		close(s->fd);
	free(s->text);
}

/* OUT use - for _spawn(). RET 0, or an errno */
static int _open_all(const char *in, stream_t both[2], int use[3])
{
	if (in && ((use[0] = _input(in)) < 0))
		return errno;
	return (_open(&both[0], CHILD_OUT, &use[1]) &&
		_open(&both[1], CHILD_ERR, &use[2])) ? 0 : errno;
}

child_rc_t child_run(const char *file, char *const argv[], const char *in,
		     int64_t wait, child_t *ret)
{
	int64_t until = store_now() + wait;
	stream_t both[2] = { { .fd = -1 }, { .fd = -1 } };
	int use[3] = { -1, -1, -1 }, error;
	pid_t pid = 0;

	*ret = (child_t) { .out = NULL };
	if (!(error = _open_all(in, both, use)))
		error = _spawn(file, argv, use, &pid);
	for (int i = 0; i < 3; i++)
		if (use[i] >= 0)
			close(use[i]);
	if (!error)
		return _collect(pid, both, until, ret);
	_close(&both[0]);
	_close(&both[1]);
	errno = error;
	return CHILD_NONE;
}
