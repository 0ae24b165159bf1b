/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/view/host.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/memory/memory.h"

cores_t view_cores_all(office_t *office, uint32_t node, const char *type)
{
	return cores_all(view_sizes_cores(office, node),
			 view_sizes_gpus(office, node, type));
}

cores_t view_cores_lacking(office_t *office, uint32_t node,
			   const cores_t *cores, const char *type)
{
	cores_t lacking = *cores, there = view_cores_all(office, node, type);

	cores_del_all(&lacking, &there);
	return lacking;
}

want_t view_cores_want(office_t *office, uint32_t node, const char *type)
{
	const cores_t gpus = { .gpus = view_sizes_gpus(office, node, type) };

	return (want_t) { view_sizes_cores(office, node), cores_gpus(&gpus) };
}

bool view_cores_suffice(office_t *office, uint32_t node, const want_t *want,
			const char *type)
{
	cores_t gpus = { .gpus = 0 };

	if (view_sizes_cores(office, node) < want->cores)
		return false;
	if (want->gpus)
		gpus.gpus = view_sizes_gpus(office, node, type);
	return cores_gpus(&gpus) >= want->gpus;
}

bool view_cores_of(office_t *office, uint64_t id, uint32_t node, cores_t *ret)
{
	const view_resv_t *v = view_find_id(office, id);
	const cores_t *cores = v ? units_on(&v->attrs.units, node) : NULL;
	view_holder_t who;

	if (cores)
		*ret = *cores;
	if (v)
		return cores != NULL;
	return view_holder(office, id, &who) && (who.kind == VIEW_JOB) &&
	       office->host->jobs->cores(office, who.job_id, node, ret);
}

bool view_cores_left(office_t *office, uint64_t id, uint32_t node,
		     const cores_t *want)
{
	cores_t has;

	return view_cores_of(office, id, node, &has) && !cores_meet(&has, want);
}

void view_draft_free(view_draft_t *draft)
{
	free_null(draft->out);
	free_null(draft->in);
	draft->out_cnt = draft->in_cnt = 0;
}

void view_draft_leave(view_draft_t *draft, uint64_t id)
{
	draft->out = memory_grow(draft->out, draft->out_cnt + 1,
				 sizeof(*draft->out));
	draft->out[draft->out_cnt++] = id;
}

void view_draft_hold(view_draft_t *draft, const view_hold_t *hold)
{
	draft->in = memory_grow(draft->in, draft->in_cnt + 1,
				sizeof(*draft->in));
	draft->in[draft->in_cnt++] = *hold;
}

bool view_draft_leaves(const view_draft_t *draft, uint64_t id)
{
	for (uint32_t i = 0; draft && (i < draft->out_cnt); i++)
		if (draft->out[i] == id)
			return true;
	return false;
}

/* The rest of a node, which nobody had until now. */
static cores_t *_rest_of(view_rest_t *rest, uint32_t node)
{
	if (!rest->at[node]) {
		if (rest->cnt == rest->size) {
			rest->size = MAX(2 * rest->size, 64);
			rest->list = memory_grow(rest->list, rest->size,
						 sizeof(*rest->list));
		}
		rest->list[rest->cnt] = view_cores_all(rest->office, node,
						       rest->span.gpu_type);
		rest->at[node] = ++rest->cnt;
	}
	return &rest->list[rest->at[node] - 1];
}

/* A garq_nodes_fn */
static bool _take_from(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	view_rest_t *rest = arg;
	cores_t has;

	(void) t_s;
	(void) t_e;
	if (view_draft_leaves(rest->span.draft, id))
		return true;
	rest->cut = rest->span.most && (rest->holds == rest->span.most);
	if (rest->cut)
		return false;
	rest->holds++;
	if (!view_cores_of(rest->office, id, node, &has))
		has = CORES_MOST;
	cores_del_all(_rest_of(rest, node), &has);
	return true;
}

view_rest_t view_rest(office_t *office, const garq_set_t *nodes,
		      const view_span_t *span)
{
	const view_draft_t *draft = span->draft;
	view_rest_t rest = {
		.office = office, .span = *span,
		.at = memory_new(nodes->size, sizeof(*rest.at)),
	};

	garq_nodes_each(garq_machine_nodes(view_machine(office)), nodes,
			span->t_s, span->t_e, span->group, _take_from, &rest);
	for (uint32_t i = 0; draft && (i < draft->in_cnt); i++) {
		const view_hold_t *h = &draft->in[i];
		cores_t has = h->whole ? CORES_MOST : h->cores;

		if (garq_set_test(nodes, h->node) && (h->t_s < span->t_e) &&
		    (h->t_e > span->t_s))
			cores_del_all(_rest_of(&rest, h->node), &has);
	}
	rest.span.draft = NULL;
	return rest;
}

cores_t view_rest_on(const view_rest_t *rest, uint32_t node)
{
	return rest->at[node] ? rest->list[rest->at[node] - 1] :
				view_cores_all(rest->office, node,
					       rest->span.gpu_type);
}

void view_rest_free(view_rest_t *rest)
{
	free_null(rest->at);
	free_null(rest->list);
}

bool view_units_free(office_t *office, const units_t *units,
		     const view_span_t *span)
{
	garq_set_t *nodes = memory_there(garq_set_create(view_size(office)));
	view_rest_t rest;
	bool free_all = true;

	for (uint32_t i = 0; i < units->cnt; i++)
		garq_set_add(nodes, units->list[i].node);
	rest = view_rest(office, nodes, span);
	for (uint32_t i = 0; i < units->cnt; i++) {
		cores_t cores = units->list[i].cores,
			left = view_rest_on(&rest, units->list[i].node);

		cores_del_all(&cores, &left);
		free_all &= cores_none(&cores);
	}
	view_rest_free(&rest);
	garq_set_destroy(nodes);
	return free_all;
}

double view_part_of(const want_t *want, const want_t *all)
{
	double cores = MAX(all->cores, 1), gpus = MAX(all->gpus, 1);

	return MIN(MAX(want->cores / cores, want->gpus / gpus), 1);
}

double view_part(office_t *office, const garq_set_t *nodes,
		 const units_t *units)
{
	double sum = 0;

	if (!nodes || !units->cnt)
		return 1;
	GARQ_SET_EACH(i, nodes) {
		const cores_t *cores = units_on(units, i);
		cores_t there = view_cores_all(office, i, NULL);
		want_t all = cores_want(&there),
			want = cores ? cores_want(cores) : all;

		sum += view_part_of(&want, &all);
	}
	return sum / garq_set_count(nodes);
}

typedef struct {
	office_t *office;
	time_t now;
	uint64_t group;
	cores_t cores;
} used_t;

/* A garq_nodes_fn */
static bool _add_used(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	used_t *used = arg;
	view_holder_t who;
	cores_t has;

	(void) t_e;
	if (t_s > used->now)
		return false;
	if (view_holder(used->office, id, &who) && (who.kind == VIEW_JOB) &&
	    (who.group == used->group) &&
	    view_cores_of(used->office, id, node, &has))
		cores_add_all(&used->cores, &has);
	return true;
}

cores_t view_cores_used(office_t *office, uint32_t node, uint64_t group)
{
	used_t used = {
		.office = office, .now = view_now(office), .group = group,
	};

	garq_nodes_each_on(garq_machine_nodes(view_machine(office)), node,
			   used.now, _add_used, &used);
	return used.cores;
}

/* --- the sizes of nodes --------------------------------------------------- */

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
