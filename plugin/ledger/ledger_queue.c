/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/memory/memory.h"

/* IN text - owned, though its struct is for callers that go on to own theirs */
static void _free_text(const char *text)
{
	free((char *) text);
}

static void _free_note(ledger_note_t *note)
{
	if (!note)
		return;
	_free_text(note->name);
	_free_text(note->users);
	_free_text(note->verb);
	_free_text(note->why);
	free(note);
}

void ledger_op_free(ledger_op_t *op)
{
	booking_destroy(op->booking);
	booking_destroy(op->was);
	for (size_t i = 0; i < op->moved_cnt; i++) {
		booking_destroy((booking_t *) op->moved[i].booking);
		_free_text(op->moved[i].why);
		_free_text(op->moved[i].note);
	}
	free(op->moved);
	_free_note(op->note);
	ledger_request_destroy(op->request);
	ledger_file_destroy(op->file);
	if (op->standing)
		ledger_request_destroy(op->standing->request);
	free(op->standing);
	booking_use_rows_free(op->uses, op->use_cnt);
	for (size_t i = 0; i < op->mailed_cnt; i++)
		_free_text(op->mailed[i].recipient);
	free(op->mailed);
	free(op->name);
	free(op->buried);
	free(op->why);
	free(op);
}

static void _append(ledger_t *l, ledger_op_t *op)
{
	op->state = OP_WAITING;
	op->next = NULL;
	*l->tail = op;
	l->tail = &op->next;
}

ledger_op_t *ledger_queue(ledger_t *l, ledger_op_t *op)
{
	pthread_mutex_lock(&l->queue_lock);
	_append(l, op);
	pthread_mutex_unlock(&l->queue_lock);
	return op;
}

ledger_op_t *ledger_op_new(void)
{
	return memory_new(1, sizeof(ledger_op_t));
}

ledger_op_t *ledger_put(ledger_t *l, const booking_t *b)
{
	ledger_op_t *op = ledger_op_new();

	op->booking = booking_copy(b);
	return ledger_queue(l, op);
}

ledger_op_t *ledger_reopen(ledger_t *l, const booking_t *b)
{
	ledger_op_t *op = ledger_op_new();

	op->booking = booking_copy(b);
	op->reopen = true;
	return ledger_queue(l, op);
}

ledger_op_t *ledger_drop(ledger_t *l, const char *name, const char *why)
{
	ledger_op_t *op = ledger_op_new();

	op->name = memory_text(name);
	op->why = memory_text(why);
	return ledger_queue(l, op);
}

ledger_op_t *ledger_revoke(ledger_t *l, const booking_t *b, const char *why)
{
	ledger_op_t *op = ledger_op_new();

	op->booking = booking_copy(b);
	op->why = memory_text(why);
	op->revoke = true;
	return ledger_queue(l, op);
}

ledger_op_t *ledger_put_reconciled(ledger_t *l)
{
	ledger_op_t *op = ledger_op_new();

	op->reconciled = true;
	return ledger_queue(l, op);
}

ledger_op_t *ledger_queue_take(ledger_t *l)
{
	ledger_op_t *list;

	pthread_mutex_lock(&l->queue_lock);
	while (l->groups)
		pthread_cond_wait(&l->tried, &l->queue_lock);
	list = l->head;
	l->head = NULL;
	l->tail = &l->head;
	for (ledger_op_t *op = list; op; op = op->next)
		op->state = OP_WRITING;
	l->begun++;
	l->busy_since = list ? ledger_clock_ms() : 0;
	pthread_mutex_unlock(&l->queue_lock);
	return list;
}

void ledger_group_begin(ledger_t *l)
{
	pthread_mutex_lock(&l->queue_lock);
	l->groups++;
	pthread_mutex_unlock(&l->queue_lock);
}

void ledger_group_end(ledger_t *l)
{
	pthread_mutex_lock(&l->queue_lock);
	if (!--l->groups)
		pthread_cond_broadcast(&l->tried);
	pthread_mutex_unlock(&l->queue_lock);
}

void ledger_queue_cancel(ledger_t *l, ledger_op_t *op)
{
	ledger_op_t **at = &l->head;

	while (*at != op)
		at = &(*at)->next;
	if (!(*at = op->next))
		l->tail = at;
	ledger_op_free(op);
}

void ledger_say_taken(const char *name, char *to, size_t size)
{
	snprintf(to, size,
		 "another live booking of the name %s is in the ledger: it is not overwritten",
		 name);
}

void ledger_queue_keep(ledger_t *l, ledger_op_t *op)
{
	op->keep = true;
	l->left |= op->failed;
	if (op->state == OP_TAKEN)
		ledger_say_taken(op->taken, l->lost, sizeof(l->lost));
	if ((op->state == OP_TAKEN) || (op->state == OP_DURABLE))
		ledger_op_free(op);
}

static void _settle_op(ledger_t *l, ledger_op_t *op, bool written)
{
	if (op->given_up) {
		ledger_op_free(op);
	} else if (!written) {
		op->failed = true;
		l->left |= op->keep;
		_append(l, op);
	} else {
		op->failed = false;
		op->state = op->taken ? OP_TAKEN : OP_DURABLE;
		if (op->keep)
			ledger_queue_keep(l, op);
	}
}

void ledger_queue_settle(ledger_t *l, ledger_op_t *list, bool written)
{
	ledger_op_t *op, *newer, **newer_tail;

	pthread_mutex_lock(&l->queue_lock);
	newer = l->head;
	newer_tail = l->tail;
	l->tail = &l->head;
	l->left = false;
	if (list) {
		l->tries.commits += written;
		l->tries.faults += !written;
	}
	while ((op = list)) {
		list = op->next;
		_settle_op(l, op, written);
	}
	*l->tail = newer;
	if (newer)
		l->tail = newer_tail;
	l->ended = l->begun;
	l->busy_since = 0;
	pthread_cond_broadcast(&l->tried);
	pthread_mutex_unlock(&l->queue_lock);
}

ledger_tries_t ledger_tries(ledger_t *l)
{
	ledger_tries_t tries;

	pthread_mutex_lock(&l->queue_lock);
	tries = l->tries;
	pthread_mutex_unlock(&l->queue_lock);
	return tries;
}

void ledger_commit_later(ledger_t *l, ledger_op_t *op)
{
	pthread_mutex_lock(&l->queue_lock);
	ledger_queue_keep(l, op);
	pthread_mutex_unlock(&l->queue_lock);
}
