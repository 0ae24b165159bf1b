/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <sys/param.h>

#include "test/sim/events.h"
#include "test/sim/good_nodes.h"
#include "test/sim/host.h"
#include "test/sim/lacks.h"
#include "test/sim/plugin.h"
#include "test/sim/promises.h"
#include "test/sim/requests.h"

static void _node(void)
{
	mask_t up = world->conf.nodes & ~world->down;
	mask_t down = world->conf.nodes & world->down;
	mask_t node;

	if (down && (world_one_in(2) || (__builtin_popcountll(down) > 2))) {
		node = world_some(down, 1);
		world->down &= ~node;
	} else {
		node = world_some(up, 1);
		world->down |= node;
		good_nodes_fail(node);
	}
	world->stats.moved_events++;
	world_tell("node %llx is %s", (unsigned long long) node,
		   (world->down & node) ? "down" : "back");
}

static void _job(void)
{
	const promise_t *p = promises_any(false);

	/* Slurm saves its list for the job. */
	if (!world->weather.early)
		requests_answer_all();
	if (p && (p->state == PROMISE_KEPT))
		plugin_submit(p->name, p->uid, world_range(5, 200));
}

static void _disk(void)
{
	if (world->fault != DISK_GOOD) {
		if (world->now >= world->fault_until)
			world->fault = DISK_GOOD;
		return;
	}
	if (!world_one_in(200))
		return;
	world->fault = world_one_in(2) ? DISK_FULL : DISK_NO_SYNC;
	world->fault_until = world->now + world_range(1, 3600);
	world_tell("the disk fails (%d)", world->fault);
}

/* --- slurm.conf ---------------------------------------------------------- */

/* Slurm kills what runs on nodes that it does not know any more. */
static void _kill_jobs(mask_t nodes)
{
	for (int i = 0; i < WORLD_JOBS; i++)
		if (world->jobs[i].id && (world->jobs[i].nodes & nodes))
			world->jobs[i].id = 0;
}

static bool _change_nodes(void)
{
	mask_t missing = world->whole.nodes & ~world->conf.nodes;
	mask_t gone;

	if (missing && !world_one_in(3)) {
		world->conf.nodes |= world_some(missing, 2);
		return true;
	}
	if (__builtin_popcountll(world->conf.nodes) < 5)
		return false;
	gone = world_some(world->conf.nodes, world_range(1, 2));
	promises_nodes_gone(gone);
	good_nodes_fail(gone);
	_kill_jobs(gone);
	world->conf.nodes &= ~gone;
	world->down &= ~gone;
	return true;
}

void events_away(void)
{
	bool moved = world->weather.hardware && world_one_in(6);

	if (moved) {
		world->conf.gpus_moved++;
		good_nodes_forget();
	}
	if ((!world_one_in(3) || !_change_nodes()) && !moved)
		return;
	world->conf_changed = true;
	world_tell("slurm.conf meanwhile: nodes %llx",
		   (unsigned long long) world->conf.nodes);
}

static void _conf(void)
{
	bool other = false;

	switch (world_below(world->weather.hardware ? 5 : 4)) {
	case 4:
		world->conf.gpus_moved += (uint32_t) world_range(1, 3);
		good_nodes_forget();
		other = true;
		break;
	case 0:
		world->conf.has_side = !world->conf.has_side;
		break;
	case 1:
		world->conf.licenses = world_one_in(2) ?
			world->whole.licenses : world_below(6);
		break;
	default:
		other = _change_nodes();
	}
	world->conf_changed = true;
	world->stats.reconfigs++;
	world_tell("slurm.conf: nodes %llx, side %d, sw:%u, GPUs moved by %u",
		   (unsigned long long) world->conf.nodes,
		   world->conf.has_side, world->conf.licenses,
		   world->conf.gpus_moved);
	plugin_reconfigure(other);
	if (!world->weather.purge)
		plugin_turn();
}

#define STORM_TICKS 64	/* a storm ends in a crash after so many at most */

/* Is the name service out, or a user gone? */
static bool _names_wrong(void)
{
	return world->names_out || (world->users != (1U << WORLD_USERS) - 1);
}

static void _names(void)
{
	if (_names_wrong()) {
		world->names_out = false;
		world->users = (1U << WORLD_USERS) - 1;
	} else if (world_one_in(3)) {
		world->names_out = true;
	} else {
		world->users ^= 1U << world_below(WORLD_USERS);
	}
	world_tell("names: users %x%s", world->users,
		   world->names_out ? ", none is found" : "");
}

/*
 * A user is gone, and slurm.conf is read again: Slurm purges the reservations of
 * that user, and the disk takes nothing.
 */
static void _storm(void)
{
	world->fault = world_one_in(2) ? DISK_FULL : DISK_NO_SYNC;
	world->fault_until = world->now + world_range(60, 600);
	world->users &= ~(1U << world_below(WORLD_USERS));
	world_tell("a storm: the disk fails (%d), names: users %x",
		   world->fault, world->users);
	plugin_reconfigure(false);
	if (!world->weather.purge)
		plugin_turn();
	world_end_soon(STORM_TICKS);
}

/*
 * The clock is set. What the agent does about it comes some seconds later; that
 * nothing else happens in them is granted.
 */
static void _clock(void)
{
	time_t step = (time_t) world_range(1, world_one_in(4) ? 7200 : 120);

	promises_see_all();	/* some may be over by the new time */
	world_set_clock(world_one_in(2) ? step : -step);
	world_tell("the clock is set by about %lld s", (long long) step);
	good_nodes_forget();
	lacks_begin_anew();
	plugin_turn();
}

void events_step(void)
{
	if (world->weather.nodes && world_one_in(16))
		_node();
	if (world->weather.jobs && world_one_in(12))
		_job();
	if (world->weather.disk)
		_disk();
	if (world->weather.conf && world_one_in(150))
		_conf();
	if (world->weather.names && world_one_in(_names_wrong() ? 10 : 100))
		_names();
	if (world->weather.storm && world_one_in(100))
		_storm();
	if (world->weather.clock && world_one_in(300))
		_clock();
	slurm_pass();
}
