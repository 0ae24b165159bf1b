/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <time.h>

#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/view/turns.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/fellows.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"
#include "plugin/standby_agent.h"

typedef struct {
	standby_due_t *due;
	bool visible;
} look_t;

/* Take the requests to look at: none while no booking can be kept. */
static uint32_t _take_due(standby_due_t due[STANDBY_TRIES])
{
	time_t now;
	uint32_t cnt = 0;

	locks_hold_as(LOCK_AGENT);
	site_lock(false);
	now = time(NULL);
	if (office->ready && office->ledger && office->has.standing &&
	    !ledger_behind(office->ledger) && site_follow(now)) {
		standby_expire(office, now);
		cnt = standby_due(office, now, due);
	}
	site_unlock(false);
	return cnt;
}

/* Look up the names of a request, as for one that comes by message. */
static void _look_up(standby_due_t *due)
{
	char *text = NULL;

	resolve_user(due->uid);
	if (!users_limited(office, due->uid))
		(void) resolve_names(&due->request, &text);
	else if (users_count_others(office, due->request.users, due->uid))
		(void) fellows_find(due->uid, &due->request, &text);
	free_null(text);
}

/* What turns_serve() calls. */
static void _serve_due(void *arg)
{
	look_t *look = arg;
	time_t now = time(NULL);

	if (!site_follow(now) || !office->ledger)
		return;
	turns_begin(office);
	look->visible |= standby_look(office, look->due, now);
}

/* Return true if a look may delete records. */
static bool _needs_write(const standby_due_t *due, uint32_t cnt)
{
	bool gives = false;

	for (uint32_t i = 0; i < cnt; i++)
		gives = gives || due[i].gives;
	return gives || serve_deletes(office, NULL);
}

/* RET as standby_agent_look() */
static bool _serve_all(standby_due_t *due, uint32_t cnt, bool *ret_visible)
{
	bool write = _needs_write(due, cnt), more;
	look_t look = { .visible = false };

	locks_hold_as(LOCK_AGENT);
	site_lock(write);
	for (uint32_t i = 0; i < cnt; i++) {
		if (i)
			locks_pass_on();
		look.due = &due[i];
		turns_serve(office, STEPS_PAUSE, STEPS_PAUSE, true, _serve_due,
			    &look);
	}
	more = standing_goes_on(office, time(NULL));
	site_unlock(write);
	*ret_visible |= look.visible;
	return more;
}

bool standby_agent_look(bool *ret_visible)
{
	standby_due_t due[STANDBY_TRIES];
	uint32_t cnt = _take_due(due);
	bool more;

	if (!cnt)
		return false;
	for (uint32_t i = 0; i < cnt; i++)
		_look_up(&due[i]);
	more = _serve_all(due, cnt, ret_visible);
	for (uint32_t i = 0; i < cnt; i++)
		standby_due_free(&due[i]);
	return more;
}
