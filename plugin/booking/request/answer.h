/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * answer.h - answers for programs, beside the text for people.
 *
 * The format is a stable interface (garq-answers(5)):
 * sresv and other programs read it. This header needs nothing of Slurm.
 *
 * A program sets ANSWER_ASKED in the flags of its request to create or update a
 * reservation. Slurm packs flags as 64 bits in the protocols of 22.05 to 26.05,
 * slurmctld drops or ignores unknown flags, and scontrol can't set this one. A
 * request without the flag gets text for people alone. A request with it gets a
 * refusal, or the answer to a query, in lines:
 *
 *	r: 2 of 4 nodes are missing from 2027-01-15T08:00:00 on
 *	garq-offer=1 name=r.1 start=1800007200 end=1800014400 nodes=4
 *		kind=later expires=1799999999 cost=480.00	(one line)
 *	garq-answer=1
 *
 * Lines that begin with ANSWER_PREFIX, small letters and "=" are for programs,
 * all others are for people. No text that a user chose can look like a line for
 * programs, since no name that is taken begins so. A line for programs is words
 * with one space between them, each KEY=VALUE. VALUE is printable ASCII without
 * a space; a name has "\xHH" for each other byte, and for a backslash. The key
 * of the first word names the kind of line, its value is the format version of
 * that kind. A version grows only if the change would mislead readers of the
 * version before. A reader ignores lines and keys that it does not know, and
 * refuses a version that it does not know.
 *
 * garq-offer, one line for each offer, in the controller's ranking:
 *	name	of the offer; an update of a reservation of this name accepts it
 *	start, end, expires	seconds since the epoch; open until expires
 *	nodes	how many, 1 to 4294967295
 *	kind	a token of osp/kinds.h; new tokens may be added
 *	cost	a decimal number; only where the site has prices
 *	unit	of it; only where the site names one, also with other costs
 *	held	1: the nodes are kept for the requester; else the key is absent
 *	verb, uid	in the list of open offers: "create", "update" or
 *		"query", and the requester
 *
 * garq-user, one line in the list of open offers to a program:
 *	uid	of the requester of the list
 *	operator	1: the user is an operator, and may change reservations
 *		and offers of others; else 0
 *	nodes	the number of nodes that Nodes=ALL means: Slurm hides those of
 *		a cloud without power from programs
 *
 * garq-stats and garq-locks, the answer to ReservationName=stats (lock_stats.h):
 *	since, now	seconds since the epoch
 *	booked, refused, native, faults	requests since slurmctld's start
 *	untried	those refused before all ways to make room were tried (steps.h)
 *	verb, part	what held the locks, and what part of that was measured
 *	count, sum, p50, p99, max	holds; microseconds, or steps of a plan
 *
 * garq-counts and garq-refused, in the same answer (counts.h): counts since the
 * last reset; and those of now: bookings-now, active-now (they have begun),
 * degraded-now. Keys that end in -seconds are node-seconds.
 *	reason	no-room, denied, rate, in-use, unknown, failed, invalid
 *	count	refusals for that reason; each reason has a line
 *
 * garq-limit, one line for each limit of the user (ReservationName=limits):
 *	of	bookings, node-hours, nodes, minutes, lead-days, licenses,
 *		others, holds, standing, requests; new words may be added
 *	option	of the site that sets it
 *	account	whose limit it is; absent: of the user
 *	have	a decimal number: as much is taken; absent: it is a limit of
 *		each request
 *	most	an integer; absent: there is no limit
 *
 * garq-standing, one line for each request that stands by (standing_list.h), in
 * the order in which they get room, in the list of these and in that of open
 * offers to a program; and one when a create begins to stand by:
 *	name	of the request: a delete of this name withdraws it
 *	uid	of the requester
 *	place, of	its place among all of them
 *	since, until	seconds since the epoch; until is its latest start
 *	mode	"book": it is booked when there is room; "offer": it is offered;
 *		"ask": it is booked, and owners are asked to give way
 *	asked, agreed	the number of bookings that are asked to give way, and
 *		of these, that may; absent: none is asked
 *	nodes	the requested number; 0: licenses alone
 *	start, end	all places that it could have are within [start, end)
 *	duration	seconds
 *	offered	how often it was offered
 *
 * garq-native, in the list of open offers to a program: one line for each
 * reservation that its user may see, and that is no booking:
 *	name	of the reservation
 *	by	what of it Slurm serves itself: "Flags=DAILY", "CoreCnt" and
 *		others; absent: the plugin has not taken it over
 *
 * A probe (probe.h) is answered in lines of its own, which doc/CO.md has.
 *
 * garq-missing, in a refusal (admit.h): a line for the nodes, and one for each
 * license that is short:
 *	count, of	the missing and the requested number
 *	from	seconds since the epoch; absent: at any time
 *	license	its name; absent: nodes are missing
 * garq-blocker, one line for each conflicting holder:
 *	kind	reservation, change (of a reservation, not written yet),
 *		job, node (that can't be used), unknown, others (further ones);
 *		alone: the reader may not see which
 *	name, job	of the reservation; number of the job
 *	start, end	of its time; absent: not known, or without end
 *	on	its conflicting nodes, a node list
 *	license	that it holds
 * garq-earliest, if a later start was looked for and something ends:
 *	start	the earliest start of the same shape, or else
 *	none-before	there is none before; later ones were not looked for
 *
 * garq-proof, in the answer to ReservationName=why (why.h) if there is no room,
 * and a proof was looked for:
 *	proven	1: no way to move bookings makes room; 0: that is not known
 *	room	1: there is room without the holders with leaves=1; 0: no such
 *		holders were found
 *	cnt	their number
 *	least	with fewer bookings leaving there is no room; 0: not known
 *	smallest	1: both are the same
 *	hopeless	1: without all bookings there is no room either
 *		cnt, least and smallest are absent if the asker may not see all
 * garq-barrier, one line for each step of the proof, if the asker may see all
 * of its holders:
 *	start, end	an interval, seconds since the epoch
 *	unit	"nodes": at each second of it; "node-seconds": of all of it
 *	all	that there are
 *	held	that the holders with proof=1 take, or more, wherever they move
 *	asked	that the request takes, or more, from a start in ...
 *	first, last	... [first, last]; held + asked > all rules that out
 * garq-holder, one line for each holder that the proof needs, or that leaves:
 *	kind	as in garq-blocker; "hidden": those that the asker may not see
 *	name, job, on	of the reservation, the job, the node
 *	proof	1: the proof needs it
 *	leaves	1: see room
 *
 * garq-hold, one line in the answer to a request for a hold (named_hold.h):
 *	name	of the hold
 *	now	the controller's time when it decided, seconds since the epoch
 *	until	the hold ends then
 *
 * garq-hit, the answer to a query for a reservation of Slurm's own with named
 * nodes (maint.h). A line for each booking on these nodes at its time, by start:
 *	booking	its name
 *	outcome	what would become of it: kept (nothing changes), moved (other
 *		nodes, or another start), part (the same, and it lacks nodes),
 *		degraded (it stays, and lacks nodes), unknown (not searched for)
 *	start, was	its start then, and now; seconds since the epoch
 *	nodes, on	its nodes then, if others, and now; a node list
 *	others	bookings that would move for it; only if there are any
 * and a line for each running job:
 *	job, end, nodes	its number; its time limit; those of its nodes
 * Where the site lets no booking move (garq_maint), each is kept; a line for people
 * says if the reservation would be refused.
 *
 * garq-plan, the answer to a request with the wish plan: (wishes.h), which a
 * delete, that has no flags, asks for by plan:lines: (look.h):
 *	name	of the booking
 *	start, end, nodes, on	its times then, the number and the list of its
 *		nodes; absent: it is deleted; on is absent for licenses alone
 *	switches	the leaf switches of these nodes, if it wishes for few
 *	cost	for that; only where the site has prices
 *	job-cost	of a job on as many nodes at that time, without a
 *		reservation
 *	was-start, was-end, was-nodes, was-on	the same now; absent: it is new
 *	others	bookings that would move and have no line
 *	token	of this plan, for plan:TOKEN:
 * garq-move, one line for each booking that would move for it:
 *	booking	its name
 *	start, end, was-start, was-end	its times then, and now
 *	on, was-on	its nodes then, and now; absent: it keeps them
 *
 * garq-event, one line for each event that is asked for by ReservationName=log,
 * log:NAME or past (past.h), the first one first:
 *	time	seconds since the epoch
 *	name	of the booking
 *	verb	create, update, accept, delete and others of requests; moved,
 *		degraded, mended, part, stand-in, restored, ended, closed,
 *		changed, adopted, reopened, begins, unused, standby-offered,
 *		standby-ended, offers-end, asked, ask-ended, gave-way; new words
 *		may be added
 *	uid	who asked for it; of moved: the requester for whom it was moved;
 *		absent: nobody, or the asker may not know
 *	why	a few words; absent: there are none
 *	start, end, on	its times and nodes after it; absent: it is closed, or
 *		they are not known; on is absent, too, if the nodes stayed
 *	was-start, was-end, was-on	the same before it; absent: it is new
 *	users	that it names; only if there are any
 *	cost	of the booking since then, told when it was asked for; only of a
 *		request, and where the site has prices
 *	unit	of it; only where the site names one
 *
 * garq-usage, the answer to ReservationName=usage (usage.h): a line for each
 * account and user, or with usage:* and usage:NAME for each booking, by start:
 *	name, start, end, users	of the booking; absent: of all of them
 *	closed	it was closed then; absent: it is live
 *	account	that it is for; absent: none
 *	uid	whose it is; absent: it was adopted
 *	bookings	their number
 *	asked, held, used, back	seconds of one CPU (use.h); back: asked for and
 *		not held, by those that are closed
 *	moves	how often the plugin moved them
 *
 * garq-answer is the last line of each answer to a program, also of one without
 * offers. If the line is missing, the text was cut, or the controller has
 * another scheduler or a sched/garq that does not know ANSWER_ASKED.
 *
 * A program that creates a reservation named ANSWER_OFFERS, with no other
 * attribute, asks for all open offers that its user may see. The answer has the
 * format of a query's answer, and nothing is booked. Without ANSWER_ASKED the
 * name is OFFERS_LIST (offers.h), and the answer has tables for people before
 * the lines for programs. No reservation can have
 * this name. Slurm itself, and a sched/garq that does not know the name, refuse
 * the request.
 */
#pragma once

#define ANSWER_ASKED (1ULL << 62)

#define ANSWER_VERSION 1

#define ANSWER_PREFIX "garq-"
#define ANSWER_OFFER ANSWER_PREFIX "offer"
#define ANSWER_USER ANSWER_PREFIX "user"
#define ANSWER_STATS ANSWER_PREFIX "stats"
#define ANSWER_LOCKS ANSWER_PREFIX "locks"
#define ANSWER_COUNTS ANSWER_PREFIX "counts"
#define ANSWER_REFUSED ANSWER_PREFIX "refused"
#define ANSWER_MISSING ANSWER_PREFIX "missing"
#define ANSWER_BLOCKER ANSWER_PREFIX "blocker"
#define ANSWER_EARLIEST ANSWER_PREFIX "earliest"
#define ANSWER_PROOF ANSWER_PREFIX "proof"
#define ANSWER_BARRIER ANSWER_PREFIX "barrier"
#define ANSWER_HOLDER ANSWER_PREFIX "holder"
#define ANSWER_HOLD ANSWER_PREFIX "hold"
#define ANSWER_LIMIT ANSWER_PREFIX "limit"
#define ANSWER_STANDING ANSWER_PREFIX "standing"
#define ANSWER_NATIVE ANSWER_PREFIX "native"
#define ANSWER_HIT ANSWER_PREFIX "hit"
#define ANSWER_PLAN ANSWER_PREFIX "plan"
#define ANSWER_MOVE ANSWER_PREFIX "move"
#define ANSWER_EVENT ANSWER_PREFIX "event"
#define ANSWER_USAGE ANSWER_PREFIX "usage"
#define ANSWER_END ANSWER_PREFIX "answer"

/* Name of a request for the open offers; 1 is the version of the request. */
#define ANSWER_OFFERS ANSWER_PREFIX "offers=1"

/* The same of a probe. */
#define ANSWER_PROBE ANSWER_PREFIX "probe=1"
