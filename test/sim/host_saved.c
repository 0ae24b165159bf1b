/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host_saved.c - what Slurm's state file had at the start; see host.h
 *
 * As plugin/slurm/saved_state.c: of several starts of which none came to an end
 * the first one's file is judged, which is kept in the world.
 */

#include <string.h>

#include "test/sim/host.h"

static int64_t digest_found;	/* of Slurm's own file */
static bool trusted;

void host_saved_read(void)
{
	if (!world->kept)
		world_copy_file(&world->kept_file, &world->saved);
	world->kept = true;
	digest_found = world->saved.digest;
	trusted = world->kept_file.there;
}

void host_saved_judge(void)
{
	if (world->saved.digest != digest_found)
		trusted = false;
}

void host_saved_end(void)
{
	world->kept = false;
}

void host_saved_distrust(void)
{
	trusted = false;
}

bool host_saved_digest(office_t *office, int64_t *ret_digest)
{
	(void) office;
	if (trusted)
		*ret_digest = world->kept_file.digest;
	return trusted;
}

static const record_data_t *_find(const char *name)
{
	const state_file_t *found = &world->kept_file;

	for (uint32_t i = 0; trusted && (i < found->cnt); i++)
		if (!strcmp(found->list[i].name, name) && found->list[i].nodes)
			return &found->list[i];
	return NULL;
}

bool host_saved_lacks(office_t *office, const char *name, time_t end)
{
	(void) office;
	return trusted && (world->kept_file.saved_at < end) && !_find(name);
}

const char *host_saved_nodes(office_t *office, const char *name)
{
	static char list[HOST_LIST];
	const record_data_t *rec = _find(name);

	(void) office;
	return rec ? host_list(rec->nodes, list) : NULL;
}
