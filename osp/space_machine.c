/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * space_machine.c - the space of some nodes of a machine.
 *
 * The nodes say how many of them are free throughout an interval; the nodes and
 * the counts together (machine.h) say where a request fits next. The profile is
 * never below either answer: it is worked out from the counts of the pools or,
 * if a group is excluded, from the holders of each node (machine_profile.c).
 */
#include <errno.h>
#include <stdlib.h>

#include "osp/machine_profile.h"

/* RET 0; or -1: the machine is not that of before */
static int _have_looks(osp_machine_space_t *s)
{
	if (!s->gone && s->looks && !*s->looks && s->more_looks)
		s->gone = s->more_looks(s->more_arg);
	return s->gone ? -1 : 0;
}

static int _most_free(void *arg, time_t t_s, time_t t_e, uint32_t *ret_free)
{
	osp_machine_space_t *s = arg;

	*ret_free = 0;
	if (_have_looks(s))
		return -1;
	if (s->looks && !*s->looks)
		return 0;
	if (s->looks)
		(*s->looks)--;
	*ret_free = garq_nodes_free(garq_machine_nodes(s->machine),
				    s->eligible, t_s, t_e, s->group, NULL);
	return 0;
}

static int _profile(void *arg, time_t t_s, time_t t_e, garq_profile_fn fn,
		    void *fn_arg)
{
	osp_machine_space_t *s = arg;

	if (s->gone)
		return -1;
	if (s->group != GARQ_NO_GROUP)
		return osp_profile_nodes(s, t_s, t_e, fn, fn_arg);
	return osp_profile_pools(s, t_s, t_e, fn, fn_arg);
}

static int _earliest(void *arg, time_t t_esr, time_t t_lsr, time_t dur,
		     uint32_t num_cn, time_t *ret_start)
{
	osp_machine_space_t *s = arg;
	garq_request_t rq = {
		.eligible = s->eligible, .num_cn = num_cn, .t_esr = t_esr,
		.t_lsr = t_lsr, .duration = dur, .group = s->group,
		.looks = s->looks,
	};
	garq_answer_t answer;

	if (num_cn > s->space.max_cn)
		return 0;
	do {
		if (_have_looks(s) ||
		    (garq_machine_place(s->machine, &rq, &answer) < 0))
			return -1;
		rq.t_esr = answer.none_before;
	} while (answer.cut && s->more_looks && !_have_looks(s) && *s->looks);
	if (s->gone)
		return -1;
	if (!answer.fits)
		return 0;
	*ret_start = answer.start;
	garq_answer_free(&answer);
	return 1;
}

/* Number of eligible nodes in each pool. */
static uint32_t *_in_pool(const garq_machine_t *machine,
			  const garq_set_t *eligible)
{
	uint32_t *in_pool = calloc(garq_machine_pools(machine),
				   sizeof(*in_pool));

	if (!in_pool)
		return NULL;
	GARQ_SET_EACH(i, eligible)
		in_pool[garq_machine_pool(machine, i)]++;
	return in_pool;
}

extern int osp_space_machine(osp_machine_space_t *ret_space,
			     const garq_machine_t *machine,
			     const garq_set_t *eligible, uint64_t group,
			     time_t end)
{
	uint32_t *in_pool;

	if (eligible->size != garq_nodes_size(garq_machine_nodes(machine))) {
		errno = EINVAL;
		return -1;
	}
	in_pool = _in_pool(machine, eligible);
	if (!in_pool)
		return -1;
	*ret_space = (osp_machine_space_t) {
		.space = {
			.arg = ret_space,
			.now = garq_machine_now(machine),
			.end = garq_sooner(end, GARQ_FOREVER),
			.max_cn = garq_set_count(eligible),
			.most = _most_free,
			.profile = _profile,
			.earliest = _earliest,
		},
		.machine = machine,
		.eligible = eligible,
		.group = group,
		.in_pool = in_pool,
	};
	return 0;
}

extern void osp_space_machine_close(osp_machine_space_t *space)
{
	free(space->in_pool);
	space->in_pool = NULL;
}
