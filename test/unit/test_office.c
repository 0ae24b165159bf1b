/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_office.c - see test_office.h */

#include <check.h>

#include "test/unit/test_office.h"

office_t *office;

void test_office_begin(const controller_t *controller, const options_t *options,
		       const office_state_t *const *states)
{
	office_destroy(office);
	office = office_create(controller, options, states);
	ck_assert_ptr_nonnull(office);
}

void test_office_end(void)
{
	office_destroy(office);
	office = NULL;
}
