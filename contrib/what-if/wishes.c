/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/param.h>

#include "contrib/what-if/office.h"
#include "contrib/what-if/wishes.h"
#include "garq/times.h"

/* Jobs whose reservations have not begun. */
static queue_job_t *booked;
static uint32_t cnt, room;

static void _name(uint32_t number, char name[NATIVE_NAME])
{
	snprintf(name, NATIVE_NAME, "r%u", number);
}

static const view_resv_t *_find(uint32_t number)
{
	char name[NATIVE_NAME];

	_name(number, name);
	return view_find(office, name);
}

static void _add(const queue_job_t *job)
{
	if (cnt == room) {
		room = room ? 2 * room : 64;
		booked = fake_need(realloc(booked, room * sizeof(booked[0])));
	}
	booked[cnt++] = *job;
}

static void _refused(const office_ask_t *ask, uint32_t number)
{
	time_t away = -1;
	uint32_t offers = office_offers(ask, &away);

	printf("refused %u %u %lld\n", number, offers, (long long) away);
}

void wishes_ask(const wish_t *wish, wishes_how_t how)
{
	char name[NATIVE_NAME];
	office_ask_t ask = {
		.name = name,
		.num_cn = wish->job.num_cn,
		.start = wish->start,
		.length = wish->job.limit,
		.window = wish->window,
		.features = wish->features[0] ? wish->features : NULL,
	};
	const view_resv_t *v = NULL;

	_name(wish->job.number, name);
	if (how == WISHES_OFFICE)
		v = office_ask(&ask);
	else if (how == WISHES_PLAIN)
		v = office_ask_plain(&ask);
	if (v) {
		printf("booked %u %lld\n", wish->job.number,
		       (long long) v->start);
		_add(&wish->job);
		return;
	}
	if (how != WISHES_OFF)
		_refused(&ask, wish->job.number);
	queue_add(&wish->job);
}

static void _begin(const queue_job_t *job, const view_resv_t *v)
{
	const fake_record_t *rec = v->rec;

	printf("began %u %lld %u %u\n", job->number, (long long) v->start,
	       rec->shifts, rec->binds);
	cluster_run(job->number, v->nodes, MIN(cluster.now + job->limit, v->end),
		    cluster.now + job->run, v->name);
}

void wishes_begin(void)
{
	uint32_t left = 0, had = cnt;

	for (uint32_t i = 0; i < had; i++) {
		const view_resv_t *v = _find(booked[i].number);

		if (v->start > cluster.now)
			booked[left++] = booked[i];
		else
			_begin(&booked[i], v);
	}
	cnt = left;
	if (left != had)
		office_sync();
}

time_t wishes_next(void)
{
	time_t next = GARQ_FOREVER;

	for (uint32_t i = 0; i < cnt; i++)
		next = MIN(next, _find(booked[i].number)->start);
	return next;
}

void wishes_print(void)
{
	for (uint32_t i = 0; i < cnt; i++) {
		const view_resv_t *v = _find(booked[i].number);
		char *list = office->host->nodes->list(office, v->nodes);

		printf("place %u %lld %s\n", booked[i].number,
		       (long long) v->start, list);
		free(list);
	}
}

void wishes_free(void)
{
	free(booked);
	booked = NULL;
	cnt = room = 0;
}
