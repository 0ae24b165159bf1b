/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host_facts.c - users, licenses, jobs, bytes; see host.h */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "test/sim/host.h"

#define FORMAT 1	/* of a packed request */

bool host_is_operator(office_t *office, uint32_t uid)
{
	(void) office;
	return uid == 0;
}

bool host_is_private(office_t *office, view_kind_t kind)
{
	(void) office;
	(void) kind;
	return false;
}

int host_user_id(const char *name, uint32_t *ret_uid)
{
	if (!strcmp(name, "root")) {
		*ret_uid = 0;
		return 0;
	}
	if ((name[0] != 'u') || slurm_check(name, NULL, NULL))
		return REFUSED_USERS;
	*ret_uid = WORLD_UID + (uint32_t) (name[1] - '0');
	return 0;
}

char *host_taken(office_t *office, name_kind_t kind, const char *list,
		 const char *accounts)
{
	char *taken = NULL;
	text_name_t one;

	(void) office;
	(void) accounts;
	while (text_next_name(&list, &one))
		if ((kind != NAME_USER) || slurm_user_exists(one.name, one.len))
			text_add(&taken, "%s%.*s", taken ? "," : "",
				 (int) one.len, one.name);
	return taken;
}

char *host_user_name(office_t *office, uint32_t uid)
{
	(void) office;
	return uid ? text_printf("u%u", uid - WORLD_UID) : text_dup("root");
}

char *host_accounts(office_t *office, uint32_t uid, bool *ret_known)
{
	(void) office;
	(void) uid;
	*ret_known = false;
	return NULL;
}

bool host_may_use(office_t *office, uint32_t uid, const char *partition)
{
	(void) office;
	(void) uid;
	return !slurm_check(NULL, partition, NULL);
}

garq_set_t *host_out_of_reach(office_t *office, uint32_t uid,
			      const garq_set_t *nodes)
{
	(void) office;
	(void) uid;
	return garq_set_create(nodes->size);
}

bool host_validate_user(office_t *office, const char *name, uint32_t uid)
{
	(void) office;
	(void) name;
	(void) uid;
	return false;
}

bool host_may_enter(office_t *office, const record_t *record, uint32_t uid)
{
	const record_data_t *rec = record;
	char name[8];

	(void) office;
	if (!uid)
		return true;
	snprintf(name, sizeof(name), "u%u", uid - WORLD_UID);
	return strstr(rec->users, name);
}

int host_licenses(office_t *office, const char *text, bool any,
		  lic_set_t *ret_set)
{
	uint32_t num = slurm_licenses(text);

	(void) office;
	*ret_set = (lic_set_t) { .cnt = 0 };
	if (!num || (any && !world->conf.licenses))
		return 0;
	if (!any && (num > world->conf.licenses))
		return REFUSED_LICENSES;
	if (!(ret_set->list = calloc(1, sizeof(*ret_set->list))))
		return ENOMEM;
	ret_set->cnt = 1;
	ret_set->list[0] = (lic_t) {
		.name = text_dup("sw"),
		.num = num,
		.total = world->conf.licenses,
	};
	return 0;
}

uint32_t host_license_total(office_t *office, const char *name)
{
	(void) office;
	return strcmp(name, "sw") ? 0 : world->conf.licenses;
}

/* --- a request as bytes: its numbers, then its texts --------------------- */

static char **_texts(request_t *r, size_t i)
{
	char **texts[] = { &r->name, &r->node_list, &r->partition,
			   &r->features, &r->licenses, &r->users,
			   &r->accounts, &r->groups, &r->comment };

	return (i < sizeof(texts) / sizeof(texts[0])) ? texts[i] : NULL;
}

uint16_t host_request_pack(office_t *office, const request_t *request,
			   void **ret_bytes, size_t *ret_size)
{
	request_t copy = *request;
	size_t size = sizeof(copy);
	char *bytes, *to, **text;

	(void) office;
	for (size_t i = 0; (text = _texts(&copy, i)); i++)
		size += 1 + (*text ? strlen(*text) + 1 : 0);
	if (!(bytes = malloc(size)))
		return 0;
	to = bytes + sizeof(copy);
	for (size_t i = 0; (text = _texts(&copy, i)); i++) {
		*to++ = (*text != NULL);
		if (*text)
			to = stpcpy(to, *text) + 1;
		*text = NULL;
	}
	copy.sizes = copy.cores = copy.user_ids = NULL;
	copy.user_id_cnt = 0;
	copy.tres = copy.burst_buffer = copy.qos = copy.allowed_parts = NULL;
	memcpy(bytes, &copy, sizeof(copy));
	*ret_bytes = bytes;
	*ret_size = size;
	return FORMAT;
}

int host_request_unpack(office_t *office, const void *bytes, size_t size,
			uint16_t version, request_t *ret)
{
	const char *at = (const char *) bytes + sizeof(*ret);
	char **text;

	(void) office;
	memset(ret, 0, sizeof(*ret));
	if ((version != FORMAT) || (size < sizeof(*ret)))
		return EINVAL;
	memcpy(ret, bytes, sizeof(*ret));
	for (size_t i = 0; (text = _texts(ret, i)); i++) {
		if (!*at++)
			continue;
		*text = text_dup(at);
		at += strlen(at) + 1;
	}
	return 0;
}

/* --- jobs ---------------------------------------------------------------- */

garq_set_t *host_nodes_in_use(office_t *office, const record_t *rec)
{
	mask_t nodes = 0;

	for (int i = 0; i < WORLD_JOBS; i++)
		if (world->jobs[i].id &&
		    !strcmp(world->jobs[i].resv, host_name(office, rec)))
			nodes |= world->jobs[i].nodes;
	return host_set(nodes);
}

bool host_job_has_nodes(office_t *office, const char *name)
{
	(void) office;
	return slurm_in_use(name, true);
}

const char *host_words(office_t *office, int rc)
{
	(void) office;
	(void) rc;
	return "refused by the simulated Slurm";
}
