/* SPDX-License-Identifier: GPL-2.0-or-later */
/* look.c - list, offers, cancel */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/ctl/mine.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/ctl/seen.h"
#include "contrib/sresv/show.h"
#include "contrib/sresv/verbs.h"

/* --- list --------------------------------------------------------------------- */

/* A reservation, or an open offer. */
typedef struct {
	const char *name;
	time_t start;
	const reserve_info_t *r;	/* NULL: it is an offer */
	const offer_t *offer;
} row_t;

static bool _is_seen(const options_t *o, const seen_t *seen, const char *name)
{
	for (uint32_t i = 0; i < seen->all->record_count; i++)
		if (!strcmp(seen->all->reservation_array[i].name, name))
			return true;
	for (size_t i = 0; i < seen->offers.cnt; i++)
		if (!strcmp(seen->offers.list[i].name, name))
			return true;
	return !o->lines && offers_stander(&seen->offers, name);
}

static bool _is_named(const options_t *o, const char *name)
{
	for (char **one = o->names; *one; one++)
		if (!strcmp(*one, name))
			return true;
	return false;
}

static bool _is_asked_for(const options_t *o, const row_t *row)
{
	if (o->mine && !(row->r ? mine_names_me(row->r) :
				  (row->offer->has_uid &&
				   (row->offer->uid == getuid()))))
		return false;
	if (!o->names[0])
		return o->all || row->r || row->offer->held;
	return _is_named(o, row->name);
}

static int _by_start(const void *x, const void *y)
{
	const row_t *a = x, *b = y;

	if (a->start != b->start)
		return (a->start > b->start) ? 1 : -1;
	return strcmp(a->name, b->name);
}

/* OUT ret - room for all of seen. RET the number of rows */
static size_t _rows(const options_t *o, const seen_t *seen, row_t *ret)
{
	size_t cnt = 0;

	for (uint32_t i = 0; i < seen->all->record_count; i++) {
		const reserve_info_t *r = &seen->all->reservation_array[i];

		ret[cnt] = (row_t) { r->name, r->start_time, r, NULL };
		cnt += _is_asked_for(o, &ret[cnt]);
	}
	for (size_t i = 0; i < seen->offers.cnt; i++) {
		const offer_t *offer = &seen->offers.list[i];

		ret[cnt] = (row_t) { offer->name, offer->start, NULL, offer };
		cnt += _is_asked_for(o, &ret[cnt]);
	}
	return cnt;
}

/* RET false if memory is short */
static bool _fill(const options_t *o, const seen_t *seen, sheet_t *sheet)
{
	row_t *rows = calloc(seen->all->record_count + seen->offers.cnt + 1,
			     sizeof(*rows));
	time_t now = time(NULL);
	size_t cnt;

	if (!rows)
		return false;
	cnt = _rows(o, seen, rows);
	qsort(rows, cnt, sizeof(*rows), _by_start);
	for (size_t i = 0; i < cnt; i++) {
		if (rows[i].r)
			show_reservation(sheet, rows[i].r, now);
		else
			show_as_reservation(sheet, rows[i].offer);
	}
	free(rows);
	return true;
}

/* RET the requests that stand by, but for scripts, which read one table */
static sheet_t *_standers(const options_t *o, const seen_t *seen)
{
	sheet_t *sheet = o->lines ? NULL : show_standers();

	for (size_t i = 0; i < seen->offers.stander_cnt; i++) {
		const stander_t *one = &seen->offers.standers[i];

		if ((!o->mine || (one->uid == getuid())) &&
		    (!o->names[0] || _is_named(o, one->name)))
			show_stander(sheet, one);
	}
	return sheet;
}

/* Unknown names. RET a text for free(); NULL: none, or memory is short */
static char *_missing(const options_t *o, const seen_t *seen)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	for (char **name = o->names; *name; name++)
		if (!_is_seen(o, seen, *name))
			fprintf(f, "there is no reservation %s\n", *name);
	if (!fclose(f) && size)
		return text;
	free(text);
	return NULL;
}

int verb_list(const options_t *o)
{
	sheet_t *sheets[3] = { NULL };
	seen_t seen;
	answer_t a;
	int rc;

	seen_load(&seen, &a);
	sheets[0] = show_reservations();
	if ((a.status == STATUS_DONE) &&
	    (!sheets[0] || !_fill(o, &seen, sheets[0])))
		a.status = STATUS_FAILED;
	if (a.status == STATUS_DONE) {
		free(a.why);	/* what the list of offers says for people */
		if ((a.why = _missing(o, &seen)))
			a.status = STATUS_UNKNOWN;
	}
	if (sheets[0] && !(sheets[1] = _standers(o, &seen)) && !o->lines)
		a.status = STATUS_FAILED;
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	sheet_destroy(sheets[1]);
	seen_free(&seen);
	answer_free(&a);
	return rc;
}

/* --- offers ------------------------------------------------------------------- */

int verb_offers(const options_t *o)
{
	sheet_t *sheets[2] = { NULL };
	const char *name = o->names[0];
	bool garq;
	answer_t a;
	int rc;

	if (ctl_has_garq(&garq, &a) && garq)
		ctl_offers(&a);
	if (name)
		offers_keep(&a.offers, name);
	sheets[0] = show_offers();
	show_all_offers(sheets[0], &a.offers);
	if (!sheets[0])
		a.status = STATUS_FAILED;
	if ((a.status == STATUS_DONE) && name && !a.offers.cnt) {
		a.status = STATUS_UNKNOWN;
		free(a.why);
		if (asprintf(&a.why, "there is no offer %s, nor one for it",
			     name) < 0)
			a.why = NULL;
	}
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	answer_free(&a);
	return rc;
}

/* --- cancel ------------------------------------------------------------------- */

static const sheet_column_t cancelled_columns[] = {
	{ SHEET_TEXT, "NAME", true },
};

int verb_cancel(const options_t *o)
{
	sheet_t *sheets[2] = {
		o->json ? sheet_create("cancelled", cancelled_columns, 1) : NULL,
	};
	status_t status = STATUS_DONE;
	char *why = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&why, &size);
	int rc;

	if (!f || (o->json && !sheets[0])) {
		status = STATUS_FAILED;
		goto done;
	}
	for (char **name = o->names; *name; name++) {
		answer_t a;

		ctl_delete(*name, &a);
		if (a.status == STATUS_DONE)
			sheet_text(sheets[0], *name);
		else
			out_lines(f, *name, a.why);
		if (status == STATUS_DONE)
			status = a.status;
		answer_free(&a);
	}
done:
	if (f && fclose(f))
		status = STATUS_FAILED;
	rc = out_print(o, status, why, sheets);
	sheet_destroy(sheets[0]);
	free(why);
	return rc;
}
