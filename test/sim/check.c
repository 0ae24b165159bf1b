/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/time.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/serve/verify.h"
#include "plugin/booking/view/office.h"
#include "test/sim/check.h"
#include "test/sim/good_nodes.h"
#include "test/sim/host.h"
#include "test/sim/promises.h"
#include "test/sim/rows.h"

#define SAMPLES 3	/* times at which a check counts */
#define REPORT_EACH 32	/* checks: verify.h is slow */

/* A reservation, as a plain value. */
typedef struct {
	const char *name;
	time_t start;
	time_t end;
	mask_t nodes;
	const units_t *units;	/* of these; the view's */
	uint32_t licenses;
	bool shares;		/* may have nodes that others have */
} place_t;

static place_t places[2 * WORLD_RECORDS];
static uint32_t cnt;

static void _note_place(view_resv_t *v, void *arg)
{
	const booking_t *b = v->booking;
	bool whole = !b || !(b->part || b->stand_in);

	(void) arg;
	if (cnt == sizeof(places) / sizeof(places[0]))
		world_fail("too many reservations to check");
	places[cnt++] = (place_t) {
		.name = v->name,
		/* Slurm moves the start of a begun one that gets other nodes;
		 * the clock may be put back before that. */
		.start = MIN(v->start, v->attrs.first_start),
		.end = v->end,
		.nodes = host_mask(v->nodes),
		.units = &v->attrs.units,
		.licenses = fake_license_cnt(whole ? v->licenses :
						       b->licenses),
		.shares = !v->booking,
	};
}

static bool _meet(const place_t *a, const place_t *b)
{
	return (a->nodes & b->nodes) && !a->shares && !b->shares &&
	       units_cross(a->units, b->units) &&
	       (MAX(a->start, b->start) < MIN(a->end, b->end)) &&
	       (MIN(a->end, b->end) > world->now);
}

/* May they have a node at the same time? */
static bool _may_meet(const place_t *a, const place_t *b)
{
	return promises_was_over(a->name, a->end) ||
	       promises_was_over(b->name, b->end) ||
	       promises_both(a->name, b->name);
}

/* No two bookings have a node at the same time. */
static void _check_doubles(void)
{
	char list[HOST_LIST];

	for (uint32_t i = 0; i < cnt; i++) {
		const place_t *a = &places[i];

		for (uint32_t k = i + 1; k < cnt; k++) {
			const place_t *b = &places[k];

			if (!_meet(a, b) || _may_meet(a, b))
				continue;
			world_fail("%s (%lld to %lld) and %s (%lld to %lld) are both on %s",
				   a->name, (long long) (a->start - world->began),
				   (long long) (a->end - world->began),
				   b->name, (long long) (b->start - world->began),
				   (long long) (b->end - world->began),
				   host_list(a->nodes & b->nodes, list));
		}
	}
}

/* Each record of Slurm's list has an entry, and is the record of the entry. */
static void _check_list(void)
{
	for (uint32_t i = 0; i < fake.linked_cnt; i++) {
		const view_resv_t *v = view_find(office, fake.linked[i]->name);

		if (!v || (v->rec != fake.linked[i]) || !v->linked)
			world_fail("record %s is in the list, and the view does not know it",
				   fake.linked[i]->name);
	}
}

static mask_t _held_at(time_t t)
{
	mask_t held = host_down_at(t);

	for (uint32_t i = 0; i < cnt; i++)
		if ((places[i].start <= t) && (places[i].end > t))
			held |= places[i].nodes;
	for (int i = 0; i < WORLD_JOBS; i++) {
		const world_job_t *job = &world->jobs[i];
		time_t end = (job->limit > world->now) ? job->limit :
							 world->now + 60;

		if (job->id && (end > t))
			held |= job->nodes;
	}
	return held & world->conf.nodes;
}

/* A node that is down counts as back after garq_return, in steps of an hour. */
static void _check_returns(void)
{
	time_t wait = office->options.node_return;
	time_t now = view_now(office);

	for (uint32_t i = 0; i < view_size(office); i++) {
		time_t back = view_back_at(office, i);

		if (back && (wait ? (back < now + wait) ||
				    (back >= now + wait + 3600) :
				    (back != GARQ_FOREVER)))
			world_fail("node %u is down, and counts as back at %lld",
				   i, (long long) (back - world->began));
	}
}

/* A garq_nodes_fn: note the nodes that a change frees which is not durable. */
static bool _note_pending(void *arg, uint64_t id, uint32_t node, time_t t_s,
			  time_t t_e)
{
	view_holder_t who;
	mask_t *pending = arg;

	(void) t_s;
	(void) t_e;
	if (view_holder(office, id, &who) && (who.kind == VIEW_PENDING))
		*pending |= host_index_mask(node);
	return true;
}

static void _check_nodes_at(time_t t)
{
	garq_set_t *all = host_set(world->conf.nodes);
	uint32_t has, should;
	mask_t pending = 0;

	if (!all)
		return;
	garq_nodes_each(garq_machine_nodes(view_machine(office)), all, t, t + 1,
			GARQ_NO_GROUP, _note_pending, &pending);
	if (pending && !world->uncommitted)
		world_fail("at %lld nodes %llx are kept for an undo, and no request waits",
			   (long long) (t - world->began),
			   (unsigned long long) pending);
	should = (uint32_t) __builtin_popcountll(
		world->conf.nodes & ~_held_at(t) & ~pending);
	has = garq_nodes_free(garq_machine_nodes(view_machine(office)), all, t,
			      t + 1, GARQ_NO_GROUP, NULL);
	garq_set_destroy(all);
	if (has != should)
		world_fail("at %lld the view counts %u free nodes, there are %u",
			   (long long) (t - world->began), has, should);
}

static void _check_licenses_at(time_t t)
{
	lic_t want = { .name = (char *) "sw", .num = 1 };
	uint32_t held = 0;

	for (uint32_t i = 0; i < cnt; i++)
		if ((places[i].start <= t) && (places[i].end > t))
			held += places[i].licenses;
	want.total = held;
	if (!lic_short(view_licenses(office), &want, t, t + 1).missing)
		world_fail("at %lld the view counts fewer than %u licenses",
			   (long long) (t - world->began), held);
	want.total = held + 1;
	if (lic_short(view_licenses(office), &want, t, t + 1).missing)
		world_fail("at %lld the view counts more than %u licenses",
			   (long long) (t - world->began), held);
	if (!world->weather.conf && (held > world->conf.licenses))
		world_fail("at %lld %u licenses are booked, of %u",
			   (long long) (t - world->began), held,
			   world->conf.licenses);
}

/* Just after, or just before, something begins or ends; or any time. */
static time_t _sample(void)
{
	time_t t = world->now;

	if (cnt && !world_one_in(4)) {
		const place_t *at = &places[world_below(cnt)];

		t = world_one_in(2) ? at->start : at->end;
		t -= world_below(2);
	} else {
		t += world_below(2 * 86400);
	}
	return MAX(t, world->now);
}

static void _check_report(void)
{
	struct timeval clock = { .tv_sec = world->now };
	size_t size;
	char *report = verify_make_report(office, &clock, &size);

	if (!strstr(report, "\ncheck ok\n"))
		world_fail("the counts are broken: %.200s", report);
	free(report);
}

void check_all(void)
{
	world->stats.checks++;
	cnt = 0;
	view_each(office, _note_place, NULL);
	promises_check();
	good_nodes_check();
	rows_check_charges();
	_check_doubles();
	_check_list();
	_check_returns();
	for (int i = 0; i < SAMPLES; i++) {
		time_t t = _sample();

		_check_nodes_at(t);
		_check_licenses_at(t);
	}
	if (world->stats.checks % REPORT_EACH == 0)
		_check_report();
}
