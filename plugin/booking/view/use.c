/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "garq/idmap.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/use.h"
#include "plugin/booking/view/view_feed.h"
#include "plugin/memory/memory.h"

/* Seconds after its start from which on a booking that is new was made before,
 * by somebody else. */
#define LATE 60

struct use_state {
	struct garq_idmap counted;	/* ends of jobs, by their ids */
	time_t walk_began;	/* the present walk */
	time_t walked;		/* all jobs that ended before count already */
	LIST_HEAD(, view_resv) changed;	/* those with use_changed */
	booking_use_row_t *closed;	/* of bookings that were closed */
	size_t closed_cnt;
	time_t taken;		/* by use_take() */
};

static void _set_changed(office_t *office, view_resv_t *v, bool changed)
{
	if (changed == v->use_changed)
		return;
	v->use_changed = changed;
	if (changed)
		LIST_INSERT_HEAD(&office->use->changed, v, among_changed);
	else
		LIST_REMOVE(v, among_changed);
}

/* --- what the record has -------------------------------------------------- */

booking_use_t use_until(const view_resv_t *v, time_t now)
{
	booking_use_t use = v->booking->use;

	booking_use_settle(&use, v->booking->start, v->booking->end, now);
	return use;
}

/* A booking that nobody knew of before asks for the rest of its time. */
static void _enter_booking(view_resv_t *v, time_t now)
{
	booking_t *b = v->booking;
	time_t from = b->start;

	if (now > b->start + LATE) {
		from = MIN(now, b->end);
		v->use_from = b->use.used_until = now;
	}
	b->use.asked = (int64_t) (b->end - from) * v->cpus;
}

/* The booking has the CPUs of its record from now on. */
static void _set_cpus(office_t *office, view_resv_t *v, time_t now)
{
	booking_t *b = v->booking;

	if ((b->use.cpus != v->cpus) || !b->use.asked)
		_set_changed(office, v, true);
	b->use = use_until(v, now);
	b->use.cpus = v->cpus;
	if (!b->use.asked)
		_enter_booking(v, now);
}

void use_see(office_t *office, view_resv_t *v, uint32_t cpus, time_t now)
{
	bool same = v->cpus_known && (v->cpus == cpus);

	v->cpus = cpus;
	v->cpus_known = true;
	if (v->booking && !same)
		_set_cpus(office, v, now);
}

void use_begin(office_t *office, view_resv_t *v)
{
	v->use_from = v->booking->use.used_until;
	if (v->cpus_known)
		_set_cpus(office, v, view_now(office));
}

/* --- what jobs use -------------------------------------------------------- */

/* True if the end of a job is noted; else note it. */
static bool _note_end(office_t *office, uint32_t job_id, time_t end)
{
	struct garq_idmap *map = &office->use->counted;
	void *value = (void *) (uintptr_t) end;

	if (garq_idmap_get(map, job_id) == value)
		return true;
	(void) garq_idmap_del(map, job_id);
	(void) memory_done(garq_idmap_reserve(map));
	garq_idmap_put(map, job_id, value);
	return false;
}

static void _count_job(office_t *office, view_resv_t *v, uint32_t job_id,
		   const job_span_t *span)
{
	booking_t *b = v->booking;
	time_t from = MAX(span->start, b->start), to = MIN(span->end, b->end);

	if (_note_end(office, job_id, span->end))
		return;
	if (to > from)
		b->use.used += (int64_t) MAX(to - from - span->paused, 0) *
			       span->cpus;
	b->use.used_until = MAX(b->use.used_until, span->end);
	_set_changed(office, v, true);
}

void use_met(office_t *office, view_resv_t *v, uint32_t job_id,
	     const job_span_t *span)
{
	if (v->booking && (span->end > MAX(office->use->walked, v->use_from)))
		_count_job(office, v, job_id, span);
}

void use_walk_begins(office_t *office, time_t now)
{
	office->use->walk_began = now;
}

/* It may not have met a job that ended in the second in which it began. */
void use_walk_ended(office_t *office)
{
	struct garq_idmap old = office->use->counted, *map =
					&office->use->counted;
	const struct garq_idmap_entry *e;
	uint32_t pos = 0;

	office->use->walked = office->use->walk_began - 1;
	*map = (struct garq_idmap) { 0 };
	while ((e = garq_idmap_next(&old, &pos))) {
		if ((time_t) (uintptr_t) e->value <= office->use->walked)
			continue;
		(void) memory_done(garq_idmap_reserve(map));
		garq_idmap_put(map, e->entry.id, e->value);
	}
	garq_idmap_free(&old);
}

typedef struct {
	office_t *office;
	view_resv_t *v;
} end_arg_t;

/* Its record goes first, if a job has ended between two looks. */
static bool _count_ended(uint32_t job_id, void *arg)
{
	const end_arg_t *e = arg;
	job_span_t span;

	if (e->office->host->jobs->span(e->office, job_id, &span) && span.end)
		use_met(e->office, e->v, job_id, &span);
	return true;
}

/* --- for the ledger ------------------------------------------------------- */

static booking_use_row_t _read_use(const view_resv_t *v, time_t now)
{
	const booking_t *b = v->booking;

	return (booking_use_row_t) {
		.name = memory_text(b->name), .created = b->created,
		.creator = b->creator, .use = use_until(v, now),
	};
}

void use_replace(const view_resv_t *v, booking_t *b)
{
	const booking_t *is = v->booking;

	if (is && (is->created == b->created) && (is->creator == b->creator))
		b->use = is->use;
}

void use_end(office_t *office, view_resv_t *v)
{
	struct use_state *use = office->use;
	end_arg_t e = { .office = office, .v = v };
	time_t now = view_now(office);

	if (view_machine(office) && (v->booking->start <= now))
		(void) view_jobs_each(office, v->id, _count_ended, &e);
	_set_changed(office, v, false);
	v->booking->use = use_until(v, now);
	v->booking->use.cpus = 0;
	if (!v->booking->use.held_until && !v->booking->use.used)
		return;
	use->closed = memory_grow(use->closed, use->closed_cnt + 1,
				  sizeof(*use->closed));
	use->closed[use->closed_cnt++] = _read_use(v, now);
}

size_t use_take(office_t *office, time_t now, bool all,
		booking_use_row_t **ret)
{
	struct use_state *use = office->use;
	size_t cnt = use->closed_cnt;
	view_resv_t *v;

	if (!cnt && !all && (now >= use->taken) &&
	    (now < use->taken + USE_TAKEN))
		return 0;
	*ret = use->closed;
	use->closed = NULL;
	use->closed_cnt = 0;
	use->taken = now;
	while ((v = LIST_FIRST(&use->changed))) {
		*ret = memory_grow(*ret, cnt + 1, sizeof(**ret));
		(*ret)[cnt++] = _read_use(v, now);
		_set_changed(office, v, false);
	}
	return cnt;
}

static void _end_state(office_t *office)
{
	garq_idmap_free(&office->use->counted);
	booking_use_rows_free(office->use->closed, office->use->closed_cnt);
}

static void _begin_state(office_t *office)
{
	LIST_INIT(&office->use->changed);
}

const office_state_t use_state = OFFICE_STATE(use, _begin_state, _end_state);
