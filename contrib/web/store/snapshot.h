/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * snapshot.h - all that is shown, at one moment, as texts of JSON that are ready to
 * be sent. Nobody changes a snapshot, so many threads may read it.
 */
#pragma once

#include "contrib/sresv/gantt/gantt_seen.h"
#include "contrib/web/store/records.h"

/* How far ahead occurrences of recurring reservations are known. */
#define SNAPSHOT_AHEAD (366 * 86400)

/* A reservation, or an offer whose place is held. */
typedef struct {
	char *name;		/* owned */
	bool offer;
	bool mine;
	time_t start, end;
	const reserve_info_t *r;	/* of the records; NULL: an offer */
	char *text;		/* Booking of openapi.json up to its revision,
				 * which is put behind; owned */
	uint64_t revision;	/* of the snapshot in which it changed last */
	time_t changed;		/* when that was made; a second later for each
				 * further change in one second */
} entry_t;

typedef struct {
	char *name, *request;	/* owned */
	char *text;		/* Offer of openapi.json; owned */
} offer_entry_t;

/* What is said of nodes: a snapshot of the same records shares it. */
typedef struct {
	char **nodes;		/* owned; Node of openapi.json, by index */
	size_t cnt;
	char *partitions;	/* owned; an array */
	uint64_t hash;		/* of all of it */
	uint64_t shape_hash;	/* of names, partitions, downs and their reasons */
} node_texts_t;

typedef struct {
	uint64_t revision;	/* 1 for the first one */
	uint64_t offers_revision;	/* in which they changed last */
	uint64_t nodes_revision;	/* of all that is said of nodes */
	uint64_t shape_revision;	/* of their names, partitions, downs */
	time_t made;		/* by this machine's clock */
	time_t changes_at;	/* the next start or end of an entry; 0: none */
	records_t records;	/* shared with other snapshots */
	gantt_seen_t seen;	/* refers to the records */
	entry_t *entries;	/* owned; by start, then name */
	size_t entry_cnt;
	offer_entry_t *offers;	/* owned; in the controller's ranking */
	size_t offer_cnt;
	char *standing;		/* owned; an array of Standing of openapi.json */
	shared_t *texts;
	const node_texts_t *nodes;	/* of texts */
} snapshot_t;

/*
 * Make a snapshot of records.
 * IN me - the user, NULL: nobody; nothing is "mine"
 * IN before - the snapshot before, or NULL: what has not changed keeps its
 *	revision
 * OUT ret_changed - does it differ from before in anything but the time?
 * RET for snapshot_drop(); NULL: memory is short
 */
extern snapshot_t *snapshot_make(const records_t *r, const char *me,
				 const snapshot_t *before, bool *ret_changed);

/* For shared_make(). IN snapshot - a snapshot_t, or NULL */
extern void snapshot_drop(void *snapshot);

/*
 * Call fn with the names of the entries of before that are not there now.
 * RET false: memory is short
 */
extern bool snapshot_gone(const snapshot_t *before, const snapshot_t *now,
			  void (*fn)(void *arg, const char *name), void *arg);

/* RET NULL: there is none */
extern const entry_t *snapshot_find(const snapshot_t *s, const char *name);
