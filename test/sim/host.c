/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host.c - the world as a fake has it; see host.h */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "test/sim/host.h"
#include "test/sim/lacks.h"
#include "test/sim/turns.h"

fake_t fake;

/* --- nodes ---------------------------------------------------------------- */

static garq_set_t *_numbers(mask_t nodes)
{
	garq_set_t *numbers = fake_need(garq_set_create(WORLD_NODES_MAX));

	numbers->word[0] = nodes;
	return numbers;
}

static mask_t _mask(garq_set_t *numbers)
{
	mask_t nodes = numbers->word[0];

	garq_set_destroy(numbers);
	return nodes;
}

garq_set_t *host_set(mask_t nodes)
{
	garq_set_t *numbers = _numbers(nodes), *set = fake_set(&fake, numbers);

	garq_set_destroy(numbers);
	return set;
}

mask_t host_mask(const garq_set_t *set)
{
	return _mask(fake_numbers(&fake, set));
}

/* The node of an index of the table; 0: there is none. */
mask_t host_index_mask(uint32_t index)
{
	mask_t left = world->conf.nodes;

	while (index-- && left)
		left &= left - 1;
	return left & ~(left - 1);
}

const char *host_list(mask_t nodes, char buf[HOST_LIST])
{
	garq_set_t *numbers = _numbers(nodes);
	char *list = fake_text(&fake, numbers);

	fake_copy(buf, HOST_LIST, list);
	garq_set_destroy(numbers);
	free(list);
	return buf;
}

mask_t host_nodes_of(const char *list)
{
	return _mask(fake_parse(&fake, list));
}

mask_t host_down_at(time_t t)
{
	mask_t down = 0;

	for (uint32_t i = 0; i < view_size(office); i++)
		if ((world->down & host_index_mask(i)) &&
		    (!view_down_since(office, i) ||
		     (view_back_at(office, i) > t)))
			down |= host_index_mask(i);
	return down;
}

static garq_set_t *_choose(const garq_set_t *nodes, uint32_t cnt)
{
	return _numbers(world_some(nodes->word[0], cnt));
}

/* --- users, jobs ---------------------------------------------------------- */

int host_user_id(const char *name, uint32_t *ret_uid)
{
	return fake_check(&fake, name, NULL, NULL) ||
	       !fake_uid(name, strlen(name), ret_uid) ? REFUSED_USERS : 0;
}

int host_look_up(request_t *r)
{
	char name[16];
	uint32_t uid;

	if (!request_has(r->users))
		return 0;
	if (strchr(r->users, ','))
		return fake_check(&fake, r->users, NULL, NULL);
	snprintf(name, sizeof(name), "%s", r->users);
	if (host_user_id(name, &uid))
		return REFUSED_USERS;
	request_set_user(r, name, uid);
	return 0;
}

static bool _job(uint32_t *at, fake_job_t *ret)
{
	static garq_set_t *nodes;
	const world_job_t *job;

	if (!nodes)
		nodes = _numbers(0);
	while ((*at < WORLD_JOBS) && !world->jobs[*at].id)
		(*at)++;
	if (*at == WORLD_JOBS)
		return false;
	job = &world->jobs[(*at)++];
	nodes->word[0] = job->nodes;
	*ret = (fake_job_t) {
		.id = job->id,
		.uid = job->uid,
		.limit = job->limit,
		.nodes = job->nodes ? nodes : NULL,
		.resv = job->resv,
		.cores = job->by_cores ? job->cores : NULL,
	};
	return true;
}

/* each() of host_jobs_t: the reservations that jobs ask for. */
static void _each_job(office_t *of,
		      bool (*fn)(const job_seen_t *job, void *arg), void *arg)
{
	bool go_on = true;

	(void) of;
	for (int i = 0; (i < WORLD_JOBS) && go_on; i++) {
		const world_job_t *job = &world->jobs[i];
		job_seen_t seen = { .job_id = job->id, .uid = job->uid,
				    .booking = job->resv };

		go_on = !job->id || fn(&seen, arg);
	}
}

static void _end_jobs(const fake_record_t *rec, bool leave, time_t now)
{
	for (int i = 0; i < WORLD_JOBS; i++) {
		world_job_t *job = &world->jobs[i];

		if (!job->id || !job->nodes || strcmp(job->resv, rec->name))
			continue;
		if (rec->end > now)
			job->limit = job->over = MIN(job->limit, now);
		if (leave)
			job->resv[0] = '\0';
	}
}

/* --- what is counted ------------------------------------------------------ */

static void _tick(fake_t *of, const char *call)
{
	(void) of;
	world_tick();
	world->stats.shifts += text_same(call, "shift");
}

static bool _notify(office_t *of, const notify_t *n)
{
	(void) of;
	if (text_same(n->event, "degraded"))
		world->stats.degraded++;
	world->stats.resizes += text_same(n->event, "resized");
	lacks_told(n);
	return true;
}

static char *_refusal(int rc)
{
	return text_printf("the simulated Slurm refuses that (%d)", rc);
}

static char *_flag_names(office_t *office, uint64_t flags)
{
	(void) office;
	return text_printf("%" PRIx64, flags);
}

static const char *_words(office_t *of, int rc)
{
	(void) of;
	(void) rc;
	return "refused by the simulated Slurm";
}

static record_t *_make_stand_in(office_t *of, const booking_t *b,
				const garq_set_t *nodes, const char *remark)
{
	record_t *rec = fake_records.make_stand_in(of, b, nodes, remark);

	world->stats.stand_ins++;
	return rec;
}

void host_set_switches(void)
{
	static node_facts_t facts[WORLD_NODES_MAX];

	fake.facts = (node_facts_table_t) { .version = 1 };
	if (!world->weather.switches)
		return;
	for (uint32_t i = 0; i < WORLD_NODES_MAX; i++)
		facts[i] = (node_facts_t) {
			.weight = 1, .parts = 1,
			.at = { 1 + i / 4, 101 + i / 32, 201, 201 },
		};
	fake.facts = (node_facts_table_t) { facts, WORLD_NODES_MAX, 2, false };
}

/* Each user is in one account, which pays. */
static char *_account_of(office_t *of, uint32_t uid, bool coordinated,
			 bool *ret_known)
{
	(void) of;
	*ret_known = world->weather.charges;
	return (world->weather.charges && uid && !coordinated) ?
		       text_printf("a%u", uid - WORLD_UID) : NULL;
}

const host_t *host_begin(void)
{
	if (fake.now)
		return &fake.host;
	fake_begin(&fake, WORLD_NODES_MAX, FAKE_FROM_0, &world->now);
	fake.there = &world->conf.nodes;
	fake.down = &world->down;
	fake.groups[2] = (fake_group_t) {
		.name = "side",
		.nodes = &world->conf.side,
		.there = &world->conf.has_side,
	};
	fake.groups[1] = (fake_group_t) {
		.name = "gpu", .nodes = &world->conf.features,
	};
	fake.sw = &world->conf.licenses;
	fake.gpus_moved = &world->conf.gpus_moved;
	fake.tick = _tick;
	fake.save_soon = slurm_save_soon;
	fake.fail = world_fail;
	fake.refusal = _refusal;
	fake.exists = slurm_exists;
	fake.choose = _choose;
	fake.job = _job;
	fake.end_jobs = _end_jobs;
	fake.records.make_stand_in = _make_stand_in;
	fake.users.refusal_words = _words;
	fake.users.flag_names = _flag_names;
	fake.users.accounts = _account_of;
	fake.jobs.each = _each_job;
	fake.locks.notify = _notify;
	fake.locks.let_others_in = turns_let_others_in;
	fake.locks.say = host_say;
	host_saved_use(&fake.saved);
	return &fake.host;
}
