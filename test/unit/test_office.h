/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_office.h - the office of a test, which all its files use, and its host. */
#pragma once

#include "contrib/fake/fake.h"

/* NULL until test_office_begin(). */
extern office_t *office;

/* Its host, of which a test may replace functions: fake.nodes.list = ... */
extern fake_t fake;

/*
 * Create an office at time 1000000, and destroy that of a former test. Up to 26
 * nodes are called "a", "b", ...; then letters of others are nodes that the host
 * does not know.
 * IN states - as for office_create(), without those of files that the test
 *	replaces by functions of its own
 */
extern void test_office_begin(uint32_t nodes, const options_t *options,
			      const office_state_t *const *states);
extern void test_office_end(void);

/* An is_operator() of host_users_t: each user is one. */
extern bool test_is_operator(office_t *of, uint32_t uid);
