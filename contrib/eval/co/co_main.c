/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co_main.c - co-eval-solve: processor time of one instance, by each method.
 *
 * The exact search runs here, an integer program in a process of sresv-milp that
 * is killed when it has used up its time. Both answers are compared.
 */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "contrib/eval/co/co_program.h"
#include "srl/search.h"

static const char usage[] =
	"Usage: co-eval-solve RESOURCES STARTS MOST_COST SEED LIMIT SOLVER METHOD...\n"
	"Solve a random instance. METHOD is exact, paper, split or joint; SOLVER is the\n"
	"sresv-milp that solves all but exact, in LIMIT seconds of processor time. Prints\n"
	"for each a line RESOURCES,STARTS,MOST_COST,SEED,METHOD,VERDICT,VALUE,SECONDS.\n";

static const char *const method_names[] = {
	[CO_PAPER] = "paper", [CO_SPLIT] = "split", [CO_JOINT] = "joint",
};

typedef struct {
	const char *verdict;
	double value;		/* of the objective; NAN: no plan */
	double seconds;		/* of processor time */
} outcome_t;

static double _processor(void)
{
	struct timespec t = { 0 };

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

/* The value of a plan; ends the program if the plan is wrong. */
static double _value(const co_instance_t *in, const srl_t *srl,
		     const srl_place_of_part_t *places)
{
	srl_range_t *ranges = co_need(calloc(srl->objective_cnt,
						sizeof(*ranges)));
	char why[256];
	double value;

	if (!srl_plan_check(srl, &in->world, places, why, sizeof(why))) {
		fprintf(stderr, "co-eval-solve: a wrong plan: %s\n", why);
		exit(EXIT_FAILURE);
	}
	if (srl_ranges(srl, &in->world, ranges))
		exit(EXIT_FAILURE);
	value = srl_plan_value(srl, &in->world, ranges, places);
	free(ranges);
	return value;
}

static outcome_t _exact(const co_instance_t *in, const srl_t *srl)
{
	const srl_limits_t limits = { 0 };
	double begun = _processor();
	outcome_t o = { "infeasible", NAN, 0 };
	srl_answer_t answer;
	size_t constraint;

	if (srl_search(srl, &in->world, &limits, &answer, &constraint) < 0) {
		perror("co-eval-solve: search");
		exit(EXIT_FAILURE);
	}
	o.seconds = _processor() - begun;
	if (answer.verdict == SRL_OPTIMAL) {
		o.verdict = "optimal";
		o.value = _value(in, srl, answer.places);
	}
	return o;
}

/* Become the solver: the program is its input, it may use so many seconds. */
static void _become(const char *solver, FILE *program, FILE *answer,
		    unsigned int limit)
{
	struct rlimit seconds = { limit, limit };

	rewind(program);
	if (setrlimit(RLIMIT_CPU, &seconds) ||
	    (lseek(fileno(program), 0, SEEK_SET) < 0) ||
	    (dup2(fileno(program), STDIN_FILENO) < 0) ||
	    (dup2(fileno(answer), STDOUT_FILENO) < 0))
		_exit(127);
	execl(solver, solver, (char *) NULL);
	_exit(127);
}

/* RET false: the solver was killed, as its time was up */
static bool _solve(const char *solver, FILE *program, FILE *answer,
		   unsigned int limit, double *ret_seconds)
{
	struct rusage used;
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		_become(solver, program, answer, limit);
	if ((pid < 0) || (wait4(pid, &status, 0, &used) != pid)) {
		perror("co-eval-solve: the solver");
		exit(EXIT_FAILURE);
	}
	*ret_seconds = (double) (used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
		       (double) (used.ru_utime.tv_usec +
				 used.ru_stime.tv_usec) / 1e6;
	if (WIFSIGNALED(status))
		return false;
	if (WEXITSTATUS(status)) {
		fprintf(stderr, "co-eval-solve: %s can't be run, or fails\n",
			solver);
		exit(EXIT_FAILURE);
	}
	return true;
}

static void _read(const co_instance_t *in, const srl_t *srl, FILE *answer,
		  outcome_t *o)
{
	srl_place_of_part_t places[CO_PARTS];
	char word[16];

	rewind(answer);
	if (fscanf(answer, "%15s %*s", word) != 1) {
		o->verdict = "nothing";
	} else if (!strcmp(word, "infeasible")) {
		o->verdict = "infeasible";
	} else if (!strcmp(word, "optimal") &&
		   co_program_read(in, answer, places)) {
		o->verdict = "optimal";
		o->value = _value(in, srl, places);
	} else {
		o->verdict = "nothing";
	}
}

static outcome_t _program(const co_instance_t *in, const srl_t *srl,
			  co_rows_t rows, const char *solver,
			  unsigned int limit)
{
	outcome_t o = { "timeout", NAN, 0 };
	FILE *program = co_need(tmpfile()), *answer = co_need(tmpfile());

	if (co_program(in, srl, rows, program)) {
		perror("co-eval-solve: the program");
		exit(EXIT_FAILURE);
	}
	if (_solve(solver, program, answer, limit, &o.seconds))
		_read(in, srl, answer, &o);
	else	/* the limit counts in ticks, what was used does not */
		o.seconds = limit;
	fclose(program);
	fclose(answer);
	return o;
}

/* RET whole number from least to most; ends the program otherwise */
static unsigned int _number(const char *text, unsigned long least,
			    unsigned long most)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (!*text || *end || (n < least) || (n > most)) {
		fputs(usage, stderr);
		exit(2);
	}
	return (unsigned int) n;
}

static outcome_t _by(const char *method, const co_instance_t *in,
		     const srl_t *srl, const char *solver, unsigned int limit)
{
	for (co_rows_t rows = CO_PAPER; rows <= CO_JOINT; rows++)
		if (!strcmp(method, method_names[rows]))
			return _program(in, srl, rows, solver, limit);
	if (strcmp(method, "exact")) {
		fputs(usage, stderr);
		exit(2);
	}
	return _exact(in, srl);
}

int main(int argc, char **argv)
{
	unsigned int n, k, most, seed, limit;
	uint64_t random;
	double best = NAN;
	co_instance_t in;
	srl_t *srl;
	int rc = 0;

	if (argc < 8) {
		fputs(usage, stderr);
		return 2;
	}
	n = _number(argv[1], 1, 1000);
	k = _number(argv[2], 2, 100000);
	most = _number(argv[3], 0, 1000000);
	seed = _number(argv[4], 0, 1000000000);
	limit = _number(argv[5], 1, 86400);
	random = seed;
	srl = co_request();
	in = co_instance(n, k, 100, most, &random);
	for (int i = 7; i < argc; i++) {
		outcome_t o = _by(argv[i], &in, srl, argv[6], limit);

		printf("%u,%u,%u,%u,%s,%s,%.9f,%.6f\n", n, k, most, seed,
		       argv[i], o.verdict, o.value, o.seconds);
		fflush(stdout);
		/* solvers are exact to about 1e-6 */
		if (!isnan(best) && !isnan(o.value) &&
		    (fabs(best - o.value) > 1e-5)) {
			fprintf(stderr, "co-eval-solve: two optima that differ\n");
			rc = EXIT_FAILURE;
		}
		if (!isnan(o.value))
			best = o.value;
	}
	co_instance_free(&in);
	srl_destroy(srl);
	return rc;
}
