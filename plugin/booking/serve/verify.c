/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/param.h>

#include "garq/grow.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/verify.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/view/view.h"
#include "plugin/memory/memory.h"

/* From t on, one node more (1) or less (-1) is held. */
typedef struct {
	time_t t;
	int change;
} edge_t;

typedef struct {
	office_t *office;
	FILE *out;
	time_t now;
	struct timeval clock;
	uint32_t node_cnt;
	edge_t *edges;
	size_t edge_cnt;
	size_t edge_cap;
	/* the run of holds that touch or overlap on the present node */
	time_t run_s;
	time_t run_e;		/* == run_s: there is none */
} look_t;

struct verify_state {
	uint64_t serial;
};

/* --- holders --- */

static void _tell_holder(office_t *office, const look_t *l, uint64_t id)
{
	view_holder_t who;

	if (!view_holder(office, id, &who))
		fprintf(l->out, "NOBODY %"PRIx64"\n", id);
	else if (who.kind == VIEW_JOB)
		fprintf(l->out, "JOB %u\n", who.job_id);
	else if (who.kind == VIEW_PENDING)
		fprintf(l->out, "PENDING %s\n", who.name);
	else if (who.kind == VIEW_NODE_DOWN)
		fprintf(l->out, "DOWN %s\n",
			office->host->nodes->name(office, who.node));
	else
		fprintf(l->out, "RESV %s\n", who.name);
}

/* --- nodes --- */

static void _add_edge(look_t *l, time_t t, int change)
{
	(void) memory_done(GARQ_GROW(l->edges, l->edge_cnt + 1, 64,
				     &l->edge_cap));
	l->edges[l->edge_cnt++] = (edge_t) { .t = t, .change = change };
}

static void _run_over(look_t *l)
{
	if (l->run_s == l->run_e)
		return;
	_add_edge(l, l->run_s, 1);
	if (l->run_e < GARQ_FOREVER)
		_add_edge(l, l->run_e, -1);
	l->run_s = l->run_e = 0;
}

/* A garq_nodes_fn, for the holds of one node: in order of their start. */
static bool _tell_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	look_t *l = arg;

	(void) node;
	t_s = MAX(t_s, l->now);
	if ((l->run_s == l->run_e) || (t_s > l->run_e)) {
		_run_over(l);
		l->run_s = t_s;
		l->run_e = t_e;
	} else {
		l->run_e = MAX(l->run_e, t_e);
	}
	if (t_e < GARQ_FOREVER)
		fprintf(l->out, "hold %lld %lld ", (long long) t_s,
			(long long) t_e);
	else
		fprintf(l->out, "hold %lld never ", (long long) t_s);
	_tell_holder(l->office, l, id);
	return true;
}

static void _tell_node(office_t *office, look_t *l, uint32_t node)
{
	garq_set_t *one = memory_there(garq_set_create(l->node_cnt));

	garq_set_add(one, node);
	fprintf(l->out, "node %s\n", office->host->nodes->name(office, node));
	garq_nodes_each(garq_machine_nodes(view_machine(office)), one, l->now,
			GARQ_FOREVER, GARQ_NO_GROUP, _tell_hold, l);
	_run_over(l);
	garq_set_destroy(one);
}

/* --- counts --- */

static int _by_time(const void *a, const void *b)
{
	const edge_t *x = a, *y = b;

	return (x->t > y->t) - (x->t < y->t);
}

static void _tell_exact(look_t *l)
{
	uint32_t num_free = l->node_cnt, visible = UINT32_MAX;
	time_t t = l->now;
	size_t i = 0;

	if (l->edge_cnt)	/* else edges may be NULL */
		qsort(l->edges, l->edge_cnt, sizeof(*l->edges), _by_time);
	do {
		for (; (i < l->edge_cnt) && (l->edges[i].t <= t); i++)
			num_free -= l->edges[i].change;
		if (num_free != visible)
			fprintf(l->out, "exact %lld %u\n", (long long) t,
				num_free);
		visible = num_free;
		if (i < l->edge_cnt)
			t = l->edges[i].t;
	} while (i < l->edge_cnt);
}

/* A garq_profile_fn */
static bool _tell_slots(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	look_t *l = arg;

	(void) t_e;
	fprintf(l->out, "slots %lld %u\n", (long long) t_s, num_free);
	return true;
}

static void _tell_pool(office_t *office, look_t *l, uint32_t pool)
{
	const garq_machine_t *m = view_machine(office);

	fprintf(l->out, "pool");
	for (uint32_t i = 0; i < l->node_cnt; i++)
		if (garq_machine_pool(m, i) == pool)
			fprintf(l->out, " %s",
				office->host->nodes->name(office, i));
	fprintf(l->out, "\n");
	(void) garq_profile(garq_machine_counts(m, pool), l->now, GARQ_FOREVER,
			    _tell_slots, l);
}

/* --- licenses --- */

typedef struct {
	const look_t *look;
	const char *license;
} license_look_t;

/* A garq_nodes_fn */
static bool _tell_taken(void *arg, uint64_t id, uint32_t node, time_t t_s,
			time_t t_e)
{
	const license_look_t *l = arg;
	const view_resv_t *v = view_find_id(l->look->office, id);

	(void) node;
	t_s = MAX(t_s, l->look->now);
	if (t_e < GARQ_FOREVER)
		fprintf(l->look->out, "taken %lld %lld", (long long) t_s,
			(long long) t_e);
	else
		fprintf(l->look->out, "taken %lld never", (long long) t_s);
	fprintf(l->look->out, " %u %s\n",
		v ? lic_held(&v->held_licenses, l->license) : 0,
		v ? v->name : "?");
	return true;
}

/* A lic_profile_fn */
static bool _tell_held(void *arg, time_t t_s, time_t t_e, uint32_t num)
{
	const look_t *l = arg;

	(void) t_e;
	fprintf(l->out, "held %lld %u\n", (long long) t_s, num);
	return true;
}

static void _tell_licenses(office_t *office, look_t *l)
{
	license_look_t of = { .look = l };

	for (uint32_t i = 0; (of.license = lic_name(view_licenses(office), i));
	     i++) {
		fprintf(l->out, "license %s\n", of.license);
		lic_each(view_licenses(office), of.license, l->now,
			 GARQ_FOREVER, GARQ_NO_GROUP, _tell_taken, &of);
		lic_profile(view_licenses(office), of.license, _tell_held, l);
	}
}

static void _tell_head(office_t *office, const look_t *l, const char *broken)
{
	fprintf(l->out,
		"garq.counts 1\nserial %"PRIu64
		"\nnow %lld\nlooked %lld.%06ld\n",
		office->verify->serial, (long long) l->now,
		(long long) l->clock.tv_sec, (long) l->clock.tv_usec);
	fprintf(l->out,
		"delta %u\nhorizon %lld\nreturn %u\ncheck %s\nfaults %"PRIu64
		"\n",
		office->options.delta,
		(long long) office->options.horizon * 86400,
		office->options.node_return,
		broken ? broken : "ok", office->fault_cnt);
	fprintf(l->out, "files %"PRIu32"\nshifts %s\nnodes %u\n",
		office_faulty_files(office),
		invariant_stops_shifts(office) ? "stopped" : "ok", l->node_cnt);
}

static void _tell_counts(office_t *office, look_t *l, const char *broken)
{
	const garq_machine_t *m = view_machine(office);

	l->now = garq_machine_now(m);
	l->node_cnt = garq_nodes_size(garq_machine_nodes(m));
	_tell_head(office, l, broken);
	for (uint32_t i = 0; i < l->node_cnt; i++)
		_tell_node(office, l, i);
	_tell_exact(l);
	for (uint32_t i = 0; i < garq_machine_pools(m); i++)
		_tell_pool(office, l, i);
	_tell_licenses(office, l);
	fprintf(l->out, "end %"PRIu64"\n", office->verify->serial);
	free_null(l->edges);
}

char *verify_make_report(office_t *office, const struct timeval *clock,
			 size_t *ret_size)
{
	const char *broken = NULL;
	look_t look = { .office = office, .clock = *clock };
	char *text = NULL;

	office->verify->serial++;
	if (garq_machine_check(view_machine(office), &broken) &&
	    lic_check(view_licenses(office), &broken) &&
	    view_accounts_check(office, &broken) &&
	    charge_check(office, &broken) &&
	    park_check(office, clock->tv_sec, &broken))
		broken = NULL;
	else if (text_same(broken, GARQ_CHECK_NO_MEMORY))
		(void) memory_enough(ENOMEM);
	else
		invariant_broken(office, "verify", broken);
	look.out = memory_there(open_memstream(&text, ret_size));
	_tell_counts(office, &look, broken);
	if (ferror(look.out) || fclose(look.out))
		(void) memory_enough(ENOMEM);
	return text;
}

const office_state_t verify_state = OFFICE_STATE(verify, NULL, NULL);
