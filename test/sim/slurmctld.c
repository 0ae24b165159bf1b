/* SPDX-License-Identifier: GPL-2.0-or-later */
/* slurmctld.c - see slurmctld.h: the list of records and the state file */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "test/sim/purged.h"
#include "test/sim/slurmctld.h"

uint64_t slurm_saves;

static time_t save_at;		/* when the list is to be packed; 0: not */

/* --- what is valid ------------------------------------------------------- */

bool slurm_exists(name_kind_t kind, const char *name, size_t len)
{
	if ((kind != NAME_USER) || ((len == 4) && !strncmp(name, "root", 4)))
		return true;	/* from /etc/passwd */
	return !world->names_out && (len == 2) && (name[0] == 'u') &&
	       (world->users & (1U << (name[1] - '0')));
}

/* As Slurm's _validate_one_reservation(). RET false: purge it */
static bool _is_valid(fake_record_t *rec)
{
	if (fake_check(&fake, rec->users, rec->partition, rec->licenses))
		return false;
	if (rec->flags & BOOKING_FLAG_ALL_NODES) {
		MASK(rec) = world->conf.nodes;
		return true;
	}
	if (!MASK(rec))
		return true;
	MASK(rec) &= world->conf.nodes;
	return MASK(rec);
}

void slurm_validate(bool plugin)
{
	fake.last_update = world->now;
	for (uint32_t i = fake.linked_cnt; i-- > 0;) {
		fake_record_t *rec = fake.linked[i];

		if (_is_valid(rec))
			continue;
		world_tell("slurmctld purges %s", rec->name);
		if (plugin)
			purged_note(rec->name);
		fake_delete(&fake, rec);
	}
}

/* --- the state file ------------------------------------------------------ */

void slurm_start(void)
{
	world->saving = false;	/* what was under way is lost */
	if (!world->saved.there)
		return;
	fake.top_id = world->saved.top_id;
	for (uint32_t i = 0; i < world->saved.cnt; i++) {
		fake_record_t *rec = fake_new(&fake);

		fake_record_become(rec, &world->saved.list[i].rec);
		MASK(rec) = world->saved.list[i].nodes;
		fake_link(&fake, rec);
	}
	slurm_validate(false);
}

void slurm_save_soon(void)
{
	if (!save_at)
		save_at = world->now + world_below(6);
}

static void _pack(state_file_t *file)
{
	if (fake.linked_cnt > WORLD_RECORDS)
		world_fail("more than %d records", WORLD_RECORDS);
	file->there = true;
	file->digest = ++world->packed_cnt;
	file->saved_at = world->now;
	file->top_id = fake.top_id;
	file->cnt = fake.linked_cnt;
	for (uint32_t i = 0; i < fake.linked_cnt; i++) {
		fake_record_become(&file->list[i].rec, fake.linked[i]);
		file->list[i].nodes = MASK(fake.linked[i]);
	}
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
	for (uint32_t i = fake.linked_cnt; i-- > 0;) {
		fake_record_t *rec = fake.linked[i];

		if ((rec->end >= world->now) ||
		    (rec->flags & BOOKING_FLAGS_RECURRING) ||
		    (!(rec->flags & BOOKING_FLAG_FLEX) &&
		     fake_in_use(&fake, rec->name, true)))
			continue;
		world_tell("slurmctld removes %s, which ended", rec->name);
		fake_delete(&fake, rec);
	}
}

void slurm_pass(void)
{
	_save_thread();
	_purge_ended();
	slurm_schedule();
}
