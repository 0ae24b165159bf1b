/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stand_in_try.c - try to make the record of a booking; see stand_in.h */

#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/part.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/records.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/memory/memory.h"

/* True if the booking wants no nodes, but licenses alone. */
static bool _wants_none(const booking_t *b)
{
	return !b->num_cn && (b->flags & BOOKING_FLAG_ANY_NODES);
}

/* True if the booking asks for a number of nodes, and names none. */
static bool _is_counted(const booking_t *b)
{
	return !b->asked_nodes && b->num_cn;
}

/* IN lack - moved */
static void _add_lack(char **lacks, char *lack)
{
	text_add(lacks, "%s%s", *lacks ? "; " : "", lack);
	free(lack);
}

/*
 * The nodes that the booking should have, and that exist.
 * OUT lacks - reports the others, unless the booking is by count
 * RET owned by the caller
 */
static garq_set_t *_wanted(office_t *office, const booking_t *b, char **lacks)
{
	bool all = text_same_word(b->asked_nodes, "ALL");
	bool part = b->flags & BOOKING_FLAG_PART_NODES;
	bool named = b->asked_nodes && !all;
	const char *text = named ? b->asked_nodes : b->nodes;
	garq_set_t *nodes = NULL;
	char *list = NULL;

	if (all && !office->host->nodes->eligible(office, b->asked_nodes, part,
						  b->partition, NULL, 0, &nodes,
						  &list))
		return nodes;
	free(list);
	if (_wants_none(b))
		return memory_there(garq_set_create(view_size(office)));
	if ((office->host->nodes->set(office, text, &nodes) != REFUSED_NODES) ||
	    _is_counted(b))
		return nodes;
	list = office->host->nodes->list(office, nodes);
	_add_lack(lacks, text_printf("%s is left of %s",
				     list[0] ? list : "none", text));
	free(list);
	return nodes;
}

typedef struct {
	office_t *office;
	const view_resv_t *self;
	const cores_t *cores;	/* that self wants of the node; NULL: all */
	bool taken;
} beside_t;

/* A garq_nodes_fn: stop at another reservation that keeps others off. */
static bool _keeps_out(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	beside_t *beside = arg;
	const view_resv_t *v = view_find_id(beside->office, id);
	bool left = beside->cores &&
		    view_cores_left(beside->office, id, node, beside->cores);

	(void) t_e;
	if (t_s >= beside->self->end)
		return false;
	beside->taken = v && (v != beside->self) && !left &&
			!(v->flags & (BOOKING_FLAG_MAINT |
				      BOOKING_FLAG_OVERLAP));
	return !beside->taken;
}

static bool _is_taken(office_t *office, const view_resv_t *v, uint32_t node,
		      const cores_t *cores, time_t now)
{
	beside_t beside = { .office = office, .self = v, .cores = cores };

	garq_nodes_each_on(garq_machine_nodes(view_machine(office)), node,
			   MAX(v->start, now), _keeps_out, &beside);
	return beside.taken;
}

/* Take the nodes that others have reserved from nodes. */
static void _leave_taken(office_t *office, const view_resv_t *v,
			 garq_set_t *nodes, time_t now, char **lacks)
{
	garq_set_t *taken = memory_there(garq_set_create(nodes->size));
	units_t units = units_read(office, v->booking->cores);
	char *list;

	for (uint32_t i = 0; i < nodes->size; i++)
		if (garq_set_test(nodes, i) &&
		    _is_taken(office, v, i, units_on(&units, i), now)) {
			garq_set_del(nodes, i);
			garq_set_add(taken, i);
		}
	if (garq_set_count(taken) && !_is_counted(v->booking)) {
		list = office->host->nodes->list(office, taken);
		_add_lack(lacks,
			  text_printf("others have reserved %s meanwhile",
				      list));
		free(list);
	}
	units_free(&units);
	garq_set_destroy(taken);
}

/* The cores of a booking on some of its nodes. RET units_free() */
static units_t _units_on(office_t *office, const booking_t *b,
			 const garq_set_t *nodes)
{
	units_t units = units_read(office, b->cores);

	units_keep(&units, nodes);
	return units;
}

/* Give the record these of the nodes of the booking. */
static void _set_nodes(office_t *office, view_resv_t *v,
		       const garq_set_t *nodes)
{
	units_t units = _units_on(office, v->booking, nodes);

	office->host->fields->set_nodes(office, v->rec, nodes, &units);
	units_free(&units);
}

/*
 * Give the record all wanted nodes except those that others have reserved.
 * OUT ret_took - true if the record has other nodes now
 * OUT lacks - reports the wanted nodes that it lacks, as _wanted()
 * RET the nodes of the record, owned by the caller
 */
static garq_set_t *_take_nodes(office_t *office, view_resv_t *v, time_t now,
			       bool *ret_took, char **lacks)
{
	garq_set_t *nodes = _wanted(office, v->booking, lacks);

	_leave_taken(office, v, nodes, now, lacks);
	*ret_took = v->nodes ? !garq_set_equal(nodes, v->nodes) :
			       (garq_set_count(nodes) > 0);
	if (*ret_took)
		_set_nodes(office, v, nodes);
	return nodes;
}

/* Give the record of a booking by count further nodes, and cores of them. */
static void _add_nodes(office_t *office, view_resv_t *v, garq_set_t *nodes,
		       const placement_t *further)
{
	units_t units = _units_on(office, v->booking, nodes);
	char *list;

	for (uint32_t i = 0; i < further->units.cnt; i++)
		units_set(&units, further->units.list[i].node,
			  &further->units.list[i].cores);
	list = units_text(office, &units);
	booking_set(&v->booking->cores, list);
	free(list);
	units_free(&units);
	garq_set_add_all(nodes, further->nodes);
	_set_nodes(office, v, nodes);
	list = office->host->nodes->list(office, nodes);
	booking_set(&v->booking->nodes, list);
	free(list);
}

/* Each further node gives as many cores as one that is not kept. */
static void _ask_for_cores(office_t *office, const booking_t *b,
			   const garq_set_t *kept, shape_t *shape)
{
	units_t has = units_read(office, b->cores);
	units_t like = units_missing(office, b->cores, kept);

	if (!like.cnt && has.cnt)
		units_set(&like, 0, &has.list[0].cores);
	shape_each_of(shape, &like);
	units_free(&like);
	units_free(&has);
}

/*
 * Give a booking by count other nodes in the place of those that are gone, if
 * there are any for which no other booking has to move.
 * IN/OUT nodes - of the record
 */
static void _fill_nodes(office_t *office, view_resv_t *v, garq_set_t *nodes,
			time_t now, bool *ret_took)
{
	const booking_t *b = v->booking;
	uint32_t has = garq_set_count(nodes);
	shape_t shape = {
		.num_cn = b->num_cn - MIN(has, b->num_cn), .alone = true,
		.t_esr = MAX(v->start, now), .t_lsr = MAX(v->start, now),
		.duration = v->end - MAX(v->start, now),
	};
	placement_t p = { .nodes = NULL };
	refusal_t refusal;
	char *text = NULL;
	int rc;

	if (!_is_counted(b) || !shape.num_cn || (shape.duration < 1) ||
	    office->host->nodes->eligible(office, NULL, false, b->partition,
					  b->features, b->num_cn,
					  &shape.eligible, &text)) {
		free(text);
		return;
	}
	GARQ_SET_EACH(i, nodes)
		garq_set_del(shape.eligible, i);
	if (b->cores) {
		_ask_for_cores(office, b, nodes, &shape);
		shape_leave_small(office, &shape, shape.eligible);
	}
	rc = admit(office, &shape, v->id, NULL, NULL, now, &p, &refusal);
	if (rc == REFUSED_BUSY)
		refusal_free(&refusal);
	if (!rc) {
		_add_nodes(office, v, nodes, &p);
		*ret_took = true;
		placement_free(&p);
	}
	shape_free(&shape);
}

/*
 * Leave out the licenses if they are not free: Slurm does not add them up for
 * records of bookings.
 */
static int _check_licenses(office_t *office, const view_resv_t *v,
			   booking_t *part, time_t now, char **lacks)
{
	lic_set_t want = { .cnt = 0 };
	char *why = NULL;
	int rc = 0;

	if (!part->licenses ||
	    request_licenses(office, part->licenses, &want, &why)) {
		free(why);
		return 0;
	}
	if (!admit_licenses(office, &want, v->id, MAX(v->start, now), v->end)) {
		_add_lack(lacks,
			  text_printf("others have reserved %s meanwhile",
				      part->licenses));
		if (_wants_none(part))
			rc = REFUSED_LICENSES;
		free_null(part->licenses);
	}
	lic_set_free(&want);
	return rc;
}

/* The cores of the part are those of its nodes. */
static void _leave_cores(office_t *office, booking_t *part,
			 const garq_set_t *nodes)
{
	units_t units = _units_on(office, part, nodes);
	char *cores = units_text(office, &units);

	booking_set(&part->cores, cores);
	free(cores);
	units_free(&units);
}

/* The nodes of the part are those of the record. RET 0 or a code */
static int _check_nodes(office_t *office, booking_t *part,
			const garq_set_t *nodes, char **lacks)
{
	uint32_t cnt = garq_set_count(nodes);
	char *list;

	if (_wants_none(part))
		return 0;
	if (!cnt && _is_counted(part))
		_add_lack(lacks, text_dup("none of its nodes is left, and no others are free"));
	if (!cnt)
		return REFUSED_NODES;
	list = office->host->nodes->list(office, nodes);
	booking_set(&part->nodes, list);
	_leave_cores(office, part, nodes);
	if (_is_counted(part) && (cnt < part->num_cn))
		_add_lack(lacks, text_printf("%s is left of %u nodes", list,
					     part->num_cn));
	free(list);
	if (*lacks)	/* it follows no partition, and not the cluster */
		part->flags &= ~(BOOKING_FLAG_ALL_NODES |
				 BOOKING_FLAG_PART_NODES);
	return 0;
}

/* True if the record has this part already. */
static bool _has_part(office_t *office, const view_resv_t *v, booking_t *part)
{
	const char *remark = office->host->fields->remark(office, v->rec);
	char *comment = part->comment;
	bool has;

	if (!v->booking->part)
		return false;
	part->comment = (char *) remark;	/* where Slurm has them */
	has = !record_differs(office, part, v->rec);
	part->comment = comment;
	return has;
}

/*
 * Make the record what the part says.
 * RET as stand_in_try()
 */
static stand_in_made_t _apply_part(office_t *office, view_resv_t *v,
				   booking_t *part, const char *lacks,
				   char **ret_why)
{
	bool same = lacks && _has_part(office, v, part);
	char *err = NULL;
	int rc = 0;

	/* Slurm can't change each list into each other one. */
	if (!same && v->booking->part)
		office->host->fields->to_stand_in(office, v->rec,
						  lacks ? lacks : "");
	if (!same)
		rc = office->host->records->from_stand_in(office, v->rec, part,
							  &err);
	*ret_why = rc ? stand_in_reason(office, v->booking, rc, err) :
			text_dup(lacks);
	free(err);
	if (rc)
		return STAND_IN_NONE;
	return same ? STAND_IN_SAME : lacks ? STAND_IN_PART : STAND_IN_WHOLE;
}

static char *_why_none(office_t *office, const booking_t *b, int rc,
		       const char *lacks)
{
	if (lacks && ((rc == REFUSED_NODES) || (rc == REFUSED_LICENSES)))
		return text_dup(lacks);
	return stand_in_reason(office, b, rc, NULL);
}

/* IN/OUT nodes - of the record; lacks - those that it has not, moved */
static stand_in_made_t _try_part(office_t *office, view_resv_t *v,
				 garq_set_t *nodes, const part_names_t *there,
				 time_t now, char *lacks, char **ret_why)
{
	stand_in_made_t made = STAND_IN_NONE;
	booking_t *part = NULL;
	char *unknown = NULL;
	int rc = part_of(office, v->booking, there, &part, &unknown);

	if (unknown)
		_add_lack(&lacks, unknown);
	if (!rc)
		rc = _check_nodes(office, part, nodes, &lacks);
	if (!rc)
		rc = _check_licenses(office, v, part, now, &lacks);
	if (rc)
		*ret_why = _why_none(office, v->booking, rc, lacks);
	else if (lacks && v->booking->hold_until)
		*ret_why = text_dup(lacks);	/* it is for nobody yet */
	else
		made = _apply_part(office, v, part, lacks, ret_why);
	booking_destroy(part);
	free(lacks);
	return made;
}

stand_in_made_t stand_in_try(office_t *office, view_resv_t *v,
			     const part_names_t *there, time_t now,
			     bool *ret_took, char **ret_why)
{
	char *lacks = NULL;
	garq_set_t *nodes = _take_nodes(office, v, now, ret_took, &lacks);
	stand_in_made_t made;

	if (there) {
		_fill_nodes(office, v, nodes, now, ret_took);
		made = _try_part(office, v, nodes, there, now, lacks, ret_why);
	} else {
		*ret_why = text_dup("its users and groups have to be looked up");
		free(lacks);
		made = STAND_IN_NONE;
	}
	garq_set_destroy(nodes);
	return made;
}
