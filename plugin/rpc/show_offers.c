/* SPDX-License-Identifier: GPL-2.0-or-later */
/* show_offers.c - see show_offers.h */

#include "plugin/booking/site.h"
#include "plugin/booking/text.h"
#include "plugin/booking/view.h"
#include "plugin/rpc/show_offers.h"
#include "plugin/slurm/abi_check.h"
#include "plugin/slurm/native.h"

typedef struct {
	list_t *records;
	uint32_t uid;
	/* the request of the last set of offers */
	const offer_set_t *set;
	request_t request;
	bool can_be_read;
} shown_t;

static char *_what(const offer_set_t *set, const ledger_offer_t *o)
{
	char until[TEXT_TIME];
	char *text = xstrdup_printf("offer until %s: %s",
				    text_time(set->request->expires, until),
				    offers_kind_text(o->kind));

	if (site.options.bcost > 0)
		xstrfmtcat(text, ", cost %.2f", o->cost);
	return text;
}

static char *_dup(const char *text)
{
	return (text && text[0]) ? xstrdup(text) : NULL;
}

/* Set the attributes of the offered reservation, from the request. */
static void _set_access(slurmctld_resv_t *rec, const request_t *request,
			uint32_t uid)
{
	rec->accounts = _dup(request->accounts);
	rec->users = _dup(request->users);
	rec->groups = _dup(request->groups);
	rec->features = _dup(request->features);
	rec->licenses = _dup(request->licenses);
	rec->partition = _dup(request->partition);
	rec->flags = request->flags;
	/* offers_each() has checked that uid may see the offer. */
	rec->user_cnt = 1;
	rec->user_list = xcalloc(1, sizeof(*rec->user_list));
	rec->user_list[0] = uid;
}

static void _add(const offer_set_t *set, const ledger_offer_t *o, void *arg)
{
	shown_t *s = arg;
	slurmctld_resv_t *rec;
	char *name;

	if (o->held)	/* a held offer has a record of its own */
		return;
	if (s->set != set) {
		request_free(&s->request);
		s->can_be_read = !offers_request(set, &s->request);
		s->set = set;
	}
	if (!s->can_be_read)
		return;
	rec = xmalloc(sizeof(*rec));
	rec->magic = ABI_RESV_MAGIC;
	name = offers_name(set, o);
	rec->name = xstrdup(name);
	free(name);
	rec->start_time = rec->start_time_first = rec->start_time_prev = o->t_s;
	rec->end_time = o->t_e;
	rec->duration = NO_VAL;
	rec->node_cnt = o->num_cn;
	rec->purge_comp_time = NO_VAL;
	_set_access(rec, &s->request, s->uid);
	*native_remark(rec) = _what(set, o);
	list_append(s->records, rec);
}

void show_offers(uint32_t uid, time_t now, list_t *records)
{
	shown_t s = { .records = records, .uid = uid };

	offers_each(uid, now, _add, &s);
	request_free(&s.request);
}

void show_offers_free(void *record)
{
	slurmctld_resv_t *rec = record;
	compat_extras_t extras = compat_resv_extras(rec);

	if (extras.comment)
		xfree(*extras.comment);
	xfree(rec->accounts);
	xfree(rec->burst_buffer);
	xfree(rec->features);
	xfree(rec->groups);
	xfree(rec->licenses);
	xfree(rec->name);
	xfree(rec->partition);
	xfree(rec->user_list);
	xfree(rec->users);
	xfree(rec);
}

/* IN arg - uid to show remarks to; NULL: clear the remarks */
static void _remark_holds(offer_set_t *set, void *arg)
{
	const uint32_t *uid = arg;

	for (uint32_t i = 0; i < set->request->offer_cnt; i++) {
		const ledger_offer_t *o = &set->request->offers[i];
		view_resv_t *v;
		char *name;

		if (!o->held)
			continue;
		name = offers_name(set, o);
		if ((v = view_find(name)) && v->booking &&
		    !v->booking->stand_in) {
			xfree(*native_remark(v->rec));
			if (uid && offers_may_use(set, *uid))
				*native_remark(v->rec) = _what(set, o);
		}
		free(name);
	}
}

void show_holds(uint32_t uid)
{
	offers_each_set(_remark_holds, &uid);
}

void show_holds_end(void)
{
	offers_each_set(_remark_holds, NULL);
}
