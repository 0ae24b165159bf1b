/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/view/units_text.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/given.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/slurm/native/message.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/native_make.h"
#include "plugin/slurm/native/record_units.h"
#include "plugin/slurm/native/record_users.h"
#include "plugin/slurm/native/watch_list.h"

/* Flags set while Slurm makes or changes a record: admission is decided. */
#define DECIDED (RESERVE_FLAG_OVERLAP | RESERVE_FLAG_IGN_JOBS)

/* Flags cleared meanwhile: Slurm refuses these with a node list. */
#define WITHOUT_LIST (RESERVE_FLAG_REPLACE_DOWN | RESERVE_FLAG_REPLACE)

/* Slurm allocates 8 KB for each list of nodes; replace it by a short copy. */
static void _shrink(char **list)
{
	char *copy = xstrdup(*list);

	xfree(*list);
	*list = copy;
}

static void _set_list(resv_desc_msg_t *desc, const char *asked,
		      const garq_set_t *nodes)
{
	bool all = !xstrcasecmp(asked, "ALL");
	bool any = all || garq_set_count(nodes);	/* or licenses alone */
	char *nodes_text = (all || !any) ? NULL : nodes_to_list(nodes);
	char *list = xstrdup(all ? "ALL" : nodes_text);

	free(nodes_text);
	xfree(desc->node_list);
	desc->node_list = list;
	message_clear_nodes(desc);
}

/* The licenses that a record had, in both of its forms. */
typedef struct {
	char *text;
	list_t *list;
} had_t;

/*
 * Before Slurm updates a record: move the licenses from desc to the record, so
 * that Slurm does not count others.
 * OUT ret_had - the old licenses, for _given_licenses()
 * RET false if Slurm must decide about the licenses; nothing has changed
 */
static bool _give_licenses(slurmctld_resv_t *rec, resv_desc_msg_t *desc,
			   had_t *ret_had)
{
	list_t *list = native_decided_licenses(desc->licenses);

	if (!list)
		return false;
	*ret_had = (had_t) {
		.text = rec->licenses, .list = rec->license_list
	};
	rec->licenses = compat_license_text(desc->licenses, list);
	rec->license_list = list;
	xfree(desc->licenses);
	return true;
}

/* After the update: commit the new licenses, or restore the old ones. */
static void _given_licenses(slurmctld_resv_t *rec, had_t *had, bool changed)
{
	if (!changed) {
		xfree(rec->licenses);
		FREE_NULL_LIST(rec->license_list);
		rec->licenses = had->text;
		rec->license_list = had->list;
		return;
	}
	xfree(had->text);
	FREE_NULL_LIST(had->list);
}

/* Have Slurm make a record, or leave nothing. OUT, RET - as create() of records.h */
static int _make_record(office_t *office, const request_t *request,
			resv_desc_msg_t *desc, uint32_t id, bool placed,
			slurmctld_resv_t **ret_rec, char **ret_err)
{
	slurmctld_resv_t *rec;
	int rc = native_make(office, request, desc, id, placed, &rec, ret_err);

	if (rc && rec)
		(void) native_delete(desc->name);
	else
		*ret_rec = rec;
	return rc;
}

/* Create a placed record, for a request or from the ledger. */
static int _create(office_t *office, const request_t *request,
		   resv_desc_msg_t *desc, uint32_t id, const units_t *units,
		   slurmctld_resv_t **ret_rec, char **ret_err)
{
	uint64_t asked = desc->flags & (DECIDED | WITHOUT_LIST);
	slurmctld_resv_t *rec = NULL;
	int rc;

	desc->flags = (desc->flags & ~WITHOUT_LIST) | DECIDED;
	rc = _make_record(office, request, desc, id, true, &rec, ret_err);
	if (rc)
		return rc;
	rec->flags = (rec->flags & ~DECIDED) | asked;
	_shrink(&rec->node_list);
	if (units->cnt)
		native_set_units(rec, units);
	accounting_changed(rec);
	*ret_rec = rec;
	return SLURM_SUCCESS;
}

/* Have Slurm create a reservation that the office has not placed. */
static int _create_as_asked(office_t *office, const request_t *request,
			    slurmctld_resv_t **ret_rec, char **ret_err)
{
	resv_desc_msg_t *desc = message_write(request);
	int rc = _make_record(office, request, desc, 0, false, ret_rec,
			      ret_err);

	slurm_free_resv_desc_msg(desc);
	return rc;
}

static int _create_placed(office_t *office, const request_t *request,
			  const placement_t *placement, bool window,
			  slurmctld_resv_t **ret_rec, char **ret_err)
{
	resv_desc_msg_t *desc = message_write(request);
	int rc;

	desc->end_time += placement->start - desc->start_time;
	desc->start_time = placement->start;
	_set_list(desc, desc->node_list, placement->nodes);
	if (window)
		desc->max_start_delay = NO_VAL;
	if (desc->flags == NO_VAL64)
		desc->flags = 0;
	rc = _create(office, request, desc, 0, &placement->units, ret_rec,
		     ret_err);
	slurm_free_resv_desc_msg(desc);
	return rc;
}

int native_create(office_t *office, const request_t *request,
		  const placement_t *placement, bool window, record_t **ret_rec,
		  char **ret_err)
{
	slurmctld_resv_t *rec = NULL;
	int rc = placement ? _create_placed(office, request, placement, window,
					    &rec, ret_err) :
			     _create_as_asked(office, request, &rec, ret_err);

	*ret_rec = rec;
	return rc;
}

int native_recreate(office_t *office, const booking_t *b, record_t **ret_rec,
		    char **ret_err)
{
	time_t now = time(NULL);
	request_t request = {
		.name = b->name,
		.partition = b->partition,
		.features = b->features,
		.users = b->users,
		.groups = b->groups,
		.accounts = b->accounts,
		.licenses = b->licenses,
		.comment = b->comment,
		.qos = b->qos,
		.allowed_parts = b->allowed_parts,
		.node_list = text_same_word(b->asked_nodes, "ALL") ?
			b->asked_nodes :
			(given_text(b->nodes) ? b->nodes : NULL),
		.has_flags = true,
		.flags = b->flags,
		.has_purge = true,
		.purge = b->purge_comp_time,
		.has_delay = true,
		.delay = b->max_start_delay,
		/* Slurm refuses past times: the true ones are set below. */
		.has_start = true,
		.start = MAX(b->start, now),
		.has_end = true,
		.end = MAX(b->end, now + 1),
	};
	resv_desc_msg_t *desc = message_write(&request);
	slurmctld_resv_t *rec = NULL;
	units_t units = units_read(office, b->cores);
	int rc = _create(office, &request, desc, b->resv_id, &units, &rec,
			 ret_err);

	units_free(&units);
	slurm_free_resv_desc_msg(desc);
	if (rc)
		return rc;
	rec->start_time = rec->start_time_first = rec->start_time_prev = b->start;
	rec->end_time = b->end;
	rec->duration = b->duration_min;
	watch_list_settle(rec);
	*ret_rec = rec;
	return 0;
}

/* Leave in desc only the fields that Slurm should change. */
static void _narrow(resv_desc_msg_t *desc, const slurmctld_resv_t *rec,
		    const change_t *change, bool window)
{
	if (desc->flags != NO_VAL64)
		desc->flags &= ~(RESERVE_FLAG_DUR_PLUS |
				 RESERVE_FLAG_DUR_MINUS |
				 RESERVE_FLAG_NO_IGN_JOB | WITHOUT_LIST);
	desc->start_time = desc->end_time = (time_t) NO_VAL;
	desc->duration = NO_VAL;
	if (window)
		desc->max_start_delay = NO_VAL;
	if (change->times) {
		if (change->start != rec->start_time)
			desc->start_time = change->start;
		desc->end_time = change->end;
	}
	if (change->list)
		_set_list(desc, change->asked_nodes, change->nodes);
	else
		xfree(desc->node_list);
	message_clear_nodes(desc);
}

/* Have Slurm update a record, without a look-up where the ids are known. */
static int _update_users(slurmctld_resv_t *rec, const request_t *request,
			 resv_desc_msg_t *desc, char **ret_err)
{
	record_users_t had;
	bool given;
	int rc = record_users_give(rec, request, desc, &had, &given);

	if (rc)
		return rc;
	rc = compat_update_resv(desc, ret_err);
	if (given)
		record_users_updated(rec, &had, rc == 0);
	return rc;
}

static int _update(slurmctld_resv_t *rec, const request_t *request,
		   resv_desc_msg_t *desc, char **ret_err)
{
	record_users_t had;
	bool emptied = record_users_empty(rec, request, &had);
	int rc = _update_users(rec, request, desc, ret_err);

	if (emptied)
		record_users_updated(rec, &had, rc == 0);
	return rc;
}

/* Have Slurm update a reservation that the office does not place. */
static int _update_as_asked(slurmctld_resv_t *rec, const request_t *request,
			    char **ret_err)
{
	resv_desc_msg_t *desc = message_write(request);
	int rc = _update(rec, request, desc, ret_err);

	slurm_free_resv_desc_msg(desc);
	return rc;
}

static int _update_decided(slurmctld_resv_t *rec, const request_t *request,
			   const change_t *change, bool window, char **ret_err)
{
	uint64_t kept = (rec->flags & (DECIDED | WITHOUT_LIST)) |
			(request->flags & WITHOUT_LIST);
	bool was_spec = rec->flags & RESERVE_FLAG_SPEC_NODES, given;
	resv_desc_msg_t *desc = message_write(request);
	had_t had;
	int rc;

	_narrow(desc, rec, change, window);
	rec->flags = (rec->flags & ~WITHOUT_LIST) | DECIDED;
	given = _give_licenses(rec, desc, &had);
	rc = _update(rec, request, desc, ret_err);
	slurm_free_resv_desc_msg(desc);
	if (given)
		_given_licenses(rec, &had, rc == 0);
	rec->flags = (rec->flags & ~(DECIDED | WITHOUT_LIST)) | kept;
	if (was_spec)
		rec->flags |= RESERVE_FLAG_SPEC_NODES;
	if (rc)
		return rc;
	if (change->times)
		rec->duration = change->duration_min;
	if (change->list)
		_shrink(&rec->node_list);
	accounting_changed(rec);
	return 0;
}

static bool _is_whole(const slurmctld_resv_t *rec)
{
	return rec->ctld_flags & RESV_CTLD_FULL_NODE;
}

/* Slurm changes the cores of no record: that is done here after all else. */
static int _update_cores(slurmctld_resv_t *rec, const request_t *request,
			 const change_t *change, bool window, char **ret_err)
{
	change_t rest = *change;
	int rc;

	rest.list = false;
	rc = _update_decided(rec, request, &rest, window, ret_err);
	if (!rc)
		native_bind(rec, change->nodes, &change->units);
	return rc;
}

int native_update(record_t *record, const request_t *request,
		  const change_t *change, bool window, char **ret_err)
{
	if (!change)
		return _update_as_asked(record, request, ret_err);
	if (native_is_place(record, request, change, window)) {
		native_place(record, request, change);
		return 0;
	}
	if (!change->list || !(change->units.cnt || !_is_whole(record)))
		return _update_decided(record, request, change, window,
				       ret_err);
	return _update_cores(record, request, change, window, ret_err);
}

int native_delete(const char *name)
{
	char *copy = xstrdup(name);
	reservation_name_msg_t msg = { .name = copy };
	bool there = find_resv_name(copy);
	int rc = delete_resv(&msg);

	/* Slurm returns accounting's error even if the record is gone. */
	if (rc && there && !find_resv_name(copy)) {
		error("sched/garq: accounting was not told that reservation %s is removed: %s",
		      name, slurm_strerror(rc));
		rc = SLURM_SUCCESS;
	}
	xfree(copy);
	return refusal_from_slurm(rc);
}

/* Only Slurm's list knows how to free a member. */
void native_free(slurmctld_resv_t *rec)
{
	(void) list_push(resv_list, rec);
	(void) list_delete_ptr(resv_list, rec);
}

bool native_concerns_others(const slurmctld_resv_t *rec, time_t now)
{
	return (rec->flags & (RESERVE_FLAG_MAINT | RESERVE_FLAG_TIME_FLOAT |
			      RESERVE_FLAG_MAGNETIC | RESERVE_FLAG_FLEX)) ||
	       (rec->ctld_flags & RESV_CTLD_NODE_FLAGS_SET) ||
	       (rec->start_time <= now);
}

/*
 * Slurm's function looks for the jobs of the record among all jobs, twice. For
 * a record that has not begun, it otherwise only notifies accounting.
 */
bool native_drop(record_t *record)
{
	slurmctld_resv_t *rec = record;

	if (native_concerns_others(rec, time(NULL)))
		return false;
	accounting_removed(rec);
	native_free(rec);
	return true;
}

/* Flags that a part may lack, which has a list of nodes. */
#define BOOKED_FLAGS (RESERVE_FLAG_ALL_NODES | RESERVE_FLAG_PART_NODES)

/* Keep the ledger's value of a field that this version of Slurm lacks. */
static void _read_extra(char **from, char **field)
{
	if (from)
		booking_set(field, *from);
}

static void _read_cores(const slurmctld_resv_t *rec, booking_t *b)
{
	units_t units = record_units_read(rec);
	char *cores = units.cnt ? units_text(office, &units) : NULL;

	booking_set(&b->cores, cores);
	if (!units.cnt)
		return;
	free(cores);
	units_free(&units);
}

void native_read(const record_t *record, booking_t *b)
{
	const slurmctld_resv_t *rec = record;
	compat_extras_t extras = compat_resv_extras(rec);

	if (b->stand_in)
		return;
	b->start = native_start(rec);
	b->end = rec->end_time;
	b->resv_id = rec->resv_id;
	b->flags = native_flags_asked(rec->flags) |
		   (b->part ? b->flags & BOOKED_FLAGS : 0);
	b->duration_min = rec->duration;
	b->purge_comp_time = rec->purge_comp_time;
	b->max_start_delay = rec->max_start_delay;
	booking_set(&b->nodes, rec->node_list);
	_read_cores(rec, b);
	if (b->part)
		return;
	b->num_cn = rec->node_cnt;
	booking_set(&b->name, rec->name);
	booking_set(&b->partition, rec->partition);
	booking_set(&b->features, rec->features);
	booking_set(&b->users, rec->users);
	booking_set(&b->groups, rec->groups);
	booking_set(&b->accounts, rec->accounts);
	booking_set(&b->licenses, rec->licenses);
	_read_extra(extras.comment, &b->comment);
	_read_extra(extras.qos, &b->qos);
	_read_extra(extras.allowed_parts, &b->allowed_parts);
}
