/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_sim.c - the methods by name, and running one of them: see lrh_sim.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/clock.h"
#include "contrib/eval/lrh/lrh_audit.h"
#include "contrib/eval/lrh/lrh_choose.h"
#include "contrib/eval/lrh/lrh_eds.h"
#include "contrib/eval/lrh/lrh_place.h"
#include "contrib/eval/lrh/lrh_queue.h"
#include "contrib/eval/lrh/lrh_recombine.h"
#include "contrib/eval/lrh/lrh_sim.h"

const struct flex_method flex_methods[] = {
	{ "rigid", flex_place, LRH_FIRST_FIT | FLEX_RIGID, false },
	{ "first fit", flex_place, LRH_FIRST_FIT, false },
	{ "worst fit", flex_choose, FLEX_WORST_FIT, false },
	{ "latest fit", flex_choose, FLEX_LATEST, false },
	{ "LRH-slot", flex_place, LRH_FIRST_FIT | FLEX_SORTED, false },
	{ "LRH", flex_place, LRH_PAPER, false },
	{ "all", flex_place, LRH_ALL, false },
	{ "EDS", flex_eds, FLEX_EDS, false },
	{ "EDS-atomic", flex_eds, FLEX_EDS_ATOMIC, false },
	{ "EDS-last", flex_eds, FLEX_EDS_LAST, false },
	{ "EDS-cover", flex_eds, FLEX_EDS_COVER, false },
	{ "greedy", flex_queue, SIM_GREEDY, true },
	{ "EASY", flex_queue, SIM_EASY, true },
	{ "conservative", flex_conservative, 0, true },
	{ NULL, NULL, 0, false }
};

extern const struct flex_method *flex_method(const char *name)
{
	for (const struct flex_method *m = flex_methods; m->name; m++)
		if (!strcmp(m->name, name))
			return m;
	return NULL;
}

extern void flex_result_free(struct flex_result *result)
{
	for (uint32_t i = 0; i < result->cnt; i++)
		garq_set_destroy(result->fate[i].nodes);
	free(result->fate);
	memset(result, 0, sizeof(*result));
}

extern int flex_run(const struct flex_work *w, const struct flex_method *method,
		    struct flex_result *ret_result)
{
	struct flex_result result = { .cnt = w->cnt };
	const char *wrong;
	double began = eval_clock_ns();

	result.fate = calloc((size_t) w->cnt + 1, sizeof(*result.fate));
	if (!result.fate)
		return -1;
	if (method->run(w, method, &result) < 0)
		goto fail;
	result.seconds = (eval_clock_ns() - began) / 1e9;
	if (flex_recombine(w, &result) < 0)
		goto fail;
	wrong = flex_audit(w, &result, method->queues);
	if (wrong) {
		fprintf(stderr, "%s: %s\n", method->name, wrong);
		errno = EPROTO;
		goto fail;
	}
	*ret_result = result;
	return 0;
fail:
	flex_result_free(&result);
	return -1;
}
