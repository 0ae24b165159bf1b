/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_office.h - the office of a test, which all its files use. */
#ifndef TEST_OFFICE_H
#define TEST_OFFICE_H

#include "plugin/booking/view/controller.h"

/* NULL until test_office_begin(). */
extern office_t *office;

/*
 * Create an office, and destroy that of a former test.
 * IN states - as for office_create(), without those of files that the test
 *	replaces by functions of its own
 */
extern void test_office_begin(const controller_t *controller,
			      const options_t *options,
			      const office_state_t *const *states);
extern void test_office_end(void);

#endif
