/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/view/host.h"
#include "plugin/booking/park/reread.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/booking/view/view_cores.h"

/* IN gone - units_gone() of its former text, moved */
static void _set_units(office_t *office, booking_t *b, const units_t *units,
		       char *gone)
{
	char *text = units_text(office, units);

	/* the type stands in front, also where no node is there */
	if (!text && gone && b->cores && text_begins(b->cores, "gpu="))
		text = text_printf("%.*s", (int) strcspn(b->cores, " "),
				   b->cores);
	if (gone)
		text_add(&text, "%s%s", text ? " " : "", gone);
	booking_set(&b->cores, text);
	free(text);
	free(gone);
}

/* Add the cores of nodes that the record of a part lacks. RET true: some */
static bool _add_lacking(const booking_t *b, uint32_t num_cn,
			 const units_t *had, units_t *has)
{
	uint32_t cnt = has->cnt;

	for (uint32_t i = 0; b->part && (i < had->cnt); i++)
		if ((b->asked_nodes || (has->cnt < num_cn)) &&
		    !units_on(has, had->list[i].node))
			units_set(has, had->list[i].node, &had->list[i].cores);
	return has->cnt > cnt;
}

/*
 * The record has no nodes that are not there, and that of a part none that
 * others have meanwhile; but a booking that names them, or has too few, still
 * wants cores of them.
 * IN had, gone - of its former text; gone is moved
 */
static void _keep_missing(office_t *office, booking_t *b, uint32_t num_cn,
			  const units_t *had, char *gone)
{
	units_t has = units_read(office, b->cores);
	bool wanted = b->cores && (b->asked_nodes || (has.cnt < num_cn));

	if (wanted && (_add_lacking(b, num_cn, had, &has) || gone)) {
		_set_units(office, b, &has, gone);
		gone = NULL;
	}
	units_free(&has);
	free(gone);
}

static void _read_record(office_t *office, view_resv_t *v)
{
	booking_t *b = v->booking;
	uint32_t num_cn = b->num_cn;
	units_t had = { .cnt = 0 };
	char *gone = NULL;

	if (b->cores) {
		had = units_read(office, b->cores);
		gone = units_gone(office, b->cores);
	}
	office->host->records->read(office, v->rec, b);
	if (b->cores || gone || had.cnt) {
		_keep_missing(office, b, num_cn, &had, gone);
		units_free(&had);
	}
	if (b->part)
		v->retry_at = 0;	/* it may be whole now */
	if (v->accounts || b->accounts || b->held)
		view_accounts_update(office, v);
}

void booking_reread_asked(office_t *office, view_resv_t *v)
{
	booking_t *b = v->booking;
	uint32_t num_cn = b->num_cn;
	time_t length = b->end - b->start;

	_read_record(office, v);
	if ((b->num_cn != num_cn) || (b->end - b->start != length))
		booking_keep_size(b);
}

void booking_reread_moved(office_t *office, view_resv_t *v)
{
	uint32_t num_cn = v->booking->num_cn;

	_read_record(office, v);
	v->booking->num_cn = num_cn;
}

/* Keep what the record lacks as its nodes lack it: it may be there again. */
static void _keep_lost(office_t *office, booking_t *b, const units_t *had)
{
	units_t has = units_read(office, b->cores);

	for (uint32_t i = 0; i < had->cnt; i++) {
		uint32_t node = had->list[i].node;
		cores_t lost = view_cores_lacking(office, node,
						  &had->list[i].cores, NULL);
		const cores_t *now = units_on(&has, node);

		if (!now || cores_none(&lost))
			continue;
		cores_add_all(&lost, now);
		units_set(&has, node, &lost);
	}
	_set_units(office, b, &has, units_gone(office, b->cores));
	units_free(&has);
}

void booking_reread(office_t *office, view_resv_t *v)
{
	booking_t *b = v->booking;
	time_t length = b->end - b->start;
	units_t had = units_read(office, b->cores);

	booking_reread_moved(office, v);
	_keep_lost(office, b, &had);
	units_free(&had);
	if (b->end - b->start != length)
		booking_keep_size(b);
}
