/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_alloc_test.c - each allocation fails once: the answer is ENOMEM, and
 * nothing is lost.
 */
#include <string.h>

#include "test/unit/fail_alloc.h"
#include "test/unit/srl_texts.h"
#include "test/unit/test_util.h"

START_TEST(a_request_is_read_or_there_is_no_memory)
{
	srl_errors_t errors;
	int failed = 1, n = 0;

	while (failed) {
		srl_t *srl;

		fail_alloc_arm(++n, _i);
		srl = srl_read(text_example, strlen(text_example), &test_reader,
			       &errors);
		int err = errno;

		failed = fail_alloc_disarm();
		ck_assert((srl != NULL) == !failed);
		ck_assert_uint_eq(errors.cnt, 0);
		if (failed)
			ck_assert_int_eq(err, ENOMEM);
		srl_destroy(srl);
	}
	ck_assert_int_gt(n, 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("srl_alloc");

	tcase_add_loop_test(test_case(suite, "one and all", 0),
			    a_request_is_read_or_there_is_no_memory, 0, 2);
	return test_run(suite);
}
