/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * charge_model_test.c - what accounts pay is what a model says.
 *
 *	SEED=n test/unit/charge_model_test
 *
 * replays a random sequence that failed. The model is an integral: an account
 * pays the node-hours that its bookings have had, and those that they will
 * have.
 */
#include "plugin/booking/request/budget.h"
#include "plugin/booking/view/spent.h"
#include "test/unit/charge_fixture.h"

#define STEPS 120
#define MOST 24

/* A booking of the model; of U1, in chem. */
typedef struct {
	char name[16];
	uint32_t nodes;		/* 0: there is none */
	time_t start, end;
	double past;		/* node-seconds before since ... */
	time_t since;		/* ..., or the start */
} model_t;

static model_t model[MOST];
static double over[4];		/* node-seconds of those that are gone */

static uint32_t month_of(time_t t)
{
	return budget_month(t) - JANUARY;
}

static double model_cost(const model_t *m)
{
	return m->past + (double) m->nodes *
	       (double) (m->end - (m->since ? m->since : m->start));
}

/* The node-seconds that a change at now leaves or adds. */
static model_t model_changed(const model_t *m, uint32_t nodes, time_t end)
{
	model_t to = *m;
	time_t from = m->since ? m->since : m->start;

	if (clock_at >= m->start) {
		to.past += (double) m->nodes * (double) (clock_at - from);
		to.since = clock_at;
	}
	to.nodes = nodes ? nodes : m->nodes;
	to.end = end ? end : m->end;
	return to;
}

static double model_sum(uint32_t month)
{
	double sum = over[month];

	for (int i = 0; i < MOST; i++)
		if (model[i].nodes && (month_of(model[i].start) == month))
			sum += model_cost(&model[i]);
	return sum;
}

static void end_model(model_t *m)
{
	if (clock_at > m->start)
		over[month_of(m->start)] += (clock_at >= m->end) ?
			model_cost(m) : m->past + (double) m->nodes *
			(double) (clock_at - (m->since ? m->since : m->start));
	m->nodes = 0;
}

static void expire_model(void)
{
	for (int i = 0; i < MOST; i++)
		if (model[i].nodes && (model[i].end <= clock_at)) {
			slurm_purges(model[i].name);
			end_model(&model[i]);
		}
}

/* A charge is refused if, and only if, it is beyond the budget. */
static void compare_answer(int rc, double cost, double before, uint32_t month)
{
	double left = 100 * 3600.0 - model_sum(month) + before;

	if ((rc == 0) && (cost > before))
		ck_assert_double_le(cost, left + 600);
	if (rc == REFUSED_DENIED)
		ck_assert_double_ge(cost, left - 600);
}

static void random_create(rng_t *rng, int i, int step)
{
	model_t m = {
		.nodes = 1 + (uint32_t) rng_below(rng, NODES),
		.start = clock_at + HOUR *
			 (1 + (time_t) rng_below(rng, 24 * 30)),
	};
	uint32_t hours = 1 + (uint32_t) rng_below(rng, 8);
	int rc;

	m.end = m.start + hours * HOUR;
	snprintf(m.name, sizeof(m.name), "b%d", step);
	rc = book(m.name, U1, rng_one_in(rng, 2) ? "chem" : NULL, m.start,
		  m.nodes, hours);
	compare_answer(rc, model_cost(&m), 0, month_of(m.start));
	if (!rc)
		model[i] = m;
}

static void random_change(rng_t *rng, model_t *m)
{
	uint32_t nodes = rng_one_in(rng, 2) ?
				 1 + (uint32_t) rng_below(rng, NODES) : 0;
	time_t end = (!nodes || rng_one_in(rng, 3)) ?
			     m->start + 60 * (1 + (time_t) rng_below(rng, 600)) :
			     0;
	model_t to = model_changed(m, nodes, end);
	int rc;

	if (to.end <= clock_at + 60)
		return;
	rc = change(m->name, U1, nodes, end);
	compare_answer(rc, model_cost(&to), model_cost(m),
		       month_of(m->start));
	if (!rc)
		*m = to;
}

static void random_step(rng_t *rng, int step)
{
	int i = (int) rng_below(rng, MOST);

	if (!model[i].nodes)
		random_create(rng, i, step);
	else if (rng_one_in(rng, 3))
		random_change(rng, &model[i]);
	else if (rng_one_in(rng, 4)) {
		ck_assert_int_eq(del(model[i].name, U1), 0);
		end_model(&model[i]);
	}
	if (rng_one_in(rng, 4)) {
		pass_time(clock_at + (time_t) rng_below(rng, 6 * HOUR));
		agent();
		expire_model();
	}
	if (rng_one_in(rng, 16))
		kill_and_restart();
}

START_TEST(sums_are_those_of_a_model)
{
	rng_t rng = { test_seed() + (uint64_t) _i };

	memset(model, 0, sizeof(model));
	memset(over, 0, sizeof(over));
	for (int step = 0; step < STEPS; step++) {
		random_step(&rng, step);
		for (uint32_t m = 0; m < 3; m++)
			ck_assert_double_eq_tol(
				(double) spent_sum(office, "chem", JANUARY + m,
						   JANUARY + m + 1) * 36,
				model_sum(m), 36.0 * (step + 1));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("charge_model");
	TCase *tc = test_case(suite, "charge_model", 60);

	tcase_add_checked_fixture(tc, charge_setup, teardown);
	tcase_add_loop_test(tc, sums_are_those_of_a_model, 0, 20);
	return test_run(suite);
}
