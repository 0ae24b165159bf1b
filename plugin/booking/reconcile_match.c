/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reconcile_match.c - see reconcile_match.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/reconcile_match.h"
#include "plugin/booking/shape.h"
#include "plugin/booking/stand_in.h"
#include "plugin/ledger/content.h"
#include "plugin/ledger/ledger_saved.h"

bool match_state(ledger_t *l)
{
	int64_t digest;

	return !controller->saved_digest(&digest) ||
	       ledger_saved_known(l, digest);
}

/*
 * The content of a record, where the fields that it lacks are those of b.
 * RET false if memory is short
 */
static bool _content_of(const booking_t *b, const record_t *rec,
			uint64_t *ret_content)
{
	booking_t *said = booking_copy(b);
	bool ok = false;

	if (said) {
		said->stand_in = false;	/* else nothing is read */
		ok = controller->records->read(rec, said);
	}
	if (ok)
		*ret_content = content_of(said);
	booking_destroy(said);
	return ok;
}

/*
 * May the record have been saved before b was what b is now? Whoever changed
 * such a record knew nothing of what has been acknowledged since: to follow
 * would take that back, and put b where others may be by now.
 */
static bool _may_be_older(const booking_t *b, const view_resv_t *v)
{
	return b->was && (b->resv_id == v->resv_id);
}

rules_record_t match_booking(const booking_t *b, const view_resv_t *v)
{
	uint64_t content;

	if (request_is_native_resv(v))
		return RULES_NATIVE;
	if (!_content_of(b, v->rec, &content))
		return RULES_WAS;
	if (content == content_of(b))
		return RULES_SAME;
	return (_may_be_older(b, v) || content_is_known(b, content)) ?
		RULES_WAS : RULES_OTHER;
}

void match_overrule(booking_t *b, const view_resv_t *v)
{
	uint64_t content;

	if (_content_of(b, v->rec, &content))
		b->overruled = content;
}

typedef struct {
	bool known;
	const record_t *rec;
} match_t;

/* A ledger_match_fn: is the record that of b, which was closed? */
static bool _is_of(void *arg, const booking_t *b)
{
	const match_t *match = arg;
	uint64_t content;
	bool same = stand_in_is(match->rec, b) ||
		    (_content_of(b, match->rec, &content) &&
		     content_is_known(b, content));

	return rules_deleted(match->known, same);
}

bool match_closed(ledger_t *l, const view_resv_t *v, bool known)
{
	match_t match = { .known = known, .rec = v->rec };

	return ledger_was_closed(l, v->name, v->resv_id, _is_of, &match);
}
