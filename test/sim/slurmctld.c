/* SPDX-License-Identifier: GPL-2.0-or-later */
/* slurmctld.c - see slurmctld.h: the list of records and the state file */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "test/sim/slurmctld.h"

record_data_t *slurm_list[WORLD_RECORDS];
uint32_t slurm_cnt;
time_t slurm_last_update;
uint32_t slurm_top_id;
uint64_t slurm_saves;

static time_t save_at;		/* when the list is to be packed; 0: not */

record_data_t *slurm_find(const char *name)
{
	for (uint32_t i = 0; i < slurm_cnt; i++)
		if (!strcmp(slurm_list[i]->name, name))
			return slurm_list[i];
	return NULL;
}

bool slurm_has(const record_data_t *rec)
{
	for (uint32_t i = 0; i < slurm_cnt; i++)
		if (slurm_list[i] == rec)
			return true;
	return false;
}

void slurm_link(record_data_t *rec)
{
	if (slurm_cnt == WORLD_RECORDS)
		world_fail("more than %d records", WORLD_RECORDS);
	if (slurm_find(rec->name))
		world_fail("record %s is linked twice", rec->name);
	slurm_list[slurm_cnt++] = rec;
}

void slurm_unlink(const record_data_t *rec)
{
	uint32_t i = 0;

	while ((i < slurm_cnt) && (slurm_list[i] != rec))
		i++;
	if (i == slurm_cnt)
		world_fail("record %s is not in the list", rec->name);
	slurm_cnt--;
	memmove(&slurm_list[i], &slurm_list[i + 1],
		(slurm_cnt - i) * sizeof(slurm_list[0]));
}

void slurm_delete(record_data_t *rec)
{
	slurm_unlink(rec);
	slurm_last_update = world->now;
	slurm_save_soon();
	slurm_free(rec);
}

void slurm_free(record_data_t *rec)
{
	/* What still points to it reads rubbish, and is found. */
	memset(rec, 0xdd, sizeof(*rec));
	free(rec);
}

record_data_t *slurm_new(void)
{
	record_data_t *rec = calloc(1, sizeof(*rec));

	if (!rec)
		abort();
	return rec;
}

/* --- what is valid ------------------------------------------------------- */

bool slurm_user_exists(const char *name, size_t len)
{
	if ((len == 4) && !strncmp(name, "root", 4))
		return true;	/* from /etc/passwd */
	return !world->names_out && (len == 2) && (name[0] == 'u') &&
	       (world->users & (1U << (name[1] - '0')));
}

static bool _users_ok(const char *users)
{
	while (*users) {
		size_t len = strcspn(users, ",");

		if (!slurm_user_exists(users, len))
			return false;
		users += len + (users[len] == ',');
	}
	return true;
}

uint32_t slurm_licenses(const char *text)
{
	return (text && !strncmp(text, "sw:", 3)) ?
		(uint32_t) strtoul(text + 3, NULL, 10) : 0;
}

int slurm_check(const char *users, const char *partition, const char *licenses)
{
	if (partition && partition[0] && strcmp(partition, "main") &&
	    (strcmp(partition, "side") || !world->conf.has_side))
		return REFUSED_PARTITION;
	if (slurm_licenses(licenses) > world->conf.licenses)
		return REFUSED_LICENSES;
	if (users && users[0] && !_users_ok(users))
		return REFUSED_USERS;
	return 0;
}

/* As Slurm's _validate_one_reservation(). RET false: purge it */
static bool _is_valid(record_data_t *rec)
{
	if (slurm_check(rec->users, rec->partition, rec->licenses))
		return false;
	if (rec->flags & BOOKING_FLAG_ALL_NODES) {
		rec->nodes = world->conf.nodes;
		return true;
	}
	if (!rec->nodes)
		return true;
	rec->nodes &= world->conf.nodes;
	return rec->nodes;
}

void slurm_validate(void)
{
	slurm_last_update = world->now;
	for (uint32_t i = slurm_cnt; i-- > 0;) {
		record_data_t *rec = slurm_list[i];

		if (_is_valid(rec))
			continue;
		world_tell("slurmctld purges %s", rec->name);
		slurm_delete(rec);
	}
}

/* --- the state file ------------------------------------------------------ */

void slurm_start(void)
{
	world->saving = false;	/* what was under way is lost */
	if (!world->saved.there)
		return;
	slurm_top_id = world->saved.top_id;
	for (uint32_t i = 0; i < world->saved.cnt; i++) {
		record_data_t *rec = slurm_new();

		*rec = world->saved.list[i];
		slurm_link(rec);
	}
	slurm_validate();
}

void slurm_save_soon(void)
{
	if (!save_at)
		save_at = world->now + world_below(6);
}

static void _pack(state_file_t *file)
{
	file->there = true;
	file->digest = ++world->packed_cnt;
	file->saved_at = world->now;
	file->top_id = slurm_top_id;
	file->cnt = slurm_cnt;
	for (uint32_t i = 0; i < slurm_cnt; i++)
		file->list[i] = *slurm_list[i];
	memcpy(world->saved_jobs, world->jobs, sizeof(world->jobs));
}

static void _written(void)
{
	world_write_begins();
	world_tick();
	world->saved.there = true;
	world->saved.digest = world->packed.digest;
	world->saved.saved_at = world->packed.saved_at;
	world->saved.top_id = world->packed.top_id;
	world->saved.cnt = world->packed.cnt;
	memcpy(world->saved.list, world->packed.list,
	       world->packed.cnt * sizeof(world->packed.list[0]));
	world->saving = false;
	world_tick();
}

void slurm_save_end(void)
{
	if (world->saving)
		_written();
}


/* With --with early, what Slurm's thread has packed before is written after. */
void slurm_save(void)
{
	if (!world->weather.early)
		slurm_save_end();
	slurm_saves++;
	world_write_begins();
	world_tick();
	_pack(&world->saved);
	world_tick();
	slurm_save_soon();
}

/* The thread that saves: packs under the locks, writes without. */
static void _save_thread(void)
{
	if (world->saving && (world->now >= world->save_done))
		_written();
	if (world->uncommitted && !world->weather.early)
		return;
	if (!world->saving && save_at && (world->now >= save_at)) {
		_pack(&world->packed);
		world->saving = true;
		save_at = 0;
		world->save_done = world->now +
			(world_one_in(8) ? world_below(60) : world_below(3));
	}
}

void slurm_save_meanwhile(void)
{
	save_at = save_at ? world->now : 0;
	_save_thread();
	if (world->saving && !world_one_in(4))
		_written();
}

/* As Slurm's job_resv_check(): remove what ended. */
static void _purge_ended(void)
{
	for (uint32_t i = slurm_cnt; i-- > 0;) {
		record_data_t *rec = slurm_list[i];

		if ((rec->end >= world->now) ||
		    (rec->flags & BOOKING_FLAGS_RECURRING) ||
		    (!(rec->flags & BOOKING_FLAG_FLEX) &&
		     slurm_in_use(rec->name, true)))
			continue;
		world_tell("slurmctld removes %s, which ended", rec->name);
		slurm_delete(rec);
	}
}

void slurm_pass(void)
{
	_save_thread();
	_purge_ended();
	slurm_schedule();
}
