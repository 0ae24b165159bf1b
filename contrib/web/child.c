/* SPDX-License-Identifier: GPL-2.0-or-later */
/* child.c - see child.h */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/web/child.h"
#include "contrib/web/store.h"

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

/* IN out, err - where the program writes */
static int _set_files(posix_spawn_file_actions_t *files, int out, int err)
{
	int rc = posix_spawn_file_actions_addopen(files, 0, "/dev/null",
						  O_RDONLY, 0);

	if (!rc)
		rc = posix_spawn_file_actions_adddup2(files, out, 1);
	if (!rc)
		rc = posix_spawn_file_actions_adddup2(files, err, 2);
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
static int _spawn(const char *file, char *const argv[], int out, int err,
		  pid_t *ret)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	int rc = posix_spawn_file_actions_init(&files);

	if (rc)
		return rc;
	if (!(rc = posix_spawnattr_init(&attr))) {
		if (!(rc = _set_files(&files, out, err)) &&
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

child_rc_t child_run(const char *file, char *const argv[], int64_t wait,
		     child_t *ret)
{
	int64_t until = store_now() + wait;
	stream_t both[2] = { { .fd = -1 }, { .fd = -1 } };
	int to[2] = { -1, -1 }, error = 0;
	pid_t pid = 0;

	*ret = (child_t) { .out = NULL };
	if (!_open(&both[0], CHILD_OUT, &to[0]) ||
	    !_open(&both[1], CHILD_ERR, &to[1]))
		error = errno;
	else
		error = _spawn(file, argv, to[0], to[1], &pid);
	for (int i = 0; i < 2; i++)
		if (to[i] >= 0)
			close(to[i]);
	if (!error)
		return _collect(pid, both, until, ret);
	_close(&both[0]);
	_close(&both[1]);
	errno = error;
	return CHILD_NONE;
}
