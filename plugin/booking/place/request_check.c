/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request_check.c - validate the syntax of a request; see shape.h */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/host_list.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view.h"

#define TEXT_MAX_LEN 131072	/* Linux' limit for an argument of a command */

static int _check_nodes(office_t *office, const char *list, char **ret_text)
{
	uint64_t most = MAX(view_size(office), 1);

	if (host_list_brackets(list) > HOST_LIST_BRACKETS)
		return text_refuse(ret_text, REFUSED_NODES,
			"Nodes has a name with more than %d pairs of brackets",
			HOST_LIST_BRACKETS);
	if (!host_list_has_more(list, most))
		return 0;
	return text_refuse(ret_text, REFUSED_NODES,
		"Nodes has more names than this cluster has nodes, %"PRIu64": name each node once",
		most);
}

static int _check_texts(const request_t *request, char **ret_text)
{
	const struct {
		const char *name;
		const char *text;
		int rc;
		bool prose;	/* free text, not a list of names */
	} table[] = {
		{ "Accounts", request->accounts, REFUSED_ACCOUNTS, false },
		{ "AllowedPartitions", request->allowed_parts,
		  REFUSED_PARTITION, false },
		{ "BurstBuffer", request->burst_buffer,
		  REFUSED_BURST_BUFFER, false },
		{ "Comment", request->comment, EINVAL, true },
		{ "Features", request->features, REFUSED_FEATURES, false },
		{ "Groups", request->groups, REFUSED_GROUPS, false },
		{ "Licenses", request->licenses, REFUSED_LICENSES, false },
		{ "Nodes", request->node_list, REFUSED_NODES, false },
		{ "PartitionName", request->partition,
		  REFUSED_PARTITION, false },
		{ "QOS", request->qos, REFUSED_QOS, false },
		{ "TRES", request->tres, REFUSED_TRES, false },
		{ "Users", request->users, REFUSED_USERS, false },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *text = table[i].text ? table[i].text : "";

		/* libc looks up a user name of megabytes on its stack. */
		if (strlen(text) > TEXT_MAX_LEN)
			*ret_text = text_printf(
				"%s has %zu characters: at most %d are allowed",
				table[i].name, strlen(text), TEXT_MAX_LEN);
		else if (!text_prints(text))
			*ret_text = text_printf(
				"%s has a character in it that does not print, or that is not UTF-8",
				table[i].name);
		else if (!table[i].prose && text[0] &&
			 !text[strspn(text, ",+-")])
			*ret_text = text_printf("%s has no name in it",
						table[i].name);
		if (*ret_text)
			return table[i].rc;
	}
	return 0;
}

/* A booking has GPUs of one type (shape.h). RET the words of TRES for them */
static uint32_t _count_gpu_words(const char *tres)
{
	static const char gpu[] = "gres/gpu";
	uint32_t cnt = 0;
	text_name_t word;

	while (text_next_name(&tres, &word))
		cnt += !strncasecmp(word.name, gpu, strlen(gpu)) &&
		       ((word.name[strlen(gpu)] == ':') ||
			(word.name[strlen(gpu)] == '='));
	return cnt;
}

/* Slurm takes these in TRES=, and reserves nothing. */
static int _check_tres(const char *tres, char **ret_text)
{
	static const char *const words[] = { "mem=", "vmem=", "energy=",
					     "billing=", "pages=", "fs/",
					     "ic/" };
	text_name_t word;

	if (_count_gpu_words(tres) > 1) {
		*ret_text = text_dup(
			"TRES: a reservation has GPUs of one type, or of any: ask for each type under a name of its own, or for whole nodes by Features=[x*1&y*1]");
		return REFUSED_TRES;
	}
	while (text_next_name(&tres, &word))
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (!strncasecmp(word.name, words[i], strlen(words[i])))
				return text_refuse(ret_text, REFUSED_TRES,
					"TRES=%.*s: Slurm reserves no such thing; ask for nodes that have it, by NodeCnt and Features",
					(int) word.len, word.name);
	return 0;
}

/*
 * Slurm takes a number of nodes without brackets, and one beside Nodes, and
 * gives it no meaning. scontrol names a partition's nodes where there is no
 * count (request_normalize()).
 */
static int _check_features(const request_t *request, char **ret_text)
{
	const char *features = request->features;

	if (strchr(features, '[') && request_has(request->node_list) &&
	    !(request->flags & BOOKING_FLAG_PART_NODES))
		return text_refuse(ret_text, REFUSED_FEATURES,
			"Features=%s: numbers of nodes by feature choose among nodes, which Nodes names already: leave one of the two out",
			features);
	if (!strchr(features, '*') || strchr(features, '['))
		return 0;
	return text_refuse(ret_text, REFUSED_FEATURES,
		"Features=%s: numbers of nodes by feature are written [x*2&y*3]",
		features);
}

/* Sums of times outside this range could overflow. */
static bool _is_out(time_t t)
{
	return (t < 0) || (t > REQUEST_TIME_MAX);
}

static int _check_times(const request_t *request, char **ret_text)
{
	/* Slurm multiplies minutes by 60 in 32 bits. */
	if (request->has_minutes && (request->minutes > REQUEST_TIME_MAX / 60))
		*ret_text = text_dup(
			"Duration is too long: the reservation must end before 2106");
	else if ((request->has_start && _is_out(request->start)) ||
		 (request->has_end && _is_out(request->end)))
		*ret_text = text_dup(
			"StartTime and EndTime must be later than 1970 and before 2106");
	return *ret_text ? REFUSED_TIME : 0;
}

int request_check_flags(office_t *office, uint64_t flags, char **ret_text)
{
	if (!office->host->refuses_static_replace ||
	    !(flags & (BOOKING_FLAG_STATIC | BOOKING_FLAG_MAINT)) ||
	    !(flags & (BOOKING_FLAG_REPLACE | BOOKING_FLAG_REPLACE_DOWN)))
		return 0;
	return text_refuse(ret_text, REFUSED_UNSUPPORTED,
		"Flags: REPLACE and REPLACE_DOWN exclude STATIC_ALLOC and MAINT");
}

int request_check_syntax(office_t *office, const request_t *request,
			 char **ret_text)
{
	int rc = _check_texts(request, ret_text);

	if (!rc && request->tres)
		rc = _check_tres(request->tres, ret_text);
	if (!rc && request->features)
		rc = _check_features(request, ret_text);
	if (!rc && request->flags)
		rc = request_check_flags(office, request->flags, ret_text);
	return rc ? rc : _check_times(request, ret_text);
}

int request_check(office_t *office, const request_t *request, char **ret_text)
{
	int rc = request_check_syntax(office, request, ret_text);

	return (rc || !request_has(request->node_list)) ? rc :
		_check_nodes(office, request->node_list, ret_text);
}

/* --- licenses ------------------------------------------------------------- */

lic_set_t request_licenses_of(office_t *office, const lic_set_t *held)
{
	lic_set_t set = lic_set_copy(held);

	for (uint32_t i = 0; i < set.cnt; i++)
		set.list[i].total =
			office->host->licenses->total(office,
						      set.list[i].name);
	return set;
}

/* True if the host can read text. IN any - ignore licenses that do not exist */
static bool _can_be_read(office_t *office, const char *text, bool any)
{
	lic_set_t set;
	bool can = lic_text_ok(text) &&
		   !office->host->licenses->read(office, text, any, &set);

	if (can)
		lic_set_free(&set);
	return can;
}

/* The first name in text that is no license; the text where all are. RET buf */
static const char *_unknown(office_t *office, const char *text,
			    char buf[TEXT_SHOWN])
{
	char *copy = text_dup(text), *rest = NULL;

	(void) text_printable(text, buf);
	for (char *part = strtok_r(copy, ",;", &rest); part;
	     part = strtok_r(NULL, ",;", &rest)) {
		if (_can_be_read(office, part, false))
			continue;
		part[strcspn(part, ":")] = '\0';
		(void) text_printable(part, buf);
		break;
	}
	free(copy);
	return buf;
}

static char *_why_not(office_t *office, const char *text)
{
	char shown[TEXT_SHOWN];

	if (_can_be_read(office, text, true))
		return text_printf("Licenses=%s: there is no such license",
				   _unknown(office, text, shown));
	return text_printf(
		"Licenses=%s: give names of licenses, each with :COUNT, separated by commas",
		text_printable(text, shown));
}

static const lic_t *_too_many(const lic_set_t *set)
{
	for (uint32_t i = 0; i < set->cnt; i++)
		if (set->list[i].num > set->list[i].total)
			return &set->list[i];
	return NULL;
}

int request_licenses(office_t *office, const char *text, lic_set_t *ret_set,
		     char **ret_text)
{
	int rc = REFUSED_LICENSES;
	const lic_t *l;

	*ret_set = (lic_set_t) { .cnt = 0 };
	if (!request_has(text))
		return 0;
	if (lic_text_ok(text))
		rc = office->host->licenses->read(office, text, false, ret_set);
	if (rc == REFUSED_LICENSES)
		*ret_text = _why_not(office, text);
	if (rc || !(l = _too_many(ret_set)))
		return rc;
	*ret_text = text_printf("%u licenses %s are asked for, there are %u",
				l->num, l->name, l->total);
	lic_set_free(ret_set);
	return REFUSED_LICENSES;
}
