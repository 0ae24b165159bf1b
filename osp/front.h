/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * front.h - a Pareto front of lengths and numbers of nodes: no point is at
 * least as long and as wide as another one.
 *
 *	nodes |o			longer is fewer
 *	      |   o
 *	      |        o
 *	      +----------- length
 *
 * Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct osp_point {
	time_t len;
	uint32_t num_cn;
	size_t mark;		/* for the caller's use */
};

/* at: an array of the caller's, in order of falling len and rising num_cn */
struct osp_front {
	struct osp_point *at;
	size_t cnt;
};

/*
 * Return true if the front has a point at least as long, with at least as many
 * nodes.
 */
extern bool osp_front_covers(const struct osp_front *front, time_t len,
			     uint32_t num_cn);

/* Add a point unless it is covered, and remove the points that it covers. */
extern void osp_front_add(struct osp_front *front, struct osp_point point);
