/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "contrib/sresv/ctl/ctl_call.h"
#include "contrib/web/store/records.h"

/* The rest, by how long it is good for. */
enum { SETTINGS, NODES, PARTITIONS, OFFERS, KINDS };
static const int64_t good_for[KINDS] = {	/* milliseconds */
	[SETTINGS] = 60000, [NODES] = 10000, [PARTITIONS] = 60000,
	/*
	 * Each request for the list of offers counts for garq_user_rate. An
	 * ordinary user sees only the offers of this user, so nearly every change
	 * of the list is the effect of a deed, whose answer has the change:
	 * records_note_offers(). The list is asked for seldom, to find what a
	 * deed of another program has changed.
	 */
	[OFFERS] = 30000,
};

/* --- settings ---------------------------------------------------------------- */

static void _load_settings(records_t *r, answer_t *a)
{
	slurm_conf_t *conf = NULL;
	settings_t *s = &r->settings;

	ctl_begin(a);
	if (!ctl_end(slurm_load_ctl_conf(0, &conf), ctl_failed, a))
		return;
	*s = (settings_t) {
		.garq = conf->schedtype &&
			!strcmp(conf->schedtype, "sched/garq"),
		.hides = conf->private_data & PRIVATE_DATA_RESERVATIONS,
		.accounts = conf->accounting_storage_type &&
			strstr(conf->accounting_storage_type, "slurmdbd"),
		.slurm_user = conf->slurm_user_id,
		.site = site_read(conf->sched_params),
		.ahead = conf->last_update - time(NULL),
	};
	snprintf(s->cluster, sizeof(s->cluster), "%s",
		 conf->cluster_name ? conf->cluster_name : "");
	SRESV_FREE_CONF(conf);
}

/* --- records ----------------------------------------------------------------- */

static void _drop_reservations(void *data)
{
	slurm_free_reservation_info_msg(data);
}

static void _drop_nodes(void *data)
{
	slurm_free_node_info_msg(data);
}

static void _drop_partitions(void *data)
{
	slurm_free_partition_info_msg(data);
}

static void _drop_offers(void *data)
{
	offers_free(data);
	free(data);
}

/* Put data in the place of what was there. */
static void _set(shared_t **at, void *data, void (*drop)(void *data),
		 bool *ret_changed, answer_t *a)
{
	shared_t *made = shared_make(data, drop);

	if (!made) {
		ctl_out_of_memory(a);
		return;
	}
	shared_drop(*at);
	*at = made;
	*ret_changed = true;
}

/*
 * End a call that may answer that nothing has changed.
 * RET true: there is other data
 */
static bool _is_new(int rc, answer_t *a)
{
	bool same = rc && (errno == SLURM_NO_CHANGE_IN_DATA);

	return ctl_end(rc && !same, ctl_failed, a) && !same;
}

static void _load_reservations(records_t *r, bool *ret_changed, answer_t *a)
{
	const reserve_info_msg_t *had = shared_data(r->reservations);
	reserve_info_msg_t *all = NULL;

	ctl_begin(a);
	if (_is_new(slurm_load_reservations(had ? had->last_update : 0, &all),
		    a))
		_set(&r->reservations, all, _drop_reservations, ret_changed,
		     a);
}

static void _load_nodes(records_t *r, bool *ret_changed, answer_t *a)
{
	const node_info_msg_t *had = shared_data(r->nodes);
	node_info_msg_t *all = NULL;

	ctl_begin(a);
	if (_is_new(slurm_load_node(had ? had->last_update : 0, &all, SHOW_ALL),
		    a))
		_set(&r->nodes, all, _drop_nodes, ret_changed, a);
	r->sees_nodes = (a->status != STATUS_DENIED);
	if (!r->sees_nodes) {
		answer_free(a);
		shared_drop(r->nodes);
		r->nodes = NULL;
	}
}

static void _load_partitions(records_t *r, bool *ret_changed, answer_t *a)
{
	const partition_info_msg_t *had = shared_data(r->partitions);
	partition_info_msg_t *all = NULL;

	ctl_begin(a);
	if (_is_new(slurm_load_partitions(had ? had->last_update : 0, &all, 0),
		    a))
		_set(&r->partitions, all, _drop_partitions, ret_changed, a);
	/* without partitions there is one group of nodes */
	if (a->status == STATUS_DENIED)
		answer_free(a);
}

static void _load_offers(records_t *r, bool *ret_changed, answer_t *a)
{
	offers_t *offers;

	if (!r->settings.garq)
		return;
	ctl_offers(a);
	if (a->status != STATUS_DONE) {
		/* the user has asked too often: all else is shown */
		if (a->status != STATUS_SILENT)
			answer_free(a);
		return;
	}
	if (!(offers = malloc(sizeof(*offers)))) {
		ctl_out_of_memory(a);
		return;
	}
	*offers = a->offers;
	a->offers = (offers_t) { .cnt = 0 };
	/* what is said beside the offers is for people who asked */
	answer_free(a);
	_set(&r->offers, offers, _drop_offers, ret_changed, a);
}

/* --- offers of a deed --------------------------------------------------------- */

/* Is an offer one of this request of the user? */
static bool _is_of(const offer_t *o, const char *request)
{
	size_t len = strlen(request);
	const char *dot = strrchr(o->name, '.');

	return (!o->has_uid || (o->uid == getuid())) && dot &&
	       ((size_t) (dot - o->name) == len) &&
	       !strncmp(o->name, request, len);
}

/* RET false: memory is short */
static bool _add_mine(offers_t *to, const offers_t *made)
{
	for (size_t i = 0; made && (i < made->cnt); i++) {
		offer_t o = made->list[i];

		o.has_uid = true;
		o.uid = getuid();
		if (!offers_add(to, &o))
			return false;
	}
	for (size_t i = 0; made && (i < made->stander_cnt); i++)
		if (!offers_add_stander(to, &made->standers[i]))
			return false;
	return true;
}

/*
 * Return true if a deed has ended the request that stood by under this name, or
 * if its answer has a line for it.
 */
static bool _is_gone(const char *name, const char *request, const char *alone,
		     const offers_t *made)
{
	if (alone && !strcmp(name, alone))
		return true;
	return request && !strcmp(name, request) &&
	       (!made || offers_stander(made, name));
}

/* RET false: memory is short */
static bool _add_others(offers_t *to, const offers_t *had, const char *request,
			const char *alone, const offers_t *made)
{
	for (size_t i = 0; i < had->cnt; i++) {
		const offer_t *o = &had->list[i];
		bool closed = (request && _is_of(o, request)) ||
			      (alone && !strcmp(o->name, alone));

		if (!closed && !offers_add(to, o))
			return false;
	}
	for (size_t i = 0; i < had->stander_cnt; i++) {
		const stander_t *s = &had->standers[i];

		if (!_is_gone(s->name, request, alone, made) &&
		    !offers_add_stander(to, s))
			return false;
	}
	to->asker = had->asker;
	return true;
}

void records_note_offers(records_t *r, const char *request, const char *alone,
			 const offers_t *made)
{
	const offers_t *had = shared_data(r->offers);
	offers_t *now = had ? calloc(1, sizeof(*now)) : NULL;
	answer_t a = { .status = STATUS_DONE };

	if (now && _add_others(now, had, request, alone, made) &&
	    _add_mine(now, made)) {
		_set(&r->offers, now, _drop_offers, &r->noted, &a);
		now = NULL;
	}
	/* without memory the controller is asked */
	if (now || (a.status != STATUS_DONE))
		records_doubt_offers(r);
	if (now)
		_drop_offers(now);
	answer_free(&a);
}

void records_doubt_offers(records_t *r)
{
	r->due[OFFERS] = 0;
}

/* --- a round ----------------------------------------------------------------- */

static void _load_kind(records_t *r, int kind, int64_t now, bool *ret_changed,
		       answer_t *a)
{
	answer_free(a);
	switch (kind) {
	case SETTINGS:
		_load_settings(r, a);
		break;
	case NODES:
		_load_nodes(r, ret_changed, a);
		break;
	case PARTITIONS:
		_load_partitions(r, ret_changed, a);
		break;
	default:
		_load_offers(r, ret_changed, a);
	}
	if (a->status == STATUS_DONE)
		r->due[kind] = now + good_for[kind];
}

/* The kind that is due for longest; KINDS: none is. */
static int _due(const records_t *r, int64_t now)
{
	int found = KINDS;

	for (int i = 0; i < KINDS; i++)
		if ((r->due[i] <= now) &&
		    ((found == KINDS) || (r->due[i] < r->due[found])))
			found = i;
	return found;
}

void records_load(records_t *r, int64_t now, bool *ret_changed, answer_t *a)
{
	bool first = !r->reservations, resv_changed = false;
	int kind;

	*ret_changed = r->noted;
	*a = (answer_t) { .status = STATUS_DONE };
	for (int i = 0; first && (i < KINDS); i++) {
		_load_kind(r, i, now, ret_changed, a);
		if (a->status != STATUS_DONE)
			return;
	}
	_load_reservations(r, &resv_changed, a);
	*ret_changed = *ret_changed || resv_changed;
	if (a->status == STATUS_DONE)
		r->noted = false;
	if (first || (a->status != STATUS_DONE))
		return;
	kind = _due(r, now);
	if (kind != KINDS)
		_load_kind(r, kind, now, ret_changed, a);
}

void records_free(records_t *r)
{
	shared_drop(r->reservations);
	shared_drop(r->offers);
	shared_drop(r->nodes);
	shared_drop(r->partitions);
	*r = (records_t) { .reservations = NULL };
}
