/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read.c - read a request, and forget it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "srl/draft.h"
#include "srl/error.h"

extern void srl_destroy(srl_t *srl)
{
	if (srl)
		srl_memory_destroy(srl->memory);	/* srl lies in it */
}

static srl_t *_create(void)
{
	srl_memory_t *memory = srl_memory_create();
	srl_t *srl = memory ? srl_memory_get(memory, 1, sizeof(*srl)) : NULL;

	if (srl)
		srl->memory = memory;
	else
		srl_memory_destroy(memory);
	return srl;
}

/* RET false with errno ENOMEM */
static bool _fill_draft(srl_draft_t *draft, const srl_token_t *tokens)
{
	draft->pairs = srl_pairs(draft->memory, tokens, draft->errors,
				 &draft->pair_cnt);
	if (!draft->pairs || !srl_parts_list(draft))
		return false;
	return srl_parts_fill(draft) && srl_constraints(draft) &&
		srl_objectives(draft);
}

static bool _is_too_large(size_t len, srl_errors_t *errors)
{
	if (len <= SRL_BYTES_MAX)
		return false;
	srl_error(errors, (srl_place_t) { 0, 0 }, "the request is too large: at "
		  "most %d bytes", SRL_BYTES_MAX);
	return true;
}

/* What editors of Windows put before a text: U+FEFF. RET its bytes */
static size_t _mark_len(const char *text, size_t len)
{
	static const char mark[] = "\xef\xbb\xbf";
	size_t cnt = sizeof(mark) - 1;

	return ((len >= cnt) && !memcmp(text, mark, cnt)) ? cnt : 0;
}

extern srl_t *srl_read(const char *text, size_t len, const srl_reader_t *reader,
		       srl_errors_t *ret_errors)
{
	srl_draft_t draft = { .errors = ret_errors, .reader = reader };
	srl_token_t *tokens = NULL;
	size_t cnt, skip = _mark_len(text, len);
	bool fine;

	ret_errors->cnt = ret_errors->more = 0;
	if (_is_too_large(len, ret_errors)) {
		errno = EINVAL;
		return NULL;
	}
	text += skip;
	draft.srl = _create();
	tokens = draft.srl ? srl_lex(text, len - skip, &cnt) : NULL;
	draft.memory = draft.srl ? draft.srl->memory : NULL;
	fine = tokens && _fill_draft(&draft, tokens);
	free(tokens);
	if (fine && !ret_errors->cnt)
		return draft.srl;
	srl_destroy(draft.srl);
	if (!fine)
		ret_errors->cnt = ret_errors->more = 0;
	errno = fine ? EINVAL : ENOMEM;
	return NULL;
}
