/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fake.h - a host of the office without a slurmctld.
 *
 *	simulator, what-if, unit tests, fuzz
 *	   | fields, hooks, functions in the place of others
 *	fake_t: nodes, partitions, native records, jobs in virtual time
 *	   | host_t (plugin/booking/view/host.h)
 *	office_t
 *
 * A fake serves one office, which finds it by office->host. It has tables of
 * its own, so whoever wants another answer replaces one function:
 * fake.nodes.list = ...; the former one is exported here or can be kept.
 *
 * Nodes have numbers, which stay; in a set of the office a node has its index
 * among the present nodes. Times are seconds since the epoch. The process
 * ends if memory is short, or if a record is used in a wrong way.
 */
#pragma once

#include <stdbool.h>
#include <sys/queue.h>

#include "plugin/booking/view/host.h"

#define FAKE_BY_CORES 64	/* nodes whose cores can be booked, at most ... */
#define FAKE_CORES 8		/* ... and cores of a node ... */
#define FAKE_GPUS 4		/* ... and GPUs */

/* Cores of a node, a bit for each; and its GPUs from bit FAKE_CORES on. */
typedef uint16_t fake_part_t;
#define FAKE_UID 1000	/* of user u0; uN has FAKE_UID + N, others have none */

/* --- native records ------------------------------------------------------- */

typedef struct fake_record {
	LIST_ENTRY(fake_record) among_all;
	garq_set_t *nodes;	/* by number; owned */
	bool linked;		/* in Slurm's list */
	bool retired;		/* freed at the next sync */
	uint32_t shifts;	/* how often its start was moved, ... */
	uint32_t binds;		/* ... and its nodes replaced */

	/* From here on a copy of the bytes is a copy (fake_record_become()). */
	char name[64];
	uint32_t resv_id;
	uint32_t duration;	/* minutes, or BOOKING_NO_DURATION */
	uint32_t purge;		/* seconds */
	uint32_t delay;		/* MaxStartDelay, seconds */
	uint64_t flags;
	time_t start;		/* moves when a begun record is changed */
	time_t first;		/* the start that users see */
	time_t end;
	char users[64];
	char groups[32];
	char accounts[64];
	char partition[16];
	char features[16];
	char licenses[32];
	char comment[512];
	bool marked;		/* plugin/booking/park/unwritten.h */
	bool counted;		/* pinned as PIN_COUNTED */
	bool by_cores;		/* it has cores of its nodes: */
	fake_part_t cores[FAKE_BY_CORES];	/* by number */
	char gpu_type[8];	/* that was asked for; "": any */
} fake_record_t;

/* --- the fake ------------------------------------------------------------- */

/* Names of nodes: n0,n1,... or n1,n2,...; or a letter each, "abc". */
typedef enum { FAKE_FROM_0, FAKE_FROM_1, FAKE_LETTERS } fake_names_t;

/* Words as those of a garq_set_t, by number. */
typedef const uint64_t *fake_words_t;

/* A partition, or a feature. */
typedef struct {
	const char *name;
	fake_words_t nodes;	/* NULL: all that are there */
	const bool *there;	/* NULL: always */
} fake_group_t;

typedef struct {
	uint32_t id;
	uint32_t uid;
	time_t limit;		/* its end by its time limit */
	const garq_set_t *nodes;	/* by number; NULL: it waits */
	const char *resv;	/* the reservation it asks for; "": none */
	const fake_part_t *cores;	/* as those of a record; NULL: all */
} fake_job_t;

typedef struct fake fake_t;

struct fake {
	host_t host;		/* first: the tables below */
	host_nodes_t nodes;
	host_records_t records;
	host_fields_t fields;
	host_list_t list;
	host_saved_t saved;
	host_users_t users;
	host_licenses_t licenses;
	host_jobs_t jobs;
	host_locks_t locks;

	/* Set by fake_begin(); its caller may set others. */
	const time_t *now;
	uint32_t size;		/* numbers of nodes are below */
	fake_names_t names;
	fake_words_t there;	/* nodes in slurm.conf */
	fake_words_t down;
	fake_group_t groups[4];	/* the first is the default partition; the
				 * last has no name */
	node_facts_table_t facts;	/* of the nodes of the view */
	const time_t *said;	/* view_nodes_see() */
	const uint32_t *sw;	/* number of the license "sw"; NULL: none */
	uint32_t cores;		/* of each node, FAKE_CORES at most */
	uint32_t gpus;		/* of three nodes in four, FAKE_GPUS at most; of
				 * type "a" on nodes with even numbers, else
				 * "b" */
	const uint32_t *gpus_moved;	/* ... that many nodes further; NULL: 0 */
	bool lazy;		/* sync() looks only at what has changed */

	/* Hooks; NULL: nothing happens, or as said. */
	/* A call that changes something begins, or has changed it (NULL). */
	void (*tick)(fake_t *fake, const char *call);
	/* Slurm's list of records has changed, and has to be saved. */
	void (*save_soon)(void);
	/* The office used a record in a wrong way. NULL: the process ends */
	void (*fail)(const char *fmt, ...);
	/* Slurm's own text for an error, free(). NULL: it has none */
	char *(*refusal)(int rc);
	/* Check what a record may have. IN NULL: the record has none of these.
	 * RET 0 or a code of refused.h. No hook: fake_check() */
	int (*check)(fake_t *fake, const char *users, const char *accounts,
		     const char *partition, const char *licenses);
	/* Return true if a user, group or account exists. No hook: each does */
	bool (*exists)(name_kind_t kind, const char *name, size_t len);
	/* Slurm chooses nodes of a set by number. NULL: the first ones */
	garq_set_t *(*choose)(const garq_set_t *nodes, uint32_t cnt);
	/* The next job; at goes on from 0. RET false: there is none */
	bool (*job)(uint32_t *at, fake_job_t *ret);
	/* End the jobs of a record, see end() of host_records_t. */
	void (*end_jobs)(const fake_record_t *rec, bool leave, time_t now);

	/* Its state. */
	LIST_HEAD(, fake_record) all;	/* linked and parked */
	fake_record_t **linked;	/* Slurm's list, in order of linking */
	uint32_t linked_cnt;
	uint32_t linked_room;
	uint32_t top_id;	/* the id that was given last */
	time_t last_update;	/* Slurm's stamp of the last change, ... */
	time_t update_at_sync;	/* ... and its value then */
	time_t shown;		/* the last change that users see */
	uint32_t walks;		/* of the list, for the view */
	bool other_table;	/* since the last sync the nodes are others, ... */
	bool records_changed;	/* ... a record, ... */
	bool jobs_changed;	/* ... a job: set by whoever has the jobs */
	uint64_t *own_words;
};

/*
 * Make a fake of size nodes, all there and up, with the partition "main", no
 * records and no jobs; end it. The office has to end first.
 * IN now - the clock
 */
extern void fake_begin(fake_t *fake, uint32_t size, fake_names_t names,
		       const time_t *now);
extern void fake_end(fake_t *fake);

/* The fake of an office. */
static inline fake_t *fake_of(const office_t *office)
{
	return (fake_t *) office->host;
}

/* Memory that is there, or the process ends. */
extern void *fake_need(void *memory);

/* Copy a text; the process ends if it is too long. IN text - NULL: "" */
extern void fake_copy(char *to, size_t size, const char *text);

/* --- records -------------------------------------------------------------- */

/* The linked record of a name; NULL: none. */
extern fake_record_t *fake_find(const fake_t *fake, const char *name);

/* An empty record, not linked; free one, which is not linked. */
extern fake_record_t *fake_new(fake_t *fake);
extern void fake_free(fake_record_t *rec);

/* Make a linked record as a booking says, with those of its nodes that are there
 * and its id, if it is free. Nothing is checked or told. */
extern fake_record_t *fake_add(office_t *office, const booking_t *b);

/* Copy a record, without its nodes, its place in the list and its counts. */
extern void fake_record_become(fake_record_t *rec, const fake_record_t *from);

extern void fake_link(fake_t *fake, fake_record_t *rec);
extern void fake_unlink(fake_t *fake, fake_record_t *rec);

/* Slurm removes a linked record. */
extern void fake_delete(fake_t *fake, fake_record_t *rec);

/* The check without a hook: partition and licenses are there, users exist. */
extern int fake_check(fake_t *fake, const char *users, const char *partition,
		      const char *licenses);

/* --- nodes ---------------------------------------------------------------- */

/* Convert node numbers to a set of the office, and back. Absent nodes are left
 * out. IN NULL: no nodes. RET owned by the caller */
extern garq_set_t *fake_set(const fake_t *fake, const garq_set_t *numbers);
extern garq_set_t *fake_numbers(const fake_t *fake, const garq_set_t *set);

/* The cores of a record. RET units_free() */
extern units_t fake_units(const fake_t *fake, const fake_record_t *rec);
extern void fake_set_units(const fake_t *fake, fake_record_t *rec,
			   const units_t *units);

/* cores() of host_jobs_t */
extern bool fake_job_cores(office_t *office, uint32_t job_id, uint32_t node,
			   cores_t *ret);

/* The text of nodes by number, and the inverse. RET free(), owned */
extern char *fake_text(const fake_t *fake, const garq_set_t *numbers);
extern garq_set_t *fake_parse(const fake_t *fake, const char *list);

/* --- functions of its tables that others call ----------------------------- */

extern int fake_eligible(office_t *office, const char *asked_nodes,
			 bool part_nodes, const char *partition,
			 const char *features, uint64_t num_cn,
			 garq_set_t **ret_nodes, char **ret_text);
extern void fake_sync(office_t *office, time_t now,
		     const view_events_t *events);

/* --- the tables, and what their files share ------------------------------- */

extern const host_nodes_t fake_nodes;
extern const host_records_t fake_records;
extern const host_fields_t fake_fields;
extern const host_list_t fake_list;
extern const host_saved_t fake_saved;
extern const host_users_t fake_users;
extern const host_licenses_t fake_licenses;
extern const host_jobs_t fake_jobs;
extern const host_locks_t fake_locks;

/* The nodes of a partition, by number; none if there is no such one. RET owned */
extern garq_set_t *fake_partition(const fake_t *fake, const char *name);

/* The nodes of a list that are there, by number. OUT ret_all - all are. RET owned */
extern garq_set_t *fake_there(const fake_t *fake, const char *list,
			      bool *ret_all);

/* The class of a node for view_build(). */
extern uint32_t fake_class(const fake_t *fake, uint32_t number);

/* A function of a table that only says something, or does one thing. */
#define ANSWER(type, name, args, answer) \
	static type name args \
	{ \
		return answer; \
	}

extern void fake_tick(fake_t *fake, const char *call);
extern void fake_save_soon(fake_t *fake);

/* A user's uid by name. RET false: it has none */
extern bool fake_uid(const char *name, size_t len, uint32_t *ret_uid);

/* The number of "sw" in a text; 0: none. */
extern uint32_t fake_license_cnt(const char *text);

/* Free the records that were retired before. */
extern void fake_free_retired(fake_t *fake);

/* The nodes of jobs that ask for the reservation, by number. RET owned */
extern garq_set_t *fake_busy(const fake_t *fake, const char *resv);

/* Return true if a job asks for the reservation.
 * IN running - count only jobs that have nodes */
extern bool fake_in_use(const fake_t *fake, const char *resv, bool running);
