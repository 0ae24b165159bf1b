/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * refusals.h - translate codes and texts between the office and Slurm.
 *
 * The office has its own codes (refused.h) and malloc'd texts;
 * Slurm has its own errors and xmalloc'd texts. A text that is freed by the
 * wrong function crashes slurmctld. No locks.
 */
#pragma once

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/slurm/compat/compat.h"

/* The office's code for an error of Slurm's, or the error if there is none. */
extern int refusal_from_slurm(int error_code);

/* Slurm's error for a code of the office; other values stay as they are. */
extern int refusal_to_slurm(int rc);

/* Slurm's message for a code of the office or an error. RET not to be freed */
extern const char *refusal_words(int rc);

/*
 * Replace an xmalloc'd text by a malloc'd one.
 * IN text - is freed; NULL: no text
 * RET malloc'd; NULL: no text
 */
static inline char *text_take(char *text)
{
	char *taken = text_dup(text);

	xfree(text);
	return taken;
}
