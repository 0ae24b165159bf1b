/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * draft.h - a request while it is read: its pairs, its parts so far, its
 * errors.
 *
 *	pairs ─▶ parts have ids ─▶ values ─▶ fields of parts ─▶ sums
 *
 * Private to srl/.
 */
#pragma once

#include "srl/expr.h"
#include "srl/memory.h"
#include "srl/pair.h"

/* Ids that no part can have. */
#define SRL_ID_CO "CO"		/* the request as a whole */
#define SRL_ID_ALL "ALL"	/* the sum over all parts */

typedef struct {
	srl_memory_t *memory;
	srl_errors_t *errors;
	const srl_reader_t *reader;
	srl_pair_t *pairs;
	size_t pair_cnt;
	srl_t *srl;
} srl_draft_t;

/*
 * The value of a pair of TS, QOS or MISC: sets number, dimension and text of
 * it.
 * RET false if it is wrong; it is in the errors then, once
 */
extern bool srl_resolve(srl_draft_t *draft, srl_pair_t *pair);

/* A sum with a place for each part. */
typedef struct {
	double constant;
	double begin[SRL_PARTS_MAX], cost[SRL_PARTS_MAX],
		bandwidth[SRL_PARTS_MAX];
	srl_dimension_t dimension;
} srl_linear_t;

/*
 * Add sign times an expression to a sum. All items must have one dimension,
 * which strings take on: they are times. RET false if it is wrong; errors say
 * why
 */
extern bool srl_linear_add(srl_draft_t *draft, const srl_expr_t *expr,
			   double sign, srl_linear_t *sum);

/* The sum with the terms that are not 0. RET false with errno ENOMEM */
extern bool srl_linear_terms(srl_draft_t *draft, const srl_linear_t *sum,
			     srl_sum_t *ret_sum);

/*
 * The pair of an attribute of TS, QOS or MISC that a value names; CO.TS stands
 * in for a part without. RET NULL if there is none; it is in the errors then
 */
extern srl_pair_t *srl_attribute_pair(srl_draft_t *draft,
				      const srl_item_t *item);

/* RET the part of an item's id, or SRL_NO_PART; it is in the errors then */
extern uint32_t srl_item_part(srl_draft_t *draft, const srl_item_t *item);

/* The pair of id.TS.key, or of CO.TS.key. RET NULL if there is neither */
extern srl_pair_t *srl_ts_pair(srl_draft_t *draft, const char *id,
			       const char *key);

/* Parts from the ids of the pairs. RET false with errno ENOMEM */
extern bool srl_parts_list(srl_draft_t *draft);

/* The fields of all parts. RET false with errno ENOMEM */
extern bool srl_parts_fill(srl_draft_t *draft);

/* Constraints and objectives. RET false with errno ENOMEM */
extern bool srl_constraints(srl_draft_t *draft);
extern bool srl_objectives(srl_draft_t *draft);
