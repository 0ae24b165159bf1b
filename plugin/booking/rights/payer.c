/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/payer.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/host.h"

char *payer_first_of(const char *accounts)
{
	text_name_t name;

	while (text_next_name(&accounts, &name)) {
		size_t sign = (name.name[0] == '+');

		if ((name.name[0] != '-') && (name.len > sign))
			return text_printf("%.*s", (int) (name.len - sign),
					   name.name + sign);
	}
	return NULL;
}

/* The only account of a user. RET free(); NULL: none, or several */
static char *_only_account(office_t *office, uint32_t uid)
{
	bool known;
	char *all = office->host->users->accounts(office, uid, false, &known);
	const char *at = all;
	char *only = NULL;
	text_name_t name;

	while (text_next_name(&at, &name)) {
		if (only && ((strlen(only) != name.len) ||
			     strncmp(only, name.name, name.len))) {
			free_null(only);
			break;
		}
		if (!only)
			only = text_printf("%.*s", (int) name.len, name.name);
	}
	free(all);
	return only;
}

char *payer_of(office_t *office, const char *accounts, uint32_t uid)
{
	char *payer = payer_first_of(accounts);

	if (!payer && (uid != VIEW_NOBODY) && users_limited(office, uid))
		payer = _only_account(office, uid);
	return payer;
}

/* True if a list of names is changed by signs: it is not a new list. */
static bool _has_signs(const char *accounts)
{
	return (accounts[0] == '+') || (accounts[0] == '-');
}

char *payer_accounts_after(const char *given, const char *has)
{
	char *after = NULL;
	text_name_t name;

	if (!given || (_has_signs(given) && !has))
		return text_dup(given ? given : has);
	if (!_has_signs(given))
		return text_dup(given);
	while (text_next_name(&has, &name)) {
		char *minus = text_printf("-%.*s", (int) name.len, name.name);
		text_name_t gone = { minus, name.len + 1 };

		if (!text_lists_name(given, &gone))
			text_add(&after, "%s%.*s", after ? "," : "",
				 (int) name.len, name.name);
		free(minus);
	}
	text_add(&after, "%s%s", after ? "," : "", given);
	return after;
}
