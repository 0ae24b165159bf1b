/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reconcile_match.c - see reconcile_match.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/flags.h"
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
 * What a record says; the fields that it lacks are those of b.
 * RET booking_destroy(); NULL if memory is short
 */
static booking_t *_said_by(const booking_t *b, const record_t *rec)
{
	booking_t *said = booking_copy(b);

	if (!said)
		return NULL;
	said->stand_in = false;	/* else nothing is read */
	if (controller->records->read(rec, said))
		return said;
	booking_destroy(said);
	return NULL;
}

/* The content of a record. RET false if memory is short */
static bool _content_of(const booking_t *b, const record_t *rec,
			uint64_t *ret_content)
{
	booking_t *said = _said_by(b, rec);

	if (!said)
		return false;
	*ret_content = content_of(said);
	booking_destroy(said);
	return true;
}

/* Does v have the nodes of a list, but for nodes that Slurm does not know now? */
static bool _has_rest_of(const view_resv_t *v, const char *list)
{
	garq_set_t *nodes = NULL;
	bool has;

	if (v->flags & (BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES))
		return true;	/* Slurm gives it the nodes of today */
	(void) controller->node_set(list, &nodes);
	has = nodes && v->nodes && garq_set_equal(nodes, v->nodes);
	garq_set_destroy(nodes);
	return has;
}

/* Is what the record says b, or what b was, if it had this list of nodes? */
static bool _is_with(const booking_t *b, const view_resv_t *v, booking_t *said,
		     const char *list)
{
	return list && _has_rest_of(v, list) &&
	       booking_set(&said->nodes, list) &&
	       content_is_known(b, content_of(said));
}

/*
 * Is the record what b, which was closed, is or was? Slurm reads the record
 * without nodes that slurm.conf lacks by now, and may save it so before the
 * start deletes it: the record counts as it was saved, and with the nodes of b.
 */
static bool _is_or_was(const booking_t *b, const view_resv_t *v)
{
	booking_t *said = _said_by(b, v->rec);
	bool is = said &&
		  (content_is_known(b, content_of(said)) ||
		   _is_with(b, v, said, controller->saved_nodes(v->name)) ||
		   _is_with(b, v, said, b->nodes));

	booking_destroy(said);
	return is;
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
	const view_resv_t *v;
} match_t;

/* A ledger_match_fn: is the record that of b, which was closed? */
static bool _is_of(void *arg, const booking_t *b)
{
	const match_t *match = arg;

	return rules_deleted(match->known, stand_in_is(match->v->rec, b) ||
						   _is_or_was(b, match->v));
}

bool match_closed(ledger_t *l, const view_resv_t *v, bool known)
{
	match_t match = { .known = known, .v = v };

	return ledger_was_closed(l, v->name, v->resv_id, _is_of, &match);
}
