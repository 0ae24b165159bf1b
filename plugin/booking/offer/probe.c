/* SPDX-License-Identifier: GPL-2.0-or-later */
/* probe.c - see probe.h */

#include <errno.h>
#include <sys/param.h>

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/probe.h"
#include "plugin/booking/offer/probe_shift.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/phase.h"
#include "plugin/booking/view/view.h"

#define STEPS_HELD 8	/* of an interval of a holder on a node: it is sorted, too */

bool probe_is_asked(const request_t *request, const create_t *out)
{
	return text_same_word(request->name, PROBE_NAME) ||
	       (out->program && text_same(request->name, ANSWER_PROBE));
}

/*
 * Check whether the user may have the first start. The limit for late starts
 * (garq_user_lead) only ends the window.
 * OUT ret_latest - the last start to report
 */
static int _check_user(office_t *office, const request_t *request,
		       const shape_t *shape, uint32_t uid, time_t now,
		       time_t *ret_latest, char **ret_text)
{
	shape_t first = *shape;
	time_t last;

	*ret_latest = shape->t_lsr;
	if (!users_limited(office, uid))
		return 0;
	if (shape->t_lsr > shape->t_esr)
		first.t_esr = MIN(MAX(shape->t_esr, now), shape->t_lsr);
	first.t_lsr = first.t_esr;
	if ((last = users_last_start(office, now)))
		*ret_latest = MIN(*ret_latest, MAX(last, first.t_esr));
	return users_check_new(office, uid, request, &first, false, now,
			       ret_text);
}

/* Which nodes are free while the counts are known. RET 0 or ENOMEM */
static int _find_nodes(office_t *office, probe_t *probe, const shape_t *shape,
		       probe_nodes_t *ret)
{
	const probe_steps_t *known = &probe->free;
	int rc;

	*ret = (probe_nodes_t) { .cnt = 0 };
	if (!probe->pool_cn || !known->cnt)
		return 0;
	rc = probe_nodes_find(garq_machine_nodes(view_machine(office)),
			      shape->eligible, known->list[0].t_s,
			      known->list[known->cnt - 1].t_e, ret);
	probe->steps += STEPS_HELD * ret->seen;
	return rc;
}

static int _tell(office_t *office, const probe_t *probe, const shape_t *shape,
		 const probe_nodes_t *nodes, uint32_t uid, time_t now,
		 create_t *out)
{
	bool with_cost = (office->options.bcost > 0);

	if (out->program) {
		out->text = probe_lines(office, probe, shape, nodes,
					ledger_identity(office->ledger), now,
					with_cost);
	} else {
		out->text = probe_tables(probe, shape, with_cost);
		query_mention_reservation(office, PROBE_NAME, uid, &out->text);
	}
	return out->text ? 0 : ENOMEM;
}

static int _probe(office_t *office, const request_t *request,
		  const shape_t *shape, uint32_t uid, time_t now, create_t *out)
{
	probe_nodes_t nodes = { .cnt = 0 };
	probe_t probe;
	phase_t before;
	time_t latest;
	int rc;

	rc = _check_user(office, request, shape, uid, now, &latest, &out->text);
	if (rc)
		return rc;
	holds_release_of(office, &uid);
	before = phase_begin(office, PHASE_OFFERS);
	if (shape->pinned)	/* as admit() */
		view_open_away(office);
	rc = probe_find(office, shape, latest, now, &probe);
	if (!rc && out->program && _find_nodes(office, &probe, shape, &nodes)) {
		probe_free(&probe);
		rc = ENOMEM;
	}
	if (shape->pinned)
		view_open_back(office);
	phase_end(office, before, rc ? 0 : probe.steps);
	if (rc)
		return rc;
	rc = probe_shift_find(office, shape, latest, now, &probe);
	if (!rc)
		rc = _tell(office, &probe, shape, &nodes, uid, now, out);
	probe_nodes_free(&nodes);
	probe_free(&probe);
	return rc;
}

int probe_locked(office_t *office, request_t *request, uint32_t uid, time_t now,
		 create_t *out)
{
	shape_t shape;
	int rc;

	if (!site_durable(office, &out->text))
		return REFUSED_FAILED;
	request_normalize(request);
	if ((rc = request_check(office, request, &out->text)) ||
	    (users_limited(office, uid) &&
	     (rc = users_check_create(office, request, uid, &out->text))))
		return rc;
	if (request_is_native(office, request)) {
		out->text = text_dup(
			"probe: only whole nodes at one time can be asked for: not with these flags, or cores, and of licenses only those that are a name and a number");
		return REFUSED_UNSUPPORTED;
	}
	rc = request_create_shape(office, request, true, now, &shape,
				  &out->text);
	if (rc)
		return rc;
	rc = _probe(office, request, &shape, uid, now, out);
	shape_free(&shape);
	return rc;
}
