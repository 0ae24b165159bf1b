/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * world.h - what outlives a crash of the simulated slurmctld.
 *
 *	  parent process            child process: one life of the controller
 *	  main.c, run.c      fork   life.c
 *	      |             ------>   the office, the ledger, native records
 *	      |                       (heap: gone with the process)
 *	      +-------- world --------+
 *	       nodes, jobs, users, disk, clock, promises, random numbers
 *
 * The world is memory that both processes share. A crash is _exit() of the
 * child, chosen by the seed between any two effects of the office or any two
 * calls of the disk: so nothing is cleaned up, and the next child begins with
 * what is here, and with nothing else.
 *
 * All that is random comes from world->random, in the order of the calls: one
 * seed is one run. Times are seconds since the epoch, of the clock of the host
 * (world->now), which time() returns.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "contrib/fake/fake.h"

#define WORLD_NODES_MAX 64
#define WORLD_RECORDS 512
#define WORLD_JOBS 64
#define WORLD_USERS 4		/* and root, who is an operator */
#define WORLD_UID FAKE_UID	/* of the first user */

/* A set of nodes by number: node i is called "n<i>", whatever index it has in
 * the present table of nodes. */
typedef uint64_t mask_t;
#define NODE(i) (UINT64_C(1) << (i))

/* --- slurm.conf, name service, licenses ---------------------------------- */

typedef struct {
	mask_t nodes;		/* nodes in slurm.conf; the table of nodes */
	mask_t features;	/* those with the feature "gpu" */
	mask_t side;		/* those of partition "side"; "main" has all */
	bool has_side;		/* partition "side" is in slurm.conf */
	uint32_t licenses;	/* number of the license "sw" */
	uint32_t gpus_moved;	/* see fake_t */
} conf_t;

/* --- native records ------------------------------------------------------ */

/* A native record as the state file has it. */
typedef struct {
	fake_record_t rec;	/* without its nodes */
	mask_t nodes;
} saved_record_t;

/* Slurm's file of reservations (resv_state). */
typedef struct {
	bool there;		/* is there a file? */
	int64_t digest;		/* each file that is packed has another */
	time_t saved_at;
	uint32_t top_id;
	uint32_t cnt;
	saved_record_t list[WORLD_RECORDS];
} state_file_t;

/* --- jobs ---------------------------------------------------------------- */

typedef struct {
	uint32_t id;		/* 0: no such job */
	uint32_t uid;
	mask_t nodes;		/* 0: it waits for its reservation */
	time_t limit;		/* its end by its time limit */
	time_t over;		/* when it really ends */
	uint32_t minutes;
	char resv[32];		/* its reservation; "": none */
	bool by_cores;		/* it runs on cores of its nodes: */
	fake_part_t cores[FAKE_BY_CORES];	/* as those of a record */
} world_job_t;

/* --- the disk; see vfs.h ------------------------------------------------- */

#define DISK_FOLDER "/sim/"
#define DISK_FILES 14
#define DISK_SECTOR 512
#define DISK_FILE_MAX (16 * 1024 * 1024)

typedef struct {
	char name[64];
	bool there;
	bool durable_there;	/* ... after a power loss, too */
	bool locked;		/* by the process that has it open */
	uint32_t size;
	uint32_t durable_size;
	uint32_t dirty_from;	/* sectors that may differ: [from, to) */
	uint32_t dirty_to;
	uint8_t dirty[DISK_FILE_MAX / DISK_SECTOR / 8];
} disk_file_t;

typedef enum {
	DISK_GOOD, DISK_FULL, DISK_NO_SYNC, DISK_NO_READ,
	DISK_NO_LEDGER,		/* its files were taken away */
} disk_fault_t;

/* --- what users were promised; see promises.h ---------------------------- */

#define PROMISES 1024

typedef enum {
	PROMISE_FREE,		/* this entry of the table is unused */
	PROMISE_KEPT,		/* acknowledged: must be there */
	PROMISE_ASKED,		/* asked for, no answer yet: may be there */
	PROMISE_BROKEN_OFF,	/* refused as the disk failed: not there, but a
				 * crash may bring it back */
	PROMISE_DELETING,	/* its deletion is asked for: may be there */
	PROMISE_ELSEWHERE,	/* deleted without the plugin: not there, or, as
				 * Slurm may have purged it, as a stand-in */
	PROMISE_STANDS,		/* it stands by: that, or booked */
	PROMISE_MAY_STAND,	/* ... or nothing of it: no answer yet, the disk
				 * failed, or its row may be lost */
	PROMISE_OVER,		/* has ended: there again if the clock is put
				 * back */
} promise_state_t;

/* What a booking is to be. */
typedef struct {
	time_t t_esr;
	time_t t_lsr;
	time_t length;		/* seconds */
	uint32_t num_cn;
	mask_t named;		/* 0: by count */
	bool all;		/* Nodes=ALL, whatever nodes there are */
	uint32_t licenses;
	uint32_t cores;		/* of its nodes, in all; 0: whole ones */
	uint32_t gpus;		/* the same; 0: none */
	char gpu_type;		/* 'a', 'b'; '\0': any */
	uint32_t switches;	/* that it wishes for at most; 0: any number */
	uint32_t least_cn;	/* what an elastic one keeps of its nodes ... */
	time_t least;		/* ... and of its length; 0: all of it */
	bool side;		/* in partition "side" */
	bool gpu;		/* with the feature "gpu" */
} terms_t;

/* Of changes that failed one after the other, so many are remembered. */
#define TERMS_MAX 4

typedef struct {
	char name[32];
	char other[32];		/* a new name is asked for, or was refused as the
				 * disk failed: it has this one, or the other */
	char former[32];	/* the name that it had before; "": none */
	char agreed_for[32];	/* its owner agrees that it gives way to this
				 * request; "": to none */
	promise_state_t state;
	terms_t terms;		/* as acknowledged */
	terms_t asked;		/* PROMISE_ASKED, or has_change */
	bool has_change;	/* a change is asked for: either is right; or it is
				 * not known what a crash has left: any is */
	terms_t unshortened;	/* shortened, before that */
	bool shortened;		/* without the plugin, which has not come to the
				 * end of a start since */
	terms_t may[TERMS_MAX];	/* changes failed with the disk, and were undone
				 * or not: a crash may bring any of these */
	uint32_t may_cnt;
	time_t last_end;	/* its end when it was seen last, ... */
	mask_t last_nodes;	/* ... and its nodes */
	bool native;		/* a reservation of Slurm's, without promise */
	bool unadopted;		/* made without the plugin, which has not come to
				 * the end of a start since */
	uint32_t uid;
	time_t begun;		/* 0: has not begun; else its start, for good */
	mask_t shrunk;		/* nodes that slurm.conf lacks */
	mask_t good;		/* see good_nodes.h; 0: none is known */
	mask_t had;		/* its nodes before the change */
	bool purged;		/* without the plugin: others may have got its
				 * nodes there */
	bool revived;		/* had ended by a clock that was ahead: others
				 * may have got its nodes */
	uint64_t unrevived;	/* the life in which that waited for the disk */
	bool adopted;		/* its row is lost, or it has none and others
				 * may be lost, and Slurm's file has its
				 * record; see lost.h and rot.c. Or changes have
				 * failed one after the other, TERMS_MAX and more */
	time_t locked;		/* since when it is a stand-in though a part of it
				 * could be made; 0: it is not */
	uint64_t life;		/* PROMISE_ELSEWHERE: number of lives before;
				 * PROMISE_BROKEN_OFF: before its start was over,
				 * in the life of this number */
} promise_t;

/* --- records that Slurm has purged unseen; see purged.h ------------------ */

#define PURGED_MAX 256

typedef struct {
	char name[32];
	int64_t from;		/* files that are packed after this one lack it, */
	int64_t to;		/* ... this one, too */
	bool open;		/* ... and all that follow */
} purged_t;

/* --- what is held under a name; see held.h ------------------------------- */

#define HELD_MAX 12

typedef enum {
	HELD_FREE,		/* unused: nobody was told anything */
	HELD_KEPT,		/* held until then, for sure */
	HELD_BOOKED,		/* confirmed: there is a promise of this name */
	HELD_DROPPED,		/* not there; none of this name until then */
	HELD_WILD,		/* the disk failed, or a crash: may be there */
} held_state_t;

typedef enum {
	HELD_ASK_NOTHING, HELD_ASK_HOLD, HELD_ASK_CONFIRM, HELD_ASK_DROP,
} held_ask_t;

typedef struct {
	held_state_t state;
	held_ask_t asked;	/* and not answered */
	uint32_t number;	/* in the name */
	uint32_t uid;
	uint32_t num_cn;
	time_t start;
	time_t end;
	time_t until;
	time_t told;		/* until, as its user was told: it is shorter
				 * where the clock was put back, but a crash may
				 * undo that */
	time_t asked_until;
	uint32_t put_backs;	/* of the clock, when its user was told: each may
				 * cut it to its whole time from then on */
} held_t;

/* --- what users were told; see told.h ------------------------------------ */

#define TALES 1024
#define TOLD_USERS (WORLD_USERS + 1)	/* root is the last one */
#define LETTER_LINES 512

enum { NOTE_LACKS, NOTE_PART, NOTE_BEGINS, NOTE_UNUSED, NOTES };

/* A booking as its events have it. */
typedef struct {
	char name[32];
	time_t start;
	time_t end;
	char nodes[320];
	char notes[NOTES][128];	/* the last one of each kind; "": none */
	time_t since;		/* NOTE_PART is not what it is, since then; 0:
				 * it is */
} tale_t;

/* An event in words. */
typedef struct {
	int64_t id;
	time_t time;
	char name[32];
	char what[512];
	uint32_t by;		/* user; TOLD_USERS: nobody */
} line_t;

/* The events that a user has to learn of. */
typedef struct {
	line_t lines[LETTER_LINES];
	uint32_t cnt;
	uint32_t sent;		/* the first ones were, in the life of ... */
	uint64_t life;		/* ... this number, and have rows yet */
} letter_t;

typedef struct {
	bool blind;		/* the comparison has to begin again */
	int64_t last;		/* event that was read */
	time_t mail_at;		/* the next turn of mail */
	uint64_t random;
	tale_t tales[TALES];
	uint32_t tale_cnt;
	letter_t letters[TOLD_USERS];
} told_t;

/* --- counts for the report ----------------------------------------------- */

#define STATS_RENAME 5		/* behind the kinds of asked.h */

typedef struct {
	uint64_t days;
	uint64_t steps;
	uint64_t requests;
	uint64_t admitted;	/* creates and updates of bookings */
	uint64_t refused;	/* the same, no room */
	uint64_t invalid;	/* refused for another reason */
	uint64_t queries;
	uint64_t deleted;
	uint64_t renamed;
	uint64_t accepted;
	uint64_t undone;	/* refused as the disk failed */
	uint64_t looks;		/* that told a plan */
	uint64_t looked;	/* ... which was carried out */
	uint64_t whys;		/* creates, asked before why there is no room */
	uint64_t proofs;	/* ... and the answer was proven */
	uint64_t cuts;		/* sets of bookings without which there is room */
	uint64_t gave_way;	/* bookings whose owners had agreed */
	uint64_t waits;		/* looks at requests that stand by */
	uint64_t looked_at[STATS_RENAME + 1];	/* ... by the kind of asked.h */
	uint64_t looked_refused;	/* refusals that a look has told */
	uint64_t foreseen;	/* ... which a query was asked before */
	uint64_t maints;	/* maintenances, asked before whom they hit */
	uint64_t hits;		/* ... and the bookings that they hit */
	uint64_t looked_lines;	/* of looks, compared with what happened */
	uint64_t crashes;
	uint64_t power_losses;
	uint64_t restarts;	/* planned */
	uint64_t takeovers;
	uint64_t plain;		/* lives without the plugin */
	uint64_t shifts;
	uint64_t resizes;
	uint64_t moved_events;	/* of nodes and jobs */
	uint64_t jobs_in;	/* jobs that ran in bookings */
	uint64_t reconfigs;
	uint64_t faults;	/* disk errors given */
	uint64_t full;		/* tries to open the ledger on such a disk */
	uint64_t unread;	/* ledgers that were opened, and not read */
	uint64_t stand_ins;
	uint64_t checks;
	uint64_t rotten;	/* damaged pages of the ledger */
	uint64_t returned;	/* broken-off bookings that a crash brought
				 * back */
	uint64_t degraded;
	uint64_t lost;		/* ledgers that lost all */
	uint64_t purged;	/* bookings lost by a purge; see purged.h */
	uint64_t moves;		/* to the history of the ledger */
	uint64_t pauses;	/* of decisions */
	uint64_t stale;		/* decisions that others made stale */
	uint64_t told_events;	/* of the ledger, compared */
	uint64_t told_places;	/* of bookings, compared with them */
	uint64_t mails;
	uint64_t mail_lines;	/* events in them */
	uint64_t mails_again;	/* that came twice, after a kill */
} stats_t;

/* What may happen, by --only and --without. */
typedef struct {
	bool crash;		/* kill -9 at any effect or call of the disk */
	bool power;		/* a crash may lose what was not synced */
	bool disk;		/* writes and syncs fail at times */
	bool full;		/* the disk is full, or syncs or reads fail, at a start
				 * at times */
	bool nodes;		/* nodes fail and return */
	bool jobs;		/* jobs run beside and in bookings */
	bool flex;		/* some bookings are FLEX: their jobs begin at once,
				 * also outside of them, and run long */
	bool conf;		/* slurm.conf, users, licenses change */
	bool away;		/* nodes leave slurm.conf, and come back, while
				 * no controller runs */
	bool names;		/* the name service is out at times */
	bool clock;		/* the clock is set back and forth */
	bool plain;		/* a controller without the plugin at times,
				 * between a planned end and a start */
	bool stray;		/* ... also after a crash */
	bool cold;		/* Slurm's save may come between its start and
				 * that of the plugin (slurmctld -c) */
	bool hang;		/* a takeover finds the ledger locked by the
				 * controller that hangs */
	bool purge;		/* Slurm's save may come between a purge and the
				 * next look of the plugin */
	bool early;		/* Slurm may save what the ledger has not
				 * committed yet */
	bool ghosts;		/* a crash loses what became of jobs last */
	bool overlap;		/* answers wait while others are served */
	bool turns;		/* others are served while a request is decided
				 * (plugin/booking/view/turns.h) */
	bool rot;		/* a page of one file of the ledger is damaged, or
				 * one of its history */
	bool lost;		/* all rows of the ledger are lost */
	bool kills;		/* more kills, just while the ledger or Slurm's
				 * state is written */
	bool storm;		/* Slurm purges records just while the disk
				 * fails, and is killed soon after; the next
				 * start finds no reason for that any more */
	bool looks;		/* requests are looked at first; see looks.h */
	bool renames;		/* bookings get other names */
	bool switches;		/* some wish for few leaf switches */
	bool places;		/* some say by which rule they are placed */
	bool cores;		/* half of all bookings have cores of their nodes */
	bool gpus;		/* with cores: half of those have GPUs, too */
	bool ask;		/* owners are asked to give way, and answer */
	bool charges;		/* accounts pay for bookings; see rows.h */
	bool hardware;		/* with gpus: slurm.conf says of other GPUs of
				 * the nodes, from time to time */
} weather_t;

#define SOAK_MONTHS 64

typedef struct {
	uint64_t heap;		/* bytes, at most */
	uint64_t files;
	uint64_t requests;	/* so far */
} soak_month_t;

typedef struct world {
	uint64_t seed;
	uint64_t random;
	weather_t weather;
	time_t now;
	time_t latest;		/* that the clock has had when it was put back */
	uint32_t put_backs;	/* times that this was done */
	time_t began;
	time_t day_ends;
	uint32_t run_days;	/* days of this run */
	bool soak;		/* one life, in which sizes are noted */
	soak_month_t soak_months[SOAK_MONTHS];
	uint64_t ticks;		/* effects and calls of the disk so far */
	uint64_t crash_at;	/* the tick at which the life ends; 0: none */
	bool armed;		/* ticks count now */
	bool uncommitted;	/* a request waits for its commit */
	bool ledger_locked;	/* by a controller that hangs, ... */
	time_t ledger_until;	/* ... until then; see own.h */
	disk_fault_t start_fault;	/* of the disk at this start ... */
	time_t start_until;	/* ... until then */
	time_t waited;		/* seconds for which this life waits for it */
	time_t usable;		/* ... and for which it waits without a reason */
	uint32_t tries;		/* to read a ledger that can't be used */
	bool reconciled;	/* since a controller ran without the plugin */
	bool plain_planned;	/* the plain life follows a planned end */
	bool plain_before;	/* a plain life was since the last start */
	conf_t conf;
	conf_t whole;		/* as it was when the run began */
	bool conf_changed;	/* since then */
	time_t move_at;		/* the next move to the history of the ledger */
	mask_t down;		/* failed or drained nodes */
	uint32_t users;		/* bit i: user i exists; bit 31: root */
	bool names_out;		/* no name is found */
	world_job_t jobs[WORLD_JOBS];
	world_job_t saved_jobs[WORLD_JOBS];	/* as Slurm saved them last */
	bool rows_lost;		/* by the ledger, in this run */
	bool powerless;		/* power was lost since the ledger was opened */
	bool rotted;		/* a file was damaged since then */
	uint64_t lives;		/* with the plugin */
	uint32_t last_job;
	uint32_t last_name;
	int64_t epoch;		/* of the ledger, of the last controller */
	disk_fault_t fault;
	time_t fault_until;
	disk_file_t files[DISK_FILES];
	state_file_t saved;	/* on the disk */
	state_file_t packed;	/* on its way there */
	state_file_t kept_file;	/* what a start that is not over has found */
	bool kept;
	int64_t packed_cnt;	/* number of files packed so far */
	bool saving;
	time_t save_done;
	state_file_t former;	/* what a controller that hangs was saving; see
				 * own.h */
	bool late;		/* ... which is written when it goes on */
	bool overwritten;	/* it was, over what Slurm had saved since */
	promise_t promises[PROMISES];
	uint32_t promise_cnt;	/* entries in use are below this */
	purged_t purged[PURGED_MAX];
	uint32_t purged_cnt;	/* noted so far */
	held_t held[HELD_MAX];
	uint32_t last_held;
	told_t told;
	stats_t stats;
	bool verbose;
	bool failed;
	char failure[4096];
	char last[256];		/* the last step, for the report */
	uint8_t *data[DISK_FILES];	/* shared, too: see vfs.c */
	uint8_t *durable[DISK_FILES];
} world_t;

extern world_t *world;

/* Map the world, and begin a run. RET false: no memory */
extern bool world_map(void);
extern void world_begin(uint64_t seed, const weather_t *weather, bool verbose,
			uint32_t days);

/* Copy a state file, as far as it has records. */
extern void world_copy_file(state_file_t *to, const state_file_t *from);

/* Random numbers: any; below n (>= 1); true in one of n cases; from..to. */
extern uint64_t world_random(void);
extern uint32_t world_below(uint32_t n);
extern bool world_one_in(uint32_t n);
extern uint32_t world_range(uint32_t from, uint32_t to);

/* A random set of cnt nodes of a set, or all of it. */
extern mask_t world_some(mask_t of, uint32_t cnt);

/* Set the clock, forth or back. */
extern void world_set_clock(time_t step);

/* Was there a time, by a clock that was ahead, at which what ends then was
 * over? */
extern bool world_was_over(time_t end);

/* An effect, or a call of the disk: the life may end here. */
extern void world_tick(void);

/* The ledger, or Slurm's state, is written now: with kills, a life may well end in
 * that. */
extern void world_write_begins(void);

/* The life ends at one of the next ticks. */
extern void world_end_soon(uint32_t ticks);

/* A broken promise: the run has failed, and the life ends. */
extern void world_fail(const char *fmt, ...)
	__attribute__((format(printf, 1, 2), noreturn));

/* A line of the story, with --verbose. */
extern void world_tell(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

/* How a life ended: the exit status of the child. */
enum { LIFE_OVER = 0, LIFE_CRASHED = 70, LIFE_RESTARTS, LIFE_FAILED };
