/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_office.h - the office of a test, which all its files use, and its host. */
#ifndef TEST_OFFICE_H
#define TEST_OFFICE_H

#include "plugin/booking/view/host.h"

/* NULL until test_office_begin(). */
extern office_t *office;

/* A host whose functions a test sets. */
typedef struct {
	host_t host;		/* it has the tables below */
	host_nodes_t nodes;
	host_records_t records;
	host_fields_t fields;
	host_list_t list;
	host_saved_t saved;
	host_users_t users;
	host_licenses_t licenses;
	host_jobs_t jobs;
	host_locks_t locks;
} host_own_t;

extern host_own_t mine;

/* Set all functions to those of a host; NULL: to NULL. */
extern void host_own(host_own_t *own, const host_t *from);

/*
 * Create an office, and destroy that of a former test.
 * IN states - as for office_create(), without those of files that the test
 *	replaces by functions of its own
 */
extern void test_office_begin(const host_t *host, const options_t *options,
			      const office_state_t *const *states);
extern void test_office_end(void);

#endif
