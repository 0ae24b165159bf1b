/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fake_records.c - make, change and remove native records as Slurm does, which
 * checks and may refuse; see fake.h
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "contrib/fake/fake.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/units_text.h"

#define COPY(field, text) fake_copy(field, sizeof(field), text)

/* Texts that records, requests and bookings have. Slurm checks CHECKED ones. */
#define CHECKED(TEXT) \
	TEXT(users) TEXT(groups) TEXT(accounts) TEXT(partition) \
	TEXT(licenses) TEXT(comment)
#define TEXTS(TEXT) CHECKED(TEXT) TEXT(features)

static uint32_t _take_id(office_t *office, uint32_t wanted)
{
	fake_t *fake = fake_of(office);

	if (wanted && !view_find_resv_id(office, wanted))
		return fake->top_id = wanted;
	do {
		fake->top_id = (fake->top_id >= 9999) ? 1 : fake->top_id + 1;
	} while (view_find_resv_id(office, fake->top_id));
	return fake->top_id;
}

static int _refuse(const fake_t *fake, int rc, char **ret_err)
{
	if (rc && fake->refusal)
		*ret_err = fake->refusal(rc);
	return rc;
}

/* Does Slurm take them? RET 0; else a code of refused.h, with a text in ret_err */
static int _check(fake_t *fake, const char *call, const char *users,
		  const char *accounts, const char *partition,
		  const char *licenses, char **ret_err)
{
	int rc = fake->check ?
			 fake->check(fake, users, accounts, partition, licenses) :
			 fake_check(fake, users, partition, licenses);

	fake_tick(fake, call);
	return _refuse(fake, rc, ret_err);
}

static int _check_request(fake_t *fake, const char *call,
			  const request_t *r, char **ret_err)
{
	return _check(fake, call, r->users, r->accounts, r->partition,
		      r->licenses, ret_err);
}

/* IN stamp - Slurm's update did it: its stamp of the last change is renewed */
static void _changed(fake_t *fake, const fake_record_t *rec, bool stamp)
{
	if (stamp)
		fake->last_update = *fake->now;
	fake->records_changed = true;
	if (rec->linked)
		fake_save_soon(fake);
	fake_tick(fake, NULL);
}

/* Replace the nodes. IN nodes - by number; owned by the record then */
static void _take_nodes(fake_record_t *rec, garq_set_t *nodes)
{
	garq_set_destroy(rec->nodes);
	rec->nodes = nodes;
}

/* --- create --------------------------------------------------------------- */

/* The nodes that linked records keep from a native reservation. RET owned */
static garq_set_t *_kept(const fake_t *fake, const request_t *request)
{
	garq_set_t *kept = fake_need(garq_set_create(fake->size));

	if (request->flags & (BOOKING_FLAG_OVERLAP | BOOKING_FLAG_MAINT))
		return kept;
	for (uint32_t i = 0; i < fake->linked_cnt; i++)
		if ((fake->linked[i]->start < request->end) &&
		    (fake->linked[i]->end > request->start))
			garq_set_add_all(kept, fake->linked[i]->nodes);
	return kept;
}

/* RET the first nodes of a set, as Slurm without a topology; owned */
static garq_set_t *_first_nodes(const garq_set_t *nodes, uint32_t cnt)
{
	garq_set_t *set = fake_need(garq_set_create(nodes->size));

	GARQ_SET_EACH(i, nodes) {
		if (!cnt)
			break;
		garq_set_add(set, i);
		cnt--;
	}
	return set;
}

/* Slurm chooses nodes for a native reservation. RET owned; none: too few */
static garq_set_t *_choose_nodes(office_t *office, const request_t *request,
				 const garq_set_t *kept)
{
	fake_t *fake = fake_of(office);
	uint32_t cnt = (uint32_t) request->num_cn;
	garq_set_t *nodes, *some;
	bool all;

	if (text_same_word(request->node_list, "ALL"))
		return fake_partition(fake, NULL);
	if (request_has(request->node_list))
		return fake_there(fake, request->node_list, &all);
	nodes = fake_partition(fake, request->partition);
	garq_set_del_all(nodes, kept);
	some = fake->choose ? fake->choose(nodes, cnt) :
			      _first_nodes(nodes, cnt);
	garq_set_destroy(nodes);
	if (garq_set_count(some) < cnt)
		garq_set_zero(some);
	return some;
}

static int _place_native(office_t *office, request_t request,
			 fake_record_t *rec)
{
	garq_set_t *kept;
	int rc = 0;

	if (!request.has_start)
		request.start = *fake_of(office)->now;
	if (!request.has_end)
		request.end = request.start + (time_t) request.minutes * 60;
	rec->start = request.start;
	rec->end = request.end;
	kept = _kept(fake_of(office), &request);
	_take_nodes(rec, _choose_nodes(office, &request, kept));
	if (!garq_set_count(rec->nodes) &&
	    (request.has_nodes || request.node_list))
		rc = REFUSED_BUSY;
	else if (garq_set_meets(kept, rec->nodes))
		rc = REFUSED_OVERLAP;
	garq_set_destroy(kept);
	return rc;
}

static void _place(fake_t *fake, const request_t *request,
		   const placement_t *placement, fake_record_t *rec)
{
	rec->start = placement->start;
	rec->end = placement->start + (request->end - request->start);
	_take_nodes(rec, fake_numbers(fake, placement->nodes));
	fake_set_units(fake, rec, &placement->units);
	rec->flags |= text_same_word(request->node_list, "ALL") ?
			      BOOKING_FLAG_ALL_NODES : BOOKING_FLAG_SPEC_NODES;
}

static void _attributes(const request_t *request, bool window,
			fake_record_t *rec)
{
	rec->duration = request->has_minutes ? request->minutes :
					       BOOKING_NO_DURATION;
	rec->delay = (!window && request->has_delay) ? request->delay : 0;
	rec->purge = request->has_purge ? request->purge : 0;
	if (request_has(request->name))
		COPY(rec->name, request->name);
	else
		snprintf(rec->name, sizeof(rec->name), "%.8s_%u",
			 request->users ? request->users : "resv",
			 rec->resv_id);
#define TEXT(field) COPY(rec->field, request->field);
	TEXTS(TEXT)
#undef TEXT
}

static int _create(office_t *office, const request_t *request,
		   const placement_t *placement, bool window,
		   record_t **ret_rec, char **ret_err)
{
	fake_t *fake = fake_of(office);
	int rc = _check_request(fake, "create", request, ret_err);
	fake_record_t *rec;

	if (!rc && request_has(request->name) &&
	    fake_find(fake, request->name))
		rc = _refuse(fake, REFUSED_NAME_TAKEN, ret_err);
	if (rc)
		return rc;
	rec = fake_new(fake);
	rec->flags = request->has_flags ? request->flags : 0;
	if (placement)
		_place(fake, request, placement, rec);
	else
		rc = _place_native(office, *request, rec);
	if (rc) {
		fake_free(rec);
		return _refuse(fake, rc, ret_err);
	}
	rec->first = rec->start;
	rec->resv_id = _take_id(office, 0);
	_attributes(request, window, rec);
	fake_link(fake, rec);
	_changed(fake, rec, true);
	*ret_rec = rec;
	return 0;
}

/* --- as a booking says ---------------------------------------------------- */

/* Set what Slurm does not check. */
static void _set_plain(fake_record_t *rec, const booking_t *b)
{
	rec->flags = b->flags;
	rec->duration = b->duration_min;
	rec->purge = b->purge_comp_time;
	rec->delay = b->max_start_delay;
	if (rec->first != b->start)
		rec->start = rec->first = b->start;
	rec->end = b->end;
	COPY(rec->features, b->features);
}

/* Set what Slurm has checked. */
static void _set_checked(fake_record_t *rec, const booking_t *b)
{
#define TEXT(field) COPY(rec->field, b->field);
	CHECKED(TEXT)
#undef TEXT
}

static const char *_if_other(const char *want, const char *is)
{
	return (want && strcmp(want, is)) ? want : NULL;
}

/* IN rec - what it has by now is not checked again; NULL: it has nothing */
static int _check_booking(fake_t *fake, const booking_t *b,
			  const fake_record_t *rec, const char *call,
			  char **ret_err)
{
	static const fake_record_t empty;

	if (!rec)
		rec = &empty;
	return _check(fake, call, _if_other(b->users, rec->users),
		      _if_other(b->accounts, rec->accounts),
		      _if_other(b->partition, rec->partition),
		      _if_other(b->licenses, rec->licenses), ret_err);
}

/* The nodes of a booking that are there. OUT ret_all - all are. RET owned */
static garq_set_t *_booked(const fake_t *fake, const booking_t *b,
			   bool *ret_all)
{
	*ret_all = true;
	return text_same_word(b->asked_nodes, "ALL") ?
		       fake_partition(fake, NULL) :
		       fake_there(fake, b->nodes, ret_all);
}

static void _take_booked(office_t *office, fake_record_t *rec,
			 const booking_t *b)
{
	units_t units = units_read(office, b->cores);

	fake_set_units(fake_of(office), rec, &units);
	units_free(&units);
}

fake_record_t *fake_add(office_t *office, const booking_t *b)
{
	fake_t *fake = fake_of(office);
	fake_record_t *rec = fake_new(fake);
	bool all;

	COPY(rec->name, b->name);
	rec->resv_id = _take_id(office, b->resv_id);
	_set_plain(rec, b);
	_set_checked(rec, b);
	rec->start = rec->first = b->start;
	_take_nodes(rec, _booked(fake, b, &all));
	_take_booked(office, rec, b);
	fake_link(fake, rec);
	return rec;
}

static int _recreate(office_t *office, const booking_t *b,
		     record_t **ret_rec, char **ret_err)
{
	fake_t *fake = fake_of(office);
	int rc = _check_booking(fake, b, NULL, "recreate", ret_err);
	bool all, any;
	garq_set_t *nodes = _booked(fake, b, &all);

	any = garq_set_count(nodes) || !b->nodes;
	garq_set_destroy(nodes);
	if (!rc && !(all && any))
		rc = _refuse(fake, REFUSED_NODES, ret_err);
	if (rc)
		return rc;
	*ret_rec = fake_add(office, b);
	_changed(fake, *ret_rec, true);
	return 0;
}

/* New nodes: accounting sees a begun record as a new one. */
static void _set_nodes(fake_t *fake, fake_record_t *rec, garq_set_t *nodes)
{
	if ((rec->start < *fake->now) && !garq_set_equal(rec->nodes, nodes))
		rec->start = *fake->now;
	_take_nodes(rec, nodes);
}

static int _apply(office_t *office, record_t *record, const booking_t *b,
		  char **ret_err)
{
	fake_t *fake = fake_of(office);
	fake_record_t *rec = record;
	bool all, any;
	garq_set_t *nodes = fake_there(fake, b->nodes, &all);
	int rc = _check_booking(fake, b, rec, "apply", ret_err);

	any = !all || garq_set_count(nodes);
	if (!rec->linked)
		fake->fail("record %s is applied, but not linked", rec->name);
	if (rc == 0)
		_set_checked(rec, b);
	if (any && !(b->flags & rec->flags & BOOKING_FLAG_ALL_NODES)) {
		_set_nodes(fake, rec, nodes);
		_take_booked(office, rec, b);
	} else {
		garq_set_destroy(nodes);
	}
	_set_plain(rec, b);
	_changed(fake, rec, true);
	return rc ? rc : all ? 0 : REFUSED_NODES;
}

static int _from_stand_in(office_t *office, record_t *record,
			  const booking_t *b, char **ret_err)
{
	fake_record_t *rec = record;
	int rc = _check_booking(fake_of(office), b, rec, "fulfil", ret_err);

	if (rc)
		return rc;
	_set_checked(rec, b);
	_set_plain(rec, b);
	rec->flags |= BOOKING_FLAG_SPEC_NODES;
	_changed(fake_of(office), rec, true);
	return 0;
}

/* --- update --------------------------------------------------------------- */

static void _update_texts(fake_record_t *rec, const request_t *request)
{
#define TEXT(field) if (request->field) COPY(rec->field, request->field);
	TEXTS(TEXT)
#undef TEXT
}

static void _update_change(fake_t *fake, fake_record_t *rec,
			   const change_t *change)
{
	if (change->times) {
		if (change->start != rec->start)
			rec->start = rec->first = change->start;
		rec->end = change->end;
		rec->duration = change->duration_min;
	}
	if (!change->list)
		return;
	_set_nodes(fake, rec, fake_numbers(fake, change->nodes));
	fake_set_units(fake, rec, &change->units);
	rec->flags &= ~BOOKING_FLAG_ALL_NODES;
	rec->flags |= text_same_word(change->asked_nodes, "ALL") ?
			      BOOKING_FLAG_ALL_NODES : BOOKING_FLAG_SPEC_NODES;
}

static void _update_native(fake_t *fake, fake_record_t *rec,
			   const request_t *request)
{
	bool all;

	if (request->has_start)
		rec->start = rec->first = request->start;
	if (request->has_minutes) {
		rec->duration = request->minutes;
		rec->end = rec->first + (time_t) request->minutes * 60;
	}
	if (request->has_end)
		rec->end = request->end;
	if (request_has(request->node_list))
		_take_nodes(rec, fake_there(fake, request->node_list, &all));
	if (request->has_flags)
		rec->flags |= request->flags;
}

static int _update(office_t *office, record_t *record,
		   const request_t *request, const change_t *change,
		   bool window, char **ret_err)
{
	fake_t *fake = fake_of(office);
	fake_record_t *rec = record;
	int rc = _check_request(fake, "update", request, ret_err);

	if (!rec->linked)
		fake->fail("update of record %s, which is not linked",
			   rec->name);
	if (rc)
		return rc;
	_update_texts(rec, request);
	if (change)
		_update_change(fake, rec, change);
	else
		_update_native(fake, rec, request);
	_changed(fake, rec, true);
	return 0;
}

ANSWER(void *, _keep, (office_t *office, const record_t *rec),
       fake_need(strdup(((const fake_record_t *) rec)->comment)))

static void _put_back(office_t *office, record_t *rec, void *kept, bool again)
{
	if (kept && again)
		COPY(((fake_record_t *) rec)->comment, kept);
	free(kept);
}

/* --- remove, end, read ---------------------------------------------------- */

static int _remove(office_t *office, const char *name, bool *ret_gone)
{
	fake_t *fake = fake_of(office);
	fake_record_t *rec = fake_find(fake, name);

	fake_tick(fake, "remove");
	if (ret_gone)
		*ret_gone = !rec;
	if (!rec)
		return REFUSED_NO_SUCH;
	if (fake_in_use(fake, name, false))
		return REFUSED_IN_USE;
	fake_delete(fake, rec);
	if (ret_gone)
		*ret_gone = true;
	fake_tick(fake, NULL);
	return 0;
}

/* A job that gets it behind the hooks (retired.h of the plugin) is not played. */
static bool _drop(office_t *office, record_t *record, bool out_of_reach)
{
	fake_t *fake = fake_of(office);
	fake_record_t *rec = record;

	fake_tick(fake, "drop");
	if (out_of_reach && rec->linked)
		fake->fail("record %s is dropped while it is linked", rec->name);
	if (!out_of_reach &&
	    ((rec->flags & (BOOKING_FLAG_MAINT | BOOKING_FLAG_FLEX)) ||
	     (rec->start <= *fake->now)))
		return false;
	if (fake_in_use(fake, rec->name, false))
		fake->fail("record %s is %s, and a job has it", rec->name,
			   out_of_reach ? "dropped" : "retired");
	if (out_of_reach) {
		fake_free(rec);
		return true;
	}
	rec->retired = true;
	fake->last_update = *fake->now;
	fake_save_soon(fake);
	return true;
}

static void _end(office_t *office, record_t *record, bool jobs_alone,
		 time_t now)
{
	fake_t *fake = fake_of(office);
	fake_record_t *rec = record;

	fake_tick(fake, jobs_alone ? "part" : "end");
	if (fake->end_jobs)
		fake->end_jobs(rec, jobs_alone, now);
	if (jobs_alone)
		return;
	if (rec->start > now)
		rec->start = rec->first = rec->end = now;
	rec->end = MIN(rec->end, now);
	_changed(fake, rec, false);
}

/* As plugin/slurm/native/native.c */
#define BOOKED_FLAGS (BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES)

static const char *_if(const char *text)
{
	return text[0] ? text : NULL;
}

static void _read(office_t *office, const record_t *record, booking_t *b)
{
	const fake_record_t *rec = record;
	units_t units;
	char *list;

	if (b->stand_in)
		return;
	b->start = rec->first;
	b->end = rec->end;
	b->resv_id = rec->resv_id;
	b->flags = rec->flags | (b->part ? b->flags & BOOKED_FLAGS : 0);
	b->duration_min = rec->duration;
	b->purge_comp_time = rec->purge;
	b->max_start_delay = rec->delay;
	list = fake_text(fake_of(office), rec->nodes);
	booking_set(&b->nodes, list);
	free(list);
	units = fake_units(fake_of(office), rec);
	list = units_text(office, &units);
	booking_set(&b->cores, list);
	free(list);
	units_free(&units);
	if (b->part)
		return;
	b->num_cn = garq_set_count(rec->nodes);
	booking_set(&b->name, rec->name);
#define TEXT(field) booking_set(&b->field, _if(rec->field));
	TEXTS(TEXT)
#undef TEXT
}

/* --- fields --------------------------------------------------------------- */

ANSWER(const char *, _name, (office_t *office, const record_t *rec),
       ((const fake_record_t *) rec)->name)

static void _shift(office_t *office, record_t *record, time_t start, time_t end)
{
	fake_t *fake = fake_of(office);
	fake_record_t *rec = record;

	fake_tick(fake, "shift");
	/* At a start it may be older than the row of its booking, of which
	 * only a part could be made since: it is brought where that is. */
	if (office->ready && (rec->start <= *fake->now) && !rec->comment[0])
		fake->fail("%s is shifted, but it has begun", rec->name);
	if ((rec->duration != BOOKING_NO_DURATION) &&
	    (end - start != rec->end - rec->first))
		rec->duration = (uint32_t) ((end - start) / 60);
	rec->end = end;
	rec->start = rec->first = start;
	rec->shifts++;
	_changed(fake, rec, false);
}

static void _reset_start(office_t *office, record_t *record)
{
	fake_record_t *rec = record;

	fake_tick(fake_of(office), "reset_start");
	rec->start = rec->first;
	_changed(fake_of(office), rec, false);
}

static void _give_nodes(fake_t *fake, fake_record_t *rec,
			const garq_set_t *nodes, const units_t *units,
			const char *call)
{
	fake_tick(fake, call);
	_take_nodes(rec, fake_numbers(fake, nodes));
	fake_set_units(fake, rec, units);
	rec->flags &= ~(BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES);
	if (!rec->counted)
		rec->flags |= BOOKING_FLAG_SPEC_NODES;
	_changed(fake, rec, false);
}

ANSWER(void, _give,
       (office_t *office, record_t *rec, const garq_set_t *nodes,
	const units_t *units),
       _give_nodes(fake_of(office), rec, nodes, units, "set_nodes"))

static void _bind(office_t *office, record_t *record, const garq_set_t *nodes,
		  const units_t *units)
{
	fake_record_t *rec = record;

	_give_nodes(fake_of(office), rec, nodes, units, "bind");
	if (rec->start < *fake_of(office)->now)
		rec->start = *fake_of(office)->now;
	rec->binds++;
}

static void _pin(office_t *office, record_t *record, pin_t pin)
{
	fake_record_t *rec = record;

	(void) office;
	rec->counted = (pin == PIN_COUNTED) && rec->partition[0];
	if (pin == PIN_NODES)
		rec->flags |= BOOKING_FLAG_SPEC_NODES;
	else if (rec->partition[0])
		rec->flags &= ~BOOKING_FLAG_SPEC_NODES;
}

static void _rename(office_t *office, record_t *record, const char *name)
{
	fake_record_t *rec = record;

	fake_tick(fake_of(office), "rename");
	COPY(rec->name, name);
	_changed(fake_of(office), rec, false);
}

static void _mark(office_t *office, record_t *rec, bool unwritten)
{
	((fake_record_t *) rec)->marked = unwritten;
}

ANSWER(bool, _is_marked, (office_t *office, const record_t *rec),
       ((const fake_record_t *) rec)->marked)
ANSWER(const char *, _remark, (office_t *office, const record_t *rec),
       _if(((const fake_record_t *) rec)->comment))

static void _set_remark(office_t *office, record_t *record, const char *remark)
{
	fake_record_t *rec = record;

	COPY(rec->comment, remark);
}

static void _to_stand_in(office_t *office, record_t *record, const char *remark)
{
	fake_record_t *rec = record;

	COPY(rec->users, "root");
	rec->accounts[0] = rec->groups[0] = rec->features[0] =
		rec->partition[0] = '\0';
	rec->purge = rec->delay = 0;
	rec->flags = (rec->flags & BOOKING_FLAG_STATIC) |
		     BOOKING_FLAG_SPEC_NODES;
	_set_remark(office, rec, remark);
}

static record_t *_make_stand_in(office_t *office, const booking_t *b,
				const garq_set_t *nodes, const char *remark)
{
	fake_t *fake = fake_of(office);
	fake_record_t *rec = fake_new(fake);

	fake_tick(fake, "stand_in");
	COPY(rec->name, b->name);
	rec->resv_id = _take_id(office, b->resv_id);
	rec->flags = b->flags & BOOKING_FLAG_STATIC;
	rec->start = rec->first = b->start;
	rec->end = b->end;
	rec->duration = b->duration_min;
	if (fake_check(fake, NULL, NULL, b->licenses) == 0)
		COPY(rec->licenses, b->licenses);
	_to_stand_in(office, rec, remark);
	_take_nodes(rec, fake_numbers(fake, nodes));
	_take_booked(office, rec, b);
	fake_link(fake, rec);
	_changed(fake, rec, false);
	return rec;
}

const host_records_t fake_records = {
	.create = _create,
	.recreate = _recreate,
	.update = _update,
	.apply = _apply,
	.keep = _keep,
	.put_back = _put_back,
	.remove = _remove,
	.drop = _drop,
	.end = _end,
	.read = _read,
	.make_stand_in = _make_stand_in,
	.from_stand_in = _from_stand_in,
};

const host_fields_t fake_fields = {
	.name = _name,
	.shift = _shift,
	.reset_start = _reset_start,
	.bind = _bind,
	.set_nodes = _give,
	.pin = _pin,
	.rename = _rename,
	.mark = _mark,
	.is_marked = _is_marked,
	.remark = _remark,
	.set_remark = _set_remark,
	.to_stand_in = _to_stand_in,
};
