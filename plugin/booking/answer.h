/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * answer.h - what a program is answered, in place of the table for people.
 *
 * A stable interface (sched_garq(8), "Offers for programs"): sresv reads it, and
 * other programs may. This header needs nothing of Slurm.
 *
 * A program sets ANSWER_ASKED in the flags of its request to create or update a
 * reservation. Slurm packs flags as 64 bits in the protocols of 22.05 to 26.05,
 * slurmctld drops or ignores those that it does not know, and scontrol can't
 * set this one. A request without it is answered with text for people alone. A
 * refusal, and the answer to a query, is then lines:
 *
 *	r: 2 of 4 nodes are missing from 2027-01-15T08:00:00 on
 *	garq-offer=1 name=r.1 start=1800007200 end=1800014400 nodes=4
 *		kind=later expires=1799999999 cost=480.00		(one line)
 *	garq-answer=1
 *
 * Lines that begin with ANSWER_PREFIX, small letters and "=" are for programs,
 * all others are for people: no line begins so with what a user has chosen, as
 * names have no "=". Such a line is words with one space between them, each
 * KEY=VALUE, with no space in VALUE. The first word says what the line is, its
 * value is the version of the format of that line. A version grows only where a
 * reader of the one before would be misled. A reader ignores lines and keys
 * that it does not know, and refuses a version that it does not know.
 *
 * garq-offer, one for each offer, as the controller ranks them:
 *	name	of the offer; an update of a reservation of this name accepts it
 *	start, end, expires	seconds since the epoch; expires: open until then
 *	nodes	how many, 1 to 4294967295
 *	kind	a token of osp/kinds.h; there may be new ones
 *	cost	a decimal number; only where the site has prices
 *	held	1: the nodes are kept for the requester; else it is not there
 *
 * garq-answer is the last line of each answer to a program, also where there
 * are no offers: without it the text was cut, or the controller has another
 * scheduler or a sched/garq that does not know ANSWER_ASKED.
 *
 * A program that creates a reservation named ANSWER_OFFERS, of which no more is
 * said, asks for all open offers that its user may see: it is answered as a
 * query is, and nothing is booked. No reservation can have this name. Slurm
 * itself, and a sched/garq that does not know the name, refuse the request.
 */
#ifndef PLUGIN_ANSWER_H
#define PLUGIN_ANSWER_H

#define ANSWER_ASKED (1ULL << 62)

#define ANSWER_VERSION 1

#define ANSWER_PREFIX "garq-"
#define ANSWER_OFFER ANSWER_PREFIX "offer"
#define ANSWER_END ANSWER_PREFIX "answer"

/* Name of a request for the open offers; 1 is the version of what is asked. */
#define ANSWER_OFFERS ANSWER_PREFIX "offers=1"

#endif
