/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify.c - see notify.h
 *
 * One mutex protects all of self and is held for a few instructions only: the
 * thread takes an event with the mutex, and runs the program without.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/memory/memory.h"
#include "plugin/notify.h"
#include "plugin/notify_run.h"

#define KILLED 500		/* milliseconds to wait for a killed process */
#define STUCK_MAX 4		/* killed processes that have not ended */
#define LINE (PATH_MAX + 256)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_cond_t wake;	/* both by CLOCK_MONOTONIC */
static pthread_cond_t ended;

static struct {
	char program[PATH_MAX];	/* "": none */
	notify_say_t say;
	bool look;		/* check if the program can be run */
	notify_event_t *head;
	notify_event_t **tail;
	uint32_t cnt;
	uint32_t dropped;	/* events, not logged yet */
	pthread_t thread;
	bool running;
	bool stop;
	int64_t stop_at;	/* when all events end (monotonic ms) */
	/* number of the present thread; a thread that hung has an older one */
	uint32_t turn;
	bool finished;
} self;

/* Limits how often a kind of line is logged; used by the thread alone. */
typedef struct {
	bool said;
	int64_t at;		/* time of the last line (monotonic ms) */
	uint32_t more;		/* lines withheld since then */
} limit_t;

typedef struct {
	uint32_t turn;
	char program[PATH_MAX];
	notify_say_t say;
	limit_t failures;
	limit_t drops;
	pid_t stuck[STUCK_MAX];	/* killed, but not ended; 0: none */
} teller_t;

static void _init_self(void)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&wake, &attr);
	pthread_cond_init(&ended, &attr);
	pthread_condattr_destroy(&attr);
	self.tail = &self.head;
}

/* Wait, with the lock. RET ETIMEDOUT, or 0 after a signal (or spuriously) */
static int _wait_until(pthread_cond_t *cond, int64_t at)
{
	struct timespec ts = {
		.tv_sec = at / 1000, .tv_nsec = (at % 1000) * 1000000,
	};

	return pthread_cond_timedwait(cond, &lock, &ts);
}

/* --- the queue, with the lock --------------------------------------------- */

static notify_event_t *_pop_event(void)
{
	notify_event_t *e = self.head;

	if (e && !(self.head = e->next))
		self.tail = &self.head;
	if (e)
		self.cnt--;
	return e;
}

/* RET number of dropped events */
static uint32_t _drop_all(void)
{
	uint32_t cnt = self.cnt;

	while (self.head)
		free(_pop_event());
	return cnt;
}

static bool _wanted(void)
{
	return self.running && !self.stop && self.program[0];
}

static notify_event_t *_create(const notify_t *n)
{
	static const char *const passed[] = { "PATH", "SLURM_CONF", "TZ" };
	notify_variable_t own[3];
	size_t cnt = 0;

	for (size_t i = 0; i < 3; i++)
		if ((own[cnt].value = getenv(passed[i])))
			own[cnt++].key = passed[i];
	return notify_event_create(n, own, cnt);
}

/* Most sites have no program: check that before the copy. */
bool notify_queue(const notify_t *n)
{
	notify_event_t *e, *oldest = NULL;
	bool queued;

	pthread_mutex_lock(&lock);
	queued = _wanted();
	pthread_mutex_unlock(&lock);
	if (!queued)
		return false;
	e = _create(n);
	pthread_mutex_lock(&lock);
	queued = _wanted();
	if (queued && (self.cnt == NOTIFY_QUEUE_MAX)) {
		oldest = _pop_event();
		self.dropped++;
	}
	if (queued) {
		*self.tail = e;
		self.tail = &e->next;
		self.cnt++;
		pthread_cond_signal(&wake);
	}
	pthread_mutex_unlock(&lock);
	free(oldest);
	if (!queued)
		free(e);
	return queued;
}

/* --- the log, by the thread ----------------------------------------------- */

/* Log a line at most every NOTIFY_SAY ms, and count the lines in between. */
static void _say_line(teller_t *t, limit_t *limit, const char *line)
{
	char longer[LINE + 64];
	int64_t now = notify_run_ms();

	if (limit->said && (now - limit->at < NOTIFY_SAY)) {
		limit->more++;
		return;
	}
	if (limit->more) {
		snprintf(longer, sizeof(longer), "%s (and %u times since the last such line)",
			 line, limit->more);
		line = longer;
	}
	t->say(line);
	*limit = (limit_t) { .said = true, .at = now };
}

static void _complain(teller_t *t, const notify_event_t *e, const char *what)
{
	char line[LINE];

	snprintf(line, sizeof(line), "garq_notify: %s %s; it was to be told: %.60s",
		 t->program, what, e->name);
	_say_line(t, &t->failures, line);
}

/* Log a new program that can't be run. */
static void _check_program(teller_t *t)
{
	char line[LINE];
	struct stat st;
	int rc = 0;

	if (stat(t->program, &st) || access(t->program, X_OK))
		rc = errno;
	else if (!S_ISREG(st.st_mode))
		rc = EACCES;
	if (!rc)
		return;
	snprintf(line, sizeof(line), "garq_notify: %s can't be run: %s; nobody is told until it can",
		 t->program, strerror(rc));
	t->say(line);
}

/* --- one event ------------------------------------------------------------ */

/* The end of slurmctld waits no longer. */
static bool _is_late(void)
{
	bool late;

	pthread_mutex_lock(&lock);
	late = self.stop && (notify_run_ms() >= self.stop_at);
	pthread_mutex_unlock(&lock);
	return late;
}

/* RET a free place in t->stuck, or NULL: none */
static pid_t *_room_for_stuck(teller_t *t)
{
	pid_t *room = NULL;
	int status;

	for (int i = 0; i < STUCK_MAX; i++) {
		if (t->stuck[i] &&
		    (notify_run_look(t->stuck[i], &status) != NOTIFY_RUNS))
			t->stuck[i] = 0;
		if (!t->stuck[i])
			room = &t->stuck[i];
	}
	return room;
}

static void _judge_status(teller_t *t, const notify_event_t *e, int status)
{
	char what[64];

	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return;
	if (WIFEXITED(status))
		snprintf(what, sizeof(what), "ended with %d",
			 WEXITSTATUS(status));
	else
		snprintf(what, sizeof(what), "was ended by signal %d",
			 WTERMSIG(status));
	_complain(t, e, what);
}

/*
 * Kill a program that has run for too long.
 * OUT room - gets the pid if the process does not end even then
 */
static void _kill_program(teller_t *t, const notify_event_t *e, pid_t pid,
			  int64_t begun, pid_t *room)
{
	char what[64];
	int status;

	snprintf(what, sizeof(what), "was killed after %lld s",
		 (long long) ((notify_run_ms() - begun) / 1000));
	notify_run_kill(pid);
	if (notify_run_wait(pid, notify_run_ms() + KILLED, NULL, &status) ==
	    NOTIFY_RUNS)
		*room = pid;
	_complain(t, e, what);
}

static void _tell_event(teller_t *t, const notify_event_t *e)
{
	char *const argv[] = { t->program, NULL };
	pid_t *room = _room_for_stuck(t), pid;
	int64_t begun = notify_run_ms();
	notify_state_t state;
	char what[128];
	int status, rc;

	if (!room) {
		_complain(t, e, "is not run: others of it were killed and do not end");
		return;
	}
	if ((rc = notify_run_start(argv, e->env, -1, &pid))) {
		snprintf(what, sizeof(what), "can't be run: %s", strerror(rc));
		_complain(t, e, what);
		return;
	}
	state = notify_run_wait(pid, begun + NOTIFY_TIMEOUT, _is_late, &status);
	if (state == NOTIFY_RUNS)
		_kill_program(t, e, pid, begun, room);
	else if (state == NOTIFY_ENDED)
		_judge_status(t, e, status);
}

/* --- the thread ----------------------------------------------------------- */

/* Takes and returns with the lock. RET false if the thread has to end */
static bool _teller_turn(teller_t *t)
{
	notify_event_t *e = NULL;
	uint32_t dropped = self.dropped;
	bool look = self.look && self.program[0];
	char line[128];

	if (!dropped && !look) {
		if (self.stop &&
		    (!self.head || (notify_run_ms() >= self.stop_at)))
			return false;
		if (!(e = _pop_event())) {
			(void) pthread_cond_wait(&wake, &lock);
			return true;
		}
	}
	self.look = false;
	self.dropped = 0;
	t->say = self.say;
	memcpy(t->program, self.program, sizeof(t->program));
	pthread_mutex_unlock(&lock);
	if (look)
		_check_program(t);
	if (dropped) {
		snprintf(line, sizeof(line), "garq_notify: %u events are not told: the program is too slow",
			 dropped);
		_say_line(t, &t->drops, line);
	}
	if (e && t->program[0])
		_tell_event(t, e);
	free(e);
	pthread_mutex_lock(&lock);
	return t->turn == self.turn;
}

static void _say_left(teller_t *t, uint32_t left)
{
	char line[128];

	if (!left)
		return;
	snprintf(line, sizeof(line), "garq_notify: %u events are not told: there was no time left",
		 left);
	t->say(line);
}

static void *_teller(void *arg)
{
	teller_t *t = arg;
	uint32_t left = 0;

	pthread_mutex_lock(&lock);
	t->say = self.say;
	while ((t->turn == self.turn) && _teller_turn(t))
		;
	if (t->turn == self.turn)
		left = _drop_all();
	pthread_mutex_unlock(&lock);
	_say_left(t, left);
	pthread_mutex_lock(&lock);
	if (t->turn == self.turn) {
		self.finished = true;
		pthread_cond_signal(&ended);
	}
	pthread_mutex_unlock(&lock);
	free(t);
	return NULL;
}

/* With the lock. Block signals: slurmctld's own threads handle these. */
static bool _start_teller(void)
{
	teller_t *t = memory_new(1, sizeof(*t));
	sigset_t all, before;

	t->turn = self.turn;
	self.stop = self.finished = false;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	self.running = !pthread_create(&self.thread, NULL, _teller, t);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!self.running)
		free(t);
	return self.running;
}

bool notify_use(const char *program, notify_say_t say)
{
	bool ok = true;

	(void) pthread_once(&once, _init_self);
	pthread_mutex_lock(&lock);
	snprintf(self.program, sizeof(self.program), "%s", program);
	self.say = say;
	self.look = true;
	if (!program[0])
		(void) _drop_all();
	else if (!self.running)
		ok = _start_teller();
	if (self.running)
		pthread_cond_signal(&wake);
	pthread_mutex_unlock(&lock);
	return ok;
}

void notify_stop(void)
{
	int64_t now = notify_run_ms();
	notify_say_t say = NULL;

	pthread_mutex_lock(&lock);
	if (!self.running) {
		pthread_mutex_unlock(&lock);
		return;
	}
	self.stop = true;
	self.stop_at = now + NOTIFY_STOP;
	pthread_cond_signal(&wake);
	while (!self.finished &&
	       (_wait_until(&ended, now + 2 * NOTIFY_STOP) != ETIMEDOUT))
		;
	self.running = false;
	if (!self.finished) {
		/* The thread hangs, e.g. on a disk: it ends when it returns. */
		self.turn++;
		(void) _drop_all();
		pthread_detach(self.thread);
		say = self.say;
	}
	pthread_mutex_unlock(&lock);
	if (say)
		say("garq_notify: the program hangs where it is started");
	else
		pthread_join(self.thread, NULL);
}
