/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl.h - the Simple Reservation Language: a co-reservation as a value.
 *
 * Paper: Roeblitz, "Specifying and Processing Co-Reservations in the Grid",
 * section 4.
 *
 *	file  := { pair NEWLINE }            # to the end of the line: comment
 *	pair  := id '.' scope '.' key '=' value
 *	scope := TS | QOS | MISC | CON | OBJ         (RVC in values only)
 *	con   := lin op lin      op := '<' | '<=' | '==' | '!=' | '>=' | '>'
 *	obj   := ('min' | 'max') ',' lin ',' weight
 *	lin   := [sign] term { sign term }   sign := '+' | '-'
 *	term  := number [unit] | attribute | number '*' attribute |
 *		 attribute '*' number | '"' text '"'
 *
 * A co-reservation has parts; each is one reservation on one resource. Its
 * duration is fixed, its start and its resource must be chosen. An id that has
 * an attribute of TS or QOS is a part.
 *
 * doc/SRL.md explains the language to users, and lists the points that the
 * paper leaves open and the decisions made here. The decisions that a caller
 * sees:
 *
 *   - Time is in whole seconds since the epoch. A part has [begin, end), and
 *     end = begin + duration. A number without a unit is in seconds, bit/s or
 *     bytes, as the attribute beside it.
 *   - A part without est starts at reader.now or later, one without let has no
 *     latest end. CO.TS.est, .let and .duration hold for parts without their
 *     own.
 *   - A constraint is stored as sum OP 0, where the sum has begins, costs and
 *     bandwidths only: an end is a begin plus a constant, ALL.RVC.cost is the
 *     sum over all parts, attributes of TS and QOS are constants.
 *   - The weights of objectives are normalised: their sum is 1. A request
 *     without objectives minimises the begin of each part, in equal weights.
 *
 * No I/O, no clock. A value is never changed after it was read.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SRL_BYTES_MAX (256 * 1024)	/* of a file */
#define SRL_PARTS_MAX 64
#define SRL_PAIRS_MAX 4096
#define SRL_TERMS_MAX 128		/* of a constraint or an objective */
#define SRL_WORD_MAX 63			/* characters of an id or a key */
#define SRL_ERRORS_MAX 50		/* further errors are only counted */
#define SRL_ERROR_MAX 240		/* bytes of a message, with its end */
#define SRL_NUMBER_MAX 1e15		/* exact as a double */
#define SRL_TIME_MAX INT64_C(253402300799)	/* the end of the year 9999 */

typedef struct {
	uint32_t line;		/* from 1; 0: the request as a whole */
	uint32_t column;	/* from 1, in characters */
} srl_place_t;

typedef struct {
	srl_place_t place;
	char text[SRL_ERROR_MAX];	/* the error and what to do, a line */
} srl_error_t;

typedef struct {
	size_t cnt;		/* of list, in the order of their places */
	size_t more;		/* errors that had no room */
	srl_error_t list[SRL_ERRORS_MAX];
} srl_errors_t;

/* What a request is read with. */
typedef struct {
	int64_t now;		/* the earliest start of a part without est */

	/*
	 * Reads a time that is neither epoch seconds nor a UTC string such as
	 * "Dec 12 18:00:00 2007". RET false if text is no time. May be NULL: then
	 * there are no others
	 */
	bool (*time)(void *arg, const char *text, int64_t *ret_time);
	void *arg;
} srl_reader_t;

typedef enum {
	SRL_TS,
	SRL_QOS,
	SRL_MISC,
	SRL_CON,
	SRL_OBJ,
	SRL_RVC,
} srl_scope_t;

typedef enum {
	SRL_COMPUTE,
	SRL_NETWORK,
	SRL_STORAGE,
	SRL_VISUALIZE,
} srl_type_t;

/* An attribute of TS, QOS or MISC, as it was written. */
typedef struct {
	srl_scope_t scope;
	const char *key;
	const char *text;	/* without quotes */
	double number;		/* in base units; 0 if it is a text */
	bool is_number;
	srl_place_t place;
} srl_attribute_t;

#define SRL_NO_PART UINT32_MAX

typedef struct {
	const char *id;
	srl_place_t place;	/* where the id occurs first */
	int64_t est;		/* earliest start */
	int64_t let;		/* latest end; SRL_TIME_MAX: none was given */
	int64_t duration;	/* >= 1 */
	srl_type_t type;	/* compute, or network if from is set */
	uint64_t cpus;		/* 0: not given, here and below */
	uint64_t nodes;
	double netbw;		/* bit/s */
	double diskspace;	/* bytes */
	const char *arch;	/* NULL: not given, here and below */
	const char *partition;
	const char *features;
	const char *licenses;
	uint32_t from, to;	/* the parts a network part connects, or both
				 * SRL_NO_PART */
	const srl_attribute_t *attributes;	/* all of them */
	size_t attribute_cnt;
} srl_part_t;

typedef enum {
	SRL_LT,
	SRL_LE,
	SRL_EQ,
	SRL_NE,
	SRL_GE,
	SRL_GT,
} srl_op_t;

/* Of a reservation candidate; in a sum only the first three. */
typedef enum {
	SRL_BEGIN,
	SRL_COST,
	SRL_BANDWIDTH,
	SRL_RESOURCE,
	SRL_SITE,
	SRL_CLUSTER,
} srl_metric_t;

typedef struct {
	double factor;		/* never 0 */
	uint32_t part;
	srl_metric_t metric;
} srl_term_t;

typedef struct {
	const srl_term_t *terms;	/* each (part, metric) at most once */
	size_t cnt;
	double constant;
} srl_sum_t;

/* A side of a comparison of texts: a metric of a part, or a text. */
typedef struct {
	uint32_t part;		/* SRL_NO_PART: it is the text */
	srl_metric_t metric;
	const char *text;
} srl_side_t;

typedef struct {
	const char *name;	/* id.CON.key */
	const char *source;	/* the value as it was written, in one line */
	srl_place_t place;
	srl_op_t op;
	bool is_text;		/* left op right, with SRL_EQ or SRL_NE */
	srl_side_t left, right;
	srl_sum_t sum;		/* else: sum op 0 */
} srl_constraint_t;

typedef struct {
	const char *name;	/* id.OBJ.key, or "begin of id" if by default */
	srl_place_t place;
	bool max;
	double weight;		/* > 0; the sum over all objectives is 1 */
	srl_sum_t sum;
} srl_objective_t;

typedef struct srl_memory srl_memory_t;

typedef struct {
	srl_part_t *parts;
	size_t part_cnt;	/* >= 1 */
	srl_constraint_t *constraints;	/* without those that always hold */
	size_t constraint_cnt;
	srl_objective_t *objectives;
	size_t objective_cnt;	/* >= 1 */
	srl_attribute_t *misc;	/* of CO */
	size_t misc_cnt;
	srl_memory_t *memory;	/* private: it has all of the above */
} srl_t;

/*
 * Read a request.
 *
 * text - len bytes, not ended by a zero; not needed afterwards
 * ret_errors - all that is wrong, in one go; its cnt is 0 after success, and
 *	after ENOMEM. Always written
 * RET owned by the caller, srl_destroy(); NULL with errno: EINVAL, ret_errors
 *	says why; ENOMEM
 */
extern srl_t *srl_read(const char *text, size_t len,
		       const srl_reader_t *reader, srl_errors_t *ret_errors);

/* srl may be NULL. */
extern void srl_destroy(srl_t *srl);

/* RET the part of this id, or SRL_NO_PART */
extern uint32_t srl_find_part(const srl_t *srl, const char *id);

/*
 * Return true if a sum compares with 0 as op says. Sums of costs and bandwidths
 * are not always whole: what differs by less than SRL_NEAR is equal.
 */
#define SRL_NEAR 1e-6
extern bool srl_holds(double sum, srl_op_t op);
