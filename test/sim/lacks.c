/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "test/sim/host.h"
#include "test/sim/lacks.h"

/* Maximum seconds until a lack is marked: looks come at random times. */
#define PATIENCE (REPAIR_JOB_PATIENCE + REPAIR_AGAIN + 3600)

#define RECORDS (4 * WORLD_RECORDS)

typedef struct {
	char name[32];
	time_t since;	/* what is marked is not what is, since then; 0: it is */
	bool told;	/* that it is degraded, and not that it is mended */
	uint32_t tells;	/* since the last turn */
	char lost[HOST_LIST];	/* what it lacked then */
} entry_t;

static entry_t entries[RECORDS];
static size_t cnt;

static entry_t *_find_entry(const char *name)
{
	for (size_t i = 0; i < cnt; i++)
		if (!strcmp(entries[i].name, name))
			return &entries[i];
	return NULL;
}

static entry_t *_entry(const char *name)
{
	entry_t *found = _find_entry(name);

	if (found)
		return found;
	if (cnt == RECORDS)	/* names of long ago */
		cnt = 0;
	entries[cnt] = (entry_t) { .since = 0 };
	snprintf(entries[cnt].name, sizeof(entries[cnt].name), "%s", name);
	return &entries[cnt++];
}

void lacks_renamed(const char *from, const char *to)
{
	const entry_t *found = _find_entry(from);
	entry_t was, *e;

	if (!found)	/* nothing was told in this life, but of the other name */
		return;
	was = *found;
	e = _entry(to);
	memcpy(was.name, e->name, sizeof(was.name));
	*e = was;
}

void lacks_forget(void)
{
	cnt = 0;
}

void lacks_begin_anew(void)
{
	for (size_t i = 0; i < cnt; i++)
		entries[i].since = 0;
}

void lacks_told(const notify_t *n)
{
	bool degraded = text_same(n->event, "degraded");
	entry_t *e;

	if (!degraded && !text_same(n->event, "mended"))
		return;
	e = _entry(n->reservation);
	e->told = degraded;
	e->tells++;
}

/* Fail if a lack was not told, or told twice. IN lost - the nodes lacked now; "" */
static void _check_told(entry_t *e, const char *lost)
{
	if (lost[0] && !e->told)
		world_fail("%s lacks %s, and nobody was told", e->name, lost);
	if (lost[0] && (e->tells == 1) && !strcmp(lost, e->lost))
		world_fail("%s lacks %s, and that was told before", e->name,
			   lost);
	e->tells = 0;
	snprintf(e->lost, sizeof(e->lost), "%s", lost);
}

static bool _meets(time_t start, time_t end, const view_resv_t *v)
{
	return (start < v->end) && (end > MAX(v->start, world->now));
}

/* Nodes that records of Slurm's own have in the time of v. OUT may - or may have */
static mask_t _reserved(const view_resv_t *v, mask_t *may)
{
	mask_t taken = 0;

	for (uint32_t i = 0; i < fake.linked_cnt; i++) {
		const fake_record_t *r = fake.linked[i];
		const view_resv_t *other = view_find(office, r->name);

		if (!other || (other == v))
			continue;
		*may |= MASK(r);
		if (!other->booking && !(r->flags & (BOOKING_FLAG_OVERLAP |
						     BOOKING_FLAGS_RECURRING |
						     BOOKING_FLAG_TIME_FLOAT)) &&
		    _meets(r->start, r->end, v))
			taken |= MASK(r);
	}
	return taken;
}

/* The nodes of a job on which it has what v has. */
static mask_t _taken_by(const world_job_t *job, const view_resv_t *v)
{
	const fake_record_t *rec = v->rec;
	mask_t taken = 0;

	if (!job->by_cores || !rec->by_cores)
		return job->nodes;
	for (uint32_t i = 0; i < FAKE_BY_CORES; i++)
		if ((job->nodes & NODE(i)) && (job->cores[i] & rec->cores[i]))
			taken |= NODE(i);
	return taken;
}

mask_t lacks_gpus(const view_resv_t *v)
{
	const units_t *units = &v->attrs.units;
	mask_t lack = 0;

	for (uint32_t i = 0; i < units->cnt; i++)
		if (units->list[i].cores.gpus &
		    ~fake.nodes.gpus(office, units->list[i].node, units->type))
			lack |= host_index_mask(units->list[i].node);
	return lack;
}

static mask_t _run_on(const view_resv_t *v)
{
	mask_t taken = 0;

	for (int i = 0; i < WORLD_JOBS; i++) {
		const world_job_t *job = &world->jobs[i];
		time_t end = MAX(job->limit, world->now + 60);

		if (job->id && strcmp(job->resv, v->name) &&
		    _meets(world->now, end, v))
			taken |= _taken_by(job, v);
	}
	return taken;
}

static mask_t _outside(const booking_t *b)
{
	return ~(b->partition && !strcmp(b->partition, "side") ?
		 world->conf.side : world->conf.nodes) |
	       ~(b->features ? world->conf.features : world->conf.nodes);
}

static void _look(view_resv_t *v, void *arg)
{
	mask_t has, may, lost;
	bool gone;
	entry_t *e;

	(void) arg;
	if (unwritten_waits(office, v))
		return;	/* it is told once that is decided, under its name */
	e = _entry(v->name);
	if (!v->booking || v->booking->stand_in || v->booking->part ||
	    (v->end <= world->now) || !v->nodes) {
		e->since = 0;
		e->lost[0] = '\0';	/* what it lacks is told in another way */
		return;
	}
	has = host_mask(v->nodes);
	may = _outside(v->booking);
	lost = (host_down_at(MAX(v->start, world->now)) | _reserved(v, &may) |
		_run_on(v) | lacks_gpus(v)) & has;
	/* ALL means all existing nodes. */
	gone = !text_same_word(v->booking->asked_nodes, "ALL") &&
	       ((uint32_t) __builtin_popcountll(has) < v->booking->num_cn);
	_check_told(e, v->lost_nodes ? v->lost_nodes : "");
	if (v->lost_nodes ? gone || ((lost | may) & has) : !lost && !gone)
		e->since = 0;
	else if (!e->since)
		e->since = world->now;
	else if (world->now - e->since > PATIENCE)
		world_fail("%s lacks nodes %llx (%u asked for), and is marked to lack %s, since %lld s",
			   v->name, (unsigned long long) lost,
			   v->booking->num_cn,
			   v->lost_nodes ? v->lost_nodes : "none",
			   (long long) (world->now - e->since));
}

void lacks_check(void)
{
	view_each(office, _look, NULL);
}

void lacks_seen(void)
{
	for (size_t i = 0; i < cnt; i++)
		if (entries[i].lost[0] && !view_find(office, entries[i].name))
			entries[i].lost[0] = '\0';
}
