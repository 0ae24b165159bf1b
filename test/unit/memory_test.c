/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory_test.c - memory is there, or the process ends */

#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* --- each of these ends the process -------------------------------------- */

static void more_than_there_is(void)
{
	free(memory_new(SIZE_MAX / 2, 4));
}

static void growth_that_overflows(void)
{
	free(memory_grow(NULL, SIZE_MAX / 2, 4));
}

static void a_library_that_returns_null(void)
{
	(void) memory_there(NULL);
}

static void a_library_that_returns_enomem(void)
{
	(void) memory_enough(ENOMEM);
}

static void a_library_that_sets_errno(void)
{
	errno = ENOMEM;
	(void) memory_done(-1);
}

static void (*const ends[])(void) = {
	more_than_there_is, growth_that_overflows, a_library_that_returns_null,
	a_library_that_returns_enomem, a_library_that_sets_errno,
};

START_TEST(the_process_ends)
{
	pid_t child = fork();
	int status;

	if (!child) {
		ends[_i]();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status) && (WTERMSIG(status) == SIGABRT));
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
	tcase_add_loop_test(tc, the_process_ends, 0,
			    sizeof(ends) / sizeof(ends[0]));
	return test_run(s);
}
