/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * charge_fixture.h - an office with budgets: phys and chem have 100 node-hours
 * a month, once has 20 for all times. U0 is in all three, U1 in chem, U2 in
 * none.
 */
#pragma once

#include "test/unit/standing_fixture.h"

#define U2 (FAKE_UID + 2)
#define BUDGETS "account=phys,chem amount=100\naccount=once period=none amount=20"
#define JANUARY (1970 * 12U)	/* NOW is in it */

/* Begin a test; the fixture's teardown() ends it. */
extern void charge_setup(void);

extern void use_budgets(const char *text);
extern void kill_and_restart(void);

/* RET the sum of an account in January, in whole units */
extern double spent_by(const char *account);

extern request_t request_for(const char *name, const char *accounts);

/* Serve a request, free it, and check all charges. */
extern int serve_once(const verb_t *verb, request_t *r, uint32_t uid);

/* A create of some nodes for some hours. RET 0 or a code */
extern int book(const char *name, uint32_t uid, const char *accounts,
		time_t start, uint32_t nodes, uint32_t hours);

/* Another number of nodes, and another end; 0: as it is. */
extern int change(const char *name, uint32_t uid, uint32_t nodes, time_t end);
extern int give(const char *name, uint32_t uid, const char *accounts);

/* The record of a booking that has ended is gone. */
extern void slurm_purges(const char *name);
