/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "plugin/ledger/ledger_copy.h"
#include "test/unit/ledger_claim_fixture.h"

const ledger_owner_t one = { .host = "ctl1", .boot = "b1", .pid = 1 };
const ledger_owner_t two = { .host = "ctl2", .boot = "b2", .pid = 2 };
const ledger_owner_t one_before = { .host = "ctl1", .boot = "b0", .pid = 3 };

int64_t rival;
int lost_cnt;

static void count_lost(void)
{
	lost_cnt++;
}

extern ledger_status_t claim_try(const ledger_owner_t *owner, int64_t fence,
				 ledger_t **ret)
{
	ledger_claim_t *c = NULL;
	ledger_t *l = NULL;
	ledger_status_t status = ledger_claim(path, owner, fence, &c, &rival,
					      why, sizeof(why));

	if (status == LEDGER_OK)
		status = ledger_open(ledger_claim_path(c), &l, why,
				     sizeof(why));
	if (status != LEDGER_OK) {
		ledger_claim_drop(c);
		return status;
	}
	ledger_copy_begin(l);
	ledger_set_claim(l, c, count_lost);
	*ret = l;
	return LEDGER_OK;
}

extern ledger_t *claimed(const ledger_owner_t *owner, int64_t fence)
{
	ledger_t *l = NULL;

	ck_assert_msg(claim_try(owner, fence, &l) == LEDGER_OK, "%s", why);
	return l;
}

extern bool put_name(ledger_t *l, const char *name)
{
	booking_t *b = booking_create();
	bool ok;

	booking_set(&b->name, name);
	booking_set(&b->nodes, "n1");
	ok = ledger_commit(l, ledger_put(l, b), why, sizeof(why));
	booking_destroy(b);
	return ok;
}

static const char *searched;
static bool found;

static void look(void *arg, booking_t *b)
{
	(void) arg;
	found = found || !strcmp(b->name, searched);
	booking_destroy(b);
}

extern bool has(ledger_t *l, const char *name)
{
	searched = name;
	found = false;
	ck_assert(ledger_each(l, look, NULL, why, sizeof(why)));
	return found;
}
