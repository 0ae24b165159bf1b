/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdatomic.h>
#include <stdlib.h>

#include "contrib/web/store/shared.h"

struct shared {
	atomic_uint owners;
	void *data;
	void (*drop)(void *data);
};

shared_t *shared_make(void *data, void (*drop)(void *data))
{
	shared_t *s = malloc(sizeof(*s));

	if (!s) {
		drop(data);
		return NULL;
	}
	atomic_init(&s->owners, 1);
	s->data = data;
	s->drop = drop;
	return s;
}

shared_t *shared_keep(shared_t *s)
{
	if (s)
		atomic_fetch_add(&s->owners, 1);
	return s;
}

void shared_drop(shared_t *s)
{
	if (!s || (atomic_fetch_sub(&s->owners, 1) > 1))
		return;
	s->drop(s->data);
	free(s);
}

void *shared_data(const shared_t *s)
{
	return s ? s->data : NULL;
}
