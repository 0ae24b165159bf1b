/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_test.c - the language: what is read, and where errors are.
 */
#include <stdio.h>
#include <string.h>

#include "test/unit/srl_texts.h"
#include "test/unit/test_util.h"

static const srl_constraint_t *_constraint(const srl_t *srl, const char *name)
{
	for (size_t i = 0; i < srl->constraint_cnt; i++)
		if (!strcmp(srl->constraints[i].name, name))
			return &srl->constraints[i];
	ck_abort_msg("there is no constraint %s", name);
	return NULL;
}

static double _factor(const srl_sum_t *sum, uint32_t part, srl_metric_t metric)
{
	for (size_t i = 0; i < sum->cnt; i++)
		if ((sum->terms[i].part == part) &&
		    (sum->terms[i].metric == metric))
			return sum->terms[i].factor;
	return 0;
}

START_TEST(figure_1_is_read)
{
	srl_t *srl = read_right(text_figure1);
	const srl_part_t *ibm = &srl->parts[0], *vis = &srl->parts[2];

	ck_assert_uint_eq(srl->part_cnt, 3);
	ck_assert_str_eq(ibm->id, "IBM");
	ck_assert_int_eq(ibm->est, FIGURE1_EST);
	ck_assert_int_eq(ibm->let, FIGURE1_LET);
	ck_assert_int_eq(ibm->duration, 21600);
	ck_assert_int_eq(ibm->type, SRL_COMPUTE);
	ck_assert_uint_eq(ibm->cpus, 16);
	ck_assert_str_eq(ibm->arch, "IBM p690");
	ck_assert_int_eq(srl->parts[1].est, test_reader.now);
	ck_assert_int_eq(srl->parts[1].let, SRL_TIME_MAX);
	ck_assert_int_eq(vis->type, SRL_VISUALIZE);
	ck_assert_uint_eq(srl->constraint_cnt, 3);
	srl_destroy(srl);
}
END_TEST

START_TEST(figure_1_has_its_constraints_and_objectives)
{
	srl_t *srl = read_right(text_figure1);
	const srl_constraint_t *cost = _constraint(srl, "IBM.CON.cost");
	const srl_constraint_t *time = _constraint(srl, "VIS.CON.time");

	ck_assert_int_eq(cost->op, SRL_LE);
	ck_assert_double_eq(cost->sum.constant, -10000);
	ck_assert_double_eq(_factor(&cost->sum, 0, SRL_COST), 1);
	ck_assert_int_eq(time->op, SRL_EQ);
	ck_assert_double_eq(time->sum.constant, 14400);
	ck_assert_double_eq(_factor(&time->sum, 1, SRL_BEGIN), 1);
	ck_assert_double_eq(_factor(&time->sum, 2, SRL_BEGIN), -1);
	ck_assert_str_eq(time->source, "PCC.RVC.begin+14400 == VIS.RVC.begin");
	ck_assert_uint_eq(srl->objective_cnt, 2);
	ck_assert_double_eq_tol(srl->objectives[0].weight, 8. / 18, 1e-12);
	ck_assert_double_eq_tol(srl->objectives[1].weight, 10. / 18, 1e-12);
	srl_destroy(srl);
}
END_TEST

START_TEST(the_example_is_read)
{
	srl_t *srl = read_right(text_example);
	uint32_t ibm = srl_find_part(srl, "IBM"), vis = srl_find_part(srl, "VIS");
	const srl_part_t *out = &srl->parts[srl_find_part(srl, "OUT")];
	const srl_constraint_t *end = _constraint(srl, "OUT.CON.end");

	ck_assert_uint_eq(srl->part_cnt, 5);
	ck_assert_uint_eq(out->from, vis);
	ck_assert_uint_eq(out->to, ibm);
	ck_assert_int_eq(out->type, SRL_NETWORK);
	ck_assert_int_eq(out->duration, 7200);
	ck_assert_double_eq(out->netbw, 1e8);
	ck_assert_int_eq(out->est, FIGURE1_EST);
	ck_assert_uint_eq(srl->parts[srl_find_part(srl, "PCC")].cpus, 32);
	ck_assert_double_eq(end->sum.constant, 0);
	ck_assert_uint_eq(_constraint(srl, "CO.CON.cost")->sum.cnt, 5);
	srl_destroy(srl);
}
END_TEST

START_TEST(what_is_not_said_has_defaults)
{
	srl_errors_t errors;
	srl_t *srl = read_two("", &errors);

	ck_assert_ptr_nonnull(srl);
	ck_assert_uint_eq(srl->objective_cnt, 2);
	ck_assert_str_eq(srl->objectives[0].name, "begin of A");
	ck_assert_double_eq(srl->objectives[0].weight, 0.5);
	ck_assert_uint_eq(srl->parts[0].from, SRL_NO_PART);
	ck_assert_ptr_null(srl->parts[0].arch);
	srl_destroy(srl);
}
END_TEST

/* The constraint A.CON.x with this value, as sum op 0. */
static const struct {
	const char *value;
	double a, b, constant;	/* factors of the begins */
	srl_op_t op;
} sums[] = {
	{ "A.RVC.begin < B.RVC.begin", 1, -1, 0, SRL_LT },
	{ "A.RVC.end <= B.RVC.begin", 1, -1, 3600, SRL_LE },
	{ "A.RVC.begin!=B.RVC.end", 1, -1, -3600, SRL_NE },
	{ "2*A.RVC.begin >= 5", 2, 0, -5, SRL_GE },
	{ "A.RVC.begin*2 > -5 + 1e1", 2, 0, -5, SRL_GT },
	{ "-A.RVC.begin == +3", -1, 0, -3, SRL_EQ },
	{ "A.RVC.begin + 1.5 h == B.RVC.begin", 1, -1, 5400, SRL_EQ },
	{ "A.RVC.begin + 2 d == B.RVC.begin", 1, -1, 172800, SRL_EQ },
	{ "A.RVC.begin <= \"Jan 1 00:01:00 1970\"", 1, 0, -60, SRL_LE },
	{ "\"1970-01-01T00:01:00Z\" <= A.RVC.begin", -1, 0, 60, SRL_LE },
	{ "A.RVC.begin == \"noon\" + 2*A.TS.duration", 1, 0, -50400, SRL_EQ },
	{ "A.RVC.begin\n  <= B.RVC.begin\n+ 7", 1, -1, -7, SRL_LE },
	{ "A.RVC.begin - B.RVC.begin + B.RVC.begin >= 0", 1, 0, 0, SRL_GE },
};

START_TEST(sums_are_brought_to_one_side)
{
	srl_errors_t errors;
	char more[512];
	srl_t *srl;
	const srl_sum_t *sum;

	snprintf(more, sizeof(more), "A.CON.x = %s\n", sums[_i].value);
	srl = read_two(more, &errors);
	ck_assert_msg(srl != NULL, "%s: %s", more, errors.list[0].text);
	sum = &_constraint(srl, "A.CON.x")->sum;
	ck_assert_double_eq(_factor(sum, 0, SRL_BEGIN), sums[_i].a);
	ck_assert_double_eq(_factor(sum, 1, SRL_BEGIN), sums[_i].b);
	ck_assert_double_eq(sum->constant, sums[_i].constant);
	ck_assert_int_eq(srl->constraints[0].op, sums[_i].op);
	srl_destroy(srl);
}
END_TEST

START_TEST(texts_are_compared)
{
	srl_errors_t errors;
	srl_t *srl = read_two("A.CON.s = A.RVC.site == B.RVC.site\n"
			      "A.CON.r = A.RVC.resource != \"a b\"\n"
			      "A.QOS.arch = x\n"
			      "A.CON.true = A.QOS.arch == \"x\"\n", &errors);
	const srl_constraint_t *site, *resource;

	ck_assert_ptr_nonnull(srl);
	ck_assert_uint_eq(srl->constraint_cnt, 2);
	site = _constraint(srl, "A.CON.s");
	resource = _constraint(srl, "A.CON.r");
	ck_assert(site->is_text && resource->is_text);
	ck_assert_uint_eq(site->right.part, 1);
	ck_assert_int_eq(site->right.metric, SRL_SITE);
	ck_assert_int_eq(resource->op, SRL_NE);
	ck_assert_uint_eq(resource->right.part, SRL_NO_PART);
	ck_assert_str_eq(resource->right.text, "a b");
	srl_destroy(srl);
}
END_TEST

/* Lines after text_two, which has two: the first error, and how many there are. */
static const struct {
	const char *more;
	unsigned int line, column, cnt;
	const char *word;	/* of the message */
} wrong[] = {
	/* pairs */
	{ "A\n", 3, 2, 1, "a dot and a scope" },
	{ "A.\n", 3, 3, 1, "a scope" },
	{ "A.CON x = 1\n", 3, 7, 1, "a dot and a key" },
	{ "A.CON.\n", 3, 7, 1, "a key" },
	{ "A.CON.x\n", 3, 8, 1, "= and a value" },
	{ "A.CON.x == 1\n", 3, 9, 1, "one =" },
	{ "A.CON.x =\n", 3, 10, 1, "missing" },
	{ "A.CON.x = # nothing\n", 3, 20, 1, "missing" },
	{ "3.CON.x = 1\n", 3, 1, 1, "begins with a letter" },
	{ "A.FOO.x = 1\n", 3, 3, 1, "no scope" },
	{ "A.RVC.begin = 1\n", 3, 3, 1, "after probing" },
	{ "A . TS.est = 1\n", 3, 3, 1, "a dot" },
	{ "A.TS.duration = 5\n", 3, 1, 1, "line 1" },
	{ "A.CON.x = A.RVC.cost < 1\nA.CON.x = A.RVC.cost < 2\n", 4, 1, 1,
	  "another key" },
	{ "\xc3\xa4.TS.est = 1\n", 3, 1, 1, "stands where" },
	/* ids */
	{ "C.CON.x = A.RVC.cost < 1\n", 3, 1, 1, "no part C" },
	{ "C.QOS.cpus = 1\n", 3, 1, 1, "no TS.duration" },
	{ "A.CON.x = C.RVC.cost < 1\n", 3, 11, 1, "no part C" },
	{ "CO.QOS.cpus = 4\n", 3, 1, 1, "CO has no QOS" },
	{ "ALL.TS.est = 4\n", 3, 1, 1, "write CO" },
	/* values */
	{ "A.TS.est = tomorrowish\n", 3, 12, 1, "no time" },
	{ "A.TS.est = Feb 30 18:00:00 2007\n", 3, 12, 1, "no time" },
	{ "A.TS.est = 1.5\n", 3, 12, 1, "whole" },
	{ "A.TS.let = 4000\n", 1, 1, 1, "does not fit" },
	{ "A.TS.duratoin = 5\n", 3, 6, 1, "est, let and duration" },
	{ "A.QOS.cpus = 0\n", 3, 14, 1, "at least 1" },
	{ "A.QOS.cpus = 4 GB\n", 3, 14, 1, "not in bytes" },
	{ "A.QOS.cpus = 4 5\n", 3, 16, 1, "should end here" },
	{ "A.QOS.cpus = 1e16\n", 3, 14, 1, "too large" },
	{ "A.QOS.netbw = 0\n", 3, 15, 1, "more than 0" },
	{ "A.QOS.netbw = 5 Mbits\n", 3, 17, 1, "no unit" },
	{ "A.QOS.type = grid\n", 3, 14, 1, "visualize" },
	{ "A.QOS.arch = \"SGI\n", 3, 14, 1, "not closed" },
	{ "A.QOS.arch = SGI\n Onyx\n", 4, 2, 1, "the line before" },
	{ "A.QOS.arch = a\001b\n", 3, 15, 1, "control" },
	{ "A.QOS.from = B\n", 3, 1, 1, "two ends" },
	{ "A.QOS.from = B\nA.QOS.to = C\n", 4, 12, 1, "no part C" },
	{ "A.QOS.cpus = B.QOS.cpus\nB.QOS.cpus = A.QOS.cpus\n", 3, 1, 1,
	  "in terms of itself" },
	{ "A.QOS.cpus = B.QOS.cpus\n", 3, 14, 1, "does not set it" },
	{ "A.QOS.cpus = A.RVC.cost\n", 3, 14, 1, "after probing" },
	/* constraints */
	{ "A.CON.x = A.RVC.begin = B.RVC.begin\n", 3, 23, 1, "==" },
	{ "A.CON.x = A.RVC.begin\n", 3, 22, 1, "missing" },
	{ "A.CON.x = A.RVC.begin <=\n", 3, 25, 1, "ends where" },
	{ "A.CON.x = A.RVC.begin < B.RVC.begin < 5\n", 3, 37, 1, "two" },
	{ "A.CON.x = (A.RVC.begin) < 5\n", 3, 11, 1, "brackets" },
	{ "A.CON.x = A.OBJ.y < 5\n", 3, 13, 1, "can't refer to OBJ" },
	{ "A.CON.x = A.CON.x < 5\n", 3, 13, 1, "can't refer to CON" },
	{ "A.CON.x = A.RVC.start < 5\n", 3, 17, 1, "RVC has no start" },
	{ "A.CON.x = A.RVC < 5\n", 3, 17, 1, "a dot" },
	{ "A.CON.x = A.RVC.begin < 5 Mbit/s\n", 3, 25, 1, "bit/s" },
	{ "A.CON.x = A.RVC.begin < A.RVC.cost\n", 3, 25, 1, "a number" },
	{ "A.CON.x = 5 < 4\n", 3, 1, 1, "never holds" },
	{ "A.CON.x = A.RVC.begin < A.RVC.begin\n", 3, 1, 1, "never holds" },
	{ "A.CON.x = \"a\" == \"b\"\n", 3, 1, 1, "never holds" },
	{ "A.CON.x = A.RVC.site < B.RVC.site\n", 3, 22, 1, "no order" },
	{ "A.CON.x = A.RVC.site == 5\n", 3, 25, 1, "a text too" },
	{ "A.CON.x = A.RVC.begin + A.RVC.site == 5\n", 3, 31, 1, "alone" },
	{ "A.CON.x = A.RVC.begin * B.RVC.begin < 5\n", 3, 25, 1, "a number" },
	{ "A.CON.x = 3 * 4 < 5\n", 3, 15, 1, "a product" },
	{ "A.CON.x = ALL.RVC.begin < 5\n", 3, 19, 1, "no begin" },
	{ "A.CON.x = A.RVC.begin < \"late\"\n", 3, 25, 1, "no time" },
	/* objectives */
	{ "A.OBJ.x = least,A.RVC.cost,1\n", 3, 11, 1, "min or max" },
	{ "A.OBJ.x = min A.RVC.cost,1\n", 3, 15, 1, "comma" },
	{ "A.OBJ.x = min,A.RVC.cost\n", 3, 25, 1, "comma" },
	{ "A.OBJ.x = min,A.RVC.cost,0\n", 3, 26, 1, "more than 0" },
	{ "A.OBJ.x = min,A.RVC.cost,-1\n", 3, 26, 1, "a number" },
	{ "A.OBJ.x = min,A.TS.duration,1\n", 3, 15, 1, "RVC" },
	{ "A.OBJ.x = min,A.RVC.cost,1 5\n", 3, 28, 1, "should end" },
	/* several in one go, in order */
	{ "A.CON.y = 1\nB.TS.let = x\nA.OBJ.x = 3\n", 3, 12, 3, "missing" },
};

START_TEST(errors_have_line_and_column)
{
	srl_errors_t errors;
	const srl_error_t *e = &errors.list[0];
	srl_t *srl = read_two(wrong[_i].more, &errors);

	ck_assert_ptr_null(srl);
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_uint_ge(errors.cnt, 1);
	ck_assert_msg((e->place.line == wrong[_i].line) &&
		      (e->place.column == wrong[_i].column),
		      "%s: %u:%u: %s", wrong[_i].more, e->place.line,
		      e->place.column, e->text);
	ck_assert_msg(strstr(e->text, wrong[_i].word) != NULL, "%s: %s",
		      wrong[_i].more, e->text);
	ck_assert_msg(errors.cnt == wrong[_i].cnt, "%s: %zu errors, then: %s",
		      wrong[_i].more, errors.cnt, errors.list[1].text);
}
END_TEST

START_TEST(errors_come_in_order)
{
	srl_errors_t errors;

	ck_assert_ptr_null(read_two("A.OBJ.x = 3\nA.CON.y = 1\n"
				    "B.TS.let = x\nnonsense\n", &errors));
	ck_assert_uint_eq(errors.cnt, 4);
	for (size_t i = 0; i < errors.cnt; i++)
		ck_assert_uint_eq(errors.list[i].place.line, i + 3);
}
END_TEST

START_TEST(more_errors_than_a_list_has_are_counted)
{
	srl_errors_t errors;
	char text[2 * (SRL_ERRORS_MAX + 7) + 1] = "";

	for (size_t i = 0; i < SRL_ERRORS_MAX + 7; i++)
		memcpy(text + 2 * i, "A\n", 2);
	ck_assert_ptr_null(read_two(text, &errors));
	ck_assert_uint_eq(errors.cnt, SRL_ERRORS_MAX);
	ck_assert_uint_eq(errors.more, 7);
}
END_TEST

START_TEST(sizes_are_bounded)
{
	static char text[SRL_BYTES_MAX + 1];
	srl_errors_t errors;
	size_t len = 0;

	memset(text, '#', sizeof(text));
	ck_assert_ptr_null(srl_read(text, sizeof(text), &test_reader, &errors));
	ck_assert_ptr_nonnull(strstr(errors.list[0].text, "too large"));
	for (int p = 0; p <= SRL_PARTS_MAX; p++)
		len += (size_t) snprintf(text + len, sizeof(text) - len,
					 "P%d.TS.duration=1\n", p);
	ck_assert_ptr_null(srl_read(text, len, &test_reader, &errors));
	ck_assert_ptr_nonnull(strstr(errors.list[0].text, "at most 64 parts"));
	len = (size_t) snprintf(text, sizeof(text), "P.TS.duration=1\n");
	while (len < SRL_BYTES_MAX - 100)
		len += (size_t) snprintf(text + len, sizeof(text) - len,
					 "P.MISC.k%zu=1\n", len);
	ck_assert_ptr_null(srl_read(text, len, &test_reader, &errors));
	ck_assert_ptr_nonnull(strstr(errors.list[0].text, "4096 pairs"));
}
END_TEST

START_TEST(long_words_are_refused)
{
	srl_errors_t errors;
	char more[256] = "A.MISC.";

	memset(more + 7, 'k', SRL_WORD_MAX);
	memcpy(more + 7 + SRL_WORD_MAX, "=1\n", sizeof("=1\n"));
	srl_destroy(read_two(more, &errors));
	ck_assert_uint_eq(errors.cnt, 0);
	memcpy(more + 7 + SRL_WORD_MAX, "k=1\n", sizeof("k=1\n"));
	ck_assert_ptr_null(read_two(more, &errors));
	ck_assert_ptr_nonnull(strstr(errors.list[0].text, "too long"));
}
END_TEST

START_TEST(an_empty_request_is_wrong)
{
	srl_errors_t errors;

	ck_assert_ptr_null(srl_read("", 0, &test_reader, &errors));
	ck_assert_ptr_nonnull(strstr(errors.list[0].text, "no part"));
	ck_assert_ptr_null(srl_read("# only\n\n", 8, &test_reader, &errors));
	ck_assert_uint_eq(errors.cnt, 1);
}
END_TEST

START_TEST(free_attributes_are_kept)
{
	srl_errors_t errors;
	srl_t *srl = read_two("A.MISC.cert = /C=DE/O=Grid/CN=x y\n"
			      "A.QOS.memory = 64 GB\n"
			      "A.CON.m = A.RVC.cost <= 5\r\n"
			      "CO.MISC.user = \"me # too\"\n", &errors);

	ck_assert_ptr_nonnull(srl);
	ck_assert_uint_eq(srl->parts[0].attribute_cnt, 3);
	ck_assert_str_eq(srl->parts[0].attributes[1].text, "/C=DE/O=Grid/CN=x y");
	ck_assert_double_eq(srl->parts[0].attributes[2].number, 64e9);
	ck_assert_uint_eq(srl->misc_cnt, 1);
	ck_assert_str_eq(srl->misc[0].text, "me # too");
	srl_destroy(srl);
}
END_TEST

START_TEST(a_mark_of_the_encoding_is_no_text)
{
	static const char right[] = "\xef\xbb\xbf""A.TS.duration = 60\r\n";
	static const char wrong_mark[] = "\xef\xbb\xbf\xef\xbb\xbf""A.TS.duration = 60\n";
	srl_t *srl = read_right(right);
	srl_errors_t errors;

	ck_assert_str_eq(srl->parts[0].id, "A");
	ck_assert_uint_eq(srl->parts[0].place.column, 1);
	srl_destroy(srl);
	ck_assert_ptr_null(srl_read(wrong_mark, strlen(wrong_mark),
				    &test_reader, &errors));
	ck_assert_ptr_null(srl_read(right, 3, &test_reader, &errors));
	ck_assert_ptr_nonnull(strstr(errors.list[0].text, "no part"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("srl");
	TCase *tc = test_case(suite, "request", 0);

	tcase_add_test(tc, figure_1_is_read);
	tcase_add_test(tc, figure_1_has_its_constraints_and_objectives);
	tcase_add_test(tc, the_example_is_read);
	tcase_add_test(tc, what_is_not_said_has_defaults);
	tcase_add_loop_test(tc, sums_are_brought_to_one_side, 0, COUNT(sums));
	tcase_add_test(tc, texts_are_compared);
	tcase_add_test(tc, free_attributes_are_kept);
	tcase_add_test(tc, a_mark_of_the_encoding_is_no_text);
	tc = test_case(suite, "errors", 0);
	tcase_add_loop_test(tc, errors_have_line_and_column, 0, COUNT(wrong));
	tcase_add_test(tc, errors_come_in_order);
	tcase_add_test(tc, more_errors_than_a_list_has_are_counted);
	tcase_add_test(tc, sizes_are_bounded);
	tcase_add_test(tc, long_words_are_refused);
	tcase_add_test(tc, an_empty_request_is_wrong);
	return test_run(suite);
}
