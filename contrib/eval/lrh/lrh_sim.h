/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_sim.h - the methods that give flexible requests a start, by name, and a
 * run of one.
 *
 * Paper: Pujiyanta, Nugroho, Widyawan, "Resource allocation model for grid
 * computing environment" (FCFS-LRH).
 *
 *	lrh_work.h --> requests --method--> which are accepted, and their start
 *					     |		    |
 *				     lrh_audit.h	lrh_measure.h
 *
 * Time passes from request to request: a request does not move bookings that
 * have started by then. A method is judged by its final schedule: lrh_audit.h
 * does not depend on the method.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

/* All methods, in the order of the tables; the last entry has no name. */
extern const struct flex_method flex_methods[];

/* RET the method with this name, or NULL */
extern const struct flex_method *flex_method(const char *name);

/*
 * Run a method, give its bookings nodes if it has counts alone, and audit it.
 * OUT ret_result - to be freed with flex_result_free()
 * RET 0; or -1 with errno ENOMEM, or EPROTO if the audit failed: then stderr
 *	says what is wrong
 */
extern int flex_run(const struct flex_work *w, const struct flex_method *method,
		    struct flex_result *ret_result);

extern void flex_result_free(struct flex_result *result);
