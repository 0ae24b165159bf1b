/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "contrib/eval/gap/gap_exact.h"
#include "contrib/eval/gap/gap_lp.h"
#include "contrib/eval/gap/gap_search.h"
#include "contrib/eval/gap/gap_small.h"
#include "contrib/eval/lrh/lrh_audit.h"
#include "contrib/eval/lrh/lrh_sim.h"
#include "contrib/eval/lrh/lrh_work.h"
#include "contrib/eval/base/random.h"

#define REQUESTS 9
#define NODES 4
#define STEPS 300	/* of the search */
#define SECONDS 60	/* for GLPK, which takes milliseconds */

const char *const gap_small_methods[GAP_SMALL_METHODS] = {
	"rigid", "first fit", "LRH", "all",
};

static void _make(uint64_t seed, uint32_t slack, struct flex_request *rq)
{
	for (int i = 0; i < REQUESTS; i++) {
		rq[i].num_cn = (uint32_t) eval_random_below(&seed, NODES) + 1;
		rq[i].t_e = (time_t) eval_random_below(&seed, 5) + 1;
		rq[i].t_esr = (time_t) eval_random_below(&seed, 8) + 1;
		rq[i].t_lsr = rq[i].t_esr;
		if (eval_random_below(&seed, 4))
			rq[i].t_lsr += (time_t) eval_random_below(&seed,
								 slack + 1);
	}
}

static int _bounds(const struct flex_work *w, struct gap_small *s)
{
	struct gap_prices prices;
	int rc;

	if (gap_flow_bound(w, &s->flow, &prices) < 0)
		return -1;
	rc = gap_price_bound(w, &prices, &s->cut);
	gap_prices_free(&prices);
	if (rc || (gap_lp(w, 1, SECONDS, &prices) < 0))
		return -1;
	rc = gap_price_bound(w, &prices, &s->lp);
	gap_prices_free(&prices);
	return rc;
}

/* Search on from the schedule of a method, if it is the best one so far. */
static int _search(const struct flex_work *w, struct flex_result *r,
		   uint64_t seed, struct gap_small *s)
{
	const struct gap_limits limits = { .seed = seed, .steps = STEPS };
	uint64_t steps;

	if (gap_search(w, &limits, r->fate, &steps) < 0)
		return -1;
	if (flex_audit(w, r, false)) {
		errno = EPROTO;
		return -1;
	}
	s->found = gap_value(w, r->fate);
	return 0;
}

static int _methods(const struct flex_work *w, uint64_t seed,
		    struct gap_small *s)
{
	for (int m = 0; m < GAP_SMALL_METHODS; m++) {
		struct flex_result r;
		int rc;

		if (flex_run(w, flex_method(gap_small_methods[m]), &r) < 0)
			return -1;
		s->method[m] = gap_value(w, r.fate);
		/* what was found is not worse than any method */
		for (uint32_t i = 0; i < r.cnt; i++) {
			garq_set_destroy(r.fate[i].nodes);
			r.fate[i].nodes = NULL;
		}
		rc = ((s->method[m] >= s->found) || !m) ?
			_search(w, &r, seed, s) : 0;
		flex_result_free(&r);
		if (rc < 0)
			return -1;
	}
	return 0;
}

extern int gap_small(uint64_t seed, uint32_t slack, struct gap_small *ret)
{
	struct flex_request request[REQUESTS + 1] = { 0 };
	struct flex_work w = {
		.request = request, .cnt = REQUESTS, .max_cn = NODES,
		.delta = FLEX_DELTA,
	};

	memset(ret, 0, sizeof(*ret));
	_make(seed, slack, request);
	for (int i = 0; i < REQUESTS; i++)
		ret->asked += request[i].num_cn * (uint64_t) request[i].t_e;
	if ((_bounds(&w, ret) < 0) || (_methods(&w, seed, ret) < 0))
		return -1;
	ret->best = gap_best(&w);
	ret->admission = gap_admission(&w);
	return 0;
}

extern const char *gap_small_wrong(const struct gap_small *s)
{
	if (s->cut > s->flow)
		return "the prices of the cut give more than the flow";
	if (s->cut < s->best)
		return "the optimum is above the bound of the cut";
	if (s->lp < s->best)
		return "the optimum is above the bound of the linear program";
	if (s->best < s->found)
		return "the search found more than the optimum";
	if (s->best < s->admission)
		return "admission one by one accepts more than the optimum";
	for (int m = 0; m < GAP_SMALL_METHODS; m++)
		if (s->found < s->method[m])
			return "a method accepts more than was found";
	return NULL;
}
