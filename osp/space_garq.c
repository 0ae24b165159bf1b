/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * space_garq.c - the space of one garq_t: interchangeable nodes.
 *
 * The counts are the answer. Their errors EINVAL and ERANGE cannot occur: the
 * contract of a space excludes such arguments.
 */
#include "osp/osp_private.h"

static int _most_free(void *arg, time_t t_s, time_t t_e, uint32_t *ret_free)
{
	return garq_least_free(arg, t_s, t_e, ret_free);
}

static int _profile(void *arg, time_t t_s, time_t t_e, garq_profile_fn fn,
		    void *fn_arg)
{
	return garq_profile(arg, t_s, t_e, fn, fn_arg);
}

static int _earliest(void *arg, time_t t_esr, time_t t_lsr, time_t dur,
		     uint32_t num_cn, time_t *ret_start)
{
	return garq_suggestInterval(arg, t_esr, t_esr + dur, num_cn,
				    t_lsr - t_esr, ret_start);
}

extern void osp_space_garq(osp_space_t *ret_space, const garq_t *g, time_t end)
{
	*ret_space = (osp_space_t) {
		.arg = (void *) g,
		.now = garq_now(g),
		.end = garq_sooner(end, GARQ_FOREVER),
		.max_cn = garq_max_cn(g),
		.most = _most_free,
		.profile = _profile,
		.earliest = _earliest,
	};
}
