/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_office.c - see test_office.h */

#include <check.h>

#include "test/unit/test_office.h"

office_t *office;
host_own_t mine;

void host_own(host_own_t *own, const host_t *from)
{
	*own = (host_own_t) { .host = { .nodes = NULL } };
	if (from)
		*own = (host_own_t) {
			.host = *from,
			.nodes = *from->nodes,
			.records = *from->records,
			.fields = *from->fields,
			.list = *from->list,
			.saved = *from->saved,
			.users = *from->users,
			.licenses = *from->licenses,
			.jobs = *from->jobs,
			.locks = *from->locks,
		};
	own->host.nodes = &own->nodes;
	own->host.records = &own->records;
	own->host.fields = &own->fields;
	own->host.list = &own->list;
	own->host.saved = &own->saved;
	own->host.users = &own->users;
	own->host.licenses = &own->licenses;
	own->host.jobs = &own->jobs;
	own->host.locks = &own->locks;
}

void test_office_begin(const host_t *host, const options_t *options,
		       const office_state_t *const *states)
{
	office_destroy(office);
	office = office_create(host, options, states);
	ck_assert_ptr_nonnull(office);
}

void test_office_end(void)
{
	office_destroy(office);
	office = NULL;
}
