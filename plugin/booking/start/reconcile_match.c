/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/part.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/start/reconcile_match.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/ledger/record/content.h"

bool match_state(office_t *office, ledger_t *l)
{
	int64_t digest;

	return !office->host->saved->digest(office, &digest) ||
	       ledger_saved_known(l, digest);
}

/*
 * What a record says; the fields that it lacks are those of b.
 * RET booking_destroy()
 */
static booking_t *_said_by(office_t *office, const booking_t *b,
			   const record_t *rec)
{
	booking_t *said = booking_copy(b);

	said->stand_in = false;	/* else nothing is read */
	office->host->records->read(office, rec, said);
	return said;
}

/*
 * True if v has the nodes of a list, but for nodes that Slurm did not know when
 * the record of v was read.
 * IN some - see _is_with()
 */
static bool _has_rest_of(office_t *office, const view_resv_t *v,
			 const char *list, bool some)
{
	garq_set_t *nodes = NULL;
	bool has;

	if (v->flags & (BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES))
		return true;	/* Slurm gives it the nodes of today */
	(void) office->host->nodes->set(office, list, &nodes);
	has = v->nodes && (some ? garq_set_is_subset(v->nodes, nodes) :
				  garq_set_equal(v->nodes, nodes));
	garq_set_destroy(nodes);
	return has;
}

/*
 * True if the record, with this list of nodes, would say what b is or was.
 * IN some - v may have only some nodes of the list. Else v has all that Slurm
 *	knows: if a start in between was not completed, Slurm may have saved the
 *	record without nodes that slurm.conf lacked then, and knows now
 */
static bool _is_with(office_t *office, const booking_t *b, const view_resv_t *v,
		     booking_t *said, const char *list, bool some)
{
	if (!list || !_has_rest_of(office, v, list, some))
		return false;
	booking_set(&said->nodes, list);
	if (said->cores)	/* as many as it had of these nodes */
		booking_set(&said->cores, b->cores);
	return content_is_known(b, content_of(said));
}

/* IN/OUT said - a list; IN known - what the host takes of the booked one */
static void _add_unknown(char **said, const char *known, const char *booked)
{
	if (text_same(*said, known))
		booking_set(said, booked);
}

/*
 * Slurm reads some records without users, accounts or licenses that are
 * unknown by now: add them to what the record says.
 */
static void _add_stripped(office_t *office, const booking_t *b, booking_t *said)
{
	const part_names_t all = { .users = b->users, .groups = b->groups };
	booking_t *part = NULL;
	char *lacks = NULL;

	if (text_same(said->users, b->users) &&
	    text_same(said->groups, b->groups) &&
	    text_same(said->accounts, b->accounts) &&
	    text_same(said->licenses, b->licenses))
		return;
	if (part_of(office, b, &all, &part, &lacks))
		return;
	_add_unknown(&said->users, part->users, b->users);
	_add_unknown(&said->groups, part->groups, b->groups);
	_add_unknown(&said->accounts, part->accounts, b->accounts);
	_add_unknown(&said->licenses, part->licenses, b->licenses);
	booking_destroy(part);
	free(lacks);
}

/*
 * True if the record is what b is or was. Slurm reads the record without nodes
 * that slurm.conf lacks by now, and may save it so: the record counts as it was
 * saved, and with the nodes of b; that of a live booking also with its names.
 * IN closed - b is closed. Its record may have come back in a controller
 *	without the plugin that saved it without some nodes of b
 */
static bool _is_or_was(office_t *office, const booking_t *b,
		       const view_resv_t *v, booking_t *said, bool closed)
{
	if (content_is_known(b, content_of(said)))
		return true;
	if (!closed)
		_add_stripped(office, b, said);
	return _is_with(office, b, v, said,
			office->host->saved->nodes(office, v->name), true) ||
	       _is_with(office, b, v, said, b->nodes, closed);
}

/*
 * True if the record may have been saved before b was what b is now. A change
 * of such a record was made without the changes acknowledged since: to follow
 * would undo these, and put b where others may be by now.
 */
static bool _may_be_older(const booking_t *b, const view_resv_t *v)
{
	return b->was && (b->resv_id == v->resv_id);
}

/* True if Slurm has read the record without nodes that it was saved with. */
static bool _has_lost_nodes(office_t *office, const view_resv_t *v)
{
	const char *list = office->host->saved->nodes(office, v->name);
	garq_set_t *nodes = NULL;
	bool lost = list && office->host->nodes->set(office, list, &nodes);

	garq_set_destroy(nodes);
	return lost;
}

/*
 * Nobody has changed a record that lacks only what slurm.conf or Slurm's
 * accounting lacks: to follow it would cost the booking its node or account
 * permanently, also when that comes back. One that was changed, and lacks nodes
 * besides, no more says how many there were.
 */
rules_record_t match_booking(office_t *office, const booking_t *b,
			     const view_resv_t *v)
{
	rules_record_t what = RULES_OTHER;
	booking_t *said;

	if (kind_of_resv(v) == &kind_native)
		return RULES_NATIVE;
	said = _said_by(office, b, v->rec);
	if (content_of(said) == content_of(b))
		what = RULES_SAME;
	else if (_may_be_older(b, v) ||
		 _is_or_was(office, b, v, said, false) ||
		 _has_lost_nodes(office, v))
		what = RULES_WAS;
	booking_destroy(said);
	return what;
}

void match_overrule(office_t *office, booking_t *b, const view_resv_t *v)
{
	booking_t *said = _said_by(office, b, v->rec);

	b->overruled = content_of(said);
	booking_destroy(said);
}

typedef struct {
	office_t *office;
	bool known;
	view_resv_t *v;
} match_t;

/*
 * A ledger_match_fn: true if the record is that of b, which was closed. Where b
 * was changed before, Slurm may have saved its earlier form, and a controller
 * without the plugin that form without some nodes: no content shows this.
 */
static bool _is_of(void *arg, const booking_t *b)
{
	const match_t *match = arg;
	office_t *office = match->office;
	booking_t *said = _said_by(office, b, match->v->rec);
	bool content = stand_in_is(office, match->v->rec, b) ||
		       _may_be_older(b, match->v) ||
		       _is_or_was(office, b, match->v, said, true);

	booking_destroy(said);
	match->v->was_counted = !b->asked_nodes;
	return rules_deleted(match->known, content);
}

void match_closed(office_t *office, ledger_t *l, view_resv_t *v, bool known)
{
	match_t match = { .office = office, .known = known, .v = v };

	v->was_closed = ledger_was_closed(l, v->name, v->resv_id, _is_of,
					  &match);
}

typedef struct {
	office_t *office;
	booking_t *const *live;
	size_t cnt;
} names_t;

/* The live booking that has the id of a record, and another name. */
static booking_t *_renamed(const names_t *n, const view_resv_t *v)
{
	for (size_t i = 0; i < n->cnt; i++) {
		booking_t *b = n->live[i];
		const view_resv_t *own = view_find(n->office, b->name);

		if ((b->resv_id == v->resv_id) &&
		    (!own || (own->resv_id != b->resv_id)))
			return b;
	}
	return NULL;
}

/* The record keeps its mark until the ledger has the new name. */
static void _take_name(office_t *office, booking_t *b, view_resv_t *v)
{
	booking_t *was = booking_copy(b);

	booking_set(&b->name, v->name);
	ledger_commit_later(office->ledger,
			    ledger_put_renamed(office->ledger, b, NULL, was));
	unwritten_leave(unwritten_begin(office, v));
	booking_destroy(was);
}

/* A function for view_each(). */
static void _match_name(view_resv_t *v, void *arg)
{
	const names_t *n = arg;
	office_t *office = n->office;
	booking_t *b = NULL;
	bool stays;

	if (office->host->fields->is_marked(office, v->rec))
		b = _renamed(n, v);
	if (!b)
		return;
	stays = view_find(office, b->name) || jobs_naming(office, v->name);
	say_info(office, stays ?
		 "sched/garq: reservation %s was never acknowledged so, and is in use: it is %s no more" :
		 "sched/garq: reservation %s was never acknowledged so: it is %s again",
		 v->name, b->name);
	if (stays) {
		_take_name(office, b, v);
	} else {
		office->host->fields->rename(office, v->rec, b->name);
		view_rename(office, v, b->name);
	}
}

void match_names(office_t *office, booking_t *const *live, size_t cnt)
{
	names_t names = { .office = office, .live = live, .cnt = cnt };

	view_each(office, _match_name, &names);
}
