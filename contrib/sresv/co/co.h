/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co.h - sresv co: reservations on several resources, all or none.
 *
 * doc/sresv-co.1 is its manual, doc/SRL.md the language of its files.
 */
#pragma once

#include <stdio.h>

/*
 * Carry out sresv co VERB [OPTION]... [FILE].
 *
 * argv[0] is "co". Results go to out, errors to err
 * RET the exit code, a status_t
 */
extern int co_run(int argc, char **argv, FILE *out, FILE *err);
