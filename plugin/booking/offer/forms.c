/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <inttypes.h>
#include <sys/param.h>

#include "plugin/booking/rights/bound.h"
#include "plugin/booking/offer/forms.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/place/squeeze.h"
#include "plugin/booking/request/refused.h"

/* --- wishes that make no sense --- */

static int _check_nodes(const ask_t *a, char **ret_text)
{
	const wishes_t *w = &a->request->wishes;
	const shape_t *shape = &a->shape;

	if (w->grow && shape->each)
		return text_refuse(ret_text, REFUSED_UNSUPPORTED,
			"grow is for whole nodes: not with CoreCnt or GPUs");
	if (!w->least_cn && !w->shape_cnt)
		return 0;
	if (shape->each)
		return text_refuse(ret_text, REFUSED_UNSUPPORTED,
			"min-nodes and or are for whole nodes: with CoreCnt or GPUs give min-time, or ask for fewer");
	if (shape->pinned || a->any_cn || !shape->num_cn)
		return text_refuse(ret_text, REFUSED_NODE_COUNT,
			"min-nodes and or need NodeCnt: named nodes are all wanted, licenses are on none");
	if (w->least_cn <= shape->num_cn)
		return 0;
	return text_refuse(ret_text, REFUSED_NODE_COUNT,
			   "min-nodes:%u is more than NodeCnt=%u", w->least_cn,
			   shape->num_cn);
}

static int _check_time(const ask_t *a, char **ret_text)
{
	const wishes_t *w = &a->request->wishes;
	char length[TEXT_TIME];

	if (w->least_minutes && a->any_dur)
		return text_refuse(ret_text, REFUSED_TIME,
				   "min-time needs Duration");
	if ((time_t) w->least_minutes * 60 <= a->shape.duration)
		return 0;
	return text_refuse(ret_text, REFUSED_TIME,
			   "min-time:%u is longer than the duration, %s",
			   w->least_minutes,
			   text_duration(a->shape.duration, length));
}

static int _check_price(office_t *office, const ask_t *a, char **ret_text)
{
	if (!a->request->wishes.has_max_cost || (office->options.bcost > 0))
		return 0;
	return text_refuse(ret_text, REFUSED_UNSUPPORTED,
			   "max-cost: this site has no prices (garq_bcost)");
}

static int _check_wishes(office_t *office, ask_t *a)
{
	int rc = _check_nodes(a, &a->text);

	if (!rc)
		rc = _check_time(a, &a->text);
	return rc ? rc : _check_price(office, a, &a->text);
}

/* --- the search --- */

typedef struct {
	office_t *office;
	ask_t *a;
	uint32_t asked_cn;
	time_t asked_duration;
	time_t asked_lsr;
	uint32_t tries;
	bool found;		/* the best form so far: */
	uint32_t num_cn;
	time_t duration;
	placement_t placement;
	bool refused;		/* the first form that has no room: */
	uint32_t refused_cn;
	time_t refused_duration;
	refusal_t refusal;
	bound_t bound;		/* owned */
} search_t;

static search_t _search_of(office_t *office, ask_t *a)
{
	return (search_t) {
		.office = office, .a = a, .asked_cn = a->shape.num_cn,
		.asked_duration = a->shape.duration,
		.asked_lsr = a->shape.t_lsr,
	};
}

/* A shorter form for a job may start later: it has to end by its deadline. */
static void _set_form(search_t *s, uint32_t num_cn, time_t duration)
{
	shape_t *shape = &s->a->shape;

	shape->num_cn = num_cn;
	shape->duration = duration;
	if (s->a->job)
		shape->t_lsr = s->asked_lsr + (s->asked_duration - duration);
}

/* Return true if the form in a->shape is within the limits of the user. */
static bool _is_allowed(search_t *s)
{
	ask_t *a = s->a;
	char *text = a->text;
	int rc = 0;

	a->text = NULL;
	if (a->limited && a->verb->limits)
		rc = a->verb->limits(s->office, a);
	free(a->text);
	a->text = text;
	return !rc;
}

/* A price_fits_fn: return true if the form in a->shape may cost its price. */
static bool _is_cheap(void *arg, time_t start)
{
	search_t *s = arg;
	const shape_t *form = &s->a->shape;

	return bound_allows(&s->bound, form, start, start + form->duration,
			    form->num_cn);
}

static void _note_found(search_t *s, placement_t *placement)
{
	if (s->found)
		placement_free(&s->placement);
	s->found = true;
	s->placement = *placement;
	s->num_cn = s->a->shape.num_cn;
	s->duration = s->a->shape.duration;
}

static void _note_refused(search_t *s, refusal_t *refusal)
{
	if (s->refused) {
		refusal_free(refusal);
		return;
	}
	s->refused = true;
	s->refusal = *refusal;
	s->refused_cn = s->a->shape.num_cn;
	s->refused_duration = s->a->shape.duration;
}

/*
 * The first start from t on at which the form in a->shape is cheap enough.
 * RET GARQ_FOREVER: there is none
 */
static time_t _cheap_from(search_t *s, time_t t)
{
	if (bound_is_none(&s->bound))
		return t;
	return price_find(s->office, t, s->a->shape.t_lsr, _is_cheap, s);
}

/* Return true if a form is of use to the user: in a->shape from then on. */
static bool _set_useful(search_t *s, uint32_t num_cn, time_t duration)
{
	_set_form(s, num_cn, duration);
	return (_cheap_from(s, s->a->shape.t_esr) != GARQ_FOREVER) &&
	       _is_allowed(s);
}

/* A place was found for the form. RET false: it costs too much there */
static bool _take_place(search_t *s, placement_t *placement)
{
	if (!_is_cheap(s, placement->start)) {
		placement_free(placement);
		return false;
	}
	_note_found(s, placement);
	return true;
}

/*
 * Plan the form in a->shape for a start from t on. If the tightest one costs
 * too much, the first ones are looked at, as for all others.
 * OUT ret_next - REFUSED_BUSY: the start from which on a place may be cheaper;
 *	GARQ_FOREVER: there is no room
 * RET as _try_form()
 */
static int _try_from(search_t *s, time_t t, time_t *ret_next)
{
	shape_t *form = &s->a->shape;
	refusal_t refusal = { .rc = 0 };
	time_t t_esr = form->t_esr, first = t;
	placement_t placement;
	int rc;

	*ret_next = GARQ_FOREVER;
	form->t_esr = t;
	rc = admit(s->office, form, GARQ_NO_GROUP, NULL, NULL, s->a->now,
		   &placement, &refusal);
	form->t_esr = t_esr;
	if (rc && !refusal.rc)
		return ESTALE;
	if (rc) {
		_note_refused(s, &refusal);
		return REFUSED_BUSY;
	}
	t = placement.start;
	if (_take_place(s, &placement))
		return 0;
	*ret_next = form->tight ? first : _cheap_from(s, t + 1);
	form->tight = false;
	return REFUSED_BUSY;
}

/*
 * Plan a form; a place that costs too much is passed over.
 * RET 0: it is the best one now; REFUSED_BUSY; ESTALE
 */
static int _try_form(search_t *s, uint32_t num_cn, time_t duration)
{
	bool tight = s->a->shape.tight;
	int rc = REFUSED_BUSY;
	time_t t;

	if ((s->tries >= FORMS_TRIES) || !_set_useful(s, num_cn, duration))
		return REFUSED_BUSY;
	t = _cheap_from(s, s->a->shape.t_esr);
	while ((rc == REFUSED_BUSY) && (t != GARQ_FOREVER) &&
	       (s->tries++ < FORMS_TRIES))
		rc = _try_from(s, t, &t);
	s->a->shape.tight = tight;
	return rc;
}

/* The shapes of or:, in their order. RET as _try_form() */
static int _try_shapes(search_t *s)
{
	const wishes_t *w = &s->a->request->wishes;
	int rc = REFUSED_BUSY;

	for (uint32_t i = 0; (i < w->shape_cnt) && (rc == REFUSED_BUSY); i++)
		rc = _try_form(s, w->shapes[i].num_cn,
			  (time_t) w->shapes[i].minutes * 60);
	return rc;
}

static time_t _least_duration(const search_t *s)
{
	uint32_t minutes = s->a->request->wishes.least_minutes;

	return minutes ? (time_t) minutes * 60 : s->asked_duration;
}

static uint32_t _least_nodes(const search_t *s)
{
	uint32_t num_cn = s->a->request->wishes.least_cn;

	return num_cn ? num_cn : s->asked_cn;
}

/* Set one side of the best form: nodes, or minutes. RET as _try_form() */
static int _try_side(search_t *s, bool nodes, uint64_t at)
{
	time_t duration = nodes ? s->duration :
				  MIN((time_t) at * 60, s->asked_duration);
	uint32_t num_cn = nodes ? (uint32_t) at : s->num_cn;

	if ((num_cn == s->asked_cn) && (duration == s->asked_duration))
		return REFUSED_BUSY;	/* as before */
	return _try_form(s, num_cn, duration);
}

/* Make one side of the best form as large as there is room. RET 0 or ESTALE */
static int _grow_side(search_t *s, bool nodes)
{
	uint64_t has = nodes ? s->num_cn : (uint64_t) s->duration / 60;
	uint64_t not = nodes ? s->asked_cn :
			       ((uint64_t) s->asked_duration + 59) / 60;
	int rc = (has < not) ? _try_side(s, nodes, not) : 0;

	while ((rc == REFUSED_BUSY) && (not - has > 1)) {
		uint64_t half = has + ((not - has) / 2);

		rc = _try_side(s, nodes, half);
		if (rc == 0)
			has = half;
		else
			not = half;
		rc = (rc == ESTALE) ? ESTALE : REFUSED_BUSY;
	}
	return (rc == ESTALE) ? ESTALE : 0;
}

/* The best form between the least one and that which is asked for. */
static int _try_between(search_t *s)
{
	const wishes_t *w = &s->a->request->wishes;
	int rc;

	if ((_least_nodes(s) == s->asked_cn) &&
	    (_least_duration(s) == s->asked_duration))
		return REFUSED_BUSY;
	rc = _try_form(s, _least_nodes(s), _least_duration(s));
	if (!rc)
		rc = _grow_side(s, w->prefer_nodes);
	return rc ? rc : _grow_side(s, !w->prefer_nodes);
}

/* Others give nodes or time to a form. RET 0 or REFUSED_BUSY */
static int _squeeze(search_t *s, uint32_t num_cn, time_t duration)
{
	placement_t placement;

	if (!_set_useful(s, num_cn, duration) ||
	    !squeeze_find(s->office, &s->a->shape, s->a->now, &placement))
		return REFUSED_BUSY;
	return _take_place(s, &placement) ? 0 : REFUSED_BUSY;
}

static int _squeeze_all(search_t *s)
{
	int rc = _squeeze(s, s->asked_cn, s->asked_duration);

	return (rc && wishes_elastic(&s->a->request->wishes)) ?
		_squeeze(s, _least_nodes(s), _least_duration(s)) : rc;
}

static int _find_form(search_t *s)
{
	int rc = _try_form(s, s->asked_cn, s->asked_duration);

	if (rc == REFUSED_BUSY)
		rc = _try_shapes(s);
	if (rc == REFUSED_BUSY)
		rc = _try_between(s);
	return (rc == REFUSED_BUSY) ? _squeeze_all(s) : rc;
}

/* OUT ret - the refusal, of the form in a->shape */
static void _tell_refused(search_t *s, refusal_t *ret)
{
	if (s->refused)
		_set_form(s, s->refused_cn, s->refused_duration);
	else
		_set_form(s, s->asked_cn, s->asked_duration);
	*ret = s->refusal;
	ret->dear = s->bound.dear;
	ret->beyond = bound_beyond_text(&s->bound);
	if (!s->refused)
		ret->rc = (ret->beyond && !(ret->dear > 0)) ? REFUSED_DENIED :
							      REFUSED_BUSY;
}

/* The best of several forms. */
int forms_admit(office_t *office, ask_t *a, placement_t *ret_placement,
		refusal_t *ret_refusal)
{
	search_t s = _search_of(office, a);
	int rc;

	s.bound = bound_new(office, a);
	rc = _find_form(&s);
	if (rc && s.found)
		placement_free(&s.placement);
	if (rc == REFUSED_BUSY)
		_tell_refused(&s, ret_refusal);
	bound_free(&s.bound);
	if (rc == REFUSED_BUSY)
		return rc;
	if (s.refused)
		refusal_free(&s.refusal);
	_set_form(&s, rc ? s.asked_cn : s.num_cn,
		  rc ? s.asked_duration : s.duration);
	if (!rc)
		*ret_placement = s.placement;
	return rc;
}

/* --- limits --- */

/* Return true if a form other than that which is asked for is allowed. */
static bool _allows_another(search_t *s)
{
	const wishes_t *w = &s->a->request->wishes;
	bool allowed = false;

	for (uint32_t i = 0; !allowed && (i < w->shape_cnt); i++) {
		_set_form(s, w->shapes[i].num_cn,
			  (time_t) w->shapes[i].minutes * 60);
		allowed = _is_allowed(s);
	}
	if (!allowed) {
		_set_form(s, _least_nodes(s), _least_duration(s));
		allowed = _is_allowed(s);
	}
	_set_form(s, s->asked_cn, s->asked_duration);
	return allowed;
}

int forms_check(office_t *office, ask_t *a)
{
	search_t s = _search_of(office, a);
	int rc = _check_wishes(office, a);

	if (rc || !a->limited || !a->verb->limits)
		return rc;
	rc = a->verb->limits(office, a);
	if (!rc || !wishes_elastic(&a->request->wishes) || !_allows_another(&s))
		return rc;
	free_null(a->text);
	return 0;
}

/* --- the booking ---------------------------------------------------------- */

/* Return true if a booking may grow to the form that was asked for. */
static bool _may_grow(office_t *office, ask_t *a, uint32_t num_cn,
		      time_t duration)
{
	search_t s = _search_of(office, a);
	bool may;

	if (!a->request->wishes.grow)
		return false;
	s.bound = bound_new(office, a);
	may = _set_useful(&s, num_cn, duration);
	bound_free(&s.bound);
	_set_form(&s, s.asked_cn, s.asked_duration);
	return may;
}

void forms_set_size(office_t *office, ask_t *a, uint32_t num_cn,
		    time_t duration)
{
	const wishes_t *w = &a->request->wishes;
	const shape_t *form = &a->shape;

	if (a->job || form->pinned || form->each || (form->num_cn > num_cn) ||
	    (form->duration > duration) || (form->num_cn < w->least_cn) ||
	    (form->duration < (time_t) w->least_minutes * 60))
		return;
	a->size.least_cn = w->least_cn;
	a->size.least_minutes = w->least_minutes;
	if (!_may_grow(office, a, num_cn, duration))
		return;
	a->size.most_cn = num_cn;
	a->size.most_minutes = (uint32_t) (duration / 60);
}
