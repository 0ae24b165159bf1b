/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verbs.h - the verbs of sresv co.
 *
 * Each carries out one verb: argv[0] is the verb, results go to out, errors to
 * err. RET the exit code, a status_t. co.c has the table of them.
 */
#pragma once

#include <stdio.h>

extern int co_lint(int argc, char **argv, FILE *out, FILE *err);
extern int co_plan(int argc, char **argv, FILE *out, FILE *err);

extern int co_book(int argc, char **argv, FILE *out, FILE *err);
extern int co_list(int argc, char **argv, FILE *out, FILE *err);
extern int co_show(int argc, char **argv, FILE *out, FILE *err);
extern int co_check(int argc, char **argv, FILE *out, FILE *err);
extern int co_cancel(int argc, char **argv, FILE *out, FILE *err);
extern int co_submit(int argc, char **argv, FILE *out, FILE *err);	/* run */
extern int co_wait(int argc, char **argv, FILE *out, FILE *err);
extern int co_rebook(int argc, char **argv, FILE *out, FILE *err);
extern int co_resume(int argc, char **argv, FILE *out, FILE *err);

/* Print what is wrong with the command line. RET STATUS_BAD */
extern int co_bad(FILE *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
