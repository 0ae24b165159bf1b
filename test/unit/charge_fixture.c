/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/budget.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/view/spent.h"
#include "test/unit/charge_fixture.h"

/* U0 is in two accounts, U1 in one, U2 in none. */
static char *accounts_of(office_t *of, uint32_t uid, bool coordinated,
			 bool *ret_known)
{
	(void) of;
	*ret_known = true;
	if (coordinated)
		return NULL;
	return (uid == U0) ? text_dup("phys,chem,once") :
	       (uid == U1) ? text_dup("chem,chem") : NULL;
}

void use_budgets(const char *text)
{
	budgets_destroy(office->budgets);
	office->budgets = budgets_parse(text, why, sizeof(why));
	ck_assert_msg(office->budgets != NULL, "%s", why);
	fake.users.accounts = accounts_of;
}

void charge_setup(void)
{
	ck_assert_int_eq(setenv("TZ", "UTC", 1), 0);
	tzset();
	setup();
	use_budgets(BUDGETS);
}

void kill_and_restart(void)
{
	restart();
	use_budgets(BUDGETS);
}

/* The sum of an account in January, in whole units. */
double spent_by(const char *account)
{
	return (double) spent_sum(office, account, JANUARY, JANUARY + 1) / 100;
}

request_t request_for(const char *name, const char *accounts)
{
	request_t r = { .name = NULL };

	request_set(&r.name, name);
	request_set(&r.accounts, accounts);
	return r;
}

int serve_once(const verb_t *verb, request_t *r, uint32_t uid)
{
	int rc = serve_as(verb, r, uid);
	const char *reason = NULL;

	request_free(r);
	ck_assert_msg(charge_check(office, &reason), "%s", reason);
	return rc;
}

/* A create of some nodes for some hours. RET 0 or a code */
int book(const char *name, uint32_t uid, const char *accounts,
		time_t start, uint32_t nodes, uint32_t hours)
{
	request_t r = request_for(name, accounts);

	if (!uid && !accounts)
		request_set(&r.users, "u9");
	r.has_start = r.has_minutes = true;
	r.start = start;
	r.minutes = hours * 60;
	request_set_nodes(&r, nodes);
	return serve_once(serve_verb(name, false), &r, uid);
}

/* Another number of nodes, and another end; 0: as it is. */
int change(const char *name, uint32_t uid, uint32_t nodes, time_t end)
{
	request_t r = request_for(name, NULL);

	if (nodes)
		request_set_nodes(&r, nodes);
	r.has_end = (end > 0);
	r.end = end;
	return serve_once(&update_verb, &r, uid);
}

int give(const char *name, uint32_t uid, const char *accounts)
{
	request_t r = request_for(name, accounts);

	return serve_once(&update_verb, &r, uid);
}

/* The record of a booking that has ended is gone. */
void slurm_purges(const char *name)
{
	fake_record_t *rec = fake_find(&fake, name);

	if (rec && rec->linked)
		fake_delete(&fake, rec);
	agent();
}
