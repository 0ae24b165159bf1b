/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plain.c - a life of slurmctld without the plugin; see life.h
 *
 * After a planned end of the plugin Slurm has all bookings as its own
 * reservations, and the plugin must keep each change of these. After a crash Slurm
 * has only its saved reservations. The ledger may undo a deletion, but no booking and
 * no other change may be lost.
 */

#include <stdio.h>
#include <string.h>
#include <sys/param.h>
#include <unistd.h>

#include "plugin/booking/request/flags.h"
#include "test/sim/held.h"
#include "test/sim/host.h"
#include "test/sim/life.h"
#include "test/sim/promises.h"
#include "test/sim/purged.h"
#include "test/sim/slurmctld.h"

static fake_record_t *_any(void)
{
	fake_record_t *rec;

	if (!fake.linked_cnt)
		return NULL;
	rec = fake.linked[world_below(fake.linked_cnt)];
	/* The hold of an offer is nobody's reservation. */
	return strchr(rec->name, '.') ? NULL : rec;
}

static void _delete(fake_record_t *rec)
{
	promise_t *p = promises_find(rec->name);

	if (fake_in_use(&fake, rec->name, false))
		return;
	world_tell("an administrator deletes %s", rec->name);
	if (p && world->plain_planned && (p->state == PROMISE_KEPT)) {
		p->state = PROMISE_ELSEWHERE;
		p->life = world->lives;
	} else if (p)
		promises_doubt(p);
	fake_delete(&fake, rec);
}

static void _shorten(fake_record_t *rec)
{
	promise_t *p = promises_find(rec->name);
	time_t length = rec->end - rec->first;

	/* A stand-in (stand_in.h of the office) follows its booking alone. */
	if ((rec->start <= world->now) || (length < 600) || !p ||
	    rec->comment[0] || (p->state != PROMISE_KEPT) || p->has_change ||
	    p->may_cnt)
		return;
	world_tell("an administrator shortens %s", rec->name);
	length -= 300;
	rec->end = rec->first + length;
	rec->duration = (uint32_t) (length / 60);
	p->asked = p->terms;
	p->asked.length = length;
	p->asked.least = 0;
	if (world->plain_planned) {
		if (!p->shortened)
			p->unshortened = p->terms;
		p->shortened = true;
		p->terms = p->asked;
	} else {
		p->has_change = true;
	}
	slurm_save_soon();
}

static mask_t _free_nodes(time_t start, time_t end)
{
	mask_t nodes = world->conf.nodes & ~world->down & ~slurm_busy();

	for (uint32_t i = 0; i < fake.linked_cnt; i++)
		if ((fake.linked[i]->start < end) && (fake.linked[i]->end > start))
			nodes &= ~MASK(fake.linked[i]);
	return nodes;
}

/* The plugin adopts it as a booking with these nodes. */
static void _make(void)
{
	time_t start = world->now + world_range(1000, 40000);
	terms_t terms = {
		.t_esr = start, .t_lsr = start,
		.length = 60 * (time_t) world_range(5, 100),
	};
	fake_record_t *rec;
	promise_t *p;

	terms.named = world_some(_free_nodes(start, start + terms.length), 2);
	terms.num_cn = (uint32_t) __builtin_popcountll(terms.named);
	if (!terms.named)
		return;
	rec = fake_new(&fake);
	snprintf(rec->name, sizeof(rec->name), "p%u", ++world->last_name);
	snprintf(rec->users, sizeof(rec->users), "root");
	rec->flags = BOOKING_FLAG_SPEC_NODES;
	rec->start = rec->first = start;
	rec->end = start + terms.length;
	rec->duration = (uint32_t) (terms.length / 60);
	MASK(rec) = terms.named;
	rec->resv_id = ++fake.top_id;
	fake_link(&fake, rec);
	slurm_save_soon();
	world_tell("an administrator makes %s", rec->name);
	p = promises_ask(rec->name, &terms, 0, false);
	p->state = PROMISE_KEPT;
	p->unadopted = true;
	p->last_nodes = terms.named;	/* slurm.conf may lack some before a
					 * start that comes to its end */
}

static void _administrate(void)
{
	fake_record_t *rec = _any();

	switch (world_below(3)) {
	case 0:
		if (rec)
			_delete(rec);
		break;
	case 1:
		if (rec)
			_shorten(rec);
		break;
	default:
		/* A booking that Slurm does not know may have the same nodes. */
		if (world->plain_planned)
			_make();
	}
}

/* Slurm purges invalid reservations; the ledger may bring them back. */
static void _start(void)
{
	static char names[WORLD_RECORDS][sizeof(fake.linked[0]->name)];
	uint32_t cnt = world->saved.there ? world->saved.cnt : 0;
	promise_t *p;

	for (uint32_t i = 0; i < cnt; i++)
		memcpy(names[i], world->saved.list[i].rec.name, sizeof(names[i]));
	slurm_start();
	for (uint32_t i = 0; i < cnt; i++) {
		if (fake_find(&fake, names[i]))
			continue;
		held_doubt(names[i]);
		if ((p = promises_find(names[i]))) {
			promises_doubt(p);
			p->purged = true;
		}
	}
}

void life_run_plain(void)
{
	uint32_t steps = world_range(1, 8);

	world_tell("--- a controller without the plugin");
	world->reconciled = false;
	purged_go_on();
	snprintf(world->last, sizeof(world->last), "the plain controller");
	_start();
	for (uint32_t i = 0; i < steps; i++) {
		world->now += world_range(10, 600);
		slurm_pass();
		_administrate();
	}
	slurm_save_end();
	slurm_save();
	world_tell("--- the plain controller ends");
	_exit(LIFE_RESTARTS);
}
