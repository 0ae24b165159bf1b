/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_model.h - a small world that allows exhaustive search: the holders of
 * each node at each second, and the same as a space of a garq_t or of a
 * machine.
 */
#pragma once

#include "osp/osp.h"
#include "test/unit/test_util.h"

#define MODEL_NODES 8
#define MODEL_SECONDS 60	/* [now, end) is a part of these */

struct osp_model {
	bool machine;		/* false: counts */
	uint32_t max_cn;	/* of counts; of a machine: eligible */
	time_t now;
	time_t end;
	uint32_t used[MODEL_SECONDS];	/* of counts */
	uint32_t held[MODEL_SECONDS];	/* nodes, by who is looked at */
	uint32_t eligible;		/* nodes, as bits */
	garq_t *g;
	garq_machine_t *m;
	garq_set_t *set;		/* eligible, as a set */
	osp_machine_space_t machine_space;
	osp_space_t space;
};

/* A random world of either kind; to be freed. */
extern void osp_model_garq(struct osp_model *model, rng_t *r);
extern void osp_model_machine(struct osp_model *model, rng_t *r);
extern void osp_model_free(struct osp_model *model);

/* Number of nodes that are free throughout: exhaustive. */
extern uint32_t osp_model_most(const struct osp_model *model, time_t t_s,
			       time_t t_e);

/* A random legal query; soft: it leaves something open. */
extern osp_query_t osp_model_query(const struct osp_model *model, rng_t *r,
				   bool soft);
