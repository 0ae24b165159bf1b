/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_accounts.c - the bookings by their accounts; see view.h
 *
 * A hash table by account: each booking has an entry for each name in its
 * Accounts. A named hold has an entry for each account that its confirmation
 * will set, too. The bookings of an account are found so without a walk
 * through all.
 */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/ledger/record/content.h"
#include "plugin/memory/memory.h"

#define LISTS 1024

struct view_account {
	LIST_ENTRY(view_account) of_hash;
	struct view_account *next;	/* the next of v */
	view_resv_t *v;
	size_t len;
	char name[];		/* len bytes */
};

struct accounts_state {
	LIST_HEAD(, view_account) lists[LISTS];
};

static size_t _account_hash(const text_name_t *account)
{
	return content_digest(CONTENT_EMPTY, account->name, account->len) %
	       LISTS;
}

static bool _is_account(const struct view_account *a,
			const text_name_t *account)
{
	return (a->len == account->len) &&
	       !memcmp(a->name, account->name, a->len);
}

static bool _has_entry(const view_resv_t *v, const text_name_t *account)
{
	for (const struct view_account *a = v->accounts; a; a = a->next)
		if (_is_account(a, account))
			return true;
	return false;
}

static void _add_entry(office_t *office, view_resv_t *v,
		       const text_name_t *account)
{
	struct view_account *a;

	if (_has_entry(v, account))
		return;
	a = memory_new(1, sizeof(*a) + account->len);
	a->v = v;
	a->len = account->len;
	memcpy(a->name, account->name, account->len);
	a->next = v->accounts;
	v->accounts = a;
	LIST_INSERT_HEAD(&office->accounts->lists[_account_hash(account)], a,
			 of_hash);
}

static void _add_all(office_t *office, view_resv_t *v, const char *list)
{
	text_name_t account;

	while (text_next_name(&list, &account))
		_add_entry(office, v, &account);
}

static void _clear_entries(view_resv_t *v)
{
	struct view_account *a;

	while ((a = v->accounts)) {
		v->accounts = a->next;
		LIST_REMOVE(a, of_hash);
		free(a);
	}
}

/* The record of a named hold has no accounts before the confirmation. */
static char *_held_accounts(const booking_t *b)
{
	return b->held ? held_request_accounts(b->held) : NULL;
}

void view_accounts_update(office_t *office, view_resv_t *v)
{
	char *held;

	_clear_entries(v);
	if (!v->booking)
		return;
	_add_all(office, v, v->booking->accounts);
	held = _held_accounts(v->booking);
	_add_all(office, v, held);
	free(held);
}

void view_each_of_account(office_t *office, const text_name_t *account,
			  void (*fn)(const view_resv_t *v, void *arg),
			  void *arg)
{
	size_t hash = _account_hash(account);
	const struct view_account *a;

	LIST_FOREACH(a, &office->accounts->lists[hash], of_hash)
		if (_is_account(a, account))
			fn(a->v, arg);
}

/* --- the check --- */

static bool _has_all(const view_resv_t *v, const char *list)
{
	text_name_t account;

	while (text_next_name(&list, &account))
		if (!_has_entry(v, &account))
			return false;
	return true;
}

/* True if v has the entries of its accounts, and no others. */
static bool _is_right(const view_resv_t *v)
{
	char *held = v->booking ? _held_accounts(v->booking) : NULL;
	const char *own = v->booking ? v->booking->accounts : NULL;
	bool right = _has_all(v, own) && _has_all(v, held);

	for (const struct view_account *a = v->accounts; a; a = a->next) {
		text_name_t account = { .name = a->name, .len = a->len };

		right &= (a->v == v) && (text_lists_name(own, &account) ||
					 text_lists_name(held, &account));
	}
	free(held);
	return right;
}

static void _check_resv(view_resv_t *v, void *arg)
{
	bool *right = arg;

	*right = *right && _is_right(v);
}

bool view_accounts_check(office_t *office, const char **ret_reason)
{
	bool right = true;

	view_each(office, _check_resv, &right);
	if (!right)
		*ret_reason = "the table of accounts lacks a booking, or has a wrong one";
	return right;
}

const office_state_t accounts_state = OFFICE_STATE(accounts, NULL, NULL);
