/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "test/sim/host.h"
#include "test/sim/promises_terms.h"

bool promises_may_lack_nodes(const promise_t *p)
{
	const stats_t *s = &world->stats;

	return (p->shrunk & ~world->conf.nodes) ||
	       (p->shrunk && (s->plain || s->reconfigs || s->faults));
}

/* Return true if all GPUs of the booking are of the type. */
static bool _are_of_type(const view_resv_t *v, char type)
{
	for (uint32_t i = 0; i < v->attrs.units.cnt; i++) {
		const unit_t *u = &v->attrs.units.list[i];

		if (u->cores.gpus & ~fake.nodes.gpus(office, u->node,
						     (char[]) { type, '\0' }))
			return false;
	}
	return true;
}

const char *promises_wrong(const promise_t *p, const terms_t *terms,
			   const view_resv_t *v)
{
	time_t start = v->attrs.first_start;
	const booking_t *b = v->booking;
	mask_t nodes = b->stand_in ? host_nodes_of(b->nodes) :
				     host_mask(v->nodes);
	uint32_t cnt = (uint32_t) __builtin_popcountll(nodes);
	/* A booking by count gets other nodes if some are free, and no longer
	 * waits for its former ones. */
	bool lacks = b->part || (b->stand_in && !b->asked_nodes);

	if ((start < terms->t_esr) || (start > terms->t_lsr))
		return "start";
	if ((v->end - start > terms->length) ||
	    (v->end - start < (terms->least ? terms->least : terms->length)))
		return "length";
	if (fake_license_cnt((b->stand_in || b->part) ? b->licenses :
						      v->licenses) !=
	    terms->licenses)
		return "licenses";
	if (promises_may_lack_nodes(p) || (terms->all && world->conf_changed))
		return NULL;
	if (b->switches != terms->switches)
		return "wish for switches";
	if (!terms->named != !b->asked_nodes)
		return "named nodes, or a number";
	if ((cnt > terms->num_cn) || ((lacks ? b->num_cn : cnt) <
	     (terms->least_cn ? terms->least_cn : terms->num_cn)))
		return "number of nodes";
	if (!b->part && !b->stand_in &&
	    (units_count(&v->attrs.units) != terms->cores))
		return "cores";
	if (!b->part && !b->stand_in &&
	    (units_gpus(&v->attrs.units) != terms->gpus))
		return "GPUs";
	if (terms->gpu_type && !world->conf.gpus_moved &&
	    !_are_of_type(v, terms->gpu_type))
		return "type of GPUs";
	if (terms->named && (b->part ? nodes & ~terms->named :
				       nodes != terms->named))
		return "named nodes";
	if (!world->conf_changed && !terms->named &&
	    ((terms->side && (nodes & ~world->conf.side)) ||
	     (terms->gpu && (nodes & ~world->conf.features))))
		return "partition or features";
	return NULL;
}

/*
 * The terms that may hold after a crash, one after another: those of p, of a change
 * without an answer, and of changes that failed with the disk. RET NULL: no more
 */
static const terms_t *_candidate(const promise_t *p, uint32_t i)
{
	if (!i)
		return &p->terms;
	if (p->has_change && (i == 1))
		return &p->asked;
	i -= p->has_change ? 2 : 1;
	return (i < p->may_cnt) ? &p->may[i] : NULL;
}

const char *promises_wrong_by_all(const promise_t *p, const view_resv_t *v)
{
	const char *wrong = promises_wrong(p, &p->terms, v);
	const terms_t *terms;

	for (uint32_t i = 1; wrong && p->has_change &&
	     (terms = _candidate(p, i)); i++)
		if (!promises_wrong(p, terms, v))
			return NULL;
	return wrong;
}

bool promises_may_be_over(const promise_t *p)
{
	const terms_t *terms;

	for (uint32_t i = 0; (terms = _candidate(p, i)); i++)
		if (terms->t_esr + terms->length <= world->now)
			return true;
	return false;
}

void promises_may_become(promise_t *p, const terms_t *terms)
{
	if (p->may_cnt < TERMS_MAX)
		p->may[p->may_cnt++] = *terms;
	else
		p->adopted = true;
}

/* While nodes are missing, several terms may fit: later the number of nodes
 * decides. */
void promises_resolve_change(promise_t *p, const view_resv_t *v)
{
	terms_t fit[TERMS_MAX + 2];
	const terms_t *terms;
	uint32_t cnt = 0;

	for (uint32_t i = 0; v && v->booking && (terms = _candidate(p, i)); i++)
		if (!promises_wrong(p, terms, v))
			fit[cnt++] = *terms;
	if (cnt && promises_wrong(p, &p->terms, v)) {
		p->terms = fit[0];
		p->begun = 0;
	}
	p->has_change = (cnt > 1) && promises_may_lack_nodes(p);
	p->may_cnt = 0;
	if (!p->has_change)
		return;
	p->asked = fit[1];
	for (uint32_t i = 2; i < cnt; i++)
		promises_may_become(p, &fit[i]);
}
