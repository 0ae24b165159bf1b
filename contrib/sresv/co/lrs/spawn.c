/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/sresv/co/lrs/spawn.h"

extern char **environ;

#define CONF "SLURM_CONF="

static void _close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* The environment with another SLURM_CONF, in one block for free(). */
static char **_environment(const char *conf)
{
	size_t cnt = 0, to = 0, len = sizeof(CONF) + strlen(conf);
	char **copy, *word;

	while (environ[cnt])
		cnt++;
	copy = malloc((cnt + 2) * sizeof(*copy) + len);
	if (!copy)
		return NULL;
	word = (char *) (copy + cnt + 2);
	snprintf(word, len, CONF "%s", conf);
	for (size_t i = 0; i < cnt; i++)
		if (strncmp(environ[i], CONF, strlen(CONF)))
			copy[to++] = environ[i];
	copy[to++] = word;
	copy[to] = NULL;
	return copy;
}

/* The files of the child, and no signal mask or handler of ours. */
static int _attributes(posix_spawnattr_t *attr, posix_spawn_file_actions_t *acts,
		       const int theirs[2])
{
	sigset_t none, defaults;
	int rc;

	sigemptyset(&none);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGINT);
	sigaddset(&defaults, SIGTERM);
	if ((rc = posix_spawn_file_actions_adddup2(acts, theirs[0], 0)) ||
	    (rc = posix_spawn_file_actions_adddup2(acts, theirs[0], 1)) ||
	    (rc = posix_spawn_file_actions_adddup2(acts, theirs[1], 2)) ||
	    (rc = posix_spawnattr_setsigmask(attr, &none)) ||
	    (rc = posix_spawnattr_setsigdefault(attr, &defaults)) ||
	    (rc = posix_spawnattr_setpgroup(attr, 0)))
		return rc;
	return posix_spawnattr_setflags(attr, POSIX_SPAWN_SETPGROUP |
					      POSIX_SPAWN_SETSIGMASK |
					      POSIX_SPAWN_SETSIGDEF);
}

/*
 * A group of its own: the interrupt of a terminal is for sresv alone, which then
 * has to end what it began.
 */
static int _spawn(const char *path, char *const *argv, char *const *env,
		  const int theirs[2], pid_t *ret_pid)
{
	posix_spawn_file_actions_t acts;
	posix_spawnattr_t attr;
	int rc;

	if ((rc = posix_spawn_file_actions_init(&acts)))
		return rc;
	if (!(rc = posix_spawnattr_init(&attr))) {
		rc = _attributes(&attr, &acts, theirs);
		if (!rc)
			rc = posix_spawnp(ret_pid, path, &acts, &attr, argv,
					  env);
		posix_spawnattr_destroy(&attr);
	}
	posix_spawn_file_actions_destroy(&acts);
	return rc;
}

static int _run(const lrs_cluster_t *c, const char *program,
		const int theirs[2], pid_t *ret_pid)
{
	char *own[] = { (char *) "sresv", (char *) "co-lrs", NULL };
	/* --: a host is no option */
	char *ssh[] = { (char *) "ssh", (char *) "-oBatchMode=yes",
			(char *) "-oConnectTimeout=10", (char *) "-T",
			(char *) "--", (char *) c->ssh, (char *) "sresv co-lrs",
			NULL };
	char *shell[] = { (char *) "sh", (char *) "-c", (char *) c->command,
			  NULL };
	char **env;
	int rc;

	if (c->ssh)
		return _spawn("ssh", ssh, environ, theirs, ret_pid);
	if (c->command)
		return _spawn("/bin/sh", shell, environ, theirs, ret_pid);
	env = c->conf ? _environment(c->conf) : NULL;
	if (c->conf && !env)
		return ENOMEM;
	rc = _spawn(program, own, env ? env : environ, theirs, ret_pid);
	free(env);
	return rc;
}

int spawn_start(const lrs_cluster_t *cluster, const char *program,
		spawn_t *ret)
{
	int lines[2] = { -1, -1 }, errs[2] = { -1, -1 }, rc = 0;
	spawn_t s = SPAWN_NONE;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, lines) ||
	    pipe2(errs, O_CLOEXEC) ||
	    (fcntl(lines[0], F_SETFL, O_NONBLOCK) < 0) ||
	    (fcntl(errs[0], F_SETFL, O_NONBLOCK) < 0))
		rc = errno;
	if (!rc)
		rc = _run(cluster, program,
			  (const int[]) { lines[1], errs[1] }, &s.pid);
	_close(&lines[1]);
	_close(&errs[1]);
	if (rc) {
		_close(&lines[0]);
		_close(&errs[0]);
		errno = rc;
		return -1;
	}
	s.fd = lines[0];
	s.err = errs[0];
	*ret = s;
	return 0;
}

void spawn_close(spawn_t *s)
{
	_close(&s->fd);
	_close(&s->err);
}

void spawn_kill(const spawn_t *s)
{
	if (s->pid > 0)
		kill(-s->pid, SIGKILL);
}

bool spawn_is_gone(pid_t pid)
{
	pid_t rc = waitpid(pid, NULL, WNOHANG);

	return (rc == pid) || ((rc < 0) && (errno == ECHILD));
}
