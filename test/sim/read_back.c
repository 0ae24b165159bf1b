/* SPDX-License-Identifier: GPL-2.0-or-later */
/* read_back.c - plugin/slurm/read_back.c and clock_back.c; see plugin.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/start/revive.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger_saved.h"
#include "test/sim/host.h"
#include "test/sim/plugin.h"

static int64_t last_digest;
static uint64_t last_saves;
static bool asked;

static int _by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

static ledger_file_t *_read(ledger_file_kind_t kind)
{
	ledger_file_t *file = fake_need(calloc(1, sizeof(*file)));

	file->digest = world->saved.digest;
	file->kind = kind;
	file->names = fake_need(calloc(world->saved.cnt + 1, sizeof(char *)));
	for (uint32_t i = 0; i < world->saved.cnt; i++)
		if (world->saved.list[i].nodes)
			file->names[file->cnt++] =
				text_dup(world->saved.list[i].rec.name);
	qsort(file->names, file->cnt, sizeof(char *), _by_name);
	return file;
}

static bool _note(ledger_file_kind_t kind)
{
	ledger_file_t *file = _read(kind);
	char why[256];

	host_saved_end();
	return ledger_commit(office->ledger,
			     ledger_put_saved(office->ledger, file), why,
			     sizeof(why));
}

void plugin_read_back(void)
{
	ledger_file_kind_t kind = LEDGER_FILE_OURS;

	if (!office->ledger || !world->saved.there ||
	    (world->saved.digest == last_digest))
		return;
	if (last_digest && (last_saves == slurm_saves))
		kind = LEDGER_FILE_IN_TURN;
	last_digest = world->saved.digest;
	last_saves = slurm_saves;
	if (!_note(kind))
		last_digest = 0;
	else if (ledger_saved_unproven(office->ledger))
		slurm_save_soon();
}

void plugin_read_back_last(void)
{
	slurm_save();
	slurm_save_end();
	slurm_save();
	(void) _note(LEDGER_FILE_LAST);
}

/* --- a clock that was put back ---------------------------------------------- */

bool plugin_clock_back_see(void)
{
	if (revive_is_due(office, world->now) && office->ledger) {
		ledger_commit_later(office->ledger,
				    ledger_ask_ended(office->ledger,
						     world->now));
		asked = true;
	}
	revive_looked(office, world->now);
	return asked;
}

void plugin_clock_back_use(void)
{
	ledger_ended_t ended;
	char why[256];

	if (!asked || !office->ledger ||
	    !ledger_take_ended(office->ledger, &ended))
		return;
	if (!plugin_sync())
		world_fail("the view can't be synced");
	revive_all(office, &ended, world->now);
	asked = false;
	(void) ledger_retry(office->ledger, why, sizeof(why));
}

bool plugin_clock_back_waits(void)
{
	return asked;
}
