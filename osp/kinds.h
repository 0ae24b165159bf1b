/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kinds.h - the kinds of offers, named by their relation to the wish.
 *
 * KIND(constant, token, words) for each. The token is for programs: the ledger
 * keeps it, answers carry it (answer.h of the office) and `sresv --accept`
 * takes it, so it never changes. The words are for people and may change.
 */
#pragma once

#define OSP_KIND_TABLE(KIND) \
	/* the whole request, in the window */ \
	KIND(OSP_EXACT, "exact", "all that is asked for") \
	/* in the window, but less than requested (window.c) */ \
	KIND(OSP_INSIDE, "inside", "in the window") \
	/* the same shape, after the last start of the window */ \
	KIND(OSP_LATER, "later", "later") \
	/* the same shape, before the window */ \
	KIND(OSP_EARLIER, "earlier", "earlier") \
	/* at the start of the window, fewer nodes */ \
	KIND(OSP_FEWER, "fewer", "fewer nodes") \
	/* at the start of the window, shorter */ \
	KIND(OSP_SHORTER, "shorter", "shorter") \
	/* at the start of the window, the most node-seconds */ \
	KIND(OSP_LARGEST, "largest", "most node-hours then")

typedef enum {
#define OSP_KIND_ENUM(constant, token, words) constant,
	OSP_KIND_TABLE(OSP_KIND_ENUM)
#undef OSP_KIND_ENUM
} osp_kind_t;

#define OSP_KIND_ONE(constant, token, words) +1
#define OSP_KINDS (0 OSP_KIND_TABLE(OSP_KIND_ONE))
