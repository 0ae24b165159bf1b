/* SPDX-License-Identifier: GPL-2.0-or-later */
/* saved_state.c - see saved_state.h */

#include <errno.h>

#include "plugin/slurm/compat.h"
#include "plugin/slurm/saved_file.h"
#include "plugin/slurm/saved_state.h"

static saved_file_t saved;
static bool there;	/* saved was read */
static bool partial;	/* Slurm may have read less */

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

void saved_state_read(void)
{
	static const char *const suffixes[] = { "", ".old" };
	int rc = ENOENT;

	saved_state_forget();
	for (int i = 0; (i < 2) && (rc == ENOENT); i++) {
		char *path = xstrdup_printf("%s/resv_state%s",
					    slurm_conf.state_save_location,
					    suffixes[i]);

		rc = saved_file_read(path, &saved);
		if (rc && (rc != ENOENT))
			error("sched/garq: %s can't be read: %s", path,
			      slurm_strerror(rc));
		xfree(path);
	}
	there = !rc;
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

bool saved_state_lacks(const char *name)
{
	return there && !partial && !saved_file_has(&saved, name);
}

bool saved_state_replaced(void)
{
	char *path = xstrdup_printf("%s/resv_state",
				    slurm_conf.state_save_location);
	saved_id_t id;
	bool replaced = there && saved_file_id(path, &id) &&
			!saved_file_is(&id, &saved.id);

	xfree(path);
	return replaced;
}

void saved_state_distrust(void)
{
	there = false;
}

void saved_state_forget(void)
{
	saved_file_free(&saved);
	there = false;
}
