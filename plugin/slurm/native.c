/* SPDX-License-Identifier: GPL-2.0-or-later */
/* native.c - see native.h */

#include "plugin/booking/refused.h"
#include "plugin/booking/text.h"
#include "plugin/slurm/accounting.h"
#include "plugin/slurm/fit.h"
#include "plugin/slurm/ids.h"
#include "plugin/slurm/native.h"
#include "plugin/slurm/nodes.h"
#include "plugin/slurm/refusals.h"

/* Set while Slurm makes or changes a record whose admission is decided. */
#define DECIDED (RESERVE_FLAG_OVERLAP | RESERVE_FLAG_IGN_JOBS)

/* Slurm refuses a node list together with these; put back afterwards. */
#define WITHOUT_LIST (RESERVE_FLAG_REPLACE_DOWN | RESERVE_FLAG_REPLACE)

/* Slurm makes a list of nodes in 8 KB, however short it is, and keeps that. */
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
	char *nodes_text = all ? NULL : nodes_list(nodes);
	char *list = xstrdup(all ? "ALL" : nodes_text);

	free(nodes_text);
	xfree(desc->node_list);
	desc->node_list = list;
	compat_clear_node_cnt(desc);
}

int native_make(resv_desc_msg_t *desc, uint32_t id, char **ret_err)
{
	slurmctld_resv_t *rec;
	int rc;

	id = ids_choose(desc, id);
	rc = compat_create_resv(desc, ret_err);
	if ((rc == SLURM_SUCCESS) && (rec = find_resv_name(desc->name)))
		ids_give(rec, id);
	return rc;
}

/*
 * Slurm adds up the licenses of all reservations that overlap a request, also
 * of those that follow one another. Whether they fit has been decided; so it is
 * given no others to look at. A license that is not counted (compat.h) is left
 * to it.
 * RET what it reads of text, FREE_NULL_LIST(); NULL: it is to decide itself
 */
static list_t *_decided_licenses(const char *text)
{
	list_t *list = NULL;
	list_itr_t *iter;
	licenses_t *l;
	bool plain = true;

	if (!text || !text[0] || !compat_license_list(text, false, &list) ||
	    !list)
		return NULL;
	iter = list_iterator_create(list);
	while (plain && (l = list_next(iter)))
		plain = compat_license_is_plain(l);
	list_iterator_destroy(iter);
	if (!plain)
		FREE_NULL_LIST(list);
	return list;
}

/*
 * As native_make(). A reservation that is made with nobody else in Slurm's list
 * is put among them afterwards. Nobody reads that in between but who tells
 * users of licenses, without a lock: so the list that it may see is not freed.
 */
static int _make_licensed(resv_desc_msg_t *desc, uint32_t id, char **ret_err)
{
	static list_t *alone;
	list_t *decided = _decided_licenses(desc->licenses), *all = resv_list;
	slurmctld_resv_t *rec;
	int rc;

	if (!decided || !all) {
		FREE_NULL_LIST(decided);
		return native_make(desc, id, ret_err);
	}
	if (!alone)
		alone = list_create(NULL);
	resv_list = alone;
	rc = native_make(desc, id, ret_err);
	resv_list = all;
	while ((rec = list_pop(alone)))
		list_append(all, rec);
	FREE_NULL_LIST(decided);
	return rc;
}

/* What licenses a record has. */
typedef struct {
	char *text;
	list_t *list;
} had_t;

/*
 * Before Slurm changes a record: give it the licenses of desc, which names them
 * no more then.
 * OUT ret_had - what it had, for _given_licenses()
 * RET false: that is Slurm's to do
 */
static bool _give_licenses(slurmctld_resv_t *rec, resv_desc_msg_t *desc,
			   had_t *ret_had)
{
	list_t *list = _decided_licenses(desc->licenses);

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

/* It has changed it, or not: then what it had is right. */
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

/* The part of a creation that a request and the ledger share. */
static int _create(resv_desc_msg_t *desc, uint32_t id,
		   slurmctld_resv_t **ret_rec, char **ret_err)
{
	uint64_t asked = desc->flags & (DECIDED | WITHOUT_LIST);
	slurmctld_resv_t *rec;
	char why[256];
	int rc;

	desc->flags = (desc->flags & ~WITHOUT_LIST) | DECIDED;
	rc = _make_licensed(desc, id, ret_err);
	if (rc != SLURM_SUCCESS)
		return rc;
	if (!(rec = find_resv_name(desc->name)))
		return REFUSED_NO_SUCH;
	/* It may be the first one since the start. */
	if (!fit_resv(rec, why, sizeof(why))) {
		error("sched/garq: %s", why);
		free(*ret_err);
		*ret_err = text_dup(why);
		(void) native_delete(desc->name);
		return REFUSED_UNSUPPORTED;
	}
	rec->flags = (rec->flags & ~DECIDED) | asked;
	_shrink(&rec->node_list);
	accounting_changed(rec);
	*ret_rec = rec;
	return SLURM_SUCCESS;
}

int native_create(resv_desc_msg_t *desc, const placement_t *placement,
		  bool window, slurmctld_resv_t **ret_rec, char **ret_err)
{
	desc->end_time += placement->start - desc->start_time;
	desc->start_time = placement->start;
	_set_list(desc, desc->node_list, placement->nodes);
	if (window)
		desc->max_start_delay = NO_VAL;
	if (desc->flags == NO_VAL64)
		desc->flags = 0;
	return _create(desc, 0, ret_rec, ret_err);
}

static char *_dup(const char *s)
{
	return s ? xstrdup(s) : NULL;
}

static void _set_extra(char **to, const char *text)
{
	if (to)
		*to = _dup(text);
}

static void _set_extras(resv_desc_msg_t *desc, const booking_t *b)
{
	compat_extras_t extras = compat_desc_extras(desc);

	_set_extra(extras.comment, b->comment);
	_set_extra(extras.qos, b->qos);
	_set_extra(extras.allowed_parts, b->allowed_parts);
}

int native_recreate(const booking_t *b, slurmctld_resv_t **ret_rec,
		    char **ret_err)
{
	resv_desc_msg_t *desc = xmalloc(sizeof(*desc));
	slurmctld_resv_t *rec = NULL;
	time_t now = time(NULL);
	int rc;

	slurm_init_resv_desc_msg(desc);
	desc->name = _dup(b->name);
	desc->partition = _dup(b->partition);
	desc->features = _dup(b->features);
	desc->users = _dup(b->users);
	desc->groups = _dup(b->groups);
	desc->accounts = _dup(b->accounts);
	desc->licenses = _dup(b->licenses);
	_set_extras(desc, b);
	desc->node_list = _dup(!xstrcasecmp(b->asked_nodes, "ALL") ? "ALL" :
								     b->nodes);
	desc->flags = b->flags;
	desc->purge_comp_time = b->purge_comp_time;
	desc->max_start_delay = b->max_start_delay;
	/* Slurm makes no reservation that began long ago: set it afterwards. */
	desc->start_time = MAX(b->start, now);
	desc->end_time = MAX(b->end, now + 1);
	rc = _create(desc, b->resv_id, &rec, ret_err);
	if (rc == SLURM_SUCCESS) {
		rec->start_time = b->start;
		rec->start_time_first = b->start;
		rec->start_time_prev = b->start;
		rec->end_time = b->end;
		rec->duration = b->duration_min;
		*ret_rec = rec;
	}
	slurm_free_resv_desc_msg(desc);
	return rc;
}

int native_update(slurmctld_resv_t *rec, resv_desc_msg_t *desc,
		  const change_t *change, bool window, char **ret_err)
{
	uint64_t kept = rec->flags & (DECIDED | WITHOUT_LIST);
	bool was_spec = rec->flags & RESERVE_FLAG_SPEC_NODES, given;
	had_t had;
	int rc;

	if (desc->flags != NO_VAL64) {
		kept |= desc->flags & WITHOUT_LIST;
		desc->flags &= ~(RESERVE_FLAG_DUR_PLUS |
				 RESERVE_FLAG_DUR_MINUS |
				 RESERVE_FLAG_NO_IGN_JOB | WITHOUT_LIST);
	}
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
	compat_clear_node_cnt(desc);

	rec->flags = (rec->flags & ~WITHOUT_LIST) | DECIDED;
	given = _give_licenses(rec, desc, &had);
	rc = compat_update_resv(desc, ret_err);
	if (given)
		_given_licenses(rec, &had, rc == SLURM_SUCCESS);
	rec->flags = (rec->flags & ~(DECIDED | WITHOUT_LIST)) | kept;
	if (was_spec)
		rec->flags |= RESERVE_FLAG_SPEC_NODES;
	if ((rc == SLURM_SUCCESS) && change->times)
		rec->duration = change->duration_min;
	if ((rc == SLURM_SUCCESS) && change->list)
		_shrink(&rec->node_list);
	if (rc == SLURM_SUCCESS)
		accounting_changed(rec);
	return rc;
}

int native_delete(const char *name)
{
	char *copy = xstrdup(name);
	reservation_name_msg_t msg = { .name = copy };
	bool there = find_resv_name(copy);
	int rc = delete_resv(&msg);

	/* Slurm passes on what accounting has said to it. */
	if (rc && there && !find_resv_name(copy)) {
		error("sched/garq: accounting was not told that reservation %s is removed: %s",
		      name, slurm_strerror(rc));
		rc = SLURM_SUCCESS;
	}
	xfree(copy);
	return refusal_from_slurm(rc);
}

/* What this Slurm does not have stays as it is, for the one that will. */
static bool _read_extra(char **from, char **field)
{
	return !from || booking_set(field, *from);
}

bool native_read(const slurmctld_resv_t *rec, booking_t *b)
{
	compat_extras_t extras = compat_resv_extras(rec);

	if (b->stand_in)
		return true;
	b->start = native_start(rec);
	b->end = rec->end_time;
	b->resv_id = rec->resv_id;
	b->flags = rec->flags;
	b->duration_min = rec->duration;
	b->purge_comp_time = rec->purge_comp_time;
	b->max_start_delay = rec->max_start_delay;
	b->num_cn = rec->node_cnt;
	return booking_set(&b->name, rec->name) &&
	       booking_set(&b->nodes, rec->node_list) &&
	       booking_set(&b->partition, rec->partition) &&
	       booking_set(&b->features, rec->features) &&
	       booking_set(&b->users, rec->users) &&
	       booking_set(&b->groups, rec->groups) &&
	       booking_set(&b->accounts, rec->accounts) &&
	       booking_set(&b->licenses, rec->licenses) &&
	       _read_extra(extras.comment, &b->comment) &&
	       _read_extra(extras.qos, &b->qos) &&
	       _read_extra(extras.allowed_parts, &b->allowed_parts);
}

booking_t *native_to_booking(const slurmctld_resv_t *rec, time_t now)
{
	bool all = rec->flags & (RESERVE_FLAG_ALL_NODES |
				 RESERVE_FLAG_PART_NODES);
	booking_t *b = booking_create();

	if (!b || !native_read(rec, b) ||
	    ((rec->flags & RESERVE_FLAG_SPEC_NODES) &&
	     !booking_set(&b->asked_nodes, all ? "ALL" : rec->node_list))) {
		booking_destroy(b);
		return NULL;
	}
	b->t_esr = b->t_lsr = b->start;
	b->not_before = b->t_esr;
	b->created = now;
	return b;
}

char **native_remark(slurmctld_resv_t *rec)
{
	compat_extras_t extras = compat_resv_extras(rec);

	return extras.comment ? extras.comment : &rec->burst_buffer;
}

static char *_degraded(const char *lacks, const char *remark)
{
	return xstrdup_printf("degraded: lacks %s%s%s", lacks,
			      remark ? "; " : "", remark ? remark : "");
}

native_mask_t native_mask(slurmctld_resv_t *rec, const booking_t *b,
			  const char *lacks)
{
	native_mask_t mask = {
		.rec = rec,
		.flags = rec->flags,
		.max_start_delay = rec->max_start_delay,
	};

	if (!b->asked_nodes)
		rec->flags &= ~RESERVE_FLAG_SPEC_NODES;
	if (booking_is_flexible(b))
		rec->max_start_delay = (uint32_t) (b->t_lsr - b->t_esr);
	if (lacks) {
		mask.remark = native_remark(rec);
		mask.was_remark = *mask.remark;
		*mask.remark = _degraded(lacks, mask.was_remark);
	}
	return mask;
}

void native_unmask(const native_mask_t *mask)
{
	mask->rec->flags = mask->flags;
	mask->rec->max_start_delay = mask->max_start_delay;
	if (mask->remark) {
		xfree(*mask->remark);
		*mask->remark = mask->was_remark;
	}
}

void native_let_go(slurmctld_resv_t *rec, const booking_t *b)
{
	/* Slurm would look for other nodes in the partition. */
	if (!b->asked_nodes && rec->part_ptr)
		rec->flags &= ~RESERVE_FLAG_SPEC_NODES;
}

void native_pin(slurmctld_resv_t *rec)
{
	rec->flags |= RESERVE_FLAG_SPEC_NODES;
}
