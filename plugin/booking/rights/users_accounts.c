/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * users_accounts.c - the limits of accounts; see users.h
 *
 * The bookings of an account are those with the account in Accounts, and those
 * of jobs that run under it. Which account a job has is the host's to know, and
 * may change, so the jobs are asked each time, if any has a booking.
 */

#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/name.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_cores.h"

/* --- the bookings of an account --- */

typedef struct {
	office_t *office;
	text_name_t account;
	limits_have_t have;
	uint64_t group;
	time_t now;
} count_t;

static void _add_booking(const view_resv_t *v, time_t end, count_t *c)
{
	time_t from = MAX(v->booking->start, c->now);
	uint64_t cn = v->nodes ? garq_set_count(v->nodes) : 0;

	if ((v->id == c->group) || (v->booking->end <= c->now))
		return;
	c->have.cnt++;
	if (end > from)
		c->have.node_seconds += (uint64_t) (
			(double) (end - from) * cn *
			view_part(c->office, v->nodes, &v->attrs.units));
}

static void _count_booking(const view_resv_t *v, void *arg)
{
	if (!name_is_job(v->name))
		_add_booking(v, v->booking->end, arg);
}

static bool _count_job(const job_seen_t *job, void *arg)
{
	const view_resv_t *v = NULL;
	count_t *c = arg;

	if (name_is_job(job->booking) &&
	    text_lists_name(job->account, &c->account))
		v = view_find(c->office, job->booking);
	if (v && v->booking)
		_add_booking(v, v->booking->end - JOBS_LATE, c);
	return true;
}

static limits_have_t _sum_bookings(office_t *office, const text_name_t *account,
				   uint64_t group, time_t now)
{
	count_t c = { .office = office,
		      .account = *account,
		      .group = group,
		      .now = now };

	view_each_of_account(office, account, _count_booking, &c);
	if (view_bookings_of_jobs(office))
		office->host->jobs->each(office, _count_job, &c);
	return c.have;
}

limits_have_t users_account_have(office_t *office, const text_name_t *account,
				 time_t now)
{
	return _sum_bookings(office, account, GARQ_NO_GROUP, now);
}

/* --- the check --- */

static char *_refusal_text(office_t *office, const char *prefix,
			   const text_name_t *account,
			   const limits_have_t *have, const limits_ask_t *ask,
			   const limits_verdict_t *v)
{
	const options_t *o = &office->options;
	int len = (int) account->len;
	char *text = NULL;

	if (prefix && prefix[0])
		text_add(&text, "%s: ", prefix);
	if (v->over & LIMITS_BOOKINGS)
		text_add(&text,
			 "account %.*s has %u booking%s, %u at once %s allowed (garq_account_bookings): %s, or give another account",
			 len, account->name, have->cnt,
			 (have->cnt == 1) ? "" : "s", o->account_bookings,
			 (o->account_bookings == 1) ? "is" : "are",
			 (ask->dates > 1) ? "ask for fewer dates" :
					    "wait until one ends");
	if (v->over & LIMITS_NODEHOURS)
		text_add(&text,
			 "%s%.2f node-hours are asked for%s, %.2f of %u are left to account %.*s (garq_account_nodehours): ask for less, or give another account",
			 (v->over & LIMITS_BOOKINGS) ? "\n" : "",
			 (double) limits_node_seconds(ask) / 3600,
			 (ask->dates > 1) ? " on each date" : "",
			 (double) v->left / 3600, o->account_nodehours, len,
			 account->name);
	return text;
}

static int _check_account(office_t *office, const char *prefix,
			  const text_name_t *account, uint64_t group,
			  const limits_ask_t *ask, time_t now, char **ret_text)
{
	const options_t limits = {
		.user_bookings = office->options.account_bookings,
		.user_nodehours = office->options.account_nodehours,
	};
	limits_have_t have = _sum_bookings(office, account, group, now);
	limits_verdict_t v = limits_check(&limits, &have, ask, now);

	if (!v.over)
		return 0;
	*ret_text = _refusal_text(office, prefix, account, &have, ask, &v);
	return REFUSED_DENIED;
}

bool users_limit_accounts(office_t *office)
{
	return office->options.account_bookings ||
	       office->options.account_nodehours;
}

int users_check_accounts(office_t *office, const char *name,
			 const char *accounts, uint64_t group,
			 const limits_ask_t *ask, time_t now, char **ret_text)
{
	limits_ask_t one = *ask;
	text_name_t account;

	if (!users_limit_accounts(office))
		return 0;
	/* The booking itself, in group, is not counted: it always adds one. */
	one.adds = true;
	while (text_next_name(&accounts, &account)) {
		int rc;

		if (account.name[0] == '-')
			continue;
		if (account.name[0] == '+') {
			account.name++;
			account.len--;
		}
		if ((rc = _check_account(office, name, &account, group, &one,
					 now, ret_text)))
			return rc;
	}
	return 0;
}
