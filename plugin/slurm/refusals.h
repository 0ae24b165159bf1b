/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * refusals.h - the edge between the office and Slurm: codes and texts.
 *
 * The office has codes of its own (refused.h) and texts from malloc(); Slurm has
 * errors, and texts from xmalloc(), which must not be mixed with the others.
 */
#ifndef PLUGIN_REFUSALS_H
#define PLUGIN_REFUSALS_H

#include "plugin/booking/refused.h"
#include "plugin/booking/text.h"
#include "plugin/slurm/compat.h"

/* The office's code of an error of Slurm's, or that error where it has none. */
extern int refusal_from_slurm(int error_code);

/* Slurm's error that stands for a code of the office. */
extern int refusal_to_slurm(int rc);

/* What Slurm says of a code. RET not to be freed */
extern const char *refusal_words(int rc);

/* A text of Slurm's becomes one from malloc(); text is freed. NULL stays NULL */
static inline char *text_take(char *text)
{
	char *taken = text_dup(text);

	xfree(text);
	return taken;
}

#endif
