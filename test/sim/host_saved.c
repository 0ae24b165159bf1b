/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host_saved.c - what Slurm's state file had at the start; see host.h */

#include <stdlib.h>
#include <string.h>

#include "test/sim/host.h"

static state_file_t found;

void host_saved_read(void)
{
	found = world->saved;
}

void host_saved_distrust(void)
{
	found.there = false;
}

bool host_saved_digest(int64_t *ret_digest)
{
	if (found.there)
		*ret_digest = found.digest;
	return found.there;
}

bool host_saved_lacks(const char *name)
{
	for (uint32_t i = 0; found.there && (i < found.cnt); i++)
		if (!strcmp(found.list[i].name, name) && found.list[i].nodes)
			return false;
	return found.there;
}
