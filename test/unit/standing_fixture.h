/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * standing_fixture.h - a controller with its ledger and its agent, in which
 * requests stand by.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/open/standing.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/serve/standby.h"
#include "test/unit/ledger_fixture.h"
#include "test/unit/test_office.h"

#define NOW 1000000
#define DAY 86400
#define HOUR 3600
#define NODES 8
#define AT (NOW + (2 * DAY))	/* when all want the nodes */
#define U0 FAKE_UID
#define U1 (FAKE_UID + 1)

extern ledger_t *l;
extern time_t clock_at;
extern options_t options;
extern char answer[4096];	/* the text of the last request */
extern char events[1024];	/* those of requests that stand by */

typedef struct {
	const char *name;
	uint32_t uid, nodes, minutes;
	time_t start;
	uint32_t delay;		/* seconds */
} wanted_t;

extern void pass_time(time_t to);
extern void setup(void);
extern void teardown(void);
/* The controller is killed, without its state, and starts again. */
extern void restart(void);
extern void note_answer(const char *text);
/* Serve a request as its handler does, with its commits. RET as serve() */
extern int serve_as(const verb_t *verb, request_t *request, uint32_t uid);
/* Serve a create. RET 0 or a code (refused.h) */
extern int create(const wanted_t *w);
/* A rigid request for an hour. */
extern int ask_hour(const char *name, uint32_t uid, uint32_t nodes);
extern int named(const verb_t *verb, const char *name, uint32_t uid);
extern int del(const char *name, uint32_t uid);
/* The last answer has this part. */
extern void said(const char *part);
/* Look at a request that is due, for turns_serve(). IN arg - standby_due_t */
extern void see_due(void *arg);
/* A turn of the agent. RET true if it goes on */
extern bool agent_turn(void);
/* Turns of the agent, until nothing is due. */
extern void agent(void);
extern bool is_booked(const char *name);
/* The rows of requests that stand by on the disk. */
extern int rows(void);
/* The ledger has a live row of this name, or has none. */
extern void live(const char *name, bool is);
/* "wall" has all nodes for an hour; r stands by for them. */
extern void one_stands_by(const char *wish);

#define IT_IS(test) tcase_add_test(tc, test)
