/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "test/sim/purged.h"
#include "test/sim/world.h"

void purged_note(const char *name)
{
	purged_t *p = &world->purged[world->purged_cnt++ % PURGED_MAX];

	*p = (purged_t) { .from = world->packed_cnt, .open = true };
	fake_copy(p->name, sizeof(p->name), name);
}

void purged_seen(void)
{
	for (int i = 0; i < PURGED_MAX; i++) {
		purged_t *p = &world->purged[i];

		if (p->open)
			p->to = world->packed_cnt;
		p->open = false;
	}
}

/* Return true if a file of this number lacks the record of p. */
static bool _lacks(const purged_t *p, int64_t digest)
{
	return (digest > p->from) && (digest <= p->to);
}

void purged_go_on(void)
{
	for (int i = 0; i < PURGED_MAX; i++)
		world->purged[i].open |= _lacks(&world->purged[i],
						world->saved.digest);
}

bool purged_unseen(const char *name)
{
	int64_t digest = world->kept_file.digest;

	for (int i = 0; i < PURGED_MAX; i++) {
		const purged_t *p = &world->purged[i];

		if (_lacks(p, digest) && !strcmp(p->name, name))
			return true;
	}
	return false;
}
