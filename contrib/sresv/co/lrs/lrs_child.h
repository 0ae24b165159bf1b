/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrs_child.h - sresv co-lrs: asks one controller what sresv wants to know.
 *
 * It reads requests from standard input, a JSON object a line (doc/CO.md),
 * carries them out one after the other, and writes an answer for each. It ends
 * with its standard input, and keeps nothing.
 */
#pragma once

/* RET the exit code of the process */
extern int lrs_child(void);
