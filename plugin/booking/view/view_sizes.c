/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_sizes.c - see view_sizes.h */

#include <stdlib.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_sizes.h"
#include "plugin/memory/memory.h"

/* Types of GPUs that are remembered; the host is asked for more of them. */
#define TYPES 8

typedef struct {
	char *type;		/* owned; NULL: all GPUs */
	garq_set_t *known;	/* the nodes that were asked; owned */
	uint64_t *gpus;		/* of each node; owned */
} of_type_t;

struct sizes_state {
	uint32_t size;		/* nodes; 0: nothing was asked yet */
	uint32_t *cores;	/* of each node, and 1; 0: it was not asked */
	of_type_t of[TYPES];
	uint32_t cnt;
};

/* RET false: the host has to be asked */
static bool _is_kept(office_t *office, uint32_t node)
{
	struct sizes_state *s = office->sizes;

	if (!s->size && view_machine(office)) {
		s->size = view_size(office);
		s->cores = memory_new(s->size, sizeof(*s->cores));
	}
	return node < s->size;
}

uint32_t view_sizes_cores(office_t *office, uint32_t node)
{
	uint32_t *cores;

	if (!_is_kept(office, node))
		return office->host->nodes->cores(office, node);
	cores = &office->sizes->cores[node];
	if (!*cores)
		*cores = 1 + office->host->nodes->cores(office, node);
	return *cores - 1;
}

/* RET the answers for a type; NULL: too many types are remembered already */
static of_type_t *_find_type(struct sizes_state *s, const char *type)
{
	for (uint32_t i = 0; i < s->cnt; i++)
		if (text_same(s->of[i].type, type))
			return &s->of[i];
	if (s->cnt == TYPES)
		return NULL;
	s->of[s->cnt] = (of_type_t) {
		.type = memory_text(type),
		.known = memory_there(garq_set_create(s->size)),
		.gpus = memory_new(s->size, sizeof(uint64_t)),
	};
	return &s->of[s->cnt++];
}

uint64_t view_sizes_gpus(office_t *office, uint32_t node, const char *type)
{
	of_type_t *of = _is_kept(office, node) ?
				_find_type(office->sizes, type) : NULL;

	if (!of)
		return office->host->nodes->gpus(office, node, type);
	if (!garq_set_test(of->known, node)) {
		of->gpus[node] = office->host->nodes->gpus(office, node, type);
		garq_set_add(of->known, node);
	}
	return of->gpus[node];
}

void view_sizes_forget(office_t *office)
{
	struct sizes_state *s = office->sizes;

	free(s->cores);
	for (uint32_t i = 0; i < s->cnt; i++) {
		free(s->of[i].type);
		garq_set_destroy(s->of[i].known);
		free(s->of[i].gpus);
	}
	*s = (struct sizes_state) { .size = 0 };
}

const office_state_t sizes_state = OFFICE_STATE(sizes, NULL, view_sizes_forget);
