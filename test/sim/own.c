/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/retry.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/ledger.h"
#include "test/sim/host.h"
#include "test/sim/own.h"
#include "test/sim/slurmctld.h"
#include "test/sim/vfs.h"

#define GUARD "garq_guard"	/* OWN_GUARD_NAME of plugin/slurm */
#define LENGTH 86400
#define LEDGER DISK_FOLDER LEDGER_FILE
#define DOUBLINGS 8	/* tries with pauses that are not the longest yet */

void own_take(void)
{
	world->ledger_locked = true;
	world->ledger_until = world->now + world_range(1, 1800);
	world->late = world_one_in(2);
}

/* The files of the ledger, and their names while they are away. */
static const char *const files[] = {
	LEDGER, LEDGER "-wal", LEDGER LEDGER_COPY, LEDGER LEDGER_COPY "-wal",
	LEDGER LEDGER_COPY_NEW, LEDGER LEDGER_COPY_NEW "-wal",
};
#define FILES (int) (sizeof(files) / sizeof(files[0]))

static void _away(const char *file, char *ret, size_t size)
{
	snprintf(ret, size, "%s~", file);
}

static void _take_away(void)
{
	for (int i = 0; i < FILES; i++) {
		int nr = vfs_find(files[i]);

		if (nr >= 0)
			_away(files[i], world->files[nr].name,
			      sizeof(world->files[nr].name));
	}
}

bool own_put_back(void)
{
	bool alone = true;

	for (int i = 0; i < FILES; i++) {
		int nr, other = vfs_find(files[i]);
		char away[64];

		_away(files[i], away, sizeof(away));
		if ((nr = vfs_find(away)) < 0)
			continue;
		alone = alone && (other < 0);
		snprintf(world->files[nr].name, sizeof(world->files[nr].name),
			 "%s", files[i]);
	}
	return alone;
}

void own_disk_fails(void)
{
	static const disk_fault_t faults[] = {
		DISK_FULL, DISK_NO_SYNC, DISK_NO_READ, DISK_NO_LEDGER,
	};

	world->start_until = world->now + world_range(1, 1800);
	world->start_fault = faults[world_below(4)];
	world->fault = world->start_fault;
	world_tell("the disk fails at the start (%d)", world->fault);
	if (world->fault == DISK_NO_LEDGER)
		_take_away();
}

/* After that the disk is good, as at any start. */
void own_disk_step(void)
{
	bool fails = office->unowned && (world->now < world->start_until);

	world->fault = fails ? world->start_fault : DISK_GOOD;
	if (!fails && !own_put_back())
		world_fail(OWN_BEGUN);
}

void own_check_waits(time_t seconds)
{
	bool usable = !world->ledger_locked && (world->fault == DISK_GOOD);

	world->usable = usable ? world->usable + seconds : 0;
	if (office->unowned && (world->usable > RETRY_PAUSE_MAX))
		world_fail("a ledger that can be read was not tried for %lld seconds",
			   (long long) world->usable);
	if (world->tries > DOUBLINGS + world->waited / RETRY_PAUSE_MAX)
		world_fail("a ledger that can't be read was tried %u times in %lld seconds",
			   world->tries, (long long) world->waited);
}

bool own_is_free(void)
{
	if (!world->ledger_locked || (world->now < world->ledger_until))
		return !world->ledger_locked;
	world->ledger_locked = false;
	own_disk_step();
	world_tell("the former controller has let the ledger go");
	if (world->late && world->former.there) {
		world->saved = world->former;
		world->overwritten = true;
		world_tell("... and has saved its state");
	}
	return true;
}

static fake_record_t *_make(void)
{
	fake_record_t *rec = fake_new(&fake);

	snprintf(rec->name, sizeof(rec->name), GUARD);
	snprintf(rec->users, sizeof(rec->users), "root");
	snprintf(rec->comment, sizeof(rec->comment), "waits for the ledger");
	rec->flags = BOOKING_FLAG_SPEC_NODES;
	rec->start = rec->first = world->now;
	fake_link(&fake, rec);
	return rec;
}

void own_guard_set(void)
{
	fake_record_t *rec = fake_find(&fake, GUARD);

	if (!rec)
		rec = _make();
	else if ((MASK(rec) == world->conf.nodes) &&
		 (rec->end - world->now >= LENGTH / 2))
		return;
	MASK(rec) = world->conf.nodes;
	rec->end = world->now + LENGTH;
	rec->duration = (uint32_t) ((rec->end - rec->start) / 60);
	fake.last_update = world->now;
	slurm_save_soon();
	world_tell("a guard keeps all nodes");
}

bool own_guard_remove(void)
{
	fake_record_t *rec = fake_find(&fake, GUARD);

	if (rec)
		fake_delete(&fake, rec);
	return rec;
}

bool own_is_guarded(void)
{
	return fake_find(&fake, GUARD);
}
