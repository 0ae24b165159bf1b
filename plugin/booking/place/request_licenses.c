/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request_licenses.c - read Licenses= of a request; see shape.h */

#include <string.h>

#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"

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

/* The first name in text that is no license, fit to be shown. RET free() */
static char *_unknown(office_t *office, const char *text)
{
	char *copy = text_dup(text), *rest = NULL, *shown = NULL;

	for (char *part = strtok_r(copy, ",;", &rest);
	     part && !shown; part = strtok_r(NULL, ",;", &rest))
		if (!_can_be_read(office, part, false)) {
			part[strcspn(part, ":")] = '\0';
			shown = text_printable(part);
		}
	free(copy);
	return shown ? shown : text_printable(text);
}

static char *_why_not(office_t *office, const char *text)
{
	bool unknown = _can_be_read(office, text, true);
	char *shown = unknown ? _unknown(office, text) : text_printable(text);
	char *why = text_printf(unknown ?
		"Licenses=%s: there is no such license" :
		"Licenses=%s: give names of licenses, each with :COUNT, separated by commas",
		shown);

	free(shown);
	return why;
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
