/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/place/revision.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/memory/memory.h"

#define UPDATE_PAST 60	/* seconds that a new time may be past, as in Slurm */

void revision_free(revision_t *r)
{
	shape_free(&r->shape);
	free_null(r->asked_nodes);
}

/* An update that is worked out. */
typedef struct {
	office_t *office;
	const view_resv_t *v;
	const booking_t *b;	/* of v */
	const request_t *request;
	time_t now;
	bool moves;	/* the start, or the window */
	bool times;	/* any time */
	revision_t r;
	char **text;	/* the error */
} reviser_t;

/* StartTime: the time to which it moves. */
static int _check_start(const reviser_t *c)
{
	time_t start = c->request->start;
	char when[TEXT_TIME];

	if (!c->request->has_start || ((start >= c->now - UPDATE_PAST) &&
				       (start <= REQUEST_TIME_MAX)))
		return 0;
	return text_refuse(c->text, REFUSED_TIME, "StartTime=%s is %s",
			   text_time(start, when),
			   (start < c->now) ? "in the past" :
					      "too far in the future");
}

/* StartTime and MaxStartDelay: the window. */
static int _window(reviser_t *c, bool delay_given)
{
	const booking_t *b = c->b;
	time_t delay = delay_given ? (time_t) c->request->delay :
				     b->t_lsr - b->t_esr;
	char when[TEXT_TIME];
	int rc;

	c->r.start = c->v->start;
	c->r.t_esr = b->t_esr;
	if (c->r.started && c->moves)
		return text_refuse(c->text, REFUSED_STARTED,
			"%s started at %s: StartTime and MaxStartDelay can't be changed any more",
			c->v->name, text_time(b->start, when));
	rc = _check_start(c);
	if (rc)
		return rc;
	if (delay_given && (delay > REQUEST_TIME_MAX - c->now))
		return text_refuse(c->text, REFUSED_TIME,
			"MaxStartDelay is too long: the reservation must end before 2106");
	if (c->request->has_start)
		c->r.t_esr = c->request->start;
	else if (delay_given && !delay)	/* no window: the start stays */
		c->r.t_esr = c->v->start;
	c->r.t_lsr = c->r.t_esr + delay;
	return 0;
}

/* IN length - seconds. RET false: the new Duration is too long */
static bool _minutes(const request_t *request, time_t length, uint32_t *ret)
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

/* RET the start from which a length counts */
static time_t _first_start(const reviser_t *c)
{
	return c->r.started ? c->v->attrs.first_start : c->v->start;
}

/* Duration and EndTime of the request. OUT r.duration, r.duration_min */
static int _new_length(reviser_t *c)
{
	const request_t *request = c->request;
	time_t first = _first_start(c);
	time_t from = request->has_start ? request->start : first;
	uint32_t minutes;

	if (request->has_minutes) {
		if (!_minutes(request, c->v->end - first, &minutes))
			return text_refuse(c->text, REFUSED_TIME,
				"Duration is too long: the reservation must end before 2106");
		c->r.duration = (time_t) minutes * 60;
		c->r.duration_min = minutes;
	}
	if (!request->has_end)
		return 0;
	if (request->has_minutes && (request->end - from != c->r.duration))
		return text_refuse(c->text, REFUSED_TIME,
			"EndTime and Duration do not agree: give one of them");
	c->r.duration = request->end - from;
	c->r.duration_min = BOOKING_NO_DURATION;
	return 0;
}

/*
 * EndTime and Duration: the length. As in Slurm, a reservation that was made
 * with an EndTime keeps it when only its StartTime changes, unless it is
 * flexible: then it keeps its length.
 */
static int _length(reviser_t *c)
{
	const view_resv_t *v = c->v;
	revision_t *r = &c->r;
	time_t first = _first_start(c);
	int rc;

	r->duration = v->end - first;
	r->duration_min = v->duration;
	if (c->request->has_start && (v->duration == BOOKING_NO_DURATION) &&
	    !booking_is_flexible(c->b) && (r->t_lsr == r->t_esr))
		r->duration = v->end - c->request->start;
	rc = _new_length(c);
	if (rc)
		return rc;
	if ((r->duration < (r->started ? 0 : 1)) ||
	    (r->t_lsr + r->duration > REQUEST_TIME_MAX))
		return text_refuse(c->text, REFUSED_TIME,
			"the reservation would end before it starts, or after 2105");
	if (!r->started && (r->t_lsr + r->duration <= c->now))
		return text_refuse(c->text, REFUSED_TIME,
				   "the reservation would end in the past");
	r->end = first + r->duration;
	return 0;
}

/*
 * A booking that has begun may be cut short to now. A booking that has ended,
 * and whose record exists only for the jobs in it, keeps its end, as other
 * bookings follow on its nodes.
 */
static int _end_of_started(reviser_t *c)
{
	const request_t *request = c->request;
	char when[TEXT_TIME];

	if (!c->r.started || (c->r.end > c->now))
		return 0;
	if (request->has_end && (request->end < c->now - UPDATE_PAST))
		return text_refuse(c->text, REFUSED_TIME,
				   "EndTime=%s is in the past",
				   text_time(request->end, when));
	if (c->v->end > c->now)
		c->r.end = c->now;
	else if (request->has_end || request->has_minutes ||
		 c->r.moves_nodes)
		return text_refuse(c->text, REFUSED_TIME, "%s ended at %s",
				   c->v->name, text_time(c->v->end, when));
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

/* Licenses: the new ones, or those that the booking has. */
static int _licenses(reviser_t *c)
{
	if (c->request->licenses)
		return request_licenses(c->office, c->request->licenses,
					&c->r.shape.licenses, c->text);
	if (c->v->attrs.licenses.cnt)
		c->r.shape.licenses = request_licenses_of(c->office,
							&c->v->attrs.licenses);
	return 0;
}

/*
 * A booking that keeps its times and nodes is admitted again for other licenses
 * only if these do not fit at its present place. A request for no more of any
 * license always fits.
 * RET true if the licenses do not fit
 */
static bool _lacks_licenses(const reviser_t *c)
{
	const view_resv_t *v = c->v;
	const revision_t *r = &c->r;
	bool more = false;

	for (uint32_t i = 0; i < r->shape.licenses.cnt; i++)
		more |= r->shape.licenses.list[i].num >
			lic_held(&v->held_licenses,
				 r->shape.licenses.list[i].name);
	return more &&
	       !admit_licenses(c->office, &r->shape.licenses, v->id,
			       MAX(v->start, c->now), v->end);
}

/* Return true if a place is looked for. */
static bool _needs_place(const reviser_t *c)
{
	return (c->times || c->r.moves_nodes || _lacks_licenses(c)) &&
	       (!c->r.started || (c->r.end > c->now));
}

/*
 * A booking of licenses alone: neither does it get nodes, nor does it lose its
 * last license.
 */
static int _no_nodes(reviser_t *c)
{
	if (c->r.moves_nodes || !c->r.shape.licenses.cnt)
		return text_refuse(c->text, REFUSED_UNSUPPORTED,
			"%s has licenses and no nodes, which can't be changed: delete it and create it anew",
			c->v->name);
	c->r.place = _needs_place(c);
	c->r.shape.eligible =
		memory_there(garq_set_create(view_size(c->office)));
	return 0;
}

/*
 * True if the booking is a part of a list of nodes, or without its partition,
 * which is gone. Then an update that is not about nodes leaves it on the nodes
 * that it has.
 */
static bool _keeps_part(const reviser_t *c)
{
	const booking_t *b = c->b;
	bool list = b->asked_nodes && !text_same_word(b->asked_nodes, "ALL");

	return !c->r.moves_nodes && b->part && c->v->nodes &&
	       (list || (b->partition && !c->v->attrs.partition));
}

static void _own_nodes(reviser_t *c)
{
	shape_t *shape = &c->r.shape;

	shape->pinned = true;
	shape->num_cn = garq_set_count(c->v->nodes);
	shape->eligible = memory_there(garq_set_copy(c->v->nodes));
}

/* The cores and GPUs that it has, with those of the nodes that a part lacks. */
static void _sum_units(const reviser_t *c, uint32_t *ret_cores,
		       uint64_t *ret_gpus)
{
	const units_t *has = &c->v->attrs.units;
	units_t more = units_missing(c->office, c->b->cores, c->v->nodes);
	const units_t *like = more.cnt ? &more : has;

	*ret_cores = (uint32_t) units_count(has);
	*ret_gpus = units_gpus(has);
	for (uint32_t i = 0; like->cnt && (has->cnt + i < c->b->num_cn); i++) {
		const cores_t *cores = &like->list[MIN(i, like->cnt - 1)].cores;

		*ret_cores += cores_count(cores);
		*ret_gpus += cores_gpus(cores);
	}
	units_free(&more);
}

/* Cores and GPUs: the new ones, or as many of each node or in all as it has. */
static int _revise_cores(reviser_t *c)
{
	const request_t *request = c->request;
	const units_t *has = &c->v->attrs.units;
	shape_t *shape = &c->r.shape;
	bool by_cores = request_by_cores(request);
	uint32_t sum[] = { 0, 0 };
	cores_asked_t asked = { .cores = sum, .gpu_type = has->type };

	if (!by_cores && (shape->num_cn == has->cnt) &&
	    (!c->r.moves_nodes || (c->b->num_cn == has->cnt))) {
		shape_each_of(shape, has);
		return c->r.moves_nodes ?
			       shape_cores_fit(c->office, shape, c->text) : 0;
	}
	_sum_units(c, &sum[0], &asked.gpus);
	if (request->gpus) {
		/* the type stays where a booking gives some GPUs back */
		if (request->gpu_type || (request->gpus > asked.gpus))
			asked.gpu_type = request->gpu_type;
		asked.gpus = request->gpus;
	}
	if (by_cores)
		asked.cores = request->cores;
	return shape_cores(c->office, &asked, shape, c->text);
}

/*
 * The nodes that the booking asks for from now on. A booking that stops
 * following its partition is taken to have asked for its present nodes.
 * RET NULL: any nodes
 */
static const char *_asked_nodes(const reviser_t *c)
{
	const request_t *request = c->request;
	bool leaves = request->flags & BOOKING_FLAG_NO_PART_NODES;

	if (request->flags & BOOKING_FLAG_PART_NODES)
		return "ALL";
	if (request->node_list)
		return request->node_list[0] ? request->node_list : NULL;
	if (request->num_cn || !c->b->asked_nodes)
		return NULL;
	return (leaves && (c->v->flags & BOOKING_FLAG_PART_NODES)) ?
		       c->v->attrs.node_list : c->b->asked_nodes;
}

/* The nodes that may serve. OUT r.shape.eligible. RET 0, or a code */
static int _find_eligible(reviser_t *c, uint64_t num_cn)
{
	uint64_t flags = c->request->flags;
	const char *partition = c->request->partition ? c->request->partition :
							c->b->partition;

	return c->office->host->nodes->eligible(
		c->office, c->r.asked_nodes,
		((flags | c->v->flags) & BOOKING_FLAG_PART_NODES) &&
			!(flags & BOOKING_FLAG_NO_PART_NODES),
		(partition && partition[0]) ? partition : NULL,
		c->r.asked_nodes ? NULL : c->b->features, num_cn,
		&c->r.shape.eligible, c->text);
}

/* Which nodes, how many; a place is looked for. */
static int _place_nodes(reviser_t *c)
{
	const wishes_t *w = &c->request->wishes;
	shape_t *shape = &c->r.shape;
	uint64_t asked = c->request->num_cn;
	int rc;

	if (!asked && !c->r.asked_nodes)
		asked = c->b->num_cn;
	rc = _find_eligible(c, asked);
	if (rc)
		return rc;
	if (!c->r.asked_nodes) {
		shape->num_cn = (uint32_t) MIN(asked, UINT32_MAX);
		shape->switches = w->switches ? w->switches : c->b->switches;
		shape->tight = wishes_tight(w, c->b->tight);
		return 0;
	}
	shape->pinned = true;
	shape->num_cn = garq_set_count(shape->eligible);
	return (!asked || (asked == shape->num_cn)) ? 0 :
	       text_refuse(c->text, REFUSED_NODE_COUNT,
			   "NodeCnt=%"PRIu64" does not agree with Nodes, which has %u",
			   asked, shape->num_cn);
}

/* Nodes, NodeCnt, PartitionName, CoreCnt. */
static int _revise_nodes(reviser_t *c)
{
	int rc = 0;

	if (!c->b->num_cn && (c->v->flags & BOOKING_FLAG_ANY_NODES))
		return _no_nodes(c);
	if (c->request->has_nodes && !c->request->num_cn)
		return text_refuse(c->text, REFUSED_NODE_COUNT,
			"NodeCnt must be 1 or more; to give up the reservation, delete it");
	c->r.asked_nodes = text_dup(_asked_nodes(c));
	c->r.place = _needs_place(c);
	if (!c->r.place)
		return 0;
	if (_keeps_part(c))
		_own_nodes(c);
	else
		rc = _place_nodes(c);
	return (rc || !(request_by_cores(c->request) ||
			view_is_by_cores(c->v))) ? rc : _revise_cores(c);
}

/*
 * A flexible booking that starts within garq_freeze seconds keeps its start,
 * unless the update asks for another time.
 */
static bool _is_frozen(const reviser_t *c, const options_t *options)
{
	return !c->r.started && !c->moves && booking_is_flexible(c->b) &&
	       (c->v->start < c->now + (time_t) options->freeze);
}

/* The shape to be admitted: only the rest of a booking that has begun. */
static void _to_shape(reviser_t *c, bool frozen)
{
	revision_t *r = &c->r;
	shape_t *shape = &r->shape;

	shape->t_esr = frozen ? c->v->start : r->t_esr;
	shape->t_lsr = frozen ? c->v->start : r->t_lsr;
	shape->duration = r->duration;
	if (r->started) {
		shape->t_esr = shape->t_lsr = c->now;
		shape->duration = MAX(r->end - c->now, 0);
	}
}

/* The rules of the tariff for the booking as it would be. */
static uint32_t _tariff_rules(const reviser_t *c)
{
	const revision_t *r = &c->r;
	const garq_set_t *nodes = r->shape.eligible ? r->shape.eligible :
						      c->v->nodes;

	return shape_rules(c->office, r->asked_nodes ? nodes : NULL,
			   c->request->partition ? c->request->partition :
						   c->b->partition,
			   c->b->features, r->t_lsr - r->t_esr);
}

/* The steps, in their order. RET 0, or a code */
static int _revise(reviser_t *c, bool delay_given)
{
	int rc = _window(c, delay_given);

	if (!rc)
		rc = _length(c);
	if (!rc)
		rc = _end_of_started(c);
	if (!rc)
		rc = _licenses(c);
	return rc ? rc : _revise_nodes(c);
}

int revision_make(office_t *office, const view_resv_t *v,
		  const request_t *request, const options_t *options,
		  time_t now, revision_t *ret_revision, char **ret_text)
{
	bool delay_given = options->window && request->has_delay;
	bool moves = request->has_start || delay_given;
	reviser_t c = {
		.office = office, .v = v, .b = v->booking, .request = request,
		.now = now, .moves = moves,
		.times = moves || request->has_end || request->has_minutes,
		.r = { .moves_nodes = _moves_nodes(request),
		       .started = (v->start <= now) },
		.text = ret_text,
	};
	int rc = _revise(&c, delay_given);

	if (rc) {
		revision_free(&c.r);
		return rc;
	}
	_to_shape(&c, _is_frozen(&c, options));
	if (office->tariff)
		c.r.shape.rules = _tariff_rules(&c);
	*ret_revision = c.r;
	return 0;
}
