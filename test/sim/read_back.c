/* SPDX-License-Identifier: GPL-2.0-or-later */
/* read_back.c - plugin/slurm/read_back.c and clock_back.c; see plugin.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/revive.h"
#include "plugin/booking/site.h"
#include "plugin/booking/stand_in.h"
#include "plugin/booking/text.h"
#include "plugin/ledger/ledger_saved.h"
#include "test/sim/host.h"
#include "test/sim/plugin.h"

static int64_t last_digest;
static uint64_t last_saves;
static time_t last_look;

static int _by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* RET NULL: no memory */
static ledger_file_t *_read(ledger_file_kind_t kind)
{
	ledger_file_t *file = calloc(1, sizeof(*file));

	if (!file)
		return NULL;
	file->digest = world->saved.digest;
	file->kind = kind;
	file->names = calloc(world->saved.cnt + 1, sizeof(char *));
	for (uint32_t i = 0; file->names && (i < world->saved.cnt); i++)
		if (world->saved.list[i].nodes)
			file->names[file->cnt++] =
				text_dup(world->saved.list[i].name);
	if (file->names)
		qsort(file->names, file->cnt, sizeof(char *), _by_name);
	return file;
}

static bool _note(ledger_file_kind_t kind)
{
	ledger_file_t *file = _read(kind);
	ledger_op_t *op;
	char why[256];

	host_saved_end();
	op = file ? ledger_put_saved(site.ledger, file) : NULL;
	return op && ledger_commit(site.ledger, op, why, sizeof(why));
}

void plugin_read_back(void)
{
	ledger_file_kind_t kind = LEDGER_FILE_OURS;

	if (!site.ledger || !world->saved.there ||
	    (world->saved.digest == last_digest))
		return;
	if (last_digest && (last_saves == slurm_saves))
		kind = LEDGER_FILE_IN_TURN;
	last_digest = world->saved.digest;
	last_saves = slurm_saves;
	if (!_note(kind))
		last_digest = 0;
	else if (ledger_saved_unproven(site.ledger))
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

typedef struct {
	booking_t *list[PROMISES];
	size_t cnt;
} ended_t;

static void _add(void *arg, booking_t *b)
{
	ended_t *ended = arg;

	if (ended->cnt == PROMISES)
		world_fail("more than %d bookings to revive", PROMISES);
	ended->list[ended->cnt++] = b;
}

void plugin_clock_back_look(void)
{
	bool back = world->now < last_look, some = false;
	ended_t ended = { .cnt = 0 };
	char why[256];

	last_look = world->now;
	if (!back || !site.ledger)
		return;
	(void) ledger_each_ended(site.ledger, world->now, _add, &ended, why,
				 sizeof(why));
	if (!ended.cnt || !plugin_sync())
		return;
	for (size_t i = 0; i < ended.cnt; i++)
		some |= revive(ended.list[i], world->now);
	if (some)
		(void) stand_in_retry_due(world->now, NULL);
	(void) ledger_retry(site.ledger, why, sizeof(why));
}
