/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fake.c - begin and end, and the list of records; see fake.h */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/fake/fake.h"

void *fake_need(void *memory)
{
	if (memory)
		return memory;
	fputs("out of memory\n", stderr);
	exit(2);
}

__attribute__((format(printf, 1, 2))) static void _fail(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}

void fake_copy(char *to, size_t size, const char *text)
{
	size_t len = text ? strlen(text) : 0;

	if (len >= size)
		_fail("a text of %zu bytes is too long for the fake: %s", len,
		      text);
	memcpy(to, text ? text : "", len);
	to[len] = '\0';
}

void fake_begin(fake_t *fake, uint32_t size, fake_names_t names,
		const time_t *now)
{
	uint32_t words = (size + 63) / 64;

	*fake = (fake_t) {
		.host = {
			.nodes = &fake->nodes,
			.records = &fake->records,
			.fields = &fake->fields,
			.list = &fake->list,
			.saved = &fake->saved,
			.users = &fake->users,
			.licenses = &fake->licenses,
			.jobs = &fake->jobs,
			.locks = &fake->locks,
		},
		.nodes = fake_nodes,
		.records = fake_records,
		.fields = fake_fields,
		.list = fake_list,
		.saved = fake_saved,
		.users = fake_users,
		.licenses = fake_licenses,
		.jobs = fake_jobs,
		.locks = fake_locks,
		.now = now,
		.size = size,
		.names = names,
		.groups = { { .name = "main" } },
		.cores = FAKE_CORES / 2,
		.fail = _fail,
		.records_changed = true,
		.jobs_changed = true,
		.own_words = fake_need(calloc(words * 2 + 1, sizeof(uint64_t))),
	};
	for (uint32_t i = 0; i < size; i++)
		fake->own_words[i / 64] |= UINT64_C(1) << (i % 64);
	fake->there = fake->own_words;
	fake->down = fake->own_words + words;
}

void fake_end(fake_t *fake)
{
	while (!LIST_EMPTY(&fake->all))
		fake_free(LIST_FIRST(&fake->all));
	free(fake->linked);
	free(fake->own_words);
	fake->linked = NULL;
	fake->own_words = NULL;
}

/* --- hooks ---------------------------------------------------------------- */

void fake_tick(fake_t *fake, const char *call)
{
	if (fake->tick)
		fake->tick(fake, call);
}

void fake_save_soon(fake_t *fake)
{
	if (fake->save_soon)
		fake->save_soon();
}

/* --- records -------------------------------------------------------------- */

fake_record_t *fake_find(const fake_t *fake, const char *name)
{
	for (uint32_t i = 0; i < fake->linked_cnt; i++)
		if (!strcmp(fake->linked[i]->name, name))
			return fake->linked[i];
	return NULL;
}

fake_record_t *fake_new(fake_t *fake)
{
	fake_record_t *rec = fake_need(calloc(1, sizeof(*rec)));

	rec->nodes = fake_need(garq_set_create(fake->size));
	LIST_INSERT_HEAD(&fake->all, rec, among_all);
	return rec;
}

void fake_free(fake_record_t *rec)
{
	LIST_REMOVE(rec, among_all);
	garq_set_destroy(rec->nodes);
	/* What still points to it reads rubbish, and is found. */
	memset(rec, 0xdd, sizeof(*rec));
	free(rec);
}

void fake_record_become(fake_record_t *rec, const fake_record_t *from)
{
	size_t at = offsetof(fake_record_t, name);

	memcpy((char *) rec + at, (const char *) from + at, sizeof(*rec) - at);
}

void fake_link(fake_t *fake, fake_record_t *rec)
{
	if (fake_find(fake, rec->name))
		fake->fail("record %s is linked twice", rec->name);
	if (fake->linked_cnt == fake->linked_room) {
		fake->linked_room = fake->linked_room * 2 + 16;
		fake->linked = fake_need(realloc(
			fake->linked,
			fake->linked_room * sizeof(fake->linked[0])));
	}
	fake->linked[fake->linked_cnt++] = rec;
	rec->linked = fake->records_changed = true;
}

void fake_unlink(fake_t *fake, fake_record_t *rec)
{
	uint32_t i = 0;

	while ((i < fake->linked_cnt) && (fake->linked[i] != rec))
		i++;
	if (i == fake->linked_cnt)
		fake->fail("record %s is not in the list", rec->name);
	fake->linked_cnt--;
	memmove(&fake->linked[i], &fake->linked[i + 1],
		(fake->linked_cnt - i) * sizeof(fake->linked[0]));
	rec->linked = false;
	fake->records_changed = true;
}

void fake_delete(fake_t *fake, fake_record_t *rec)
{
	fake_unlink(fake, rec);
	fake->last_update = *fake->now;
	fake_save_soon(fake);
	fake_free(rec);
}

void fake_free_retired(fake_t *fake)
{
	fake_record_t *rec = LIST_FIRST(&fake->all), *next;

	for (; rec; rec = next) {
		next = LIST_NEXT(rec, among_all);
		if (!rec->retired)
			continue;
		if (rec->linked)
			fake->fail("record %s is retired, but linked",
				   rec->name);
		fake_free(rec);
	}
}

/* --- jobs ----------------------------------------------------------------- */

garq_set_t *fake_busy(const fake_t *fake, const char *resv)
{
	garq_set_t *nodes = fake_need(garq_set_create(fake->size));
	fake_job_t job;
	uint32_t at = 0;

	while (fake->job && fake->job(&at, &job))
		if (job.nodes && !strcmp(job.resv, resv))
			garq_set_add_all(nodes, job.nodes);
	return nodes;
}

bool fake_in_use(const fake_t *fake, const char *resv, bool running)
{
	fake_job_t job;
	uint32_t at = 0;

	while (fake->job && fake->job(&at, &job))
		if ((job.nodes || !running) && !strcmp(job.resv, resv))
			return true;
	return false;
}
