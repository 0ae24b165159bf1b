/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pair.h - a file of SRL as (attribute, value) pairs.
 *
 * A line that begins with an operator continues the pair before it, as in Fig.
 * 1 of the paper; so does a line that begins with a blank, unless it begins a
 * pair.
 */
#pragma once

#include "srl/lex.h"
#include "srl/memory.h"

typedef enum {
	SRL_P_NEW,
	SRL_P_AT_WORK,		/* its value is asked for while it is found */
	SRL_P_READ,
	SRL_P_WRONG,		/* there is an error about it already */
} srl_pair_state_t;

typedef struct {
	const char *id;
	srl_scope_t scope;
	const char *key;
	srl_place_t place;	/* of id */
	srl_place_t key_place;
	const srl_token_t *value, *end;	/* without line ends at both sides;
					 * end can be read, it has a place */
	srl_pair_state_t state;
	double number;		/* once read, if the value is a number */
	int dimension;		/* srl_dimension_t; SRL_TEXT: a text */
	const char *text;
} srl_pair_t;

/*
 * The pairs of a file, in memory. What is wrong goes to errors, and the pair is
 * left out; a key that occurs twice is wrong.
 *
 * tokens - to stay as long as the pairs are used
 * RET NULL with errno ENOMEM
 */
extern srl_pair_t *srl_pairs(srl_memory_t *memory, const srl_token_t *tokens,
			     srl_errors_t *errors, size_t *ret_cnt);

/* RET a pair, or NULL */
extern srl_pair_t *srl_pair_find(srl_pair_t *pairs, size_t cnt, const char *id,
				 srl_scope_t scope, const char *key);

/* Return true if name is a scope that a pair or a value can have. */
extern bool srl_scope(const srl_token_t *name, srl_scope_t *ret_scope);
extern const char *srl_scope_name(srl_scope_t scope);

/*
 * The characters of a value, in memory: one line, a string without its quotes.
 *
 * RET NULL if it goes over lines, has an open string, or the memory failed;
 * errors say why
 */
extern const char *srl_pair_text(srl_memory_t *memory, const srl_pair_t *pair,
				 srl_errors_t *errors);

/* The value for people: line ends become blanks. RET NULL with errno ENOMEM */
extern const char *srl_pair_source(srl_memory_t *memory,
				   const srl_pair_t *pair);
