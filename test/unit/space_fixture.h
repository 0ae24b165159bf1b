/* SPDX-License-Identifier: GPL-2.0-or-later */
/* space_fixture.h - what a test asks a space of admit_space.h. */
#pragma once

#include "plugin/booking/place/shape.h"

/*
 * Assert what osp is told about a shape of office.
 * IN most - nodes that serve it at its earliest start
 * IN start - the first start at which enough do, maybe behind its window
 * IN end - of the space
 */
extern void assert_space(const shape_t *shape, uint32_t most, time_t start,
			 time_t end);
