/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_world.h - a fake of eight nodes, "a" to "h", with records that a
 * test sets up: what the office has done to them, and failures on demand.
 */
#pragma once

#include "contrib/fake/fake.h"

#define NOW 1000000
#define HOUR 3600
#define SAVED 4711	/* the digest of the host's state */

extern struct world {
	bool in_use;		/* no record can be removed */
	bool refuses;		/* to make a record, or to change one */
	const char *unknown;	/* names of users, accounts and licenses that the
				 * host does not know */
	bool lacks;		/* lacks() of host_saved_t */
	const char *saved_nodes;	/* nodes() of host_saved_t */
	bool accounting_is_behind;
	bool none_eligible;	/* the partition is gone, say */
	char *done;		/* the calls that changed a record, each with a
				 * blank before it; NULL: none */
	char *told;		/* the events for the site's program, each
				 * " EVENT:NAME:REASON"; NULL: none */
} world;

/* Begin with eight nodes and nothing else. */
extern void world_setup(void);
extern void world_teardown(void);

/*
 * There is this record, which the view has seen.
 * IN says - owned by the world from then on
 */
extern void world_add(booking_t *says, const char *remark);

/* Read office->ledger, and reconcile it with the host, at NOW. */
extern void world_reconcile(void);

/* A booking of ann on the nodes "ab", for an hour that begins in an hour. RET owned */
extern booking_t *world_some(const char *name, uint32_t id);
