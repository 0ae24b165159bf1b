/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host_saved.c - what Slurm's state file had at the start; see host.h
 *
 * As plugin/slurm/saved/saved_state.c: of several starts of which none came to an end
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

static bool _digest(office_t *office, int64_t *ret_digest)
{
	(void) office;
	if (trusted)
		*ret_digest = world->kept_file.digest;
	return trusted;
}

static const saved_record_t *_find(const char *name)
{
	const state_file_t *found = &world->kept_file;

	for (uint32_t i = 0; trusted && (i < found->cnt); i++)
		if (!strcmp(found->list[i].rec.name, name) && found->list[i].nodes)
			return &found->list[i];
	return NULL;
}

static bool _lacks(office_t *office, const char *name, time_t end)
{
	(void) office;
	return trusted && (world->kept_file.saved_at < end) && !_find(name);
}

static const char *_nodes(office_t *office, const char *name)
{
	static char list[HOST_LIST];
	const saved_record_t *saved = _find(name);

	(void) office;
	return saved ? host_list(saved->nodes, list) : NULL;
}

void host_saved_use(host_saved_t *table)
{
	table->digest = _digest;
	table->lacks = _lacks;
	table->nodes = _nodes;
}
