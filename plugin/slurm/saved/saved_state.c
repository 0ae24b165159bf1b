/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/saved/saved_file.h"
#include "plugin/slurm/saved/saved_kept.h"
#include "plugin/slurm/saved/saved_state.h"

static saved_file_t saved;
static bool there;	/* saved was read */
static bool partial;	/* Slurm may have read less */
static saved_id_t found;	/* Slurm's file, as it was then */
static bool was_found;

static void _note_version(void)
{
	bool readable = saved.readable &&
		(saved.protocol >= SLURM_MIN_PROTOCOL_VERSION) &&
		(saved.protocol <= SLURM_PROTOCOL_VERSION);

	partial = !readable || ignore_state_errors;
	if (!readable)
		info("sched/garq: Slurm's reservations were saved by a version (protocol %u) whose state this one can't read: bookings are made again from the ledger",
		     saved.protocol);
	else if (ignore_state_errors)
		info("sched/garq: slurmctld was started with -i: bookings that it does not know are made again from the ledger");
}

static char *_state_path(const char *name)
{
	return xstrdup_printf("%s/%s", slurm_conf.state_save_location, name);
}

/* Keep Slurm's file. RET the name of the file that this start judges */
static const char *_keep_state(void)
{
	const char *folder = slurm_conf.state_save_location;
	int rc;

	if (saved_kept_mend(folder))
		info("sched/garq: Slurm's last save of its reservations was cut short: %s/" SAVED_STATE " is the one before again",
		     folder);
	if (!(rc = saved_kept_begin(folder)))
		return SAVED_KEPT;
	error("sched/garq: no copy of " SAVED_STATE " can be made in %s: %s: if slurmctld is killed during its start, the next one may take bookings that Slurm refuses for deleted ones",
	      folder, slurm_strerror(rc));
	return SAVED_STATE;
}

void saved_state_read(void)
{
	char *path = _state_path(_keep_state());
	int rc = saved_file_read(path, &saved);

	if (rc)
		error("sched/garq: %s can't be read: %s", path,
		      slurm_strerror(rc));
	xfree(path);
	path = _state_path(SAVED_STATE);
	was_found = saved_file_id(path, &found);
	xfree(path);
	there = !rc && saved.id.size;
	partial = false;
	if (there)
		_note_version();
}

bool saved_state_digest(int64_t *ret_digest)
{
	if (there)
		*ret_digest = saved.digest;
	return there;
}

bool saved_state_lacks(const char *name, time_t end)
{
	return there && !partial && (saved.saved_at < end) &&
	       !saved_file_has(&saved, name);
}

const char *saved_state_nodes(const char *name)
{
	return there ? saved_file_nodes(&saved, name) : NULL;
}

bool saved_state_replaced(void)
{
	char *path = _state_path(SAVED_STATE);
	saved_id_t id;
	bool replaced = saved_file_id(path, &id) &&
			!(was_found && saved_file_is(&id, &found));

	xfree(path);
	return replaced;
}

void saved_state_distrust(void)
{
	there = false;
}

bool saved_state_end_start(void)
{
	int rc = saved_kept_end(slurm_conf.state_save_location);

	if (rc)
		error("sched/garq: %s/" SAVED_KEPT " can't be removed: %s: what is deleted without sched/garq may be made again",
		      slurm_conf.state_save_location, slurm_strerror(rc));
	return !rc;
}

void saved_state_forget(void)
{
	saved_file_free(&saved);
	there = false;
}
