/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_texts.h - requests that several tests read.
 */
#pragma once

#include "srl/srl.h"

/* Fig. 1 of the paper, and the moments in it: 12 and 15 December 2007, 18:00. */
extern const char text_figure1[];
#define FIGURE1_EST INT64_C(1197482400)
#define FIGURE1_LET INT64_C(1197741600)

/* The running example as a whole: Fig. 1 with both links of the text. */
extern const char text_example[];

/* Two parts, A and B, of an hour each. */
extern const char text_two[];

/* The reader of the tests: now is 1000, "noon" is 43200. */
extern const srl_reader_t test_reader;

/* Read a request that is right; ends the test with the first error if not. */
extern srl_t *read_right(const char *text);

/* text_two and more lines. RET as srl_read() */
extern srl_t *read_two(const char *more, srl_errors_t *ret_errors);
