/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flux.h - what we call of flux-sched's planner (resource/planner/c/planner.h).
 *
 * That header is for C++ alone: one of its functions takes a reference. These are
 * declared again here, and planner's own source is compiled with this file in
 * front, so that a function that has changed is an error.
 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct planner_t planner_t;

/*
 * All spans lie within duration seconds from base_time on. The type is a name.
 * RET NULL with errno EINVAL, ERANGE or ENOMEM
 */
extern planner_t *planner_new(int64_t base_time, uint64_t duration,
			      uint64_t resource_total, const char *resource_type);

extern void planner_destroy(planner_t **planner);

/* RET 0 if request is free in all of duration seconds from at on, or -1 */
extern int planner_avail_during(planner_t *planner, int64_t at, uint64_t duration,
				uint64_t request);

/*
 * Only times at which something begins or ends are looked at.
 * RET the first of them from on_or_after on from which request is free for
 *	duration; or -1, with errno ENOENT where there is none
 */
extern int64_t planner_avail_time_first(planner_t *planner, int64_t on_or_after,
					uint64_t duration, uint64_t request);

/* RET the span's id, from 1 on; or -1 with errno */
extern int64_t planner_add_span(planner_t *planner, int64_t start_time,
				uint64_t duration, uint64_t request);

/* RET 0, or -1 with errno EINVAL where there is no such span */
extern int planner_rem_span(planner_t *planner, int64_t span_id);

#ifdef __cplusplus
}
#endif
