/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main.c - sresv-milp: solve an integer program with GLPK.
 *
 * A process of its own: GLPK may look for longer than it was told to, and a
 * process can be killed. This program, linked with GLPK, is under the GPL 3 or
 * later, as is contrib/eval/gap-eval-sim; no others of this project are linked
 * with it.
 */
#include <glpk.h>
#include <stdio.h>
#include <stdlib.h>

#define SECONDS_MAX 86400

enum {
	DONE = 0,	/* the first line says what came of it */
	WRONG = 2,	/* of usage, or the program can't be read */
};

static const char usage[] =
	"Usage: sresv-milp [SECONDS] < PROGRAM\n"
	"Solve an integer program in CPLEX LP format. The first line of the answer is\n"
	"optimal, stopped (the time was up, but there is a solution), infeasible or\n"
	"unknown, then the objective; the others are the variables that are 1.\n"
	"Without SECONDS it looks until it is killed.\n";

/* RET seconds, 0 for no limit, -1 if the arguments are wrong */
static int _seconds(int argc, char **argv)
{
	char *end = NULL;
	long seconds = 0;

	if (argc > 2)
		return -1;
	if (argc == 2) {
		seconds = strtol(argv[1], &end, 10);
		if (!*argv[1] || *end || (seconds < 1) ||
		    (seconds > SECONDS_MAX))
			return -1;
	}
	return (int) seconds;
}

static const char *_verdict(int rc, int status)
{
	if ((status == GLP_OPT) && !rc)
		return "optimal";
	if ((status == GLP_OPT) || (status == GLP_FEAS))
		return "stopped";
	if ((rc == GLP_ENOPFS) || (rc == GLP_ENODFS) ||
	    ((status == GLP_NOFEAS) && !rc))
		return "infeasible";
	return "unknown";
}

static void _print(glp_prob *program, int rc)
{
	int status = glp_mip_status(program);
	const char *verdict = _verdict(rc, status);

	printf("%s %.17g\n", verdict, glp_mip_obj_val(program));
	if ((status != GLP_OPT) && (status != GLP_FEAS))
		return;
	for (int j = 1; j <= glp_get_num_cols(program); j++)
		if (glp_mip_col_val(program, j) > 0.5)
			printf("%s\n", glp_get_col_name(program, j));
}

int main(int argc, char **argv)
{
	int seconds = _seconds(argc, argv), rc;
	glp_prob *program;
	glp_iocp how;

	if (seconds < 0) {
		fputs(usage, stderr);
		return WRONG;
	}
	glp_term_out(GLP_OFF);
	program = glp_create_prob();
	if (glp_read_lp(program, NULL, "/dev/stdin")) {
		fputs("sresv-milp: what was read is no program in LP format\n",
		      stderr);
		glp_delete_prob(program);
		return WRONG;
	}
	glp_init_iocp(&how);
	how.presolve = GLP_ON;
	if (seconds)
		how.tm_lim = seconds * 1000;
	rc = glp_intopt(program, &how);
	_print(program, rc);
	glp_delete_prob(program);
	glp_free_env();
	return ((fflush(stdout) || ferror(stdout)) ? EXIT_FAILURE : DONE);
}
