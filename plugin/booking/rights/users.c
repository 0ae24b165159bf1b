/* SPDX-License-Identifier: GPL-2.0-or-later */
/* users.c - ownership, limits, and what users may see; see users.h */

#include <sys/param.h>

#include "plugin/booking/place/job_names.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/say.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/rights/users_ledger.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/offers.h"
#include "plugin/booking/view/site.h"

bool users_limited(uint32_t uid)
{
	return !controller->is_operator(uid);
}

bool users_may_ask(uint32_t uid)
{
	return site.options.users || !users_limited(uid);
}

bool users_is_kept_out(const view_resv_t *v, uint32_t uid)
{
	return v && record_keeps_out(&v->attrs, uid) && users_limited(uid);
}

bool users_is_owner(const view_resv_t *v, uint32_t uid)
{
	return v && v->booking && (uid != VIEW_NOBODY) &&
	       (v->booking->creator == uid) && !job_names_match(v->name) &&
	       !users_is_kept_out(v, uid);
}

bool users_sees_job_booking(const char *name, uint32_t uid)
{
	return job_names_match(name) && users_sees_resv(view_find(name), uid);
}

int users_deny(const view_resv_t *v, const char *name, const char *rpc,
	       uint32_t uid, char **ret_text)
{
	char *shown;

	if (!users_sees_resv(v, uid)) {
		*ret_text = text_dup(USERS_NONE);
		return REFUSED_NO_SUCH;
	}
	shown = text_printable(name);
	say_error("Security violation, %s_RESERVATION RPC from uid=%u", rpc, uid);
	*ret_text = text_printf(
		"%s is no booking of yours: users change and delete those that they made",
		shown);
	free_null(shown);
	return REFUSED_USERS;
}

/* --- the bookings of a user --- */

typedef struct {
	limits_have_t have;
	uint64_t group;
	bool holds;
	time_t now;
} count_t;

static void _count(const view_resv_t *v, void *arg)
{
	const booking_t *b = v->booking;
	count_t *c = arg;
	bool job = job_names_match(v->name);
	time_t from = MAX(b->start, c->now);
	time_t end = b->end - (job ? JOBS_LATE : 0);
	uint64_t cn = v->nodes ? garq_set_count(v->nodes) : 0;

	if ((v->id == c->group) || (b->end <= c->now) ||
	    (!c->holds && offers_is_hold(v->name)))
		return;
	c->have.cnt++;
	c->have.job_cnt += job;
	if (end > from)
		c->have.node_seconds += cn * (uint64_t) (end - from);
	if (!c->have.next_end || (b->end < c->have.next_end))
		c->have.next_end = b->end;
}

/* A change of a booking (group) adds none, so cnt is 0: within that limit. */
static limits_have_t _have(uint32_t uid, uint64_t group, bool holds, time_t now)
{
	count_t c = { .group = group, .holds = holds, .now = now };

	view_each_of_owner(uid, _count, &c);
	if (group != GARQ_NO_GROUP)
		c.have.cnt = 0;
	return c.have;
}

/* --- the lines of a refusal --- */

static void _say_bookings(char **text, const limits_have_t *have)
{
	char when[TEXT_TIME];

	text_add(text, "you have %u booking%s", have->cnt,
		 (have->cnt == 1) ? "" : "s");
	if (have->job_cnt)
		text_add(text, " (%u of them of jobs)", have->job_cnt);
	text_add(text,
		 ", %u at once %s allowed (garq_user_bookings): delete one%s, or wait until %s",
		 site.options.user_bookings,
		 (site.options.user_bookings == 1) ? "is" : "are",
		 have->job_cnt ? ", or cancel such a job" : "",
		 text_time(have->next_end, when));
}

static void _say_nodes(char **text, const limits_ask_t *ask,
		       const limits_verdict_t *v)
{
	text_add(text,
		 "%u nodes are asked for, at most %u %s allowed (garq_user_nodes): ask for %u or fewer",
		 ask->num_cn, v->num_cn, (v->num_cn == 1) ? "is" : "are",
		 v->num_cn);
}

static const char *_length_option(const limits_ask_t *ask)
{
	return ask->job ? "--time" : "Duration";
}

static void _say_duration(char **text, const limits_ask_t *ask,
			  const limits_verdict_t *v)
{
	char asked[TEXT_TIME], most[TEXT_TIME];

	text_add(text,
		 "a duration of %s is asked for, at most %s is allowed (garq_user_duration): ask for %s=%lld or less",
		 text_duration(ask->length, asked),
		 text_duration(v->length, most), _length_option(ask),
		 (long long) v->length / 60);
}

static void _say_lead(char **text, const limits_ask_t *ask,
		      const limits_verdict_t *v)
{
	/* A job that starts at its latest start ends at its deadline. */
	time_t after = ask->job ? ask->length + JOBS_LATE : 0;
	char start[TEXT_TIME], last[TEXT_TIME];

	text_add(text,
		 "it may begin as late as %s, at most %u day%s ahead are allowed (garq_user_lead): ask for a %s until %s",
		 text_time(ask->t_lsr, start), site.options.user_lead,
		 (site.options.user_lead == 1) ? "" : "s",
		 ask->job ? "--deadline" : "start",
		 text_time(v->t_lsr + after, last));
}

static void _say_node_hours(char **text, const limits_ask_t *ask,
			    const limits_verdict_t *v, time_t now)
{
	uint32_t cn = (v->over & LIMITS_NODES) ? v->num_cn : ask->num_cn;
	time_t rest = (v->over & LIMITS_DURATION) ?
		      MIN(ask->rest, v->length) : ask->rest;
	char buf[TEXT_TIME];

	if (ask->of_other) {
		text_add(text,
			 "%.2f node-hours are asked for, more than the owner of the job has left (garq_user_nodehours): ask for less",
			 (double) ask->num_cn * (double) ask->rest / 3600);
		return;
	}
	text_add(text,
		 "%.2f node-hours are asked for, %.2f of %u are left (garq_user_nodehours): ",
		 (double) ask->num_cn * (double) ask->rest / 3600,
		 (double) v->left / 3600, site.options.user_nodehours);
	if (v->left_rest && (ask->rest < ask->length))
		text_add(text, "ask for an end until %s",
			 text_time(now + v->left_rest, buf));
	else if (v->left_rest)
		text_add(text, "with %u node%s ask for %s=%lld or less",
			 cn, (cn == 1) ? "" : "s", _length_option(ask),
			 (long long) v->left_rest / 60);
	if (v->left_cn && (v->left_cn < cn))
		text_add(text, "%sask for %u or fewer nodes for %s",
			 v->left_rest ? ", or " : "", v->left_cn,
			 text_duration(rest, buf));
	else if (!v->left_rest)
		text_add(text, "%s", "delete a booking, or wait until they come to their ends");
}

static char *_limits_text(const char *name, const limits_have_t *have,
			  const limits_ask_t *ask, const limits_verdict_t *v,
			  time_t now)
{
	char *text = NULL;

	for (unsigned one = LIMITS_BOOKINGS; one <= LIMITS_NODEHOURS;
	     one <<= 1) {
		if (!(v->over & one))
			continue;
		if (text)
			text_add(&text, "%s", "\n");
		else if (name && name[0])
			text_add(&text, "%s: ", name);
		if (one == LIMITS_BOOKINGS)
			_say_bookings(&text, have);
		else if (one == LIMITS_NODES)
			_say_nodes(&text, ask, v);
		else if (one == LIMITS_DURATION)
			_say_duration(&text, ask, v);
		else if (one == LIMITS_LEAD)
			_say_lead(&text, ask, v);
		else
			_say_node_hours(&text, ask, v, now);
	}
	return text;
}

int users_check_limits(uint32_t uid, const char *name, uint64_t group,
		       bool holds, const limits_ask_t *ask, time_t now,
		       char **ret_text)
{
	limits_have_t have = _have(uid, group, holds, now);
	limits_verdict_t v = limits_check(&site.options, &have, ask, now);

	if (!v.over)
		return 0;
	*ret_text = _limits_text(name, &have, ask, &v, now);
	if (v.over & LIMITS_NODES)
		return REFUSED_NODE_COUNT;
	if (v.over & (LIMITS_DURATION | LIMITS_LEAD))
		return REFUSED_TIME;
	return REFUSED_DENIED;
}

int users_check_new(uint32_t uid, const request_t *request,
		    const shape_t *shape, bool holds, time_t now,
		    char **ret_text)
{
	/* A start that has just passed does not move the end. */
	bool begun = (shape->t_esr < now) && (shape->t_esr == shape->t_lsr);
	limits_ask_t ask = {
		.adds = true,
		.num_cn = shape->num_cn,
		.length = shape->duration,
		.rest = shape->duration - (begun ? now - shape->t_esr : 0),
		.t_lsr = shape->t_lsr,
	};
	int rc;

	if (!users_limited(uid))
		return 0;
	rc = users_check_limits(uid, request->name, GARQ_NO_GROUP, holds, &ask,
				now, ret_text);
	if (!rc)
		rc = users_check_accounts(request->name, request->accounts,
					  GARQ_NO_GROUP, &ask, now, ret_text);
	if (!rc)
		rc = users_check_licenses(uid, &shape->licenses, ret_text);
	if (!rc)
		rc = users_check_ledger(uid, NULL, request, ret_text);
	return rc ? rc : users_check_nodes(uid, request->partition, shape,
					   ret_text);
}

/* --- offers --- */

time_t users_last_start(time_t now)
{
	time_t lead = (time_t) site.options.user_lead * 86400;

	return lead ? now + lead : 0;
}

void users_fit_offers(uint32_t uid, uint64_t group, const osp_query_t *query,
		      const limits_open_t *open, time_t now,
		      osp_offers_t *offers)
{
	limits_have_t have = _have(uid, group, false, now);
	size_t cnt = 0;

	for (size_t i = 0; i < offers->cnt; i++)
		if (limits_fit(&site.options, &have, open, now,
			       &offers->list[i]))
			offers->list[cnt++] = offers->list[i];
	offers->cnt = cnt;
	osp_drop_worse(query, offers->list, &offers->cnt);
}

/* --- what users may see --- */

/*
 * May uid see a reservation when they are private? Slurm shows more of them
 * where associations are enforced, never fewer.
 */
static bool _may_see_resv(uint32_t uid, const view_resv_t *v)
{
	if (!v || users_is_owner(v, uid))
		return v != NULL;
	return !v->attrs.users_not && record_lists(&v->attrs, uid);
}

bool users_sees_resv(const view_resv_t *v, uint32_t uid)
{
	return v && (!controller->is_private(VIEW_RESV) ||
		     !users_limited(uid) || _may_see_resv(uid, v));
}

bool users_may_see(uint32_t uid, const view_holder_t *who)
{
	if (!controller->is_private(who->kind) || !users_limited(uid))
		return true;
	if ((who->kind == VIEW_RESV) || (who->kind == VIEW_PENDING))
		return _may_see_resv(uid, view_find(who->name));
	return (who->kind == VIEW_JOB) && (who->user_id == uid);
}
