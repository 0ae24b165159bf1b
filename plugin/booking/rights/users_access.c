/* SPDX-License-Identifier: GPL-2.0-or-later */
/* users_access.c - rights to flags, accounts, users and nodes; see users.h */

#include <stdio.h>
#include <string.h>

#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/view/office.h"

/* Flags that do not affect the nodes or jobs of other users. */
#define USERS_FLAGS \
	(BOOKING_FLAG_STATIC | BOOKING_FLAG_NO_STATIC | \
	 BOOKING_FLAG_PART_NODES | BOOKING_FLAG_NO_PART_NODES | \
	 BOOKING_FLAG_PURGE_COMP | BOOKING_FLAG_NO_PURGE_COMP | \
	 BOOKING_FLAG_MAGNETIC | BOOKING_FLAG_NO_MAGNETIC | \
	 BOOKING_FLAG_USER_DEL | BOOKING_FLAG_NO_USER_DEL | \
	 BOOKING_FLAG_DUR_PLUS | BOOKING_FLAG_DUR_MINUS | \
	 BOOKING_FLAG_NO_HOLD_JOBS | BOOKING_FLAG_REPLACE_DOWN)

static int _deny_request(char **ret_text, const char *why)
{
	*ret_text = text_dup(why);
	return REFUSED_DENIED;
}

/* IN more - flags that this request may have, too */
static int _check_flags(office_t *office, const request_t *request,
			uint64_t more, char **ret_text)
{
	uint64_t bad = (request->flags & ~(USERS_FLAGS | more)) |
		       request->other_flags;
	char *names;

	if (!bad)
		return 0;
	names = office->host->users->flag_names(office, bad);
	*ret_text = text_printf("Flags=%s: only operators may set this",
				request_has(names) ? names : "(unknown)");
	free(names);
	return REFUSED_DENIED;
}

/* Refuse resources without a limit, and access for other users. */
static int _check_kind(office_t *office, const request_t *request, bool native,
		       char **ret_text)
{
	if (request_has(request->licenses) && !office->options.user_licenses)
		return _deny_request(ret_text, "Licenses: only operators may reserve them (garq_user_licenses)");
	if (request_has(request->qos) || request_has(request->allowed_parts))
		return _deny_request(ret_text,
				     "QOS and AllowedPartitions: only operators may give them");
	if (native)
		return _deny_request(ret_text,
				     "only operators may reserve other than nodes, cores and licenses: give NodeCnt, CoreCnt or Nodes");
	return 0;
}

/* --- accounts --- */

/*
 * Find the first name in accounts that is not in own.
 * IN changes - names may have a "+" in front
 * RET false: there is none
 */
static bool _find_foreign(const char *accounts, bool changes, const char *own,
			  text_name_t *ret)
{
	uint32_t cnt = 0, most = text_count_names(own);

	while (text_next_name(&accounts, ret)) {
		bool sign = changes && (*ret->name == '+');
		text_name_t name = { ret->name + sign, ret->len - sign };

		/* Slurm looks up each name, so their number is bounded. */
		if ((++cnt > most) || !text_lists_name(own, &name))
			return true;
	}
	return false;
}

static int _check_names(const char *accounts, bool changes, const char *own,
			char **ret_text)
{
	char *name, shown[TEXT_SHOWN];
	text_name_t bad;

	if (!_find_foreign(accounts, changes, own, &bad))
		return 0;
	name = text_printf("%.*s", (int) bad.len, bad.name);
	*ret_text = text_printf(
		"Accounts=%s: name, each once, accounts that you belong to (%s)",
		text_printable(name, shown), own ? own : "there is none");
	free(name);
	return REFUSED_DENIED;
}

static int _check_accounts(office_t *office, const char *accounts, bool changes,
			   uint32_t uid, char **ret_text)
{
	bool known;
	char *own;
	int rc;

	if (!request_has(accounts))
		return 0;
	own = office->host->users->accounts(office, uid, false, &known);
	if (known)
		rc = _check_names(accounts, changes, own, ret_text);
	else
		rc = _deny_request(ret_text,
				   "Accounts: nothing tells here who belongs to them (there is no slurmdbd): leave it out");
	free(own);
	return rc;
}

/* --- users and groups --- */

/* True if users is just the name or number of uid. No name is looked up. */
static bool _is_himself(const char *users, bool changes, uint32_t uid,
			const char *own)
{
	char number[16];

	users += (changes && (*users == '+'));
	(void) snprintf(number, sizeof(number), "%u", uid);
	return text_same(users, own) || text_same(users, number);
}

uint32_t users_count_others(office_t *office, const char *users, uint32_t uid)
{
	char *own = office->host->users->name(office, uid);
	char *both = text_printf("%s,%u", own, uid);
	uint32_t cnt = 0;
	text_name_t one;

	while (text_next_name(&users, &one)) {
		bool sign = (*one.name == '+') || (*one.name == '-');

		one.name += sign;
		one.len -= sign;
		cnt += !text_lists_name(both, &one);
	}
	free(both);
	free(own);
	return cnt;
}

/* True if both users are in one account, as slurmdbd has it. */
static bool _share_account(office_t *office, uint32_t uid, uint32_t other)
{
	bool known;
	char *own = office->host->users->accounts(office, uid, false, &known);
	char *theirs = office->host->users->accounts(office, other, false,
						     &known);
	const char *at = theirs;
	text_name_t account;
	bool shared = false;

	while (!shared && text_next_name(&at, &account))
		shared = text_lists_name(own, &account);
	free(own);
	free(theirs);
	return shared;
}

/*
 * True if the requester may name one of Users, the i-th, or take it out of the
 * list of v. A list of users that are kept out is an operator's.
 */
static bool _may_name(office_t *office, const request_t *request,
		      const view_resv_t *v, uint32_t uid,
		      const text_name_t *one, uint32_t i)
{
	text_name_t name = { .name = one->name + 1, .len = one->len - 1 };

	if ((*one->name == '-') || (*one->name == '+'))
		if (!v || v->attrs.users_not)
			return false;
	if (*one->name == '-')
		return text_lists_name(v->attrs.users, &name);
	return (request->fellows & (1U << i)) ||
	       _share_account(office, uid, request->user_ids[i]);
}

/* A user whom the requester may not name. RET false: there is none */
static bool _find_stranger(office_t *office, const request_t *request,
			   const view_resv_t *v, uint32_t uid,
			   text_name_t *ret)
{
	const char *at = request->users;

	for (uint32_t i = 0; text_next_name(&at, ret); i++)
		if (!_may_name(office, request, v, uid, ret, i))
			return true;
	return false;
}

/* Check Users that are not just the requester. */
static int _check_others(office_t *office, const request_t *request,
			 const view_resv_t *v, uint32_t uid, const char *own,
			 char **ret_text)
{
	uint32_t cnt = users_count_others(office, request->users, uid);
	uint32_t names = text_count_names(request->users);
	uint32_t most = office->options.user_others;
	text_name_t stranger;

	/* where there are groups, Slurm looks all of them up with its locks */
	if (!cnt || !most || (v && request_has(v->attrs.groups))) {
		*ret_text = text_printf(
			"Users: only operators may reserve for others: give Users=%s",
			own);
	} else if ((cnt > most) || (names > most + 1)) {
		*ret_text = text_printf(
			"Users: only operators may reserve for more than %u others (garq_user_others), and %u names are given",
			most, names);
	} else if (request->user_id_cnt != names) {
		return text_refuse(ret_text, REFUSED_USERS,
			"Users: the name service has not answered yet whether they share a Unix group with you: ask again in a few seconds");
	} else if (_find_stranger(office, request, v, uid, &stranger)) {
		*ret_text = text_printf(
			"Users: only operators may reserve for others who share no Unix group and no account with them, as %.*s: give Users=%s",
			(int) stranger.len, stranger.name, own);
	}
	return *ret_text ? REFUSED_DENIED : 0;
}

/* Check Users. IN/OUT request - the id of the user is entered */
static int _check_users(office_t *office, request_t *request,
			const view_resv_t *v, uint32_t uid, char **ret_text)
{
	char *own;
	int rc = 0;

	if (!request_has(request->users))
		return 0;
	own = office->host->users->name(office, uid);
	if (_is_himself(request->users, v != NULL, uid, own))
		request_set_user(request, request->users, uid);
	else
		rc = _check_others(office, request, v, uid, own, ret_text);
	free(own);
	return rc;
}

/* IN v - that the request changes; NULL: it is for something new */
static int _check_whose(office_t *office, request_t *request,
			const view_resv_t *v, uint32_t uid, char **ret_text)
{
	int rc;

	if (request_has(request->groups))
		return _deny_request(ret_text,
				     "Groups: only operators may reserve for others");
	rc = _check_users(office, request, v, uid, ret_text);
	return rc ? rc :
		    _check_accounts(office, request->accounts, v != NULL, uid,
				    ret_text);
}

/* With others, a MAGNETIC reservation would draw their jobs. */
static int _check_magnetic(uint64_t flags, const char *accounts, bool others,
			   char **ret_text)
{
	if (!(flags & BOOKING_FLAG_MAGNETIC) ||
	    (!request_has(accounts) && !others))
		return 0;
	return _deny_request(ret_text,
			     "Flags=MAGNETIC: only operators may draw jobs of others: not with Accounts, and not with others in Users");
}

/* The same for a change of v that is otherwise allowed. */
static int _check_magnetic_change(office_t *office, const ask_t *a,
				  char **ret_text)
{
	const request_t *request = a->request;
	const record_attrs_t *had = &a->v->attrs;
	bool others = users_count_others(office, request->users, a->uid);
	bool whole = request_has(request->users) &&
		     !strchr("+-", request->users[0]);
	uint64_t flags = request->flags;

	if (!request_has(request->accounts) && !others &&
	    !(flags & BOOKING_FLAG_MAGNETIC))
		return 0;
	if (!(flags & BOOKING_FLAG_NO_MAGNETIC))
		flags |= a->v->flags;
	others |= !whole && users_count_others(office, had->users, a->uid);
	return _check_magnetic(flags, request->accounts ? request->accounts :
						       had->accounts,
			       others, ret_text);
}

/* Book for the user alone. */
static void _set_own(office_t *office, request_t *request, uint32_t uid)
{
	char *own = office->host->users->name(office, uid);

	request_set_user(request, own, uid);
	free(own);
}

static int _check_new(office_t *office, ask_t *a)
{
	request_t *request = a->request;
	uint64_t alone = (a->kind == &kind_licenses) ? BOOKING_FLAG_ANY_NODES :
						       0;
	int rc = _check_flags(office, request, alone, &a->text);

	if (!rc)
		rc = _check_kind(office, request, a->kind->native,
				 &a->text);
	if (!rc)
		rc = _check_whose(office, request, NULL, a->uid, &a->text);
	if (!rc)
		rc = _check_magnetic(request->flags, request->accounts,
				     users_count_others(office, request->users,
							a->uid),
				     &a->text);
	if (rc)
		return rc;
	if (!request_has(request->users) && !request_has(request->accounts))
		_set_own(office, request, a->uid);
	return 0;
}

int users_check_create(office_t *office, ask_t *a)
{
	int rc;

	request_normalize(a->request);
	rc = request_check(office, a->request, &a->text);
	if (!rc)
		a->kind = kind_of(office, a->request);
	return (rc || !a->limited) ? rc : _check_new(office, a);
}

int users_check_update(office_t *office, ask_t *a)
{
	request_t *request = a->request;
	int rc;

	if (!users_is_owner(office, a->v, a->uid))
		return users_deny(office, a->v, request->name, "UPDATE", a->uid,
				  &a->text);
	rc = _check_flags(office, request, 0, &a->text);
	if (!rc)
		rc = _check_kind(office, request, a->kind->native,
				 &a->text);
	if (!rc)
		rc = _check_whose(office, request, a->v, a->uid, &a->text);
	return rc ? rc : _check_magnetic_change(office, a, &a->text);
}

/* --- licenses --- */

int users_check_licenses(office_t *office, uint32_t uid, const lic_set_t *set,
			 char **ret_text)
{
	uint32_t most = office->options.user_licenses;

	for (uint32_t i = 0; users_limited(office, uid) && (i < set->cnt); i++)
		if (set->list[i].num > most)
			return text_refuse(ret_text, REFUSED_DENIED,
				"%u licenses %s are asked for, at most %u of each %s allowed (garq_user_licenses)",
				set->list[i].num, set->list[i].name, most,
				(most == 1) ? "is" : "are");
	return 0;
}

/* --- nodes --- */

static int _check_listed(office_t *office, uint32_t uid,
			 const garq_set_t *nodes, char **ret_text)
{
	garq_set_t *rest = office->host->users->out_of_reach(office, uid,
							     nodes);
	char *names, shown[TEXT_SHOWN];
	int rc = 0;

	if (garq_set_count(rest)) {
		names = office->host->nodes->list(office, rest);
		*ret_text = text_printf(
			"Nodes=%s: in no partition that you may use",
			text_printable(names, shown));
		free(names);
		rc = REFUSED_DENIED;
	}
	garq_set_destroy(rest);
	return rc;
}

int users_check_nodes(office_t *office, uint32_t uid, const char *partition,
		      const shape_t *shape, char **ret_text)
{
	bool given = request_has(partition);
	const char *name =
		given ? partition :
			office->host->nodes->default_partition(office);

	if (!given && !shape->num_cn)	/* licenses alone */
		return 0;
	if ((given || !shape->pinned) &&
	    (!name || !office->host->users->may_use(office, uid, name)))
		return text_refuse(ret_text, REFUSED_DENIED,
			"PartitionName=%s: you may not use it, or it is not up: give another one",
			name ? name : "");
	if (!shape->pinned)
		return 0;
	return _check_listed(office, uid, shape->eligible, ret_text);
}

int users_name_unused(office_t *office, const char *name, uint32_t uid,
		      time_t now, char **ret_text)
{
	const view_resv_t *v = view_find(office, name);
	ledger_offer_t *offer;
	offer_set_t *set = NULL;
	char until[TEXT_TIME];

	if (name_is_job(name))
		return text_refuse(ret_text, REFUSED_NO_SUCH,
			"names that begin with %s are for jobs: choose another name",
			JOBS_PREFIX);
	if (office->has.offer_sets)
		set = offers_find(office, name, now, &offer);
	if ((v && !users_sees_resv(office, v, uid)) ||
	    (set && !offers_may_use(office, set, uid)))
		*ret_text = text_printf("%s is taken: choose another name",
					name);
	else if (v)
		*ret_text = text_printf(
			"there is a reservation %s already: choose another name, or update it",
			name);
	else if (set)
		*ret_text = text_printf(
			"%s is the name of an offer that is open until %s: choose another name",
			name, text_time(set->request->expires, until));
	return (v || set) ? REFUSED_NAME_TAKEN : 0;
}

int users_name_free(office_t *office, const char *name, uint32_t uid,
		    time_t now, char **ret_text)
{
	const standing_t *s = office->has.standing ?
				      standing_find(office, name) : NULL;
	char since[TEXT_TIME];
	int rc = users_name_unused(office, name, uid, now, ret_text);

	if (rc || !s)
		return rc;
	if (standing_may_use(office, s, uid))
		*ret_text = text_printf(
			"a request %s stands by since %s: choose another name, or delete it and ask again",
			name, text_time(s->row.request->time, since));
	else
		*ret_text = text_printf("%s is taken: choose another name",
					name);
	return REFUSED_NAME_TAKEN;
}
