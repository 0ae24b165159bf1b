/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/place/part.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/view/host.h"

/* The names of a list that are not in some. RET free(); NULL: none */
static char *_without(const char *list, const char *some)
{
	char *rest = NULL;
	text_name_t one;

	while (text_next_name(&list, &one))
		if (!text_lists_name(some, &one))
			(void) text_add(&rest, "%s%.*s", rest ? "," : "",
					(int) one.len, one.name);
	return rest;
}

/*
 * Leave in a list what the host takes.
 * IN taken - a part of the list, owned by this function
 */
static void _keep_list(char **list, char *taken, const char *attribute,
		       char **lacks)
{
	char *gone = _without(*list, taken);

	if (!gone) {
		free(taken);
		return;
	}
	(void) text_add(lacks, "%sSlurm does not take %s: %s",
			*lacks ? "; " : "", attribute, gone);
	free(gone);
	free(*list);
	*list = taken;
}

static void _keep_names(office_t *office, name_kind_t kind, const char *there,
			char **list, const char *accounts,
			const char *attribute, char **lacks)
{
	if (*list)
		_keep_list(list, there ?
			   office->host->users->taken(office, kind, there,
						      accounts) :
			   NULL, attribute, lacks);
}

/* The licenses of a text that exist. RET free(); NULL: none */
static char *_licenses_taken(office_t *office, const char *text)
{
	char *taken = NULL, *why = NULL, *copy;
	text_name_t one;
	lic_set_t set;

	while (text_next_name(&text, &one)) {
		copy = text_printf("%.*s", (int) one.len, one.name);
		if (!request_licenses(office, copy, &set, &why)) {
			(void) text_add(&taken, "%s%s", taken ? "," : "", copy);
			lic_set_free(&set);
		}
		free_null(why);
		free(copy);
	}
	return taken;
}

/* Return true if the partition of b exists, or b has none. */
static bool _has_partition(office_t *office, const booking_t *b)
{
	garq_set_t *nodes = NULL;
	char *text = NULL;
	int rc = b->partition ?
			 office->host->nodes->eligible(office, NULL, false,
						       b->partition, NULL, 0,
						       &nodes, &text) :
			 0;

	garq_set_destroy(nodes);
	free(text);
	return rc != REFUSED_PARTITION;
}

/* Without its partition a record keeps the nodes that it has. */
static void _keep_partition(office_t *office, booking_t *part, char **lacks)
{
	if (_has_partition(office, part))
		return;
	_keep_list(&part->partition, NULL, "partition", lacks);
	part->flags &= ~BOOKING_FLAG_PART_NODES;
	if (text_same_word(part->asked_nodes, "ALL"))
		booking_set(&part->asked_nodes, part->nodes);
}

/* True if a list admits people to the record. Otherwise it keeps people out. */
static bool _admits(const char *list)
{
	return list && (list[0] != '-');
}

/* RET a code if the part serves more people than b, or has nothing; else 0 */
static int _check_part(const booking_t *b, const booking_t *part)
{
	bool names = part->users || part->groups || part->accounts;

	if (b->users && !part->users && (_admits(b->users) || !names))
		return REFUSED_USERS;
	if (b->groups && !part->groups && (_admits(b->groups) || !names))
		return REFUSED_GROUPS;
	if (b->accounts && !part->accounts && (_admits(b->accounts) || !names))
		return REFUSED_ACCOUNTS;
	if (b->licenses && !part->licenses && !b->num_cn)
		return REFUSED_LICENSES;
	return 0;
}

int part_of(office_t *office, const booking_t *b, const part_names_t *there,
	    booking_t **ret_part, char **ret_lacks)
{
	booking_t *part = booking_copy(b);
	char *lacks = NULL;
	int rc;

	part->stand_in = part->part = false;
	_keep_names(office, NAME_ACCOUNT, part->accounts, &part->accounts, NULL,
		    "accounts", &lacks);
	_keep_names(office, NAME_GROUP, there->groups, &part->groups, NULL,
		    "groups", &lacks);
	_keep_names(office, NAME_USER, there->users, &part->users,
		    part->accounts, "users", &lacks);
	if (part->licenses)
		_keep_list(&part->licenses,
			   _licenses_taken(office, part->licenses), "licenses",
			   &lacks);
	_keep_partition(office, part, &lacks);
	rc = _check_part(b, part);
	if (!rc) {
		*ret_part = part;
		*ret_lacks = lacks;
		return 0;
	}
	booking_destroy(part);
	free(lacks);
	return rc;
}

/* --- updates --- */

/*
 * A list of the booking after a request.
 * IN asked - as the request gives it; NULL: not at all
 * IN was, is - that of the record, before and now
 */
static void _follow_list(char **list, const char *asked, const char *was,
			 const char *is)
{
	bool changes = asked && ((asked[0] == '+') || (asked[0] == '-'));
	char *gone = changes ? _without(*list, was) : NULL, *all = NULL;

	if (gone)
		all = is ? text_printf("%s,%s", is, gone) : text_dup(gone);
	if (asked)
		booking_set(list, all ? all : is);
	free(all);
	free(gone);
}

static void _follow_text(char **text, const char *asked, const char *is)
{
	if (asked)
		booking_set(text, is);
}

void part_follow(office_t *office, view_resv_t *v, const request_t *request,
		 bool moves_nodes)
{
	const record_attrs_t *was = &v->attrs;
	booking_t *b = v->booking, *is;

	is = booking_copy(b);
	is->part = false;	/* else only its place is read */
	office->host->records->read(office, v->rec, is);
	_follow_list(&b->users, request->users, was->users, is->users);
	_follow_list(&b->groups, request->groups, was->groups, is->groups);
	_follow_list(&b->accounts, request->accounts, was->accounts,
		     is->accounts);
	_follow_text(&b->licenses, request->licenses, is->licenses);
	_follow_text(&b->partition, request->partition, is->partition);
	_follow_text(&b->comment, request->comment, is->comment);
	_follow_text(&b->qos, request->qos, is->qos);
	_follow_text(&b->allowed_parts, request->allowed_parts,
		     is->allowed_parts);
	if (moves_nodes) {
		b->num_cn = is->num_cn;
		b->flags = is->flags;
	}
	booking_destroy(is);
}
