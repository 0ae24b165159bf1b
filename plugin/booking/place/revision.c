/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/place/revision.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/memory/memory.h"

#define UPDATE_PAST 60	/* seconds that a new time may be past, as in Slurm */

void revision_free(revision_t *r)
{
	shape_free(&r->shape);
	free_null(r->asked_nodes);
}

/* StartTime and MaxStartDelay: the window. */
static int _window(const view_resv_t *v, const request_t *request,
		   bool window, time_t now, revision_t *r, char **ret_text)
{
	const booking_t *b = v->booking;
	bool delay_given = window && request->has_delay;
	time_t delay = delay_given ? (time_t) request->delay :
				     b->t_lsr - b->t_esr;
	char when[TEXT_TIME];

	r->started = (v->start <= now);
	r->t_esr = b->t_esr;
	r->t_lsr = b->t_lsr;
	r->start = v->start;
	if (r->started && (request->has_start || delay_given))
		return text_refuse(ret_text, REFUSED_STARTED,
			"%s started at %s: StartTime and MaxStartDelay can't be changed any more",
			v->name, text_time(v->booking->start, when));
	if (request->has_start &&
	    ((request->start < now - UPDATE_PAST) ||
	     (request->start > REQUEST_TIME_MAX)))
		return text_refuse(ret_text, REFUSED_TIME, "StartTime=%s is %s",
				   text_time(request->start, when),
				   (request->start < now) ?
				   "in the past" : "too far in the future");
	if (delay_given && (delay > REQUEST_TIME_MAX - now))
		return text_refuse(ret_text, REFUSED_TIME,
			"MaxStartDelay is too long: the reservation must end before 2106");
	if (request->has_start)
		r->t_esr = request->start;
	else if (delay_given && !delay)	/* no window: the start stays */
		r->t_esr = v->start;
	r->t_lsr = r->t_esr + delay;
	return 0;
}

static bool _minutes(const request_t *request, time_t length,
		     uint32_t *ret)
{
	uint64_t flags = request->flags;
	int64_t minutes = request->minutes;

	if (request->endless)
		minutes = 365 * 24 * 60;
	else if (flags & BOOKING_FLAG_DUR_PLUS)
		minutes = (length / 60) + (int64_t) request->minutes;
	else if (flags & BOOKING_FLAG_DUR_MINUS)
		minutes = MAX(0, (length / 60) - (int64_t) request->minutes);
	if ((minutes < 0) || (minutes > REQUEST_TIME_MAX / 60))
		return false;
	*ret = (uint32_t) minutes;
	return true;
}

/*
 * EndTime and Duration: the length. As in Slurm, a reservation that was made
 * with an EndTime keeps it when only its StartTime changes, unless it is
 * flexible: then it keeps its length.
 */
static int _length(const view_resv_t *v, const request_t *request,
		   time_t now, revision_t *r, char **ret_text)
{
	time_t first = r->started ? v->attrs.first_start : v->start;
	time_t from = request->has_start ? request->start : first;
	uint32_t minutes;

	r->duration = v->end - first;
	r->duration_min = v->duration;
	if (request->has_start && (v->duration == BOOKING_NO_DURATION) &&
	    !booking_is_flexible(v->booking) && (r->t_lsr == r->t_esr))
		r->duration = v->end - request->start;
	if (request->has_minutes) {
		if (!_minutes(request, v->end - first, &minutes))
			return text_refuse(ret_text, REFUSED_TIME,
				"Duration is too long: the reservation must end before 2106");
		r->duration = (time_t) minutes * 60;
		r->duration_min = minutes;
	}
	if (request->has_end) {
		if ((request->has_minutes) &&
		    (request->end - from != r->duration))
			return text_refuse(ret_text, REFUSED_TIME,
				"EndTime and Duration do not agree: give one of them");
		r->duration = request->end - from;
		r->duration_min = BOOKING_NO_DURATION;
	}
	if ((r->duration < (r->started ? 0 : 1)) ||
	    (r->t_lsr + r->duration > REQUEST_TIME_MAX))
		return text_refuse(ret_text, REFUSED_TIME,
			"the reservation would end before it starts, or after 2105");
	if (!r->started && (r->t_lsr + r->duration <= now))
		return text_refuse(ret_text, REFUSED_TIME,
				   "the reservation would end in the past");
	r->end = first + r->duration;
	return 0;
}

/*
 * A booking that has begun may be cut short to now. A booking that has ended,
 * and whose record exists only for the jobs in it, keeps its end, as other
 * bookings follow on its nodes.
 */
static int _end_of_started(const view_resv_t *v, const request_t *request,
			   time_t now, revision_t *r, char **ret_text)
{
	char when[TEXT_TIME];

	if (request->has_end && (request->end < now - UPDATE_PAST))
		return text_refuse(ret_text, REFUSED_TIME,
				   "EndTime=%s is in the past",
				   text_time(request->end, when));
	if (v->end > now) {
		r->end = now;
	} else if (request->has_end || request->has_minutes ||
		   r->moves_nodes)
		return text_refuse(ret_text, REFUSED_TIME, "%s ended at %s",
				   v->name, text_time(v->end, when));
	return 0;
}

static bool _moves_nodes(const request_t *request)
{
	return request->node_list || request->has_nodes ||
	       request_by_cores(request) || request->partition ||
	       request->wishes.switches || request->wishes.place ||
	       (request->flags & (BOOKING_FLAG_PART_NODES |
				  BOOKING_FLAG_NO_PART_NODES));
}

/*
 * The nodes that count as asked for if the request names none. A booking that
 * stops following its partition is taken to have asked for its present nodes.
 */
static const char *_asked_before(const view_resv_t *v, uint64_t flags)
{
	bool unbound = (flags & BOOKING_FLAG_NO_PART_NODES) &&
		       (v->flags & BOOKING_FLAG_PART_NODES);

	return unbound ? v->attrs.node_list : v->booking->asked_nodes;
}

/* Licenses: the new ones, or those that the booking has. */
static int _licenses(office_t *office, const view_resv_t *v,
		     const request_t *request, revision_t *r, char **ret_text)
{
	if (request->licenses)
		return request_licenses(office, request->licenses,
					&r->shape.licenses, ret_text);
	if (v->attrs.licenses.cnt)
		r->shape.licenses = request_licenses_of(office,
							&v->attrs.licenses);
	return 0;
}

/*
 * A booking that keeps its times and nodes is admitted again for other licenses
 * only if these do not fit at its present place. A request for no more of any
 * license always fits.
 * RET true if the licenses do not fit
 */
static bool _lacks_licenses(office_t *office, const view_resv_t *v,
			    const revision_t *r, time_t now)
{
	bool more = false;

	for (uint32_t i = 0; i < r->shape.licenses.cnt; i++)
		more |= r->shape.licenses.list[i].num >
			lic_held(&v->held_licenses,
				 r->shape.licenses.list[i].name);
	return more &&
	       !admit_licenses(office, &r->shape.licenses, v->id,
			       MAX(v->start, now), v->end);
}

/*
 * A booking of licenses alone: neither does it get nodes, nor does it lose its
 * last license.
 */
static int _no_nodes(office_t *office, const view_resv_t *v, bool times,
		     time_t now, revision_t *r, char **ret_text)
{
	if (r->moves_nodes || !r->shape.licenses.cnt)
		return text_refuse(ret_text, REFUSED_UNSUPPORTED,
			"%s has licenses and no nodes, which can't be changed: delete it and create it anew",
			v->name);
	r->place = (times || _lacks_licenses(office, v, r, now)) &&
		   (!r->started || (r->end > now));
	r->shape.eligible = memory_there(garq_set_create(view_size(office)));
	return 0;
}

/*
 * True if v is a part of a list of nodes, or without its partition, which is
 * gone. Then an update that is not about nodes leaves it on the nodes that it
 * has.
 */
static bool _keeps_part(const view_resv_t *v)
{
	const booking_t *b = v->booking;
	bool list = b->asked_nodes && !text_same_word(b->asked_nodes, "ALL");

	return b->part && v->nodes &&
	       (list || (b->partition && !v->attrs.partition));
}

static void _own_nodes(const view_resv_t *v, revision_t *r)
{
	r->shape.pinned = true;
	r->shape.num_cn = garq_set_count(v->nodes);
	r->shape.eligible = memory_there(garq_set_copy(v->nodes));
}

/* The cores and GPUs that it has, with those of the nodes that a part lacks. */
static void _sum_units(office_t *office, const view_resv_t *v,
		       uint32_t *ret_cores, uint64_t *ret_gpus)
{
	const booking_t *b = v->booking;
	const units_t *has = &v->attrs.units;
	units_t more = units_missing(office, b->cores, v->nodes);
	const units_t *like = more.cnt ? &more : has;

	*ret_cores = (uint32_t) units_count(has);
	*ret_gpus = units_gpus(has);
	for (uint32_t i = 0; like->cnt && (has->cnt + i < b->num_cn); i++) {
		const cores_t *c = &like->list[MIN(i, like->cnt - 1)].cores;

		*ret_cores += cores_count(c);
		*ret_gpus += cores_gpus(c);
	}
	units_free(&more);
}

/* Cores and GPUs: the new ones, or as many of each node or in all as it has. */
static int _revise_cores(office_t *office, const view_resv_t *v,
			 const request_t *request, revision_t *r,
			 char **ret_text)
{
	const units_t *has = &v->attrs.units;
	uint32_t sum[] = { 0, 0 };
	cores_asked_t asked = { .cores = sum, .gpu_type = has->type };

	if (!request_by_cores(request) && (r->shape.num_cn == has->cnt) &&
	    (!r->moves_nodes || (v->booking->num_cn == has->cnt))) {
		share_each_of(&r->shape, has);
		return r->moves_nodes ?
			       shape_cores_fit(office, &r->shape, ret_text) : 0;
	}
	_sum_units(office, v, &sum[0], &asked.gpus);
	if (request->gpus) {
		asked.gpus = request->gpus;
		asked.gpu_type = request->gpu_type;
	}
	if (request_by_cores(request))
		asked.cores = request->cores;
	return shape_cores(office, &asked, &r->shape, ret_text);
}

/* Nodes, NodeCnt, PartitionName: which nodes, how many. */
static int _revise_nodes(office_t *office, const view_resv_t *v,
			 const request_t *request, bool times, time_t now,
			 revision_t *r, char **ret_text)
{
	const booking_t *b = v->booking;
	uint64_t flags = request->flags, asked = request->num_cn;
	bool list = request->node_list && request->node_list[0];
	bool part = ((flags | v->flags) & BOOKING_FLAG_PART_NODES) &&
		    !(flags & BOOKING_FLAG_NO_PART_NODES);
	const char *partition = request->partition ? request->partition :
						  b->partition;
	int rc;

	if (!b->num_cn && (v->flags & BOOKING_FLAG_ANY_NODES))
		return _no_nodes(office, v, times, now, r, ret_text);
	if (request->has_nodes && !asked)
		return text_refuse(ret_text, REFUSED_NODE_COUNT,
			"NodeCnt must be 1 or more; to give up the reservation, delete it");
	if (flags & BOOKING_FLAG_PART_NODES)
		r->asked_nodes = text_dup("ALL");
	else if (list)
		r->asked_nodes = text_dup(request->node_list);
	else if (!request->node_list && !asked && b->asked_nodes)
		r->asked_nodes = text_dup(_asked_before(v, flags));
	r->place = (times || r->moves_nodes ||
		    _lacks_licenses(office, v, r, now)) &&
		   (!r->started || (r->end > now));
	if (!r->place)
		return 0;
	if (!asked && !r->asked_nodes)
		asked = b->num_cn;
	if (!r->moves_nodes && _keeps_part(v)) {
		_own_nodes(v, r);
		return 0;
	}
	rc = office->host->nodes->eligible(office, r->asked_nodes, part,
					   (partition && partition[0]) ?
						   partition :
						   NULL,
					   r->asked_nodes ? NULL : b->features,
					   asked, &r->shape.eligible, ret_text);
	if (rc)
		return rc;
	r->shape.pinned = (r->asked_nodes != NULL);
	r->shape.num_cn = garq_set_count(r->shape.eligible);
	if (r->shape.pinned && asked && (asked != r->shape.num_cn))
		return text_refuse(ret_text, REFUSED_NODE_COUNT,
			"NodeCnt=%"PRIu64" does not agree with Nodes, which has %u",
			asked, r->shape.num_cn);
	if (!r->shape.pinned)
		r->shape.num_cn = (uint32_t) MIN(asked, UINT32_MAX);
	r->shape.switches = r->shape.pinned ? 0 :
			    request->wishes.switches ?
			    request->wishes.switches : b->switches;
	r->shape.tight = !r->shape.pinned &&
			 wishes_tight(&request->wishes, b->tight);
	return 0;
}

/*
 * A flexible booking that starts within garq_freeze seconds keeps its start,
 * unless the update asks for another time.
 */
static bool _is_frozen(const view_resv_t *v, const revision_t *r, bool moves,
		       const options_t *options, time_t now)
{
	return !r->started && !moves && booking_is_flexible(v->booking) &&
	       (v->start < now + (time_t) options->freeze);
}

/* The shape to be admitted: only the rest of a booking that has begun. */
static void _to_shape(const view_resv_t *v, bool frozen, time_t now,
		      revision_t *r)
{
	shape_t *shape = &r->shape;

	shape->t_esr = frozen ? v->start : r->t_esr;
	shape->t_lsr = frozen ? v->start : r->t_lsr;
	shape->duration = r->duration;
	if (r->started) {
		shape->t_esr = shape->t_lsr = now;
		shape->duration = MAX(r->end - now, 0);
	}
}

/* The rules of the tariff for the booking as it would be. */
static uint32_t _tariff_rules(office_t *office, const view_resv_t *v,
		       const request_t *request, const revision_t *r)
{
	const garq_set_t *nodes = r->shape.eligible ? r->shape.eligible :
						      v->nodes;

	return shape_rules(office, r->asked_nodes ? nodes : NULL,
			   request->partition ? request->partition :
						v->booking->partition,
			   v->booking->features, r->t_lsr - r->t_esr);
}

int revision_make(office_t *office, const view_resv_t *v,
		  const request_t *request, const options_t *options,
		  time_t now, revision_t *ret_revision, char **ret_text)
{
	revision_t r = { .moves_nodes = _moves_nodes(request) };
	bool window = options->window;
	bool moves = request->has_start ||
		     (window && request->has_delay);
	bool times = moves || request->has_end ||
		     (request->has_minutes);
	int rc = _window(v, request, window, now, &r, ret_text);

	if (!rc)
		rc = _length(v, request, now, &r, ret_text);
	if (!rc && r.started && (r.end <= now))
		rc = _end_of_started(v, request, now, &r, ret_text);
	if (!rc)
		rc = _licenses(office, v, request, &r, ret_text);
	if (!rc)
		rc = _revise_nodes(office, v, request, times, now, &r,
				   ret_text);
	if (!rc && r.place &&
	    (request_by_cores(request) || view_is_by_cores(v)))
		rc = _revise_cores(office, v, request, &r, ret_text);
	if (rc) {
		revision_free(&r);
		return rc;
	}
	_to_shape(v, _is_frozen(v, &r, moves, options, now), now, &r);
	if (office->tariff)
		r.shape.rules = _tariff_rules(office, v, request, &r);
	*ret_revision = r;
	return 0;
}
