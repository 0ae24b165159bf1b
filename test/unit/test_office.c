/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <check.h>

#include "test/unit/test_office.h"

#define LETTERS 26

office_t *office;
fake_t fake;

void test_office_begin(uint32_t nodes, const options_t *options,
		       const office_state_t *const *states)
{
	static const time_t now = 1000000;
	static uint64_t there;

	test_office_end();
	there = (UINT64_C(1) << (nodes % 64)) - 1;
	if (nodes <= LETTERS)
		fake_begin(&fake, LETTERS, FAKE_LETTERS, &now);
	else
		fake_begin(&fake, nodes, FAKE_FROM_0, &now);
	if (nodes <= LETTERS)
		fake.there = &there;
	office = office_create(&fake.host, options, states);
}

void test_office_end(void)
{
	office_destroy(office);
	if (office)
		fake_end(&fake);
	office = NULL;
}

bool test_is_operator(office_t *of, uint32_t uid)
{
	(void) of;
	(void) uid;
	return true;
}
