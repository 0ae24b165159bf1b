/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host_records.c - make, change and remove native records as Slurm does, which
 * checks and may refuse; see host.h
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "test/sim/host.h"

static record_data_t *retired[WORLD_RECORDS];
static uint32_t retired_cnt;

void host_copy(char *to, size_t size, const char *text)
{
	size_t len = text ? strlen(text) : 0;

	if (len >= size)
		world_fail("a text of %zu bytes is too long for the simulator: %s",
			   len, text);
	memcpy(to, text ? text : "", len);
	to[len] = '\0';
}
#define COPY(field, text) host_copy(field, sizeof(field), text)

uint32_t host_take_id(uint32_t wanted)
{
	if (wanted && !view_find_resv_id(office, wanted))
		return slurm_top_id = wanted;
	do {
		slurm_top_id = (slurm_top_id >= 9999) ? 1 : slurm_top_id + 1;
	} while (view_find_resv_id(office, slurm_top_id));
	return slurm_top_id;
}

static char *_refuse(int rc)
{
	return text_printf("the simulated Slurm refuses that (%d)", rc);
}

static uint32_t _minutes(const request_t *request)
{
	return request->has_minutes ? request->minutes : BOOKING_NO_DURATION;
}

static void _changed(void)
{
	slurm_last_update = world->now;
	slurm_save_soon();
	world_tick();
}

/* Slurm chooses nodes for a native reservation. RET 0: too few */
static mask_t _choose_nodes(const request_t *request)
{
	mask_t nodes = host_partition(request->partition), some;

	if (text_same_word(request->node_list, "ALL"))
		return world->conf.nodes;
	if (request_has(request->node_list))
		return host_nodes_of(request->node_list) & world->conf.nodes;
	for (uint32_t i = 0; i < slurm_cnt; i++)
		if ((slurm_list[i]->start < request->end) &&
		    (slurm_list[i]->end > request->start) &&
		    !(request->flags & (BOOKING_FLAG_OVERLAP |
					BOOKING_FLAG_MAINT)))
			nodes &= ~slurm_list[i]->nodes;
	some = world_some(nodes, (uint32_t) request->num_cn);
	return ((uint64_t) __builtin_popcountll(some) < request->num_cn) ?
		0 : some;
}

/* Do linked records or jobs keep Slurm from making a native reservation? */
static bool _is_taken(const request_t *request, mask_t nodes)
{
	if (request->flags & (BOOKING_FLAG_OVERLAP | BOOKING_FLAG_MAINT))
		return false;
	for (uint32_t i = 0; i < slurm_cnt; i++)
		if ((slurm_list[i]->start < request->end) &&
		    (slurm_list[i]->end > request->start) &&
		    (slurm_list[i]->nodes & nodes))
			return true;
	return false;
}

static int _place_native(request_t *request, record_data_t *rec)
{
	if (!request->has_start)
		request->start = world->now;
	if (!request->has_end)
		request->end = request->start + (time_t) request->minutes * 60;
	rec->start = request->start;
	rec->end = request->end;
	rec->nodes = _choose_nodes(request);
	if (!rec->nodes && (request->has_nodes || request->node_list))
		return REFUSED_BUSY;
	return _is_taken(request, rec->nodes) ? REFUSED_OVERLAP : 0;
}

static void _place(const request_t *request, const placement_t *placement,
		   record_data_t *rec)
{
	rec->start = placement->start;
	rec->end = placement->start + (request->end - request->start);
	rec->nodes = host_mask(placement->nodes);
	if (text_same_word(request->node_list, "ALL"))
		rec->flags |= BOOKING_FLAG_ALL_NODES;
	else
		rec->flags |= BOOKING_FLAG_SPEC_NODES;
}

static void _name(const request_t *request, record_data_t *rec)
{
	if (request_has(request->name))
		COPY(rec->name, request->name);
	else
		snprintf(rec->name, sizeof(rec->name), "%.8s_%u",
			 request->users ? request->users : "resv",
			 rec->resv_id);
}

static void _attributes(const request_t *request, record_data_t *rec)
{
	COPY(rec->users, request->users);
	COPY(rec->groups, request->groups);
	COPY(rec->accounts, request->accounts);
	COPY(rec->partition, request->partition);
	COPY(rec->features, request->features);
	COPY(rec->licenses, request->licenses);
	COPY(rec->comment, request->comment);
}

int host_create(office_t *office, const request_t *request,
		const placement_t *placement, bool window, record_t **ret_rec,
		char **ret_err)
{
	int rc = slurm_check(request->users, request->partition,
			     request->licenses);
	request_t copy = *request;
	record_data_t *rec;

	(void) office;
	world_tick();
	if (!rc && request_has(request->name) && slurm_find(request->name))
		rc = REFUSED_NAME_TAKEN;
	if (rc) {
		*ret_err = _refuse(rc);
		return rc;
	}
	rec = slurm_new();
	rec->flags = request->has_flags ? request->flags : 0;
	if (placement) {
		_place(request, placement, rec);
	} else if ((rc = _place_native(&copy, rec))) {
		*ret_err = _refuse(rc);
		return rc;
	}
	rec->first = rec->start;
	rec->resv_id = host_take_id(0);
	rec->duration = _minutes(request);
	rec->delay = (!window && request->has_delay) ? request->delay : 0;
	rec->purge = request->has_purge ? request->purge : 0;
	_name(request, rec);
	_attributes(request, rec);
	slurm_link(rec);
	_changed();
	*ret_rec = rec;
	return 0;
}

/* Set what Slurm does not check. */
static void _set_plain(record_data_t *rec, const booking_t *b)
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
static void _set_checked(record_data_t *rec, const booking_t *b)
{
	COPY(rec->users, b->users);
	COPY(rec->groups, b->groups);
	COPY(rec->accounts, b->accounts);
	COPY(rec->partition, b->partition);
	COPY(rec->licenses, b->licenses);
	COPY(rec->comment, b->comment);
}

static const char *_if_other(const char *want, const char *is)
{
	return (want && strcmp(want, is)) ? want : NULL;
}

/* IN rec - what it has by now is not checked again; NULL: it has nothing */
static int _check(const booking_t *b, const record_data_t *rec, char **ret_err)
{
	static const record_data_t empty;
	int rc;

	if (!rec)
		rec = &empty;
	rc = slurm_check(_if_other(b->users, rec->users),
			 _if_other(b->partition, rec->partition),
			 _if_other(b->licenses, rec->licenses));

	world_tick();
	if (rc)
		*ret_err = _refuse(rc);
	return rc;
}

static bool _follows(const booking_t *b)
{
	return b->flags & BOOKING_FLAG_ALL_NODES;
}

int host_recreate(office_t *office, const booking_t *b, record_t **ret_rec,
		  char **ret_err)
{
	mask_t nodes = text_same_word(b->asked_nodes, "ALL") ?
		world->conf.nodes : host_nodes_of(b->nodes);
	int rc = _check(b, NULL, ret_err);
	record_data_t *rec;

	(void) office;
	if (rc)
		return rc;
	if (!nodes || (nodes & ~world->conf.nodes)) {
		*ret_err = _refuse(REFUSED_NODES);
		return REFUSED_NODES;
	}
	rec = slurm_new();
	COPY(rec->name, b->name);
	rec->resv_id = host_take_id(b->resv_id);
	_set_plain(rec, b);
	_set_checked(rec, b);
	rec->start = rec->first = b->start;
	rec->nodes = nodes;
	slurm_link(rec);
	_changed();
	*ret_rec = rec;
	return 0;
}

/* Texts and flags that an update gives. */
static void _update_texts(record_data_t *rec, const request_t *request)
{
	if (request->users)
		COPY(rec->users, request->users);
	if (request->accounts)
		COPY(rec->accounts, request->accounts);
	if (request->partition)
		COPY(rec->partition, request->partition);
	if (request->features)
		COPY(rec->features, request->features);
	if (request->licenses)
		COPY(rec->licenses, request->licenses);
	if (request->comment)
		COPY(rec->comment, request->comment);
}

/* New nodes: accounting sees a begun record as a new one. */
static void _set_nodes(record_data_t *rec, mask_t nodes)
{
	if ((rec->start < world->now) && (rec->nodes != nodes))
		rec->start = world->now;
	rec->nodes = nodes;
}

static void _update_change(record_data_t *rec, const change_t *change)
{
	if (change->times) {
		if (change->start != rec->start)
			rec->start = rec->first = change->start;
		rec->end = change->end;
		rec->duration = change->duration_min;
	}
	if (!change->list)
		return;
	_set_nodes(rec, host_mask(change->nodes));
	rec->flags &= ~BOOKING_FLAG_ALL_NODES;
	rec->flags |= text_same_word(change->asked_nodes, "ALL") ?
		BOOKING_FLAG_ALL_NODES : BOOKING_FLAG_SPEC_NODES;
}

static int _update_native(record_data_t *rec, const request_t *request)
{
	if (request->has_start)
		rec->start = rec->first = request->start;
	if (request->has_minutes) {
		rec->duration = request->minutes;
		rec->end = rec->first + (time_t) request->minutes * 60;
	}
	if (request->has_end)
		rec->end = request->end;
	if (request_has(request->node_list))
		rec->nodes = host_nodes_of(request->node_list) &
			     world->conf.nodes;
	if (request->has_flags)
		rec->flags |= request->flags;
	return 0;
}

int host_update(office_t *office, record_t *record, const request_t *request,
		const change_t *change, bool window, char **ret_err)
{
	record_data_t *rec = record;
	int rc = slurm_check(request->users, request->partition,
			     request->licenses);

	(void) office;
	(void) window;
	world_tick();
	if (!slurm_has(rec))
		world_fail("update of record %s, which is not linked",
			   rec->name);
	if (rc) {
		*ret_err = _refuse(rc);
		return rc;
	}
	_update_texts(rec, request);
	if (change)
		_update_change(rec, change);
	else
		rc = _update_native(rec, request);
	_changed();
	return rc;
}

int host_apply(office_t *office, record_t *record, const booking_t *b,
	       char **ret_err)
{
	record_data_t *rec = record;
	mask_t nodes = host_nodes_of(b->nodes);
	int rc = _check(b, rec, ret_err);

	(void) office;
	if (!slurm_has(rec))
		world_fail("record %s is applied, but not linked", rec->name);
	if (rc == 0)
		_set_checked(rec, b);
	if (nodes && !(_follows(b) && (rec->flags & BOOKING_FLAG_ALL_NODES)))
		_set_nodes(rec, nodes & world->conf.nodes);
	_set_plain(rec, b);
	_changed();
	return rc ? rc : (nodes & ~world->conf.nodes) ? REFUSED_NODES : 0;
}

int host_from_stand_in(office_t *office, record_t *record, const booking_t *b,
		       char **ret_err)
{
	record_data_t *rec = record;
	int rc = _check(b, rec, ret_err);

	(void) office;
	if (rc)
		return rc;
	_set_checked(rec, b);
	_set_plain(rec, b);
	rec->flags |= BOOKING_FLAG_SPEC_NODES;
	_changed();
	return 0;
}

int host_remove(office_t *office, const char *name, bool *ret_gone)
{
	record_data_t *rec = slurm_find(name);

	(void) office;
	world_tick();
	if (ret_gone)
		*ret_gone = !rec;
	if (!rec)
		return REFUSED_NO_SUCH;
	if (slurm_in_use(name, false))
		return REFUSED_IN_USE;
	slurm_delete(rec);
	if (ret_gone)
		*ret_gone = true;
	world_tick();
	return 0;
}

static bool _drop(record_data_t *rec)
{
	if (slurm_has(rec))
		world_fail("record %s is dropped while it is linked", rec->name);
	if (slurm_in_use(rec->name, false))
		world_fail("record %s is dropped, and a job has it", rec->name);
	slurm_free(rec);
	return true;
}

/* A job that gets it behind the hooks (retired.h of the plugin) is not simulated. */
static bool _retire(record_data_t *rec)
{
	if (slurm_in_use(rec->name, false))
		world_fail("record %s is retired, and a job has it", rec->name);
	if ((rec->flags & (BOOKING_FLAG_MAINT | BOOKING_FLAG_FLEX)) ||
	    (rec->start <= world->now) || (retired_cnt == WORLD_RECORDS))
		return false;
	retired[retired_cnt++] = rec;
	slurm_last_update = world->now;
	slurm_save_soon();
	return true;
}

bool host_drop(office_t *office, record_t *rec, bool out_of_reach)
{
	(void) office;
	world_tick();
	return out_of_reach ? _drop(rec) : _retire(rec);
}

void host_free_retired(void)
{
	while (retired_cnt) {
		record_data_t *rec = retired[--retired_cnt];

		if (slurm_has(rec))
			world_fail("record %s is retired, but linked", rec->name);
		slurm_free(rec);
	}
}

/* As plugin/slurm/native/native.c */
#define BOOKED_FLAGS (BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES)

static const char *_if(const char *text)
{
	return text[0] ? text : NULL;
}

bool host_read(office_t *office, const record_t *record, booking_t *b)
{
	const record_data_t *rec = record;
	char list[HOST_LIST];

	(void) office;
	if (b->stand_in)
		return true;
	b->start = rec->first;
	b->end = rec->end;
	b->resv_id = rec->resv_id;
	b->flags = rec->flags | (b->part ? b->flags & BOOKED_FLAGS : 0);
	b->duration_min = rec->duration;
	b->purge_comp_time = rec->purge;
	b->max_start_delay = rec->delay;
	if (!booking_set(&b->nodes, host_list(rec->nodes, list)))
		return false;
	if (b->part)
		return true;
	b->num_cn = (uint32_t) __builtin_popcountll(rec->nodes);
	return booking_set(&b->name, rec->name) &&
	       booking_set(&b->partition, _if(rec->partition)) &&
	       booking_set(&b->features, _if(rec->features)) &&
	       booking_set(&b->users, _if(rec->users)) &&
	       booking_set(&b->groups, _if(rec->groups)) &&
	       booking_set(&b->accounts, _if(rec->accounts)) &&
	       booking_set(&b->licenses, _if(rec->licenses)) &&
	       booking_set(&b->comment, _if(rec->comment));
}

const char *host_name(office_t *office, const record_t *rec)
{
	(void) office;
	return ((const record_data_t *) rec)->name;
}

const char *host_remark(office_t *office, const record_t *rec)
{
	(void) office;
	return _if(((const record_data_t *) rec)->comment);
}
