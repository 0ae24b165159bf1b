/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/compat/user_facts.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/slurm/native/record_assocs.h"
#include "plugin/slurm/native/record_users.h"

void record_users_free(record_users_t *u)
{
	for (int i = 0; u->names && (i < u->cnt); i++)
		xfree(u->names[i]);
	xfree(u->names);
	xfree(u->text);
	xfree(u->ids);
	*u = (record_users_t) { .text = NULL };
}

/* Move users into a record. OUT ret_had - those it had; NULL: free them */
static void _exchange(slurmctld_resv_t *rec, record_users_t *users,
		      record_users_t *ret_had)
{
	record_users_t had = {
		.text = rec->users, .ids = rec->user_list,
		.cnt = rec->user_cnt,
		.not = rec->ctld_flags & RESV_CTLD_USER_NOT,
	};

	rec->users = users->text;
	rec->user_list = users->ids;
	rec->user_cnt = users->cnt;
	rec->ctld_flags &= ~RESV_CTLD_USER_NOT;
	if (users->not)
		rec->ctld_flags |= RESV_CTLD_USER_NOT;
#ifdef COMPAT_RESV_USERNAMES
	had.names = rec->username_list;
	rec->username_list = users->names;
#endif
	*users = (record_users_t) { .text = NULL };
	if (ret_had)
		*ret_had = had;
	else
		record_users_free(&had);
}

/* --- lists --- */

/* One name of a list, with its sign and id. */
typedef struct {
	char sign;		/* '+', '-' or '\0' */
	const char *name;	/* without the sign */
	uid_t uid;
} change_t;

typedef struct {
	char *copy;		/* the names point into it */
	change_t *list;
	uint32_t cnt;
} changes_t;

static void _free_changes(changes_t *c)
{
	xfree(c->copy);
	xfree(c->list);
}

/*
 * Cut Users= into names. RET false: Slurm must look them up, also where it
 * keeps names in its records, because it takes names that have no id there.
 */
static bool _cut_users(const request_t *request, changes_t *ret)
{
	changes_t c = { .cnt = 0 };
	char *last = NULL, *name;

#ifdef COMPAT_RESV_USERNAMES
	return false;
#endif
	if (!request_has(request->users) || !request->user_ids ||
	    !request->user_id_cnt || request_has(request->groups))
		return false;
	c.copy = xstrdup(request->users);
	c.list = xcalloc(request->user_id_cnt, sizeof(*c.list));
	for (name = strtok_r(c.copy, ",", &last);
	     name && (c.cnt < request->user_id_cnt);
	     name = strtok_r(NULL, ",", &last), c.cnt++) {
		change_t *one = &c.list[c.cnt];

		one->sign = ((*name == '+') || (*name == '-')) ? *name : '\0';
		one->name = name + (one->sign != '\0');
		one->uid = request->user_ids[c.cnt];
	}
	*ret = c;
	if (!name && (c.cnt == request->user_id_cnt))
		return true;
	_free_changes(ret);
	return false;
}

/* True if all names have a sign, or none has. */
static bool _same_kind(const changes_t *c)
{
	for (uint32_t i = 1; i < c->cnt; i++)
		if (!c->list[i].sign != !c->list[0].sign)
			return false;
	return true;
}

/* True if all names have the sign of the first one. */
static bool _same_sign(const changes_t *c)
{
	for (uint32_t i = 1; i < c->cnt; i++)
		if (c->list[i].sign != c->list[0].sign)
			return false;
	return true;
}

static bool _has_uid(const record_users_t *u, uid_t uid)
{
	for (int i = 0; i < u->cnt; i++)
		if (u->ids[i] == uid)
			return true;
	return false;
}

/* Append a user. The list of ids has room. */
static void _add_user(record_users_t *u, const char *name, uid_t uid)
{
	xstrfmtcat(u->text, "%s%s%s", u->text ? "," : "", u->not ? "-" : "",
		   name);
	u->ids[u->cnt++] = uid;
}

/* True if one of the changes removes this name of a list, or this uid. */
static bool _is_removed(const changes_t *c, char remove, const char *name,
			const uid_t *uid)
{
	for (uint32_t i = 0; i < c->cnt; i++)
		if ((c->list[i].sign == remove) &&
		    ((name && !xstrcmp(c->list[i].name, name)) ||
		     (uid && (c->list[i].uid == *uid))))
			return true;
	return false;
}

/* Copy the users of a record but for those that are removed. */
static void _copy_rest(const slurmctld_resv_t *rec, const changes_t *c,
		       char remove, record_users_t *u)
{
	char *copy = xstrdup(rec->users), *last = NULL;

	for (char *name = copy ? strtok_r(copy, ",", &last) : NULL; name;
	     name = strtok_r(NULL, ",", &last)) {
		name += (name[0] == '-');
		if (!_is_removed(c, remove, name, NULL))
			xstrfmtcat(u->text, "%s%s%s", u->text ? "," : "",
				   u->not ? "-" : "", name);
	}
	xfree(copy);
	for (int i = 0; i < rec->user_cnt; i++)
		if (!_is_removed(c, remove, NULL, &rec->user_list[i]))
			u->ids[u->cnt++] = rec->user_list[i];
}

/*
 * Work out +name and -name. In a list of excluded users, "-" adds one and "+"
 * removes one; "-" begins such a list where there is no user.
 */
static record_users_t _changed(const slurmctld_resv_t *rec, const changes_t *c)
{
	bool not = (rec->ctld_flags & RESV_CTLD_USER_NOT) ||
		   (!rec->user_cnt && _is_removed(c, '-', c->list[0].name,
						  NULL));
	char add = not ? '-' : '+', remove = not ? '+' : '-';
	record_users_t u = {
		.not = not,
		.ids = xcalloc(rec->user_cnt + c->cnt, sizeof(*u.ids)),
	};

	_copy_rest(rec, c, remove, &u);
	for (uint32_t i = 0; i < c->cnt; i++)
		if ((c->list[i].sign == add) && !_has_uid(&u, c->list[i].uid))
			_add_user(&u, c->list[i].name, c->list[i].uid);
	u.not = u.not && u.cnt;
	return u;
}

/* The users of a list that is set whole. IN not - they are kept out */
static record_users_t _users_of_list(const changes_t *c, bool not)
{
	record_users_t u = {
		.not = not, .ids = xcalloc(c->cnt, sizeof(*u.ids)),
	};

	for (uint32_t i = 0; i < c->cnt; i++)
		_add_user(&u, c->list[i].name, c->list[i].uid);
	return u;
}

/* --- create and update --- */

static bool _root_can_stand_in(void)
{
	return !slurm_with_slurmdbd() || user_has_association(0);
}

int record_users_take(const request_t *request, resv_desc_msg_t *desc,
		      record_users_t *ret)
{
	bool has_accounts = desc->accounts && desc->accounts[0], ok;
	changes_t c;

	*ret = (record_users_t) { .text = NULL };
	if ((!has_accounts && !_root_can_stand_in()) ||
	    !_cut_users(request, &c))
		return 0;
	ok = _same_sign(&c) && (c.list[0].sign != '+');
	if (ok) {
		*ret = _users_of_list(&c, c.list[0].sign == '-');
		xfree(desc->users);
		if (!has_accounts)
			desc->users = xstrdup("root");
	}
	_free_changes(&c);
	return ok ? 0 : REFUSED_USERS;
}

int record_users_created(slurmctld_resv_t *rec, record_users_t *users)
{
	int rc;

	if (!users->cnt)
		return 0;
	_exchange(rec, users, NULL);
	if (!slurm_with_slurmdbd())
		return 0;
	if ((rc = record_assocs_set(rec)))
		return rc;
	accounting_changed(rec);
	return 0;
}

int record_users_give(slurmctld_resv_t *rec, const request_t *request,
		      resv_desc_msg_t *desc, record_users_t *ret_had,
		      bool *ret_given)
{
	record_users_t users;
	changes_t c;

	*ret_given = false;
	if (rec->groups || !_cut_users(request, &c))
		return 0;
	if (!_same_kind(&c)) {
		_free_changes(&c);
		return REFUSED_USERS;
	}
	users = c.list[0].sign ? _changed(rec, &c) : _users_of_list(&c, false);
	_free_changes(&c);
	xfree(desc->users);
	_exchange(rec, &users, ret_had);
	*ret_given = true;
	return 0;
}

bool record_users_empty(slurmctld_resv_t *rec, const request_t *request,
			record_users_t *ret_had)
{
	record_users_t none = { .text = NULL };

	if (!request->users_whole || !request_has(request->users) ||
	    (request->users[0] != '-') || rec->groups)
		return false;
	_exchange(rec, &none, ret_had);
	return true;
}

void record_users_updated(slurmctld_resv_t *rec, record_users_t *had,
			  bool changed)
{
	if (!changed)
		_exchange(rec, had, NULL);
	record_users_free(had);
}
