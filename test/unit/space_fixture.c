/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/place/admit_space.h"
#include "test/unit/space_fixture.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

void assert_space(const shape_t *shape, uint32_t most, time_t start, time_t end)
{
	admit_space_t space;
	uint32_t found = 0;
	time_t at = 0;
	int rc;

	admit_space(office, shape, GARQ_NO_GROUP, end, &space);
	ck_assert_int_eq(space.space.most(space.space.arg, shape->t_esr,
					  shape->t_esr + shape->duration,
					  &found), 0);
	ck_assert_uint_eq(found, most);
	rc = space.space.earliest(space.space.arg, shape->t_esr, shape->t_lsr,
				  shape->duration, shape->num_cn, &at);
	ck_assert_int_eq(rc, start <= shape->t_lsr);
	ck_assert(!rc || (at == start));
	admit_space_close(office, &space);
}
