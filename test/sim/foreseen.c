/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/open/offers.h"
#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/place/loss/taken.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "test/sim/foreseen.h"
#include "test/sim/host.h"

/* What the query has answered; NULL: nothing. */
static char *said;
static int said_rc;

/* The next offer of an answer, as text from its start on. RET NULL: none */
static const char *_next_offer(const char *text, int64_t *t_s, int64_t *t_e,
			       uint32_t *num_cn)
{
	const char *at = strstr(text, ANSWER_OFFER "=");

	if (at && (at = strstr(at, " start=")) &&
	    (sscanf(at, " start=%" SCNd64 " end=%" SCNd64 " nodes=%" SCNu32,
		    t_s, t_e, num_cn) == 3))
		return at;
	return NULL;
}

/* Its words in front of the name, and the name that asks. */
static void _set_name(const asked_t *a, request_t *r)
{
	size_t front = strlen(r->name) - strlen(a->name);
	char *name = text_printf("%.*s%s", (int) front, r->name,
				 OFFERS_QUERY);

	request_set(&r->name, name);
	free(name);
}

void foreseen_ask(const asked_t *a)
{
	request_t r = request_copy(&a->request);
	ask_t ask = { .request = &r, .uid = a->uid, .now = world->now,
		      .program = true };

	_set_name(a, &r);
	ask.verb = serve_verb(OFFERS_QUERY, false);
	if (!host_look_up(&r)) {
		office->may_delete = serve_deletes(office, ask.verb);
		said_rc = serve(office, &ask);
		office->may_delete = false;
		said = text_dup(ask.text ? ask.text : "");
	}
	(void) plugin_finish(&ask);
	ask_free(&ask);
	request_free(&r);
}

/* The booking is the one offer. */
static void _check_booked(const asked_t *a)
{
	const view_resv_t *v = view_find(office, a->resv);
	uint32_t num_cn = 0, has = (v && v->nodes) ?
				   garq_set_count(v->nodes) : 0;
	int64_t t_s = 0, t_e = 0;
	const char *at = _next_offer(said, &t_s, &t_e, &num_cn);

	if (!v || !v->booking)
		return;
	if (!at || (t_s != v->start) || (t_e != v->end) || (num_cn != has))
		world_fail("%s: it was booked from %lld to %lld on %u nodes, and the query has said %d, %s",
			   a->name, (long long) v->start, (long long) v->end,
			   has, said_rc, said);
	if (_next_offer(at, &t_s, &t_e, &num_cn))
		world_fail("%s: it was booked, and the query has offered something else as well: %s",
			   a->name, said);
	world->stats.foreseen++;
}

/* What was asked for was no offer. */
static void _check_refused(const asked_t *a)
{
	const terms_t *t = &a->terms;
	uint32_t num_cn = 0;
	int64_t t_s = 0, t_e = 0;

	for (const char *at = _next_offer(said, &t_s, &t_e, &num_cn); at;
	     at = _next_offer(at, &t_s, &t_e, &num_cn))
		if ((t_s >= t->t_esr) && (t_s <= t->t_lsr) &&
		    (num_cn >= t->num_cn) && (t_e - t_s >= t->length))
			world_fail("%s: it was refused, %s, and the query has offered it: %s",
				   a->name, a->ask.text ? a->ask.text : "",
				   said);
	world->stats.foreseen++;
}

/* The leaf switches of num_cn nodes at the fewest (host_set_switches()). */
static uint32_t _fewest(const garq_set_t *nodes, uint32_t num_cn)
{
	uint32_t at[WORLD_NODES_MAX / 4 + 1] = { 0 }, cnt = 0;

	GARQ_SET_EACH(i, nodes)
		at[i / 4]++;
	for (uint32_t most = 4; most && num_cn; most--)
		for (uint32_t i = 0; num_cn && (i <= WORLD_NODES_MAX / 4); i++)
			if (at[i] == most) {
				num_cn -= most < num_cn ? most : num_cn;
				cnt++;
			}
	return num_cn ? UINT32_MAX : cnt;
}

/* The nodes that might be those of a booking: its own, and free ones. */
static garq_set_t *_possible_nodes(const view_resv_t *v)
{
	const garq_set_t *fit = view_lrh_eligible(office, v);
	garq_set_t *nodes = fake_need(garq_set_copy(v->nodes));
	garq_set_t *more = fake_need(garq_set_create(v->nodes->size));

	if (fit)
		(void) garq_nodes_free(garq_machine_nodes(view_machine(office)),
				       fit, v->start, v->end, v->id, more);
	garq_set_add_all(nodes, more);
	garq_set_destroy(more);
	return nodes;
}

void foreseen_switches(const asked_t *a)
{
	const view_resv_t *v = view_find(office, a->resv);
	uint32_t wish = a->terms.switches, num_cn;
	garq_set_t *nodes;

	if (a->rc || !wish || !v || !v->booking || !v->nodes ||
	    a->ask.shifted.from_cnt || a->is_change ||
	    (office->options.shift == OPTIONS_SHIFT_PAPER) ||
	    ((a->kind != ASKED_CREATE) && (a->kind != ASKED_ACCEPT)))
		return;
	num_cn = garq_set_count(v->nodes);
	nodes = _possible_nodes(v);
	if ((_fewest(v->nodes, num_cn) > wish) &&
	    (_fewest(nodes, num_cn) <= wish))
		world_fail("%s wishes for %u leaf switches, which there are, and is on %s",
			   a->resv, wish, v->attrs.node_list);
	garq_set_destroy(nodes);
	world->stats.foreseen++;
}

void foreseen_check(const asked_t *a)
{
	if (!said)
		return;
	if (!a->rc && !said_rc)
		_check_booked(a);
	else if (!a->rc && (said_rc == REFUSED_BUSY))
		world_fail("%s: it was booked, and the query has said %s",
			   a->name, said);
	else if (a->rc == REFUSED_BUSY)
		_check_refused(a);
	free_null(said);
}

/* --- maintenance ---------------------------------------------------------- */

#define NAMES 512
#define LOOKS 64

typedef struct {
	char name[64];
	bool lacks;		/* nodes */
} whole_t;

/* Whom the maintenance would hit; NULL: nobody was asked. */
static char *hits;
static whole_t all[NAMES];
static size_t all_cnt;

/* Why it lacks nodes; NULL: it lacks none. RET free() */
static char *_lack(view_resv_t *v)
{
	char *why = NULL;
	taken_t taken;

	taken_from(office, v, world->now, &taken);
	if (taken_any(&taken))
		why = taken_why(office, v, &taken);
	taken_free(&taken);
	return why;
}

static bool _lacks(view_resv_t *v)
{
	char *why = _lack(v);
	bool lacks = why;

	free(why);
	return lacks;
}

static void _note_whole(view_resv_t *v, void *arg)
{
	(void) arg;
	if (!v->booking || (all_cnt == NAMES))
		return;
	all[all_cnt] = (whole_t) { .lacks = _lacks(v) };
	fake_copy(all[all_cnt].name, sizeof(all[all_cnt].name), v->name);
	all_cnt++;
}

/* RET false: it goes on, or nothing can be placed now */
static bool _repair(void)
{
	bool goes_on = true;

	for (int i = 0; goes_on && (i < LOOKS); i++) {
		if (!plugin_sync())
			return false;
		(void) repair_all(office, world->now);
		goes_on = repair_goes_on(office);
	}
	return !goes_on && plugin_sync();
}

void foreseen_ask_maint(const asked_t *a)
{
	request_t r = request_copy(&a->request);
	ask_t ask = { .request = &r, .uid = a->uid, .now = world->now,
		      .program = true };

	request_set(&r.name, OFFERS_QUERY);
	ask.verb = serve_verb(OFFERS_QUERY, false);
	all_cnt = 0;
	if (_repair() && !host_look_up(&r) && !serve(office, &ask)) {
		hits = text_dup(ask.text);
		view_each(office, _note_whole, NULL);
	}
	(void) plugin_finish(&ask);
	ask_free(&ask);
	request_free(&r);
}

/* The value of a field of a line; "": it has none. */
static void _field(const char *line, const char *key, char ret[256])
{
	const char *at = strstr(line, key);

	at = at ? at + strlen(key) : "";
	snprintf(ret, 256, "%.*s", (int) strcspn(at, " "), at);
}

static bool _is_at(const view_resv_t *v, const char *start, const char *nodes)
{
	char *list = v->nodes ? office->host->nodes->list(office, v->nodes) :
				NULL;
	time_t t_s = (v->start > world->now) ? v->start : v->attrs.first_start;
	bool is = (strtoll(start, NULL, 10) == t_s) &&
		  (!nodes[0] || (list && !strcmp(list, nodes)));

	free(list);
	return is;
}

/* True if it is where it was told to be, and lacks nodes if that was told. */
static bool _is_as_told(const char *line, const view_resv_t *v, bool lacks)
{
	char outcome[256], start[256], nodes[256];
	bool whole;

	_field(line, " outcome=", outcome);
	_field(line, " start=", start);
	_field(line, " nodes=", nodes);
	whole = !strcmp(outcome, "kept") || !strcmp(outcome, "moved");
	return (lacks == !whole) && _is_at(v, start, nodes);
}

/* True if its next repair comes later: it lacked nodes before, or a request that
 * changes it is not answered yet. */
static bool _waits(const view_resv_t *v)
{
	size_t i = 0;

	if (unwritten_waits(office, v))
		return true;
	while ((i < all_cnt) && strcmp(all[i].name, v->name))
		i++;
	return (i < all_cnt) && all[i].lacks && (v->repair_at > world->now);
}

/*
 * Compare a booking that is hit with its line of the answer.
 * RET false: it waits for its next repair, so the next ones may be elsewhere
 */
static bool _check_hit(const char *line)
{
	view_resv_t *v;
	char name[256], *lack;

	_field(line, " booking=", name);
	v = view_find(office, name);
	if (!v || !v->booking || v->booking->stand_in)
		return true;
	if (_waits(v))
		return false;
	lack = _lack(v);
	if (!_is_as_told(line, v, lack))
		world_fail("a maintenance would do this: %s; and %s begins at %lld on %s, and lacks nodes: %s",
			   line, name, (long long) v->start,
			   v->attrs.node_list ? v->attrs.node_list : "none",
			   lack ? lack : "none");
	free(lack);
	world->stats.hits++;
	return true;
}

/* Who lacks nodes now, and did not, was told. */
static void _check_unhit(void)
{
	for (size_t i = 0; i < all_cnt; i++) {
		view_resv_t *v = view_find(office, all[i].name);
		char *key = text_printf(" booking=%s ", all[i].name);

		if (v && v->booking && !all[i].lacks && _lacks(v) &&
		    !strstr(hits, key))
			world_fail("%s lacks nodes by a maintenance that did not foretell it: %s",
				   all[i].name, hits);
		free(key);
	}
}

void foreseen_check_maint(const asked_t *a)
{
	char *next, *line;

	if (hits && !a->rc && _repair()) {
		_check_unhit();
		line = strtok_r(hits, "\n", &next);
		while (line && !strstr(line, " cut=1") &&
		       (!strstr(line, " outcome=") || _check_hit(line)))
			line = strtok_r(NULL, "\n", &next);
		world->stats.maints++;
	}
	free_null(hits);
}
