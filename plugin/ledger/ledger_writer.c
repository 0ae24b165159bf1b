/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_writer.c - the thread that writes, and those that wait for it; see
 * ledger.h
 *
 * Only the writer waits for the disk. A thread that commits queues, wakes the
 * writer, and waits on a condition until its operation was tried, but no longer
 * than the patience. Operations of several threads share one transaction.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plugin/ledger/ledger_queue.h"

static void *_write_thread(void *arg)
{
	ledger_t *l = arg;
	bool stop, left_behind;

	pthread_mutex_lock(&l->queue_lock);
	do {
		while (!l->asked && !l->stop)
			pthread_cond_wait(&l->wake, &l->queue_lock);
		stop = l->stop;
		l->asked = false;
		pthread_mutex_unlock(&l->queue_lock);
		ledger_try(l);
		pthread_mutex_lock(&l->queue_lock);
	} while (!stop);
	l->gone = true;
	left_behind = l->left_behind;
	pthread_cond_broadcast(&l->tried);
	pthread_mutex_unlock(&l->queue_lock);
	if (left_behind)
		ledger_free(l);
	return NULL;
}

bool ledger_start_writer(ledger_t *l, uint32_t patience, uint32_t waiting_max)
{
	pthread_mutex_lock(&l->queue_lock);
	l->patience = patience;
	l->waiting_max = waiting_max;
	l->has_writer = !pthread_create(&l->writer, NULL, _write_thread, l);
	pthread_mutex_unlock(&l->queue_lock);
	return l->has_writer;
}

/* --- the state of the writer; Locks: queue_lock --- */

static bool _is_stalled(const ledger_t *l)
{
	return l->has_writer && l->busy_since &&
	       (ledger_clock_ms() - l->busy_since >=
		(uint64_t) l->patience * 1000);
}

static bool _is_crowded(const ledger_t *l)
{
	return l->has_writer && (l->waiting >= l->waiting_max);
}

static void _wake_writer(ledger_t *l)
{
	l->asked = true;
	pthread_cond_signal(&l->wake);
}

static void _say_no_answer(const ledger_t *l, char *error, size_t size)
{
	if (_is_crowded(l) && !_is_stalled(l))
		snprintf(error, size,
			 "%"PRIu32" requests wait for the disk of " LEDGER_FILE " already",
			 l->waiting);
	else
		snprintf(error, size,
			 "the disk of " LEDGER_FILE " has not answered for %"PRIu32" seconds (administrator: see to that disk, nothing has to be restarted)",
			 l->patience);
}

/* --- waiting; Locks: queue_lock --- */

void ledger_wait_until(ledger_t *l, ledger_done_fn done, const void *what)
{
	struct timespec until;

	(void) clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += l->patience;
	while (!done(l, what))
		if (pthread_cond_timedwait(&l->tried, &l->queue_lock,
					   &until) == ETIMEDOUT)
			break;
}

/* Have the queue written, by the writer if there is one, until done says so. */
static void _have_written(ledger_t *l, ledger_done_fn done, const void *what)
{
	if (done(l, what))
		return;
	if (l->has_writer) {
		_wake_writer(l);
		if (!_is_stalled(l))
			ledger_wait_until(l, done, what);
		return;
	}
	pthread_mutex_unlock(&l->queue_lock);
	ledger_try(l);
	pthread_mutex_lock(&l->queue_lock);
}

/* --- one operation; Locks: queue_lock --- */

static bool _is_tried(const ledger_t *l, const void *what)
{
	const ledger_op_t *op = what;

	(void) l;
	/* a failed operation may be under way again, and durable in a moment */
	return (op->failed && (op->state == OP_WAITING)) ||
	       (op->state == OP_DURABLE) || (op->state == OP_TAKEN);
}

static void _say_not_tried(const ledger_t *l, const ledger_op_t *op,
			   char *error, size_t size)
{
	size_t len;

	_say_no_answer(l, error, size);
	len = strlen(error);
	if (op->state == OP_WRITING)
		snprintf(error + len, size - len,
			 "; if slurmctld is killed before the disk answers, it may be there all the same");
}

/* RET true if op is durable. If not, error says why */
static bool _try_op(ledger_t *l, ledger_op_t *op, char *error, size_t size)
{
	error[0] = '\0';
	if (!_is_crowded(l)) {
		l->waiting++;
		_have_written(l, _is_tried, op);
		l->waiting--;
	}
	if (op->state == OP_DURABLE)
		return true;
	if (!_is_tried(l, op))
		_say_not_tried(l, op, error, size);
	else if (op->state == OP_TAKEN)
		ledger_say_taken(op->taken, error, size);
	else
		snprintf(error, size, "%s", l->error);
	return false;
}

/* The outcome of op is nobody's concern any more. */
static void _discard(ledger_t *l, ledger_op_t *op)
{
	if (op->state == OP_WAITING)
		ledger_queue_cancel(l, op);
	else if (op->state == OP_WRITING)
		op->given_up = true;
	else
		ledger_op_free(op);
}

bool ledger_commit(ledger_t *l, ledger_op_t *op, char *error,
		   size_t error_size)
{
	bool ok;

	pthread_mutex_lock(&l->queue_lock);
	ok = _try_op(l, op, error, error_size);
	_discard(l, op);
	pthread_mutex_unlock(&l->queue_lock);
	return ok;
}

bool ledger_commit_or_keep(ledger_t *l, ledger_op_t *op, char *error,
			   size_t error_size)
{
	bool ok;

	pthread_mutex_lock(&l->queue_lock);
	ok = _try_op(l, op, error, error_size);
	if (op->state == OP_TAKEN)
		_discard(l, op);	/* error says so */
	else
		ledger_queue_keep(l, op);
	pthread_mutex_unlock(&l->queue_lock);
	return ok;
}

/* --- the queue --- */

/* True if a try has ended that began after try number *what. */
static bool _has_ended(const ledger_t *l, const void *what)
{
	return l->ended > *(const uint64_t *) what;
}

bool ledger_retry(ledger_t *l, char *error, size_t error_size)
{
	uint64_t last;
	bool ok;

	error[0] = '\0';
	pthread_mutex_lock(&l->queue_lock);
	last = l->begun;
	_have_written(l, _has_ended, &last);
	ok = _has_ended(l, &last) && !l->left && !l->lost[0];
	if (!_has_ended(l, &last))
		_say_no_answer(l, error, error_size);
	else if (!ok)
		snprintf(error, error_size, "%s",
			 l->left ? l->error : l->lost);
	l->lost[0] = '\0';
	pthread_mutex_unlock(&l->queue_lock);
	return ok;
}

void ledger_wake_writer(ledger_t *l)
{
	pthread_mutex_lock(&l->queue_lock);
	_wake_writer(l);
	pthread_mutex_unlock(&l->queue_lock);
}

bool ledger_answers(ledger_t *l, char *error, size_t error_size)
{
	bool ok;

	error[0] = '\0';
	pthread_mutex_lock(&l->queue_lock);
	ok = !_is_stalled(l) && !_is_crowded(l);
	if (!ok)
		_say_no_answer(l, error, error_size);
	pthread_mutex_unlock(&l->queue_lock);
	return ok;
}

bool ledger_behind(ledger_t *l)
{
	bool behind;

	pthread_mutex_lock(&l->queue_lock);
	behind = l->left || _is_stalled(l);
	pthread_mutex_unlock(&l->queue_lock);
	return behind;
}

bool ledger_all_native(ledger_t *l, char *error, size_t error_size)
{
	ledger_op_t *op = ledger_op_new();

	op->all_native = true;
	return ledger_commit(l, ledger_queue(l, op), error, error_size);
}

/* --- the end --- */

static bool _is_gone(const ledger_t *l, const void *what)
{
	(void) what;
	return l->gone;
}

/* RET false: the writer waits for the disk; the thread is left behind */
static bool _stop_writer(ledger_t *l)
{
	bool gone;

	pthread_mutex_lock(&l->queue_lock);
	l->stop = true;
	pthread_cond_signal(&l->wake);
	ledger_wait_until(l, _is_gone, NULL);
	gone = l->gone;
	l->left_behind = !gone;
	if (!gone)
		pthread_detach(l->writer);
	pthread_mutex_unlock(&l->queue_lock);
	if (gone)
		pthread_join(l->writer, NULL);
	return gone;
}

bool ledger_close(ledger_t *l)
{
	if (!l)
		return true;
	if (!l->has_writer)
		ledger_try(l);
	else if (!_stop_writer(l))
		return false;
	ledger_free(l);
	return true;
}
