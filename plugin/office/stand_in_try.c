/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stand_in_try.c - a stand-in is to become what it stands for; see stand_in.h */

#include "plugin/booking/flags.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/text.h"
#include "plugin/office/admit.h"
#include "plugin/office/stand_in.h"
#include "plugin/slurm/native.h"
#include "plugin/slurm/refusals.h"

/*
 * The nodes that the booking is to have.
 * OUT ret_why - some of them do not exist; free()
 * RET those that do; FREE_NULL_BITMAP(), or NULL
 */
static bitstr_t *_wanted(const booking_t *b, char **ret_why)
{
	bool part = b->flags & BOOKING_FLAG_PART_NODES;
	bitstr_t *nodes = NULL;
	int rc;

	if (text_same_word(b->asked_nodes, "ALL")) {
		if (request_eligible(b->asked_nodes, part, b->partition,
				     b->features, 0, &nodes, ret_why))
			FREE_NULL_BITMAP(nodes);
		return nodes;
	}
	if ((rc = compat_node_bitmap(b->nodes, &nodes)))
		*ret_why = stand_in_why(b, REFUSED_NODES, NULL);
	return nodes;
}

typedef struct {
	const view_resv_t *self;
	bool taken;
} beside_t;

/* A garq_nodes_fn: does somebody else keep others out? */
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
			!(v->rec->flags & (BOOKING_FLAG_MAINT |
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
 * Take the nodes that it lacks, but for those that others have reserved.
 * OUT ret_why - if there are such, and nothing else was said
 */
static void _take(view_resv_t *v, const bitstr_t *wanted, time_t now,
		  char **ret_why)
{
	bitstr_t *nodes = bit_copy((bitstr_t *) wanted);
	bitstr_t *taken = bit_alloc(bit_size(nodes));
	bitstr_t *has = v->rec->node_bitmap;
	char *list;

	for (bitoff_t i = 0; i < bit_size(nodes); i++) {
		if (!bit_test(nodes, i) || (has && bit_test(has, i)) ||
		    !_is_taken(v, (uint32_t) i, now))
			continue;
		bit_clear(nodes, i);
		bit_set(taken, i);
	}
	if ((!has || !bit_equal(nodes, has)) && (bit_ffs(nodes) >= 0))
		native_set_nodes(v->rec, nodes);
	if (!*ret_why && (bit_ffs(taken) >= 0)) {
		list = text_take(bitmap2node_name(taken));
		*ret_why = text_printf("others have reserved %s meanwhile",
					  list);
		free_null(list);
	}
	FREE_NULL_BITMAP(taken);
	FREE_NULL_BITMAP(nodes);
}

/* Slurm adds up no licenses for us: are they still to be had? */
static void _check_licenses(const view_resv_t *v, time_t now, char **ret_why)
{
	lic_set_t want = { .cnt = 0 };

	if (!v->booking->licenses ||
	    request_licenses(v->booking->licenses, &want, ret_why))
		return;
	if (!admit_licenses(&want, v->id, MAX(v->start, now), v->end))
		*ret_why = text_printf("others have reserved %s meanwhile",
					  v->booking->licenses);
	request_licenses_free(&want);
}

char *stand_in_try(view_resv_t *v, time_t now)
{
	char *why = NULL, *err = NULL;
	bitstr_t *wanted = _wanted(v->booking, &why);
	int rc;

	if (wanted)
		_take(v, wanted, now, &why);
	FREE_NULL_BITMAP(wanted);
	if (!why)
		_check_licenses(v, now, &why);
	if (!why && (rc = native_fulfil(v->rec, v->booking, &err)))
		why = stand_in_why(v->booking, rc, err);
	free_null(err);
	return why;
}
