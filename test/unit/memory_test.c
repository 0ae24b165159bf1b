/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory_test.c - memory is there, or the process ends */

#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/memory/memory.h"
#include "test/unit/test_util.h"

/* Under ASan an allocation that is too large fails, as it does without. */
extern const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

START_TEST(what_is_new_is_zero)
{
	unsigned char *bytes = memory_new(3, 100);

	for (size_t i = 0; i < 300; i++)
		ck_assert_uint_eq(bytes[i], 0);
	free(bytes);
}
END_TEST

START_TEST(nothing_is_memory_too)
{
	void *empty = memory_new(0, 8), *copy = memory_copy(NULL, 0, 8);

	empty = memory_grow(empty, 0, 8);
	free(empty);
	free(copy);
	ck_assert_ptr_null(memory_text(NULL));
}
END_TEST

START_TEST(what_grows_keeps_its_beginning)
{
	const uint32_t numbers[] = { 1, 2, 3 };
	uint32_t *list = memory_copy(numbers, 3, sizeof(*numbers));

	list = memory_grow(list, 1000, sizeof(*list));
	ck_assert_mem_eq(list, numbers, sizeof(numbers));
	free(list);
}
END_TEST

START_TEST(other_errors_are_the_callers)
{
	errno = EINVAL;
	ck_assert_int_eq(memory_done(-1), -1);
	errno = ENOMEM;
	ck_assert_int_eq(memory_done(0), 0);
	ck_assert_int_eq(memory_enough(EINVAL), EINVAL);
	ck_assert_int_eq(memory_enough(0), 0);
}
END_TEST

/* --- each of these ends the process ------------------------------------------ */

START_TEST(more_than_there_is)
{
	free(memory_new(SIZE_MAX / 2, 4));
}
END_TEST

START_TEST(growth_that_overflows)
{
	free(memory_grow(NULL, SIZE_MAX / 2, 4));
}
END_TEST

START_TEST(a_library_that_returns_null)
{
	(void) memory_there(NULL);
}
END_TEST

START_TEST(a_library_that_returns_enomem)
{
	(void) memory_enough(ENOMEM);
}
END_TEST

START_TEST(a_library_that_sets_errno)
{
	errno = ENOMEM;
	(void) memory_done(-1);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("memory");
	TCase *tc = test_case(s, "memory", 0);

	tcase_add_test(tc, what_is_new_is_zero);
	tcase_add_test(tc, nothing_is_memory_too);
	tcase_add_test(tc, what_grows_keeps_its_beginning);
	tcase_add_test(tc, other_errors_are_the_callers);
	tcase_add_test_raise_signal(tc, more_than_there_is, SIGABRT);
	tcase_add_test_raise_signal(tc, growth_that_overflows, SIGABRT);
	tcase_add_test_raise_signal(tc, a_library_that_returns_null, SIGABRT);
	tcase_add_test_raise_signal(tc, a_library_that_returns_enomem, SIGABRT);
	tcase_add_test_raise_signal(tc, a_library_that_sets_errno, SIGABRT);
	return test_run(s);
}
