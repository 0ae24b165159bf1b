/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stand_in_try.c - try to replace a stand-in by its record; see stand_in.h */

#include <sys/param.h>

#include "plugin/booking/admit.h"
#include "plugin/booking/controller.h"
#include "plugin/booking/flags.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/stand_in.h"
#include "plugin/booking/text.h"

/*
 * The nodes that the booking is to have.
 * OUT ret_why - set if some of them do not exist; free()
 * RET the nodes that exist, owned by the caller; or NULL
 */
static garq_set_t *_wanted(const booking_t *b, char **ret_why)
{
	bool part = b->flags & BOOKING_FLAG_PART_NODES;
	garq_set_t *nodes = NULL;

	if (text_same_word(b->asked_nodes, "ALL")) {
		if (controller->eligible(b->asked_nodes, part, b->partition,
					 NULL, 0, &nodes, ret_why))
			return NULL;
		return nodes;
	}
	if (!b->nodes && (b->flags & BOOKING_FLAG_ANY_NODES))
		return garq_set_create(view_size());	/* licenses alone */
	if (controller->node_set(b->nodes, &nodes))
		*ret_why = stand_in_reason(b, REFUSED_NODES, NULL);
	return nodes;
}

typedef struct {
	const view_resv_t *self;
	bool taken;
} beside_t;

/* A garq_nodes_fn: does another reservation keep others off the node? */
static bool _keeps_out(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	const view_resv_t *v = view_find_id(id);
	beside_t *beside = arg;

	(void) node;
	(void) t_e;
	if (t_s >= beside->self->end)
		return false;
	beside->taken = v && (v != beside->self) &&
			!(v->flags & (BOOKING_FLAG_MAINT |
				      BOOKING_FLAG_OVERLAP));
	return !beside->taken;
}

static bool _is_taken(const view_resv_t *v, uint32_t node, time_t now)
{
	beside_t beside = { .self = v };

	garq_nodes_each_on(garq_machine_nodes(view_machine()), node,
			   MAX(v->start, now), _keeps_out, &beside);
	return beside.taken;
}

/*
 * Give the stand-in all wanted nodes except those that others have reserved.
 * IN/OUT ret_why - names such nodes, unless it has a reason already
 * RET has the stand-in other nodes now?
 */
static bool _take(view_resv_t *v, const garq_set_t *wanted, time_t now,
		  char **ret_why)
{
	garq_set_t *nodes = garq_set_copy(wanted);
	garq_set_t *taken = garq_set_create(wanted->size);
	const garq_set_t *has = v->nodes;
	bool took = false;
	char *list;

	if (!nodes || !taken)
		goto done;
	for (uint32_t i = 0; i < nodes->size; i++) {
		if (!garq_set_test(nodes, i) || (has && garq_set_test(has, i)) ||
		    !_is_taken(v, i, now))
			continue;
		garq_set_del(nodes, i);
		garq_set_add(taken, i);
	}
	took = (!has || !garq_set_equal(nodes, has)) && garq_set_count(nodes);
	if (took)
		controller->records->set_nodes(v->rec, nodes);
	if (!*ret_why && garq_set_count(taken)) {
		list = controller->node_list(taken);
		*ret_why = text_printf("others have reserved %s meanwhile",
				       list);
		free_null(list);
	}
done:
	garq_set_destroy(taken);
	garq_set_destroy(nodes);
	return took;
}

/* Are the licenses free? Slurm does not add them up for records of bookings. */
static void _check_licenses(const view_resv_t *v, time_t now, char **ret_why)
{
	lic_set_t want = { .cnt = 0 };

	if (!v->booking->licenses ||
	    request_licenses(v->booking->licenses, &want, ret_why))
		return;
	if (!admit_licenses(&want, v->id, MAX(v->start, now), v->end))
		*ret_why = text_printf("others have reserved %s meanwhile",
				       v->booking->licenses);
	lic_set_free(&want);
}

char *stand_in_check_names(const booking_t *b, stand_in_known_t known)
{
	switch (known) {
	case NAMES_UNKNOWN:
		return stand_in_reason(b, b->users ? REFUSED_USERS :
						     REFUSED_GROUPS, NULL);
	case NAMES_LATER:
		return text_dup("its users and groups have to be looked up");
	default:
		return NULL;
	}
}

char *stand_in_try(view_resv_t *v, stand_in_known_t known, time_t now,
		   bool *ret_took)
{
	char *why = NULL, *err = NULL;
	garq_set_t *wanted = _wanted(v->booking, &why);
	int rc;

	if (wanted)
		*ret_took = _take(v, wanted, now, &why);
	garq_set_destroy(wanted);
	if (!why)
		_check_licenses(v, now, &why);
	if (!why)
		why = stand_in_check_names(v->booking, known);
	if (!why &&
	    (rc = controller->records->from_stand_in(v->rec, v->booking, &err)))
		why = stand_in_reason(v->booking, rc, err);
	free_null(err);
	return why;
}
