/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * why.c - sresv why: why there is no room for a wish, or for what stands by,
 * whether that is proven, and without which bookings there would be room.
 */
#include <ctype.h>
#include <time.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/ctl/wish.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/reasons.h"
#include "contrib/sresv/verbs.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

int verb_why(const options_t *o)
{
	sheet_t *sheets[REASONS_SHEETS + PROOF_SHEETS + 1];
	answer_t a;
	wish_t w;
	bool whole;
	int rc;

	if (o->names[0] && isdigit((unsigned char) o->names[0][0]))
		return verb_why_job(o);
	if (o->names[0])
		w = (wish_t) WISH_NONE;
	else if (!options_wish(o, time(NULL), &w))
		return STATUS_BAD;
	ctl_why(o->names[0], &w, &a);
	wish_explain_denied(&w, &a);
	whole = reasons_read(a.said, sheets);
	whole = reasons_read_proof(a.said, &sheets[REASONS_SHEETS]) && whole;
	if (!whole) {
		a.status = STATUS_FAILED;
		answer_say(&a, FIGURES_NONE);
	}
	/* people read the reasons and the proof in words */
	rc = out_print(o, a.status, a.why,
		       o->json ? sheets : &sheets[COUNT(sheets) - 2]);
	for (size_t i = 0; i < COUNT(sheets); i++)
		sheet_destroy(sheets[i]);
	answer_free(&a);
	return rc;
}
