/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read_back.c - see read_back.h
 *
 * Slurm's thread for that saves one file after another: each is on the disk
 * before the next is begun. site_save() does the same from other threads, so a
 * file that may be of site_save() says nothing of what Slurm's thread is
 * writing meanwhile, and does not count.
 */

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/read_back.h"
#include "plugin/slurm/saved/saved_file.h"
#include "plugin/slurm/saved/saved_kept.h"
#include "plugin/slurm/saved/saved_state.h"
#include "plugin/slurm/saved/saves.h"

/* The last file that was read, in which ledger; only the agent uses it. */
static struct {
	const ledger_t *ledger;	/* NULL: none */
	saved_id_t id;
	uint64_t saves;		/* number of calls of site_save() until then */
} last;

static char *_state_path(void)
{
	return text_printf("%s/" SAVED_STATE, slurm_conf.state_save_location);
}

/* Read the file, while site_save() writes none, if it is not the last one. */
static ledger_file_kind_t _read_state(const char *path, saved_file_t *ret,
				      bool *ret_new)
{
	ledger_file_kind_t kind = LEDGER_FILE_OURS;
	uint64_t saves = saves_hold();
	saved_id_t id;

	*ret_new = saved_file_id(path, &id) &&
		   ((last.ledger != office->ledger) ||
		    !saved_file_is(&id, &last.id)) &&
		   (saved_file_read(path, ret) == 0);
	saves_release();
	if (!*ret_new)
		return kind;
	if ((last.ledger == office->ledger) && (last.saves == saves))
		kind = LEDGER_FILE_IN_TURN;
	last.ledger = office->ledger;
	last.id = ret->id;
	last.saves = saves;
	return kind;
}

/* Note the file in the ledger; its names change hands. RET true if written */
static bool _note_state(saved_file_t *saved, ledger_file_kind_t kind)
{
	ledger_file_t *file;
	char why[256];

	if (!saved_state_end_start()) {
		saved_file_free(saved);
		return false;
	}
	file = memory_new(1, sizeof(*file));
	*file = (ledger_file_t) {
		.digest = saved->digest, .kind = kind,
		.names = saved->names, .cnt = saved->cnt,
	};
	return ledger_commit(office->ledger,
			     ledger_put_saved(office->ledger, file), why,
			     sizeof(why));
}

void read_back(void)
{
	ledger_file_kind_t kind;
	saved_file_t saved;
	bool new = false, alone;
	char *path;

	if (!office->ready || !office->ledger)
		return;
	path = _state_path();
	alone = site_doubtful(office->ledger) && site_alone();
	kind = _read_state(path, &saved, &new);
	free(path);
	if (new && !_note_state(&saved, kind))
		last.ledger = NULL;	/* again, and not in turn */
	else if (new && ledger_saved_unproven(office->ledger))
		schedule_resv_save();
	/* All that other controllers have saved is known now. */
	if (alone && (last.ledger == office->ledger))
		site_settle(office->ledger);
}

void read_back_last(void)
{
	char *path = _state_path();
	saved_id_t before;
	bool there = saved_file_id(path, &before);
	ledger_file_kind_t kind = LEDGER_FILE_LAST;
	saved_file_t saved;

	last.ledger = NULL;
	/*
	 * A save that Slurm's thread has begun before is older, and may be
	 * written after the first of these; while the second is made, that
	 * thread gets its turn (NO_TURN of test/model/saved.pml).
	 */
	site_save();
	site_save();
	if (saved_file_read(path, &saved))
		goto done;
	/* The disk is full, or fails: this file is older than what changed. */
	if (there && saved_file_is(&saved.id, &before))
		kind = LEDGER_FILE_OURS;
	if (!_note_state(&saved, kind))
		say_error(office,
			  "sched/garq: the ledger can't note what Slurm has saved: what is deleted without sched/garq may be made again");
done:
	free(path);
}
