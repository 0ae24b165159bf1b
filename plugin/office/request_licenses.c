/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request_licenses.c - what Licenses= asks for; see request.h */

#include <string.h>

#include "plugin/booking/refused.h"
#include "plugin/booking/text.h"
#include "plugin/office/request.h"
#include "plugin/slurm/refusals.h"

void request_licenses_free(lic_set_t *set)
{
	for (uint32_t i = 0; i < set->cnt; i++)
		free_null(set->list[i].name);
	free_null(set->list);
	set->cnt = 0;
}

void request_licenses_of(list_t *list, lic_set_t *ret_set)
{
	lic_set_t set = { .cnt = 0 };
	list_itr_t *iter;
	licenses_t *l;

	*ret_set = set;
	if (!list)
		return;
	set.list = calloc((size_t) list_count(list) + 1, sizeof(*set.list));
	iter = list_iterator_create(list);
	while (set.list && (l = list_next(iter)))
		if (compat_license_is_plain(l) && l->total)
			set.list[set.cnt++] = (lic_t) {
				.name = text_dup(l->name),
				.num = l->total,
				.total = get_total_license_cnt(l->name),
			};
	list_iterator_destroy(iter);
	*ret_set = set;
}

/* Can Slurm read this? any: leaving out names that it does not know */
static bool _can_be_read(const char *text, bool any)
{
	list_t *list = NULL;
	bool can = lic_text_ok(text) && compat_license_list(text, any, &list);

	FREE_NULL_LIST(list);
	return can;
}

/* The first part of text that names no license. RET free() */
static char *_unknown(const char *text)
{
	char *copy = text_dup(text), *rest = NULL, *shown = NULL;

	for (char *part = strtok_r(copy, ",;", &rest); part && !shown;
	     part = strtok_r(NULL, ",;", &rest))
		if (!_can_be_read(part, false)) {
			part[strcspn(part, ":")] = '\0';
			shown = text_printable(part);
		}
	free_null(copy);
	return shown ? shown : text_printable(text);
}

static char *_why_not(const char *text)
{
	bool unknown = _can_be_read(text, true);
	char *shown = unknown ? _unknown(text) : text_printable(text);
	char *why = text_printf(unknown ?
		"Licenses=%s: there is no such license" :
		"Licenses=%s: give names of licenses, each with :COUNT, separated by commas",
		shown);

	free_null(shown);
	return why;
}

static char *_too_many(const lic_set_t *set)
{
	for (uint32_t i = 0; i < set->cnt; i++) {
		const lic_t *l = &set->list[i];

		if (l->num > l->total)
			return text_printf(
				"%u licenses %s are asked for, there are %u",
				l->num, l->name, l->total);
	}
	return NULL;
}

int request_licenses(const char *text, lic_set_t *ret_set, char **ret_text)
{
	list_t *list = NULL;

	*ret_set = (lic_set_t) { .cnt = 0 };
	if (!text || !text[0])
		return 0;
	if (!lic_text_ok(text) || !compat_license_list(text, false, &list)) {
		*ret_text = _why_not(text);
		return REFUSED_LICENSES;
	}
	request_licenses_of(list, ret_set);
	FREE_NULL_LIST(list);
	if (!(*ret_text = _too_many(ret_set)))
		return 0;
	request_licenses_free(ret_set);
	return REFUSED_LICENSES;
}
