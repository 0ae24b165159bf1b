/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_test.c - the rules of reconcile.h: what the ledger knows of
 * reservation "r", which record of that name there is, and what is done.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/reconcile.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_saved.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"

#define STAND_IN "not made again: no such user"
#define IN_PART "made in part: Slurm does not take accounts: math"

/* Which record there is. */
typedef enum {
	NONE,
	SAME,		/* what the ledger says */
	LATER,		/* an hour later than that */
	MOVED,		/* on as many other nodes */
	SHRUNK,		/* saved with one node more, which the host lacks now (y), or did */
	LATEST,		/* an hour later than LATER */
	OWN,		/* of a kind that Slurm manages alone */
	HOLDS,		/* a stand-in */
	HOLDS_LATER,	/* a stand-in, an hour later */
	HOLDS_MOVED,	/* a stand-in, on other nodes */
	HOLDS_BEGUN,	/* a stand-in, which has begun */
	PART,		/* for chem alone, with the remark of a part */
	PART_LATER,	/* ... an hour later */
	PART_BEGUN,	/* ... which has begun */
	STRIPPED,	/* for chem alone, without a remark */
	EARLIER_ONE,	/* another id: that of one of this name before */
	ANEW,		/* another id, an hour later: made by somebody else */
} there_t;

typedef struct {
	const char *what;
	bool known;		/* what the host has read was read back before */
	/* what the ledger knows: */
	bool live;		/* there is a live booking */
	bool closed;		/* there is one that was deleted */
	bool ended;		/* there is one that was over by the clock */
	bool parked;
	bool seen;		/* each later state of the host has the record */
	bool was_stand_in;
	bool was_part;
	bool was;		/* it was an hour later before */
	bool over;		/* it ended before now */
	const char *had;	/* its nodes, if other ones */
	bool crossed;		/* another one is where the record MOVED is */
	bool crossed_seen;	/* ... and the host had that, and lacks it now */
	bool lacks_rows;	/* ... or may: it is new, or salvaged */
	/* what the host has: */
	there_t there;
	const char *saved;	/* its nodes in the host's state, if other ones */
	bool marked;		/* of a request without an answer */
	bool taken;		/* another booking has the nodes of r, ... */
	bool none_left;		/* ... and there are no others */
	bool in_use;
	bool refuses;
	const char *unknown;	/* accounts and users that are gone */
	bool lacks;		/* surely r was not in the host's state */
	/* what becomes of it: */
	const char *done;	/* to records */
	bool is_live;		/* a live booking is in the ledger */
	bool is_booked;		/* ... and the record is its */
	bool is_stand_in;
	bool is_part;
	bool is_stripped;	/* the booking is for chem alone */
	bool is_later;		/* the booking is when the record LATER is */
	bool is_elsewhere;	/* it has other nodes */
} case_t;

#define LIVES .is_live = true, .is_booked = true

static const case_t cases[] = {
	{ "kept", .live = true, .there = SAME, .done = "", LIVES },
	{ "adopted", .there = SAME, .done = "", LIVES },
	{ "left to Slurm", .there = OWN, .done = "" },
	{ "an older save: brought to the ledger",
	  .live = true, .was = true, .there = LATER, .done = " apply", LIVES },
	{ "an older save, changed elsewhere: brought to the ledger",
	  .live = true, .was = true, .there = LATEST, .done = " apply",
	  LIVES },
	{ "a save that is known, whatever it has: brought to the ledger",
	  .known = true, .live = true, .there = LATER, .done = " apply",
	  LIVES },
	{ "changed elsewhere: the ledger follows",
	  .live = true, .there = LATER, .done = "", LIVES, .is_later = true },
	{ "changed elsewhere, and seen before: the ledger follows",
	  .live = true, .seen = true, .there = LATER, .done = "", LIVES,
	  .is_later = true },
	{ "moved, perhaps by us: followed, and its nodes are not named",
	  .live = true, .seen = true, .there = MOVED, .done = "", LIVES,
	  .is_elsewhere = true },
	{ "moved onto what the ledger has of another: brought to the ledger",
	  .live = true, .seen = true, .crossed = true, .there = MOVED,
	  .done = " apply recreate", LIVES },
	{ "moved onto one that was deleted elsewhere: followed",
	  .live = true, .seen = true, .crossed = true, .crossed_seen = true,
	  .lacks = true, .there = MOVED, .done = " recreate remove", LIVES,
	  .is_elsewhere = true },
	{ "moved onto one that was deleted elsewhere, and is kept: brought to the ledger",
	  .live = true, .seen = true, .crossed = true, .crossed_seen = true,
	  .lacks = true, .in_use = true, .there = MOVED,
	  .done = " recreate remove apply", LIVES },
	{ "lacks a node that slurm.conf lacks: gets another one",
	  .live = true, .seen = true, .had = "aby", .there = SHRUNK,
	  .done = " apply to_stand_in set_nodes fulfil", LIVES,
	  .is_elsewhere = true },
	{ "... and was saved without that node: gets another one",
	  .live = true, .seen = true, .had = "aby", .there = SHRUNK,
	  .saved = "ab", .done = " apply to_stand_in set_nodes fulfil", LIVES,
	  .is_elsewhere = true },
	{ "lacks an account that is gone: a part of what the ledger says",
	  .live = true, .seen = true, .there = STRIPPED, .unknown = "math",
	  .done = " apply to_stand_in fulfil", LIVES, .is_part = true },
	{ "lacks an account that is there: followed",
	  .live = true, .seen = true, .there = STRIPPED, .done = "", LIVES,
	  .is_stripped = true },
	{ "an account is gone: made in part", .live = true, .lacks = true,
	  .unknown = "math", .done = " recreate stand_in fulfil", LIVES,
	  .is_part = true },
	{ "all accounts are gone: a stand-in", .live = true, .lacks = true,
	  .unknown = "math,chem", .done = " recreate stand_in to_stand_in",
	  LIVES, .is_stand_in = true },
	{ "its user is gone: a stand-in", .live = true, .lacks = true,
	  .unknown = "ann", .done = " recreate stand_in to_stand_in", LIVES,
	  .is_stand_in = true },
	{ "a part, and the account is there again: whole",
	  .live = true, .was_part = true, .there = PART,
	  .done = " to_stand_in fulfil", LIVES },
	{ "a part, that was saved before a move: moved, a part",
	  .live = true, .was_part = true, .there = PART_LATER,
	  .unknown = "math", .done = " shift to_stand_in fulfil", LIVES,
	  .is_part = true },
	{ "a part, that was saved before a move and has begun since: moved, a part",
	  .known = true, .live = true, .was_part = true, .there = PART_BEGUN,
	  .unknown = "math", .done = " shift to_stand_in fulfil", LIVES,
	  .is_part = true },
	{ "lacks a node that slurm.conf lacked at an unfinished start: brought to the ledger",
	  .live = true, .seen = true, .had = "abc", .there = SHRUNK,
	  .done = " apply", LIVES, .is_elsewhere = true },
	{ "has fewer nodes, and was saved so: followed",
	  .live = true, .seen = true, .had = "abc", .there = SHRUNK,
	  .saved = "ab", .done = "", LIVES },
	{ "moved elsewhere, and lacks a node that was saved: has its booking's",
	  .live = true, .seen = true, .had = "aby", .there = MOVED,
	  .saved = "aby", .done = " apply to_stand_in set_nodes fulfil", LIVES,
	  .is_elsewhere = true },
	{ "a stand-in that was saved before a move: moved",
	  .live = true, .was_stand_in = true, .there = HOLDS_LATER,
	  .refuses = true, .done = " shift fulfil to_stand_in",
	  .is_stand_in = true, LIVES },
	{ "a stand-in that was saved before a move and has begun since: moved",
	  .known = true, .live = true, .was_stand_in = true,
	  .there = HOLDS_BEGUN, .refuses = true,
	  .done = " shift fulfil to_stand_in", .is_stand_in = true, LIVES },
	{ "a stand-in that was saved before it got other nodes: has these",
	  .live = true, .was_stand_in = true, .there = HOLDS_MOVED,
	  .refuses = true, .done = " bind fulfil to_stand_in",
	  .is_stand_in = true, LIVES },
	{ "refuses to be brought to the ledger: becomes a stand-in",
	  .live = true, .was = true, .there = LATER, .refuses = true,
	  .done = " apply to_stand_in fulfil to_stand_in", LIVES,
	  .is_stand_in = true },
	{ "not saved in time: made again", .live = true, .lacks = true,
	  .done = " recreate", LIVES },
	{ "deleted elsewhere: closed",
	  .live = true, .seen = true, .lacks = true,
	  .done = " recreate remove" },
	{ "deleted elsewhere, but jobs use it: made again",
	  .live = true, .seen = true, .lacks = true, .in_use = true,
	  .done = " recreate remove", LIVES },
	{ "deleted elsewhere, or purged: a stand-in",
	  .live = true, .seen = true, .lacks = true, .refuses = true,
	  .done = " recreate recreate stand_in fulfil to_stand_in", LIVES,
	  .is_stand_in = true },
	{ "a stand-in, deleted elsewhere: closed",
	  .live = true, .was_stand_in = true, .seen = true, .lacks = true,
	  .refuses = true, .done = "" },
	{ "a stand-in, of which there is the record: kept",
	  .live = true, .was_stand_in = true, .seen = true, .there = SAME,
	  .done = "", LIVES },
	{ "in a state that was not read: made again",
	  .live = true, .seen = true, .done = " recreate", LIVES },
	{ "gone, but the save is known: made again",
	  .known = true, .live = true, .seen = true, .lacks = true,
	  .done = " recreate", LIVES },
	{ "parked, which no save has: made again",
	  .live = true, .parked = true, .seen = true, .lacks = true,
	  .done = " recreate", LIVES },
	{ "a creation without an answer: deleted",
	  .there = SAME, .marked = true, .done = " remove" },
	{ "a creation without an answer, in a save that is known: deleted",
	  .known = true, .there = SAME, .marked = true, .done = " remove" },
	{ "a creation without an answer, which jobs use: adopted",
	  .there = SAME, .marked = true, .in_use = true, .done = " remove",
	  LIVES },
	{ "a creation that a damaged ledger may have lost: adopted",
	  .lacks_rows = true, .there = SAME, .marked = true, .done = "", LIVES },
	{ "... or that jobs use, where the ledger has another: ends",
	  .crossed = true, .there = MOVED, .marked = true, .in_use = true,
	  .done = " remove end recreate", LIVES, .is_elsewhere = true },
	{ "... but where the ledger has another: deleted",
	  .lacks_rows = true, .crossed = true, .there = MOVED, .marked = true,
	  .done = " remove recreate" },
	{ "a creation that became durable: kept",
	  .live = true, .there = SAME, .marked = true, .done = "", LIVES },
	{ "a change without an answer: brought to the ledger",
	  .live = true, .there = LATER, .marked = true, .done = " apply",
	  LIVES },
	{ "a change without an answer, and seen before: brought to the ledger",
	  .live = true, .seen = true, .there = LATER, .marked = true,
	  .done = " apply", LIVES },
	{ "another one of its name without an answer: brought to the ledger",
	  .live = true, .seen = true, .there = ANEW, .marked = true,
	  .done = " apply", LIVES },
	{ "a creation without an answer, after a deletion: deleted",
	  .closed = true, .there = LATER, .marked = true, .done = " remove" },
	{ "over: closed", .live = true, .over = true, .done = "" },
	{ "can't be made again: a stand-in", .live = true, .refuses = true,
	  .done = " recreate stand_in fulfil to_stand_in", LIVES,
	  .is_stand_in = true },
	{ "its nodes were taken meanwhile, and no others are left: a stand-in",
	  .live = true, .taken = true, .none_left = true,
	  .done = " stand_in set_nodes to_stand_in", LIVES,
	  .is_stand_in = true },
	{ "its nodes were taken meanwhile: made again on others",
	  .live = true, .taken = true, .done = " recreate", LIVES,
	  .is_elsewhere = true },
	{ "was Slurm's own before it was booked: made again",
	  .live = true, .there = OWN, .done = " remove recreate", LIVES },
	{ "was Slurm's own in a save that is known: made again",
	  .known = true, .live = true, .seen = true, .there = OWN,
	  .done = " remove recreate", LIVES },
	{ "was Slurm's own, and jobs are in it: left alone",
	  .live = true, .there = OWN, .in_use = true, .done = " remove",
	  .is_live = true },
	{ "became Slurm's own elsewhere: closed",
	  .live = true, .seen = true, .there = OWN, .done = "" },
	{ "a stand-in that can be fulfilled", .live = true, .there = HOLDS,
	  .done = " fulfil", LIVES },
	{ "a stand-in that can't be fulfilled yet",
	  .live = true, .there = HOLDS, .refuses = true,
	  .done = " fulfil to_stand_in", LIVES, .is_stand_in = true },
	{ "deleted just before the end: deleted again",
	  .closed = true, .there = SAME, .done = " remove" },
	{ "deleted just before the end, as it was before: deleted again",
	  .closed = true, .was = true, .there = LATER, .done = " remove" },
	{ "deleted, and the save is known: deleted again",
	  .known = true, .closed = true, .there = LATER, .done = " remove" },
	{ "its stand-in, deleted just before the end: deleted again",
	  .closed = true, .there = HOLDS, .done = " remove" },
	{ "deleted just before the end, and jobs are in it: ends",
	  .closed = true, .there = SAME, .in_use = true, .done = " remove end",
	  LIVES },
	{ "deleted just before the end, and lacks a node now: deleted again",
	  .closed = true, .had = "aby", .there = SHRUNK, .done = " remove" },
	{ "... as it was before, and lacks a node now: deleted again",
	  .closed = true, .had = "aby", .was = true, .there = SHRUNK,
	  .done = " remove" },
	{ "... and was saved without that node: deleted again",
	  .closed = true, .had = "aby", .there = SHRUNK, .saved = "ab",
	  .done = " remove" },
	{ "deleted, saved elsewhere as it was before, less a node: again",
	  .closed = true, .was = true, .there = MOVED, .done = " remove" },
	{ "deleted, and saved elsewhere while slurm.conf lacked a node: again",
	  .closed = true, .had = "abc", .there = SAME, .done = " remove" },
	{ "... but its record has other nodes than were saved: adopted",
	  .closed = true, .had = "aby", .there = MOVED, .saved = "aby",
	  .done = "", LIVES, .is_elsewhere = true },
	{ "deleted, and another one made elsewhere: adopted",
	  .closed = true, .there = LATER, .done = "", LIVES,
	  .is_later = true },
	{ "an earlier one of its name: deleted, and made again",
	  .live = true, .closed = true, .there = EARLIER_ONE,
	  .done = " part remove recreate", LIVES },
	{ "an earlier one for which jobs wait: brought to the ledger",
	  .live = true, .closed = true, .there = EARLIER_ONE, .in_use = true,
	  .done = " part remove apply", LIVES },
	{ "deleted elsewhere, and made anew: the ledger follows",
	  .live = true, .seen = true, .there = ANEW, .done = "", LIVES,
	  .is_later = true },
	{ "not saved in time, and made elsewhere: brought to the ledger",
	  .live = true, .there = ANEW, .done = " apply", LIVES },
	{ "over by a clock that was ahead: made again",
	  .ended = true, .lacks = true, .done = " recreate", LIVES },
	{ "over by a clock that was ahead, and still there: kept",
	  .ended = true, .there = SAME, .done = "", LIVES },
	{ "over by a clock that was ahead, and its name is another's: closed",
	  .ended = true, .there = OWN, .done = "" },
	{ "over by the clock, and its end is over: closed",
	  .ended = true, .over = true, .done = "" },
};

/* A file that Slurm saved, which has r, and s if others. */
static void saved_with(int64_t digest, ledger_file_kind_t kind, bool others)
{
	ledger_file_t *file = calloc(1, sizeof(*file));

	ck_assert_ptr_nonnull(file);
	file->digest = digest;
	file->kind = kind;
	file->names = calloc(2, sizeof(char *));
	file->names[file->cnt++] = strdup("r");
	if (others)
		file->names[file->cnt++] = strdup("s");
	commit(office->ledger, ledger_put_saved(office->ledger, file));
}

static void saved(int64_t digest, ledger_file_kind_t kind)
{
	saved_with(digest, kind, false);
}

/* Write b, an hour later before that if c says so, and seen if it does. */
static void write_booking(const case_t *c, booking_t *b)
{
	if (c->was) {
		b->start += HOUR;
		b->end += HOUR;
		put(office->ledger, b);
		b->start -= HOUR;
		b->end -= HOUR;
	}
	put(office->ledger, b);
	if (c->seen)
		saved(SAVED + 1, LEDGER_FILE_LAST);
}

static void write_ledger(const case_t *c)
{
	booking_t *b = world_some("r", 17);

	booking_set(&b->accounts, "chem,math");
	if (c->had)
		booking_set(&b->nodes, c->had);
	b->num_cn = strlen(b->nodes);
	if (c->over)
		b->end = NOW - 1;
	if (c->closed) {
		b->resv_id = c->live ? 16 : 17;
		write_booking(c, b);
		drop(office->ledger, "r");
	}
	b->resv_id = 17;
	b->created++;
	b->parked = c->parked;
	b->stand_in = c->was_stand_in;
	b->part = c->was_part;
	if (c->live || c->ended)
		write_booking(c, b);
	if (c->ended)
		commit(office->ledger,
		       ledger_drop(office->ledger, "r", "ended"));
	if (c->known)
		saved(SAVED, LEDGER_FILE_OURS);
	if (c->crossed) {
		booking_set(&b->name, "s");
		booking_set(&b->nodes, "cd");
		b->resv_id = 19;
		b->parked = !c->crossed_seen;
		put(office->ledger, b);
		if (c->crossed_seen)
			saved_with(SAVED + 2, LEDGER_FILE_LAST, true);
	}
	booking_destroy(b);
}

static void make_records(const case_t *c)
{
	booking_t *b;

	if (c->taken)
		world_add(world_some("s", 18), NULL);
	if (c->there == NONE)
		return;
	b = world_some("r", (c->there == EARLIER_ONE) ? 16 :
		      (c->there == ANEW) ? 18 : 17);
	booking_set(&b->accounts,
			      ((c->there >= PART) && (c->there <= STRIPPED)) ?
			      "chem" : "chem,math");
	if ((c->there == LATER) || (c->there == ANEW) ||
	    (c->there == HOLDS_LATER) || (c->there == PART_LATER)) {
		b->start += HOUR;
		b->end += HOUR;
	} else if ((c->there == MOVED) || (c->there == HOLDS_MOVED)) {
		booking_set(&b->nodes, "cd");
	} else if (c->there == LATEST) {
		b->start += 2 * HOUR;
		b->end += 2 * HOUR;
	} else if ((c->there == HOLDS_BEGUN) || (c->there == PART_BEGUN)) {
		b->start -= 3 * HOUR / 2;
		b->end -= 3 * HOUR / 2;
	} else if (c->there == OWN) {
		b->flags |= BOOKING_FLAG_MAINT;
	}
	world_add(b, ((c->there >= HOLDS) && (c->there <= HOLDS_BEGUN)) ?
		  STAND_IN :
		  ((c->there >= PART) && (c->there <= PART_BEGUN)) ? IN_PART :
								     NULL);
	office->host->fields->mark(office, view_find(office, "r")->rec,
				   c->marked);
}

static void check_ledger(const case_t *c)
{
	found_t found = found_all(office->ledger);
	const booking_t *b = NULL;

	for (int i = 0; i < found.cnt; i++)
		if (!strcmp(found.list[i]->name, "r"))
			b = found.list[i];
	ck_assert_msg((b != NULL) == c->is_live, "%s: live", c->what);
	if (b) {
		ck_assert_msg(b->start == NOW + (c->is_later ? 2 : 1) * HOUR,
			      "%s: its start", c->what);
		ck_assert_msg(strcmp(b->nodes, "ab") ? c->is_elsewhere :
						       !c->is_elsewhere,
			      "%s: its nodes, %s", c->what, b->nodes);
		ck_assert_msg(!c->live || !b->asked_nodes,
			      "%s: named nodes", c->what);
		ck_assert_msg(text_same(b->accounts, c->is_stripped ? "chem" :
							"chem,math"),
			      "%s: its accounts, %s", c->what, b->accounts);
		ck_assert_msg(!c->had || c->saved || (c->there != SHRUNK) ||
			      (b->num_cn == strlen(c->had)),
			      "%s: the number of its nodes", c->what);
	}
	found_free(&found);
}

static void check_view(const case_t *c)
{
	const view_resv_t *v = view_find(office, "r");
	const fake_record_t *rec = v ? v->rec : NULL;

	ck_assert_msg((v && v->booking) == c->is_booked, "%s: booked", c->what);
	ck_assert_msg(!v || v->linked, "%s: in the host's list", c->what);
	if (!c->is_booked)
		return;
	ck_assert_msg(v->booking->stand_in == c->is_stand_in, "%s: a stand-in",
		      c->what);
	ck_assert_msg(!rec->marked, "%s: its mark", c->what);
	ck_assert_msg(v->booking->part == c->is_part, "%s: a part", c->what);
	ck_assert_msg(!c->is_part || text_begins(rec->comment, "made in part: "),
		      "%s: the remark of a part", c->what);
	ck_assert_msg((rec->comment[0] != '\0') == (c->is_stand_in || c->is_part),
		      "%s: remark", c->what);
	ck_assert_msg(rec->start == NOW + (c->is_later ? 2 : 1) * HOUR,
		      "%s: the start of its record", c->what);
}

/* --- tests --------------------------------------------------------------------- */

START_TEST(what_the_ledger_and_the_host_know_becomes_one)
{
	const case_t *c = &cases[_i];

	test_clock.at = NOW;
	office->ledger = opened();
	write_ledger(c);
	make_records(c);
	world.in_use = c->in_use;
	world.refuses = c->refuses;
	world.unknown = c->unknown;
	world.lacks = c->lacks;
	world.none_eligible = c->none_left;
	world.saved_nodes = c->saved ? c->saved :
			    (c->there == SHRUNK) ? c->had : NULL;
	office->ledger->reconciled = !c->lacks_rows;
	world_reconcile();
	ck_assert_msg(text_same(world.done ? world.done : "", c->done),
		      "%s:%s instead of%s", c->what,
		      world.done ? world.done : " nothing", c->done);
	check_ledger(c);
	check_view(c);
	ledger_close(office->ledger);
	office->ledger = NULL;
}
END_TEST

/* Slurm has saved a new name, and slurmctld was killed before the ledger was written. */
START_TEST(a_name_that_was_not_acknowledged_is_taken_back)
{
	const case_t is = { .live = true, .seen = true };

	office->ledger = opened();
	office->ledger->reconciled = true;
	write_ledger(&is);
	world_add(world_some("x", 17), NULL);
	office->host->fields->mark(office, view_find(office, "x")->rec, true);
	world.lacks = true;
	world_reconcile();
	ck_assert_ptr_null(view_find(office, "x"));
	check_ledger(&(case_t) { LIVES });
	check_view(&(case_t) { LIVES });
	ledger_close(office->ledger);
	office->ledger = NULL;
}
END_TEST

/* One job asks for x. */
static void each_job(office_t *of, bool (*fn)(const job_seen_t *, void *),
		     void *arg)
{
	(void) of;
	(void) fn(&(job_seen_t) { .job_id = 5, .booking = "x" }, arg);
}

/* ... and the new name is in use, or the old one is another reservation's. */
START_TEST(a_name_that_was_not_acknowledged_stays_if_it_is_in_use)
{
	const case_t is = { .live = true, .seen = true };
	booking_t *own = world_some("r", 18);
	const view_resv_t *x;

	office->ledger = opened();
	office->ledger->reconciled = true;
	write_ledger(&is);
	world_add(world_some("x", 17), NULL);
	office->host->fields->mark(office, view_find(office, "x")->rec, true);
	own->flags |= BOOKING_FLAG_MAINT;
	booking_set(&own->nodes, "cd");
	if (_i)
		world_add(own, NULL);
	else
		fake.jobs.each = each_job;
	world.lacks = true;
	world_reconcile();
	x = view_find(office, "x");
	ck_assert(x && x->booking && x->unwritten);
	ck_assert(office->host->fields->is_marked(office, x->rec));
	ck_assert_str_eq(x->booking->accounts, "chem,math");
	ck_assert_int_eq(view_find(office, "r") != NULL, _i);
	check_ledger(&(case_t) { .what = "renamed" });
	if (!_i)
		booking_destroy(own);
	ledger_close(office->ledger);
	office->ledger = NULL;
}
END_TEST

static booking_t *latest(void)
{
	booking_t *b = world_some("r", 17);

	b->start += 2 * HOUR;
	b->end += 2 * HOUR;
	return b;
}

/*
 * Others have changed an older record, and a start has brought it to the ledger. Then
 * r is deleted, and slurmctld is killed before it has saved its state: the next start
 * finds the changed record again.
 */
START_TEST(what_a_start_has_overruled_is_known_to_the_next_one)
{
	const case_t is = { .live = true, .was = true };

	office->ledger = opened();
	write_ledger(&is);
	world_add(latest(), NULL);
	world_reconcile();
	ck_assert_str_eq(world.done, " apply");
	drop(office->ledger, "r");
	ledger_close(office->ledger);
	world_teardown();
	world_setup();
	office->ledger = opened();
	world_add(latest(), NULL);
	world_reconcile();
	ck_assert(text_same(world.done, " remove"));
	ledger_close(office->ledger);
	office->ledger = NULL;
}
END_TEST

static void end_earlier(office_t *of, record_t *rec, bool jobs_alone, time_t now)
{
	(void) of;
	(void) jobs_alone;
	(void) now;
	((fake_record_t *) rec)->end -= 60;
}

/*
 * r was deleted, and jobs are in its record: it is ended, and adopted. Then slurmctld is
 * killed before it has saved its state: the next start finds the record with its former
 * end, and brings it to the ledger.
 */
START_TEST(what_a_start_has_ended_stays_ended)
{
	const case_t is = { .closed = true, .there = SAME, .in_use = true };

	for (int start = 0; start < 2; start++) {
		time_t end;

		office->ledger = opened();
		if (!start)
			write_ledger(&is);
		make_records(&is);
		end = view_find(office, "r")->end;
		world.in_use = true;
		fake.records.end = end_earlier;
		world_reconcile();
		ck_assert_str_eq(world.done, start ? " apply" : " remove");
		ck_assert_int_eq(view_find(office, "r")->booking->end, end - 60);
		ledger_close(office->ledger);
		world_teardown();
		world_setup();
	}
	office->ledger = NULL;
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("reconcile");
	TCase *tc = tcase_create("reconcile");

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_checked_fixture(tc, world_setup, world_teardown);
	tcase_add_loop_test(tc, what_the_ledger_and_the_host_know_becomes_one, 0,
			    (int) (sizeof(cases) / sizeof(cases[0])));
	tcase_add_test(tc, what_a_start_has_overruled_is_known_to_the_next_one);
	tcase_add_test(tc, what_a_start_has_ended_stays_ended);
	tcase_add_test(tc, a_name_that_was_not_acknowledged_is_taken_back);
	tcase_add_loop_test(
		tc, a_name_that_was_not_acknowledged_stays_if_it_is_in_use, 0,
		2);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
