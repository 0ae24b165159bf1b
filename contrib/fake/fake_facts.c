/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fake_facts.c - saved state, users, licenses, jobs, locks; see fake.h */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/fake/fake.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"

#define FORMAT 1	/* of a packed request */

/* --- saved: no file was found --------------------------------------------- */

ANSWER(bool, _digest, (office_t *office, int64_t *ret_digest), false)
ANSWER(bool, _lacks, (office_t *office, const char *name, time_t end), false)
ANSWER(void, _save, (office_t *office), fake_save_soon(fake_of(office)))

/* A request as bytes: its numbers, its first count of cores, then its texts. */
static char **_texts(request_t *r, size_t i)
{
	char **texts[] = { &r->name, &r->node_list, &r->partition,
			   &r->features, &r->licenses, &r->users,
			   &r->accounts, &r->groups, &r->comment,
			   &r->gpu_type };

	return (i < sizeof(texts) / sizeof(texts[0])) ? texts[i] : NULL;
}

static uint16_t _pack(office_t *office, const request_t *request,
		      void **ret_bytes, size_t *ret_size)
{
	request_t copy = *request;
	size_t size = sizeof(copy) + sizeof(uint32_t);
	uint32_t cores = request->cores ? request->cores[0] : 0;
	char *bytes, *to, **text;

	for (size_t i = 0; (text = _texts(&copy, i)); i++)
		size += 1 + (*text ? strlen(*text) + 1 : 0);
	bytes = fake_need(malloc(size));
	memcpy(bytes + sizeof(copy), &cores, sizeof(cores));
	to = bytes + sizeof(copy) + sizeof(cores);
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

static int _unpack(office_t *office, const void *bytes, size_t size,
		   uint16_t version, request_t *ret)
{
	const char *at = (const char *) bytes + sizeof(*ret);
	uint32_t cores;
	char **text;

	memset(ret, 0, sizeof(*ret));
	if ((version != FORMAT) || (size < sizeof(*ret) + sizeof(cores)))
		return EINVAL;
	memcpy(ret, bytes, sizeof(*ret));
	memcpy(&cores, at, sizeof(cores));
	at += sizeof(cores);
	if (cores) {
		ret->cores = fake_need(calloc(2, sizeof(*ret->cores)));
		ret->cores[0] = cores;
	}
	for (size_t i = 0; (text = _texts(ret, i)); i++) {
		if (!*at++)
			continue;
		*text = text_dup(at);
		at += strlen(at) + 1;
	}
	return 0;
}

const host_saved_t fake_saved = {
	.digest = _digest,
	.lacks = _lacks,
	.save = _save,
	.pack = _pack,
	.unpack = _unpack,
};

/* --- users: root (the operator), u0, u1, ... ------------------------------- */

bool fake_uid(const char *name, size_t len, uint32_t *ret_uid)
{
	char *end;

	*ret_uid = 0;
	if ((len == 4) && !strncmp(name, "root", 4))
		return true;
	if ((len < 2) || (name[0] != 'u'))
		return false;
	*ret_uid = FAKE_UID + (uint32_t) strtoul(name + 1, &end, 10);
	return end == name + len;
}

ANSWER(bool, _is_operator, (office_t *office, uint32_t uid), uid == 0)
ANSWER(bool, _is_private, (office_t *office, view_kind_t kind), false)
ANSWER(char *, _user_name, (office_t *office, uint32_t uid),
       uid ? text_printf("u%u", uid - FAKE_UID) : text_dup("root"))

static char *_accounts(office_t *office, uint32_t uid, bool coordinated,
		       bool *ret_known)
{
	*ret_known = false;
	return NULL;
}

ANSWER(bool, _may_use, (office_t *office, uint32_t uid, const char *partition),
       !fake_check(fake_of(office), NULL, partition, NULL))
ANSWER(garq_set_t *, _out_of_reach,
       (office_t *office, uint32_t uid, const garq_set_t *nodes),
       fake_need(garq_set_create(nodes->size)))

static char *_taken(office_t *office, name_kind_t kind, const char *list,
		    const char *accounts)
{
	bool (*exists)(name_kind_t, const char *, size_t) =
		fake_of(office)->exists;
	char *taken = NULL;
	text_name_t one;

	while (text_next_name(&list, &one)) {
		size_t sign = (*one.name == '-');

		if (!exists || exists(kind, one.name + sign, one.len - sign))
			text_add(&taken, "%s%.*s", taken ? "," : "",
				 (int) one.len, one.name);
	}
	return taken;
}

ANSWER(bool, _may_delete, (office_t *office, const char *name, uint32_t uid),
       false)

static bool _may_enter(office_t *office, const record_t *rec, uint32_t uid)
{
	char *name = _user_name(office, uid);
	text_name_t one = { .name = name, .len = strlen(name) };
	bool may = !uid || text_lists_name(
			((const fake_record_t *) rec)->users, &one);

	free(name);
	return may;
}

static void _nothing(office_t *office)
{
}

ANSWER(char *, _flag_names, (office_t *office, uint64_t flags),
       text_printf("%llx", (unsigned long long) flags))
ANSWER(const char *, _words, (office_t *office, int rc), "refused")

const host_users_t fake_users = {
	.is_operator = _is_operator,
	.is_private = _is_private,
	.name = _user_name,
	.accounts = _accounts,
	.may_use = _may_use,
	.out_of_reach = _out_of_reach,
	.taken = _taken,
	.may_delete = _may_delete,
	.may_enter = _may_enter,
	.refresh_groups = _nothing,
	.flag_names = _flag_names,
	.refusal_words = _words,
};

/* --- licenses: some of "sw" ------------------------------------------------ */

uint32_t fake_license_cnt(const char *text)
{
	return (text && !strncmp(text, "sw:", 3)) ?
		(uint32_t) strtoul(text + 3, NULL, 10) : 0;
}

static uint32_t _license_total(office_t *office, const char *name)
{
	const uint32_t *sw = fake_of(office)->sw;

	return (sw && !strcmp(name, "sw")) ? *sw : 0;
}

static int _licenses(office_t *office, const char *text, bool any,
		     lic_set_t *ret_set)
{
	uint32_t num = fake_license_cnt(text);
	uint32_t total = _license_total(office, "sw");

	*ret_set = (lic_set_t) { .cnt = 0 };
	if (!num || !total)
		return (num && !any) ? REFUSED_LICENSES : 0;
	ret_set->list = fake_need(calloc(1, sizeof(*ret_set->list)));
	ret_set->cnt = 1;
	ret_set->list[0] = (lic_t) {
		.name = text_dup("sw"), .num = num, .total = total,
	};
	return 0;
}

const host_licenses_t fake_licenses = {
	.read = _licenses, .total = _license_total,
};

/* --- jobs: none is booked -------------------------------------------------- */

static void _each(office_t *office,
		  bool (*fn)(const job_seen_t *job, void *arg), void *arg)
{
}

ANSWER(bool, _have_nodes, (office_t *office, const char *name),
       fake_in_use(fake_of(office), name, true))

ANSWER(bool, _job_span, (office_t *office, uint32_t id, job_span_t *ret), false)

const host_jobs_t fake_jobs = {
	.each = _each,
	.cores = fake_job_cores,
	.span = _job_span,
	.have_nodes = _have_nodes,
	.wake = _nothing,
};

/* --- locks: nobody else wants them  ----------------------------------------- */

ANSWER(uint64_t, _clock_ms, (office_t *office),
       (uint64_t) *fake_of(office)->now * 1000)
ANSWER(bool, _notify, (office_t *office, const notify_t *n), false)
ANSWER(bool, _accounting_is_behind, (office_t *office), false)

const host_locks_t fake_locks = {
	.sync = fake_sync,
	.clock_ms = _clock_ms,
	.notify = _notify,
	.accounting_is_behind = _accounting_is_behind,
};
