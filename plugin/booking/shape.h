/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shape.h - what a user's request asks for, in the words of GarQ.
 *
 * Turns a request (request.h) into a shape: which nodes may serve it, how many,
 * with which licenses, for how long, in which window. Refuses what makes no
 * sense with one line that says what to write instead.
 *
 * Locks: conf READ, node WRITE, part READ.
 */
#ifndef PLUGIN_SHAPE_H
#define PLUGIN_SHAPE_H

#include "plugin/booking/controller.h"
#include "plugin/booking/licenses.h"
#include "plugin/booking/request.h"

/* How far in the past a start may lie, in seconds; as Slurm has it. */
#define REQUEST_PAST 600

/* The last second that a reservation may end at: 2106, Slurm's own limit. */
#define REQUEST_TIME_MAX ((time_t) 0xfffff000)

typedef struct shape {
	garq_set_t *eligible;	/* nodes that may serve it; owned */
	uint32_t num_cn;	/* how many of them */
	bool pinned;		/* all of them: Nodes= was given */
	time_t t_esr;		/* window of the start, as asked for */
	time_t t_lsr;
	time_t duration;	/* seconds */
	lic_set_t licenses;	/* with how many there are now; owned */
	bool alone;		/* nobody else is to move for it */
} shape_t;

/* Free what a shape owns. */
extern void shape_free(shape_t *shape);

/*
 * Is this a request that Slurm serves alone: not about whole nodes, recurring,
 * floating, or one that means to overlap others?
 */
extern bool request_is_native(const request_t *request);

/* The same of a reservation, as it was seen last. */
extern bool request_is_native_resv(const view_resv_t *v);

/*
 * May a new reservation have this name (NULL or "": Slurm makes one up)?
 * OUT ret_text - what is wrong with it; free()
 */
extern bool request_name_ok(const char *name, char **ret_text);

/*
 * Is all that was given fit to be looked at and to be shown again? Slurm takes
 * some of it as it comes (accounts, where they are not enforced; a time in the
 * year 219250468), and spells out all the names that a node list stands for,
 * however many.
 * OUT ret_text - what is wrong; free()
 * RET 0 or an error for the user
 */
extern int request_check(const request_t *request, char **ret_text);

/*
 * Of a create request: what is empty was not given, and there is no occurrence
 * to be skipped yet.
 */
extern void request_normalize(request_t *request);

/*
 * Shape of a create request.
 * IN/OUT request - start and end are filled in where they were left out,
 *	the partition where a count of nodes needs one
 * OUT ret_shape - shape_free() on success
 * OUT ret_text - what is wrong; free()
 * RET 0 or an error for the user
 */
extern int request_create_shape(request_t *request, bool window, time_t now,
				shape_t *ret_shape, char **ret_text);

/*
 * The licenses that a text asks for, as this Slurm reads it, of those that are
 * counted (compat_license_is_plain()). What asks for more than there are is
 * refused here; those of jobs that run now are not looked at.
 * IN text - NULL or "": none
 * OUT ret_set - lic_set_free(); empty after an error
 * OUT ret_text - what is wrong; free()
 * RET 0 or an error for the user
 */
extern int request_licenses(const char *text, lic_set_t *ret_set,
			    char **ret_text);

/*
 * The licenses that a reservation holds, with how many there are now.
 * OUT ret_set - lic_set_free() on success. RET 0 or ENOMEM
 */
extern int request_licenses_of(const lic_set_t *held, lic_set_t *ret_set);

/*
 * The length (seconds) that a request gives by Duration, checked.
 * RET false if start plus it is past REQUEST_TIME_MAX or it is not positive
 */
extern bool request_duration(const request_t *request, time_t start,
			     time_t *ret);

#endif
