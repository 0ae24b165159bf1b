/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spent.c - see spent.h
 *
 * A hash table by account; an account has a list of its months, which are few.
 */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/spent.h"
#include "plugin/booking/view/view.h"
#include "plugin/memory/memory.h"

#define LISTS 1024

typedef struct spent_month {
	struct spent_month *next;
	uint32_t month;
	int64_t live;		/* of bookings in the view */
	int64_t closed;		/* of those that are closed */
	int64_t walked;		/* by spent_walk() */
} spent_month_t;

typedef struct spent_account {
	struct spent_account *next;	/* of the hash */
	char *name;		/* owned */
	spent_month_t *months;	/* owned */
} spent_account_t;

struct spent_state {
	spent_account_t *lists[LISTS];
};

/* --- the table --- */

static spent_account_t **_list_of(office_t *office, const char *account)
{
	return &office->spent->lists[text_hash(TEXT_HASH, account) % LISTS];
}

static spent_account_t *_find_account(office_t *office, const char *account)
{
	spent_account_t *a = *_list_of(office, account);

	while (a && strcmp(a->name, account))
		a = a->next;
	return a;
}

static spent_account_t *_add_account(office_t *office, const char *account)
{
	spent_account_t **list = _list_of(office, account);
	spent_account_t *a = memory_new(1, sizeof(*a));

	a->name = memory_text(account);
	a->next = *list;
	return *list = a;
}

/* The sums of an account and a month, which are made if need be. */
static spent_month_t *_month_of(office_t *office, const char *account,
				uint32_t month)
{
	spent_account_t *a = _find_account(office, account);
	spent_month_t *m;

	if (!a)
		a = _add_account(office, account);
	for (m = a->months; m; m = m->next)
		if (m->month == month)
			return m;
	m = memory_new(1, sizeof(*m));
	m->month = month;
	m->next = a->months;
	return a->months = m;
}

static void _each_month(office_t *office,
			void (*fn)(const spent_account_t *a, spent_month_t *m,
				   void *arg), void *arg)
{
	for (size_t i = 0; i < LISTS; i++)
		for (const spent_account_t *a = office->spent->lists[i]; a;
		     a = a->next)
			for (spent_month_t *m = a->months; m; m = m->next)
				fn(a, m, arg);
}

static void _free_account(spent_account_t *a)
{
	spent_month_t *m;

	while ((m = a->months)) {
		a->months = m->next;
		free(m);
	}
	free(a->name);
	free(a);
}

static void _end_state(office_t *office)
{
	spent_account_t *a;

	for (size_t i = 0; i < LISTS; i++)
		while ((a = office->spent->lists[i])) {
			office->spent->lists[i] = a->next;
			_free_account(a);
		}
}

/* --- changes --- */

void spent_enter(office_t *office, const booking_t *b)
{
	if (b->payer)
		_month_of(office, b->payer, b->charge.month)->live +=
			b->charge.amount;
}

void spent_leave(office_t *office, const booking_t *b)
{
	if (b->payer)
		_month_of(office, b->payer, b->charge.month)->live -=
			b->charge.amount;
}

void spent_set(office_t *office, booking_t *b, const char *payer,
	       const booking_charge_t *charge)
{
	spent_leave(office, b);
	booking_set(&b->payer, payer);
	b->charge = *charge;
	spent_enter(office, b);
}

void spent_resize(office_t *office, booking_t *b, double had, double has)
{
	spent_leave(office, b);
	booking_charge_size(b, had, has);
	spent_enter(office, b);
}

void spent_close(office_t *office, const booking_t *b)
{
	if (b->payer)
		_month_of(office, b->payer, b->charge.month)->closed +=
			b->charge.amount;
}

void spent_reopen(office_t *office, const booking_t *b)
{
	if (b->payer)
		_month_of(office, b->payer, b->charge.month)->closed -=
			b->charge.amount;
}

/* --- questions --- */

int64_t spent_sum(office_t *office, const char *account, uint32_t from,
		  uint32_t until)
{
	const spent_account_t *a = _find_account(office, account);
	int64_t sum = 0;

	for (const spent_month_t *m = a ? a->months : NULL; m; m = m->next)
		if ((m->month >= from) && (m->month < until))
			sum += m->live + m->closed;
	return sum;
}

void spent_each(office_t *office, spent_fn fn, void *arg)
{
	for (size_t i = 0; i < LISTS; i++)
		for (const spent_account_t *a = office->spent->lists[i]; a;
		     a = a->next)
			fn(a->name, arg);
}

/* --- a start --- */

static void _forget_closed(const spent_account_t *a, spent_month_t *m,
			   void *arg)
{
	(void) a;
	(void) arg;
	m->closed = 0;
}

void spent_begin(office_t *office)
{
	_each_month(office, _forget_closed, NULL);
}

void spent_add_closed(void *arg, const char *account, uint32_t month,
		      int64_t amount)
{
	_month_of(arg, account, month)->closed += amount;
}

/* --- the check --- */

static void _forget_walked(const spent_account_t *a, spent_month_t *m,
			   void *arg)
{
	(void) a;
	(void) arg;
	m->walked = 0;
}

void spent_walk_begins(office_t *office)
{
	_each_month(office, _forget_walked, NULL);
}

void spent_walk(office_t *office, const booking_t *b)
{
	if (b->payer)
		_month_of(office, b->payer, b->charge.month)->walked +=
			b->charge.amount;
}

static void _compare_month(const spent_account_t *a, spent_month_t *m,
			   void *arg)
{
	bool *right = arg;

	(void) a;
	*right = *right && (m->live == m->walked);
}

bool spent_walk_ended(office_t *office)
{
	bool right = true;

	_each_month(office, _compare_month, &right);
	return right;
}

const office_state_t spent_state = OFFICE_STATE(spent, NULL, _end_state);
