/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval.h - the structures that the paper compares, behind one set of functions.
 *
 * Paper: Sulistio, Cibej, Prasad, Buyya, "GarQ: An Efficient Scheduling Data
 * Structure for Advance Reservations of Grid Resources".
 *
 *	List	 sorted linked list, continuous time (3.3)	list.c
 *	Tree	 segment tree, one leaf for each delta (3.1)	tree.c
 *	SCQ	 static calendar queue, buckets of 1 hour (3.2)	scq.c
 *	Blocks	 list of maximal free blocks (not the paper's)	blocks.c
 *	Flux	 flux-sched's planner, where it is given	flux.c
 *	GarQ-S	 slots, sorted queue in each (4)		plain.c
 *	GarQ-U	 slots, unsorted queue in each (4)		plain.c
 *	GarQ-I	 garq_t, what the plugin runs (garq/garq.h)	indexed.c
 *
 * Time: seconds since the epoch, intervals half-open [t_s, t_e). All times
 * given here are multiples of delta: then all structures give the same answers,
 * and only their cost differs.
 *
 * The ring. Tree, SCQ and the GarQs use an array for horizon seconds over and
 * over ("reused for the next month"). Stored reservations may not span more:
 * with o the earliest t_s of the reservations that are stored, or the present
 * now if that is less, no t_e is past o + horizon. The caller ensures that.
 *
 * What an access is. The paper counts "nodes or slots accessed, including
 * temporary ones for List and SCQ". The table names what a structure keeps, and
 * when the use of it is one access. To read and to write it in one visit is one
 * access. The program that counts is compiled with EVAL_COUNT.
 *
 *	list node	a reservation, or one of its copies in SCQ: when a walk
 *			visits it, when it is linked in, taken out, or found
 *			by its id
 *	tree node	each time that the recursion enters it
 *	bucket or slot	each time that its rv or the head of its list is used
 *	step		of a histogram (histogram.h): each time that it is made,
 *			changed or read
 *	free block	of Blocks: each time that it is made, dropped or read
 *	chunk		of GarQ-I's slots: each time that one is compared or
 *			changed; to compare 64 slots or chunks is 64 accesses
 *
 * No access: to compute an index, to use an element again in the same visit, to
 * move the elements of an array aside, to allocate memory. Where this leaves a
 * choice, the structures that GarQ-I is compared with get the reading that
 * counts less: Tree reads the sibling of a node that it has entered for free,
 * and the bisection of a sorted array is free. The library itself counts for
 * GarQ-I (GARQ_ACCESS), by the same rules. Flux does not count.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Accesses so far, except those of GarQ-I. 0 without EVAL_COUNT. */
extern uint64_t eval_accessed;

#ifdef EVAL_COUNT
#define EVAL_ACCESS(n) ((void) (eval_accessed += (n)))
#else
#define EVAL_ACCESS(n) ((void) 0)
#endif

/* What structures and scripts are made for. */
struct eval_setup {
	uint32_t max_cn;
	uint32_t delta;		/* seconds */
	time_t horizon;		/* seconds */
	time_t max_limit;	/* the paper's MAX_LIMIT, seconds */
	bool take;		/* a script takes suggestions: see script.h */
	uint32_t cancel;	/* % of its bookings that a script cancels */
	uint64_t seed;		/* which ones, and when */
};

/* A reservation; or a request for one, of which the id is not used. */
struct eval_booking {
	uint64_t id;		/* for the paper's "user" */
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;	/* at least 1 */
	uint32_t *handle;	/* what the user keeps: for the structure, from */
				/* add to delete; for no other use */
};

/* The functions of one structure. A call that fails changes nothing. */
struct eval_structure {
	const char *name;

	/* RET an empty structure, or NULL with errno ENOMEM */
	void *(*create)(const struct eval_setup *setup, time_t now);
	void (*destroy)(void *s);

	/*
	 * Advance now. The paper has no such operation; what it does "as time
	 * progresses" is done here, and counted as part of deletion.
	 * RET 0, or -1 with errno ENOMEM
	 */
	int (*advance)(void *s, time_t now);

	/*
	 * searchReserv: are num_cn nodes free in all of [t_s, t_e), t_s >= now?
	 * RET 1, 0, or -1 with errno ENOMEM
	 */
	int (*search)(void *s, const struct eval_booking *b);

	/*
	 * addReserv, after a search that said 1. The id is not in use.
	 * RET 0, or -1 with errno ENOMEM
	 */
	int (*add)(void *s, const struct eval_booking *b);

	/*
	 * deleteReserv of a reservation that was added as b.
	 * RET 0, or -1 with errno ENOENT or ENOMEM
	 */
	int (*delete)(void *s, const struct eval_booking *b);

	/*
	 * suggestInterval: the earliest start t >= t_s at which
	 * [t, t + (t_e - t_s)) is free and ends by t_s + max_limit, which is a
	 * multiple of delta and not less than t_e - t_s. (MAX_LIMIT bounds the
	 * end, as in the paper, and not the start, as in garq.h.)
	 * OUT ret_start - untouched unless 1 is returned
	 * RET 1, 0 if there is none, or -1 with errno ENOMEM
	 */
	int (*suggest)(void *s, const struct eval_booking *b, time_t max_limit,
		       time_t *ret_start);
};

extern const struct eval_structure eval_list;
extern const struct eval_structure eval_tree;
extern const struct eval_structure eval_scq;
extern const struct eval_structure eval_blocks;
#ifdef EVAL_FLUX
extern const struct eval_structure eval_flux;
#endif
extern const struct eval_structure eval_garq_s;
extern const struct eval_structure eval_garq_u;
extern const struct eval_structure eval_garq_i;

/*
 * All structures in the order above, and NULL; Flux only where this is compiled with
 * EVAL_FLUX. The program that compares two versions of the library is compiled with
 * EVAL_FORMER: it has the plain slots, garq_t of the other version, whose names have
 * a prefix, and GarQ-I.
 */
extern const struct eval_structure *const eval_structures[];
#ifdef EVAL_FORMER
extern const struct eval_structure former_eval_garq_i;
#define EVAL_STRUCTURES 4
#elif defined(EVAL_FLUX)
#define EVAL_STRUCTURES 8
#else
#define EVAL_STRUCTURES 7
#endif

/* The advance of a structure that does nothing as time passes. RET 0 */
extern int eval_no_advance(void *s, time_t now);

/* Accesses of all structures so far. */
extern uint64_t eval_accesses(void);

/* Does this structure count accesses? GarQ-I does if the library counts. */
extern bool eval_counts(const struct eval_structure *structure);

/*
 * Bytes on the heap. The memory of a structure is the growth of this value:
 * "based on the measurement before and after the experiment" (5.2.4), and the
 * same measure for all structures.
 */
extern size_t eval_heap(void);
