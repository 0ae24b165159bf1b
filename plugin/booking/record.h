/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record.h - a native reservation record, and what it says as values.
 *
 * The office holds records only to name them in calls of the controller
 * (controller.h): the type has no content here. What the office has to know of
 * a record is copied into record_attrs_t each time that the record is seen.
 */
#ifndef PLUGIN_RECORD_H
#define PLUGIN_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "plugin/booking/licenses.h"

/*
 * In plugin/slurm a slurmctld_resv_t, which has a tag in some versions of Slurm
 * and none in others: no incomplete struct can stand for it.
 */
typedef void record_t;

/*
 * The attributes of a record. A text is NULL where the record has none. Who
 * owns texts and arrays is said where a record_attrs_t is kept.
 */
typedef struct {
	time_t first_start;	/* The start that users see: Slurm moves
				 * start_time, for its accounting, when a
				 * started reservation is changed. */
	uint32_t node_cnt;
	uint32_t purge_comp_time;	/* seconds */
	uint32_t max_start_delay;	/* seconds; Slurm's own */
	bool whole_nodes;	/* all cores of each node */
	bool extras;		/* a burst buffer or a power cap */
	bool has_licenses;	/* also of kinds that licenses omits */
	bool users_not;		/* the users are those kept out */
	uint32_t *uids;		/* of users */
	uint32_t uid_cnt;
	char *node_list;
	char *users;
	char *groups;
	char *accounts;
	char *partition;
	char *features;
	lic_set_t licenses;	/* those that are a name and a number; total
				 * is not set */
} record_attrs_t;

/*
 * Bring a copy up to date; what differs is copied, the caller owns it.
 * RET false if memory is short: some of it is as before
 */
extern bool record_attrs_update(record_attrs_t *mine,
				const record_attrs_t *theirs);

/* Free what a copy owns. */
extern void record_attrs_free(record_attrs_t *attrs);

#endif
