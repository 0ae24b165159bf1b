/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/open/offers.h"
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
