/* SPDX-License-Identifier: GPL-2.0-or-later */
/* users.c - ownership, limits, and what users may see; see users.h */

#include <sys/param.h>

#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/rights/users_ledger.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/view_cores.h"

bool users_limited(office_t *office, uint32_t uid)
{
	return !office->host->users->is_operator(office, uid);
}

bool users_may_ask(office_t *office, uint32_t uid)
{
	return office->options.users || !users_limited(office, uid);
}

int users_may_create(office_t *office, ask_t *a)
{
	if (users_may_ask(office, a->uid))
		return 0;
	say_error(office,
		  "Security violation, CREATE_RESERVATION RPC from uid=%u",
		  a->uid);
	return REFUSED_USERS;
}

int users_early_create(office_t *office, ask_t *a)
{
	int rc = users_may_create(office, a);

	if (!rc && !a->verb->question &&
	    !name_ok(a->request->name, &a->text))
		rc = REFUSED_NO_SUCH;
	return rc ? rc : request_check_syntax(office, a->request, &a->text);
}

bool users_is_kept_out(office_t *office, const view_resv_t *v, uint32_t uid)
{
	return v && record_keeps_out(&v->attrs, uid) &&
	       users_limited(office, uid);
}

bool users_is_owner(office_t *office, const view_resv_t *v, uint32_t uid)
{
	return v && v->booking && (uid != VIEW_NOBODY) &&
	       (v->booking->creator == uid) && !name_is_job(v->name) &&
	       !users_is_kept_out(office, v, uid);
}

bool users_sees_job_booking(office_t *office, const char *name, uint32_t uid)
{
	return name_is_job(name) &&
	       users_sees_resv(office, view_find(office, name), uid);
}

int users_deny(office_t *office, const view_resv_t *v, const char *name,
	       const char *rpc, uint32_t uid, char **ret_text)
{
	char shown[TEXT_SHOWN];

	if (!users_sees_resv(office, v, uid)) {
		*ret_text = text_dup(USERS_NONE);
		return REFUSED_NO_SUCH;
	}
	say_error(office, "Security violation, %s_RESERVATION RPC from uid=%u",
		  rpc, uid);
	return text_refuse(ret_text, REFUSED_USERS,
		"%s is no booking of yours: users change and delete those that they made",
		text_printable(name, shown));
}

/* --- the bookings of a user --- */

typedef struct {
	office_t *office;
	limits_have_t have;
	uint64_t group;
	bool holds;
	time_t now;
} count_t;

static void _count_booking(const view_resv_t *v, void *arg)
{
	const booking_t *b = v->booking;
	count_t *c = arg;
	bool job = name_is_job(v->name);
	time_t from = MAX(b->start, c->now);
	time_t end = b->end - (job ? JOBS_LATE : 0);
	uint64_t cn = v->nodes ? garq_set_count(v->nodes) : 0;

	if ((v->id == c->group) || (b->end <= c->now) ||
	    (!c->holds && offers_is_hold(c->office, v->name)))
		return;
	c->have.cnt++;
	c->have.job_cnt += job;
	if (end > from)
		c->have.node_seconds += (uint64_t) (
			(double) (end - from) * cn *
			view_part(c->office, v->nodes, &v->attrs.units));
	if (!c->have.next_end || (b->end < c->have.next_end))
		c->have.next_end = b->end;
}

/* A change of a booking (group) adds none, so cnt is 0: within that limit. */
static limits_have_t _sum_bookings(office_t *office, uint32_t uid,
				   uint64_t group, bool holds, time_t now)
{
	count_t c = {
		.office = office, .group = group, .holds = holds, .now = now
	};

	view_each_of_owner(office, uid, _count_booking, &c);
	if (group != GARQ_NO_GROUP)
		c.have.cnt = 0;
	return c.have;
}

limits_have_t users_have(office_t *office, uint32_t uid, time_t now)
{
	return _sum_bookings(office, uid, GARQ_NO_GROUP, false, now);
}

/* --- the lines of a refusal --- */

static void _say_bookings(office_t *office, char **text,
			  const limits_have_t *have, const limits_ask_t *ask)
{
	char when[TEXT_TIME];

	if (ask->dates > 1) {
		text_add(text,
			 "%u bookings are asked for, you have %u, and %u at once %s allowed (garq_user_bookings): ask for fewer dates",
			 ask->dates, have->cnt, office->options.user_bookings,
			 (office->options.user_bookings == 1) ? "is" : "are");
		return;
	}
	text_add(text, "you have %u booking%s", have->cnt,
		 (have->cnt == 1) ? "" : "s");
	if (have->job_cnt)
		text_add(text, " (%u of them of jobs)", have->job_cnt);
	text_add(text,
		 ", %u at once %s allowed (garq_user_bookings): delete one%s, or wait until %s",
		 office->options.user_bookings,
		 (office->options.user_bookings == 1) ? "is" : "are",
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

static void _say_lead(office_t *office, char **text, const limits_ask_t *ask,
		      const limits_verdict_t *v)
{
	/* A job that starts at its latest start ends at its deadline. */
	time_t after = ask->job ? ask->length + JOBS_LATE : 0;
	char start[TEXT_TIME], last[TEXT_TIME];

	text_add(text,
		 "it may begin as late as %s, at most %u day%s ahead are allowed (garq_user_lead): ask for a %s until %s",
		 text_time(ask->t_lsr, start), office->options.user_lead,
		 (office->options.user_lead == 1) ? "" : "s",
		 ask->job ? "--deadline" : "start",
		 text_time(v->t_lsr + after, last));
}

static void _say_node_hours(office_t *office, char **text,
			    const limits_ask_t *ask, const limits_verdict_t *v,
			    time_t now)
{
	uint32_t cn = (v->over & LIMITS_NODES) ? v->num_cn : ask->num_cn;
	time_t rest = (v->over & LIMITS_DURATION) ?
		      MIN(ask->rest, v->length) : ask->rest;
	char buf[TEXT_TIME];

	if (ask->of_other) {
		text_add(text,
			 "%.2f node-hours are asked for, more than the owner of the job has left (garq_user_nodehours): ask for less",
			 (double) limits_node_seconds(ask) / 3600);
		return;
	}
	text_add(text,
		 "%.2f node-hours are asked for%s, %.2f of %u are left (garq_user_nodehours): ",
		 (double) limits_node_seconds(ask) / 3600,
		 (ask->dates > 1) ? " on each date" : "",
		 (double) v->left / 3600, office->options.user_nodehours);
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

static char *_limits_text(office_t *office, const char *name,
			  const limits_have_t *have, const limits_ask_t *ask,
			  const limits_verdict_t *v, time_t now)
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
			_say_bookings(office, &text, have, ask);
		else if (one == LIMITS_NODES)
			_say_nodes(&text, ask, v);
		else if (one == LIMITS_DURATION)
			_say_duration(&text, ask, v);
		else if (one == LIMITS_LEAD)
			_say_lead(office, &text, ask, v);
		else
			_say_node_hours(office, &text, ask, v, now);
	}
	return text;
}

int users_check_limits(office_t *office, uint32_t uid, const char *name,
		       uint64_t group, bool holds, const limits_ask_t *ask,
		       time_t now, char **ret_text)
{
	limits_have_t have = _sum_bookings(office, uid, group, holds, now);
	limits_verdict_t v = limits_check(&office->options, &have, ask, now);

	if (!v.over)
		return 0;
	*ret_text = _limits_text(office, name, &have, ask, &v, now);
	if (v.over & LIMITS_NODES)
		return REFUSED_NODE_COUNT;
	if (v.over & (LIMITS_DURATION | LIMITS_LEAD))
		return REFUSED_TIME;
	return REFUSED_DENIED;
}

int users_check_new(office_t *office, uint32_t uid, const request_t *request,
		    const shape_t *shape, bool holds, time_t now,
		    char **ret_text)
{
	/* A start that has just passed does not move the end. */
	bool begun = (shape->t_esr < now) && (shape->t_esr == shape->t_lsr);
	limits_ask_t ask = {
		.adds = true,
		.dates = request->wishes.dated,
		.num_cn = shape->num_cn,
		.part = shape_part(office, shape),
		.length = shape->duration,
		.rest = shape->duration - (begun ? now - shape->t_esr : 0),
		.t_lsr = shape->t_lsr,
	};
	int rc;

	if (!users_limited(office, uid))
		return 0;
	rc = users_check_limits(office, uid, request->name, GARQ_NO_GROUP,
				holds, &ask, now, ret_text);
	if (!rc)
		rc = users_check_accounts(office, request->name,
					  request->accounts, GARQ_NO_GROUP,
					  &ask, now, ret_text);
	if (!rc)
		rc = users_check_licenses(office, uid, &shape->licenses,
					  ret_text);
	if (!rc)
		rc = users_check_ledger(office, uid, NULL, request, ret_text);
	return rc ? rc :
		    users_check_nodes(office, uid, request->partition, shape,
				      ret_text);
}

int users_check_limits_new(office_t *office, ask_t *a)
{
	return users_check_new(office, a->uid, a->request, &a->shape, false,
			       a->now, &a->text);
}

/* --- offers --- */

time_t users_last_start(office_t *office, time_t now)
{
	time_t lead = (time_t) office->options.user_lead * 86400;

	return lead ? now + lead : 0;
}

void users_fit_offers(office_t *office, uint32_t uid, uint64_t group,
		      const osp_query_t *query, const limits_open_t *open,
		      time_t now, osp_offers_t *offers)
{
	limits_have_t have = _sum_bookings(office, uid, group, false, now);
	size_t cnt = 0;

	for (size_t i = 0; i < offers->cnt; i++)
		if (limits_fit(&office->options, &have, open, now,
			       &offers->list[i]))
			offers->list[cnt++] = offers->list[i];
	offers->cnt = cnt;
	osp_drop_worse(query, offers->list, &offers->cnt);
}

/* --- what users may see --- */

/*
 * True if uid may see a reservation when they are private. Slurm shows more of
 * them where associations are enforced, never fewer.
 */
static bool _may_see_resv(office_t *office, uint32_t uid, const view_resv_t *v)
{
	if (!v || users_is_owner(office, v, uid))
		return v != NULL;
	return !v->attrs.users_not && record_lists(&v->attrs, uid);
}

bool users_sees_resv(office_t *office, const view_resv_t *v, uint32_t uid)
{
	return v &&
	       (!office->host->users->is_private(office, VIEW_RESV) ||
		!users_limited(office, uid) || _may_see_resv(office, uid, v));
}

bool users_may_see(office_t *office, uint32_t uid, const view_holder_t *who)
{
	if (!office->host->users->is_private(office, who->kind) ||
	    !users_limited(office, uid))
		return true;
	if ((who->kind == VIEW_RESV) || (who->kind == VIEW_PENDING))
		return _may_see_resv(office, uid, view_find(office, who->name));
	return (who->kind == VIEW_JOB) && (who->user_id == uid);
}
