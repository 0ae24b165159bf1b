/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record.h - a native record as an opaque handle, and its attributes as values.
 *
 * The office holds records only to pass them to calls of the controller
 * (host.h): the type has no content here. The attributes that the office
 * needs are copied into a record_attrs_t each time that a record is seen.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "plugin/booking/request/units.h"
#include "plugin/booking/view/licenses.h"
#include "plugin/booking/view/office.h"

/*
 * void, as no incomplete struct can stand for Slurm's own type in all versions:
 * its struct has a tag in some of them and none in others.
 */
typedef void record_t;

/* Whether Slurm may choose other nodes for a record: PIN_NOT and PIN_COUNTED
 * are for a record with a partition to take them from. */
typedef enum {
	PIN_NOT,	/* it may: the record asks for no certain nodes */
	PIN_NODES,	/* it may not, and users see so (SPEC_NODES) */
	PIN_COUNTED,	/* it may not, as the office does it, for a record that
			 * asks for no certain nodes */
} pin_t;

/*
 * The attributes of a record. A text is NULL where the record has none. The
 * holder of a record_attrs_t says who owns its texts and arrays.
 */
typedef struct {
	time_t first_start;	/* the start that users see; Slurm moves the
				 * start, for its accounting, when a started
				 * reservation is changed */
	uint32_t node_cnt;
	uint32_t purge_comp_time;	/* seconds */
	uint32_t max_start_delay;	/* seconds; Slurm's own */
	bool whole_nodes;	/* all cores of each node; else it has units */
	units_t units;
	bool extras;		/* a burst buffer or a power cap */
	bool has_licenses;	/* any, also of kinds that licenses omits */
	bool users_not;		/* users and uids are those kept out */
	uint32_t *uids;		/* of the users */
	uint32_t uid_cnt;
	char *node_list;
	char *users;
	char *groups;
	char *accounts;
	char *partition;
	char *features;
	lic_set_t licenses;	/* the licenses that are a name and a number;
				 * total is not set */
} record_attrs_t;

/*
 * Update a copy: texts and arrays that differ are copied into mine, which owns
 * its own.
 */
extern void record_attrs_update(office_t *office, record_attrs_t *mine,
				const record_attrs_t *theirs);

/* Return true if Users=-NAME keeps the user out. */
extern bool record_keeps_out(const record_attrs_t *attrs, uint32_t uid);

/* Return true if the user is in the list of users, allowed or kept out. */
extern bool record_lists(const record_attrs_t *attrs, uint32_t uid);

/* Free the texts and arrays of a copy. */
extern void record_attrs_free(record_attrs_t *attrs);
