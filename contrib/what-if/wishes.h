/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * wishes.h - requests for reservations, each for one job, and what becomes of
 * them.
 *
 *	ask --> booked --> its job runs on its nodes, from its start on
 *	    \-> refused --> the job waits in the queue (queue.h)
 *
 * What is booked stays until its end, though its job may end early, but with
 * cluster.give_back. Printed is
 *
 *	booked NUMBER TOLD		the start that the user was told
 *	refused NUMBER OFFERS AWAY	how many offers were made, and by how
 *					many seconds the nearest for the same
 *					nodes and length is away; -1: none
 *	began NUMBER START SHIFTS BINDS	how often its start was moved until
 *					then, and its nodes replaced
 *	place NUMBER START NODES	wishes_print(): where it lies
 */
#pragma once

#include "contrib/what-if/queue.h"

typedef enum {
	WISHES_OFF,	/* nobody books: all jobs wait in the queue */
	WISHES_PLAIN,	/* office_ask_plain() */
	WISHES_OFFICE,	/* office_ask() */
} wishes_how_t;

typedef struct {
	queue_job_t job;
	time_t start;		/* wanted */
	time_t window;		/* seconds; 0: rigid */
	char features[8];	/* "": any nodes */
} wish_t;

/* Ask for it now. */
extern void wishes_ask(const wish_t *wish, wishes_how_t how);

/* Start the jobs whose reservations have begun. */
extern void wishes_begin(void);

/* The next start of a reservation; GARQ_FOREVER: none is to come. */
extern time_t wishes_next(void);

/* Print the places of all reservations that have not begun. */
extern void wishes_print(void);

extern void wishes_free(void);
