/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * front.h - lengths and numbers of nodes of which none is better than another.
 *
 *	nodes |o			longer is fewer
 *	      |   o
 *	      |        o
 *	      +----------- length
 *
 * Private to this folder.
 */
#ifndef OSP_FRONT_H
#define OSP_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct osp_point {
	time_t len;
	uint32_t num_cn;
	size_t mark;		/* the caller's */
};

/* at: of falling length, rising number; the caller's array */
struct osp_front {
	struct osp_point *at;
	size_t cnt;
};

/* Is there one as long or longer, with as many nodes or more? */
extern bool osp_front_covers(const struct osp_front *front, time_t len,
			     uint32_t num_cn);

/* Put it in, unless it is covered, and out what it covers. */
extern void osp_front_add(struct osp_front *front, struct osp_point point);

#endif
