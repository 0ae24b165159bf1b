/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kind.h - the kinds of reservations that can be asked for.
 *
 * kind_of() decides once of which kind a request is; a step that is different
 * for one compares ask_t.kind with its row.
 *
 * Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/ask.h"

struct kind {
	const char *word;
	bool parts;		/* of nodes: holds, probes and elastic requests
				 * refuse this kind */
	bool native;		/* the record is Slurm's own, and no booking */

	/* Return true if a request is of this kind, and of none before it in
	 * the table. */
	bool (*is)(office_t *office, const request_t *request);

	/* The eligible nodes of a shape and how many of them; its times and
	 * pinned are known. IN, OUT, RET - as kind_shape() */
	int (*nodes)(office_t *office, request_t *request, shape_t *shape,
		     char **ret_text);

	/* Make the record of a place, see place_booking(). NULL: the host
	 * chooses the nodes as well. */
	int (*place)(office_t *office, ask_t *a,
		     const placement_t *placement);
};

/* Licenses alone: plain ones (licenses.h), and nothing else that is counted.
 * Slurm knows such a reservation by Flags=LICENSE_ONLY, which need not be
 * given. */
extern const kind_t kind_licenses;

/* Slurm's own: not about nodes and cores alone, floating, or meant to overlap
 * other reservations. */
extern const kind_t kind_native;

/* Whole nodes, named or by count, maybe with licenses. */
extern const kind_t kind_nodes;

/* RET the kind that a create request asks for, after request_normalize() */
extern const kind_t *kind_of(office_t *office, const request_t *request);

/* What of a request Slurm serves itself, in words: "Flags=DAILY". RET not to be
 * freed; NULL: nothing */
extern const char *kind_native_word(const request_t *request);

/* The same of a reservation, as last seen. */
extern const char *kind_native_word_of(const view_resv_t *v);

/* RET the kind that an update of v makes of v. IN v - NULL: of a booking */
extern const kind_t *kind_of_change(office_t *office, const view_resv_t *v,
				    const request_t *request);

/* Return true if v is Slurm's own, and recurs on nodes chosen by the office. */
extern bool kind_recurs(const view_resv_t *v);

/* RET the kind of a reservation, as last seen */
extern const kind_t *kind_of_resv(const view_resv_t *v);

/*
 * Make the shape of a create request.
 * IN/OUT request - a missing start or end is filled in, for a count of nodes a
 *	missing partition, and for licenses alone the flag that Slurm wants
 * IN window - MaxStartDelay is the window of the booking
 * OUT ret_shape - shape_free(); untouched after an error
 * IN/OUT ret_text - NULL; the error, free()
 * RET 0 or a code (refused.h)
 */
extern int kind_shape(office_t *office, const kind_t *kind, request_t *request,
		      bool window, time_t now, shape_t *ret_shape,
		      char **ret_text);

/* Refuse occurrences that overlap, and two kinds of them. RET 0 or a code */
extern int kind_check_recurrence(const shape_t *shape, char **ret_text);

/* The same as verb_t.shape; a asks for room then. */
extern int kind_shape_ask(office_t *office, ask_t *a);
