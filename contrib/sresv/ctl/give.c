/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/give.h"
#include "plugin/booking/request/text.h"

static int _more_first(const void *x, const void *y)
{
	const int *a = x, *b = y;

	return (*a < *b) - (*a > *b);
}

/* The number of cores of a node that is listed. IN ids - "0-3,6" */
static int _core_count(const char *ids)
{
	__typeof__(slurm_hostlist_create("")) list = NULL;
	char *text = text_printf("c[%s]", ids);
	int cnt = 0;

	if ((list = slurm_hostlist_create(text)))
		cnt = slurm_hostlist_count(list);
	slurm_hostlist_destroy(list);
	free(text);
	return cnt;
}

/*
 * Ask for as many cores as the largest of the nodes that stay have. Only a
 * reservation of cores lists any.
 */
static char *_give_cores_of_nodes(const reserve_info_t *r, wish_t *w)
{
	size_t cnt = gpus_counted(r->tres_str) ? 0 : r->core_spec_cnt;
	int *cores = calloc(cnt + 1, sizeof(*cores));

	if (!cores)
		return text_dup("out of memory");
	for (size_t i = 0; i < cnt; i++)
		cores[i] = _core_count(r->core_spec[i].core_id);
	qsort(cores, cnt, sizeof(*cores), _more_first);
	if (cnt)
		w->cores = 0;
	for (size_t i = 0; (i < cnt) && ((int64_t) i < w->nodes); i++)
		w->cores += cores[i];
	free(cores);
	return NULL;
}

/*
 * Turn the number that a user gives back into the number that stays.
 * IN/OUT cnt - nodes, cores or GPUs; RET as give_back()
 */
static char *_subtract(const reserve_info_t *r, int64_t has, const char *unit,
		       int64_t *cnt)
{
	if (has <= 0)
		return text_printf("%s has no %ss", r->name, unit);
	if (*cnt >= has)
		return text_printf("%s has %" PRId64 " %s%s: one at least has to stay; sresv cancel deletes it",
				   r->name, has, unit, (has == 1) ? "" : "s");
	*cnt = has - *cnt;
	return NULL;
}

/* The controller keeps the type of fewer GPUs, which no client is told. */
static char *_give_gpus(const reserve_info_t *r, wish_t *w,
			char gpus[GPUS_TRES])
{
	int64_t cnt = strtol(w->gpus, NULL, 10);
	char *why = strchr(w->gpus, ':') ?
		text_printf("%s has GPUs of one type: give back a number of them",
			    r->name) :
		_subtract(r, gpus_counted(r->tres_str), "GPU", &cnt);

	if (why)
		return why;
	snprintf(gpus, GPUS_TRES, "%" PRId64, cnt);
	w->gpus = gpus;
	return NULL;
}

char *give_back(const reserve_info_t *r, wish_t *w, char gpus[GPUS_TRES])
{
	char *why;

	if (w->gpus)
		return _give_gpus(r, w, gpus);
	if (w->cores < 0) {
		why = _subtract(r, r->node_cnt, "node", &w->nodes);
		return why ? why : _give_cores_of_nodes(r, w);
	}
	if (gpus_counted(r->tres_str))
		return text_printf("%s has GPUs, and cores for them: give GPUs back",
				   r->name);
	return _subtract(r, r->core_spec_cnt ? r->core_cnt : 0, "core",
			 &w->cores);
}
