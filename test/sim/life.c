/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>
#include <sys/param.h>
#include <unistd.h>

#include "plugin/booking/request/retry.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/office.h"
#include "test/sim/check.h"
#include "test/sim/events.h"
#include "test/sim/good_nodes.h"
#include "test/sim/held.h"
#include "test/sim/host.h"
#include "test/sim/life.h"
#include "test/sim/own.h"
#include "test/sim/plugin.h"
#include "test/sim/promises.h"
#include "test/sim/requests.h"
#include "test/sim/soak.h"
#include "test/sim/turns.h"
#include "test/sim/unread.h"
#include "test/sim/vfs.h"

#define REQUESTS_A_DAY 224	/* on the average, about */

void life_set_up(void)
{
	uint32_t cnt = world_range(6, 20);

	world->conf = (conf_t) {
		.nodes = NODE(cnt) - 1,
		.features = (NODE(cnt) - 1) & world_random(),
		.has_side = true,
		.licenses = 8,
	};
	world->conf.side = world_some(world->conf.nodes, MAX(cnt / 2, 1));
	world->whole = world->conf;
}

/* The options of a run, which stay the same in all of its lives. */
static options_t _options(void)
{
	options_t options = options_default();
	static const uint32_t returns[] = { 86400, 1800, 7200, 0 };
	static const options_standby_t orders[] = {
		OPTIONS_STANDBY_FCFS, OPTIONS_STANDBY_SHORT,
		OPTIONS_STANDBY_SMALL,
	};
	uint64_t seed = world->seed;

	options.horizon = 4;
	options.users = true;
	options.verify = 0;
	options.park = (seed % 16 != 3);
	options.shift = (seed % 8 == 5) ? OPTIONS_SHIFT_NO :
			(seed % 8 == 6) ? OPTIONS_SHIFT_PAPER :
					  OPTIONS_SHIFT_YES;
	options.offers = 4;
	options.offer_hold = (seed % 4 == 1) ? 2 : 0;
	options.freeze = (seed % 4 == 2) ? 1800 : 0;
	options.shift_budget = 1;
	options.place = (seed % 7 < 3) ? OPTIONS_PLACE_TIGHT :
					 OPTIONS_PLACE_EARLIEST;
	/* the charges that are checked are node-hours */
	options.bcost = ((seed % 3) || world->weather.charges) ? 0 : 1;
	options.standby = orders[seed % 3];
	options.standby_age = (seed % 5) ? 7200 : 86400;
	options.node_return = returns[seed / 4 % 4];
	return options;
}

/* --- time ---------------------------------------------------------------- */

typedef struct {
	time_t next;
} stop_t;

/*
 * The agent takes a turn every AGENT_INTERVAL seconds. Only those turns are
 * simulated at which something is due: the first one, a while before a start,
 * at the start, and at the end.
 */
static void _find_stop(view_resv_t *v, void *arg)
{
	time_t lead = v->start - PARK_LEAD + AGENT_INTERVAL;
	stop_t *stop = arg;

	if (lead > world->now)
		stop->next = MIN(stop->next, lead);
	if (v->start > world->now)
		stop->next = MIN(stop->next, v->start);
	if (v->end + 1 > world->now)
		stop->next = MIN(stop->next, v->end + 1);
}

static void _step(void)
{
	slurm_pass();
	plugin_turn();
	held_check_over();
	promises_see_all();
	good_nodes_check();
}

/* Time passes, with what is due meanwhile. */
static void _pass(time_t seconds)
{
	time_t until = world->now + seconds;

	if (seconds > AGENT_INTERVAL) {
		world->now += AGENT_INTERVAL;
		_step();
	}
	while (world->now < until) {
		stop_t stop = { .next = until };

		view_each(office, _find_stop, &stop);
		world->now = stop.next;
		_step();
	}
}

static time_t _pause(void)
{
	uint32_t mean = 86400 / REQUESTS_A_DAY;

	switch (world_below(4)) {
	case 0:
		return 0;
	case 1:
		return world_below(10);
	default:
		return world_below(4 * mean);
	}
}

/* --- a life -------------------------------------------------------------- */

static void _check_sync(void)
{
	if (!plugin_sync())
		world_fail("the view can't be synced");
}

static void _check(void)
{
	_check_sync();
	check_all();
	held_check();
}

/* What happens while a request is decided: see turns.h. */
static bool _others(bool anything)
{
	bool ok;

	if (!anything)
		return plugin_sync();
	requests_unnote();
	switch (world_below(5)) {
	case 0:
		requests_serve();
		break;
	case 1:
		requests_answer();
		break;
	case 2:
		world->now += world_below(3);
		plugin_turn();
		break;
	case 3:
		events_step();
		break;
	default:
		break;
	}
	requests_answer_all();	/* a booking changes once at a time */
	ok = plugin_sync();
	requests_note();
	return ok;
}

static void _end_day(void)
{
	if (world->now < world->day_ends)
		return;
	world->day_ends += 86400;
	world->stats.days++;
	if (world->soak)
		soak_day();
}

static void _end(int status)
{
	plugin_submit_end();
	requests_answer_all();
	world->fault = DISK_GOOD;
	plugin_stop();
	world_tell("--- the controller ends");
	_exit(status);
}

static void _serve(time_t ends)
{
	while (world->now < ends) {
		world->stats.steps++;
		_pass(_pause());
		if (world_one_in(2))
			requests_answer();
		events_step();
		requests_serve();
		plugin_submit_end();
		held_step();
		_check();
		_end_day();
		if (!world->soak && world_one_in(4 * REQUESTS_A_DAY))
			_end(LIFE_RESTARTS);
	}
	_end(LIFE_OVER);
}

/* The turns of the agent until the ledger can be read, for so many seconds. */
static void _wait(time_t seconds)
{
	time_t each = world->ledger_locked ? seconds : RETRY_PAUSE_MIN;

	for (; (seconds > 0) && office->unowned; seconds -= each) {
		world->now += each;
		world->waited += each;
		own_disk_step();
		plugin_turn();
		own_check_waits(each);
	}
}

/*
 * Another controller has the ledger, and hangs, or the disk fails: no booking is
 * known, and no job starts, until the ledger can be read.
 */
static void _wait_for_ledger(time_t ends)
{
	while (office->unowned) {
		snprintf(world->last, sizeof(world->last), "without a ledger");
		if (world->now >= ends)
			_exit(LIFE_OVER);
		_wait(world_range(1, 100));
		events_step();
		if (world_one_in(4))
			requests_delete_unowned();
	}
}

void life_run(void)
{
	time_t ends = world->began + (time_t) world->run_days * 86400;
	options_t options = _options();

	if (!vfs_install() || !unread_install())
		world_fail("SQLite takes no file system");
	world->lives++;
	world_tell("--- the controller starts");
	world->armed = true;
	turns_use(_others);
	snprintf(world->last, sizeof(world->last), "start");
	world->waited = world->usable = 0;
	world->tries = 0;
	plugin_start(&options);
	_wait_for_ledger(ends);
	_check_sync();
	world->plain_before = false;
	held_resolve();
	promises_resolve();
	good_nodes_forget();
	check_all();
	_serve(ends);
	_exit(LIFE_OVER);
}
