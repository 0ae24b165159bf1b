/* SPDX-License-Identifier: GPL-2.0-or-later */
/* saved_file_test.c - the names in a file that Slurm saved */

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/slurm/saved/saved_file.h"
#include "test/unit/test_util.h"

static char bytes[4096];
static size_t size;

static void add(const void *data, size_t len)
{
	ck_assert_uint_le(size + len, sizeof(bytes));
	memcpy(bytes + size, data, len);
	size += len;
}

static void number(uint32_t n)
{
	n = htonl(n);
	add(&n, sizeof(n));
}

static void text(const char *t)
{
	number(t ? (uint32_t) strlen(t) + 1 : 0);
	if (t)
		add(t, strlen(t) + 1);
}

static void header(void)
{
	size = 0;
	text("PROTOCOL_VERSION");
	add("\x26\x00", 2);
	number(0);
	number(1700000000);
	number(42);
}

/* As Slurm 22.05 packs a reservation, as far as its partition. */
static void resv(const char *name, uint32_t cnt, const char *nodes)
{
	text("red,blue");
	text(NULL);
	number(2);
	number(0);
	number(1700003600);
	text(NULL);
	number(0);
	number(0x8000);
	text("sw:3");
	number(0);
	text(name);
	number(cnt);
	text(nodes);
	text("main");
	number(300);
	number(0xfffffffe);
}

static saved_file_t parsed(void)
{
	return saved_file_parse(bytes, size);
}

START_TEST(reservations_with_nodes_are_found)
{
	saved_file_t file;

	header();
	resv("ruth", 2, "n[1-2]");
	resv("abe", 1, "n3");
	resv("none", 0, NULL);
	file = parsed();
	ck_assert(file.readable);
	ck_assert_uint_eq(file.protocol, 0x2600);
	ck_assert_int_eq(file.saved_at, 1700000000);
	ck_assert(saved_file_has(&file, "ruth"));
	ck_assert(saved_file_has(&file, "abe"));
	ck_assert(!saved_file_has(&file, "none"));
	ck_assert(!saved_file_has(&file, "red,blue"));
	ck_assert(!saved_file_has(&file, "main"));
	ck_assert(!saved_file_has(&file, "ru"));
	ck_assert(!saved_file_has(&file, "ruths"));
	ck_assert_str_eq(saved_file_nodes(&file, "ruth"), "n[1-2]");
	ck_assert_str_eq(saved_file_nodes(&file, "abe"), "n3");
	ck_assert_ptr_null(saved_file_nodes(&file, "none"));
	saved_file_free(&file);
}
END_TEST

/* Whatever is in the file, nothing behind its end is read. */
START_TEST(any_part_of_a_file_is_read)
{
	size_t all;

	header();
	resv("ruth", 2, "n[1-2]");
	all = size;
	for (size = 0; size <= all; size++) {
		char *part = malloc(size + 1);
		saved_file_t file;

		memcpy(part, bytes, size);
		part[size] = '\0';
		file = saved_file_parse(part, size);
		ck_assert_int_eq(file.readable, size >= 23);
		saved_file_free(&file);
		free(part);
	}
}
END_TEST

START_TEST(noise_is_no_file)
{
	rng_t rng = { test_seed() };
	saved_file_t file;

	for (int round = 0; round < 200; round++) {
		for (size = 0; size < sizeof(bytes) - 1; size++)
			bytes[size] = rng_one_in(&rng, 4) ? (char) rng_next(&rng) : 0;
		bytes[size] = '\0';
		file = parsed();
		ck_assert(!file.readable);
		saved_file_free(&file);
	}
}
END_TEST

START_TEST(files_differ_by_each_byte)
{
	saved_file_t file, other;

	header();
	resv("ruth", 2, "n[1-2]");
	file = parsed();
	for (size_t i = 0; i < size; i++) {
		bytes[i] ^= 1;
		other = parsed();
		ck_assert(other.digest != file.digest);
		saved_file_free(&other);
		bytes[i] ^= 1;
	}
	saved_file_free(&file);
}
END_TEST

START_TEST(a_file_is_read_and_known_again)
{
	char path[] = "/tmp/saved_file_test.XXXXXX";
	int fd = mkstemp(path);
	saved_file_t file;
	saved_id_t id;

	ck_assert_int_ge(fd, 0);
	header();
	resv("ruth", 2, "n[1-2]");
	ck_assert_int_eq(write(fd, bytes, size), (ssize_t) size);
	ck_assert_int_eq(saved_file_read(path, &file), 0);
	ck_assert(saved_file_has(&file, "ruth"));
	ck_assert(saved_file_id(path, &id) && saved_file_is(&id, &file.id));
	ck_assert_int_eq(write(fd, "x", 1), 1);
	ck_assert(saved_file_id(path, &id) && !saved_file_is(&id, &file.id));
	saved_file_free(&file);
	close(fd);
	unlink(path);
	ck_assert(!saved_file_id(path, &id));
	ck_assert_int_ne(saved_file_read(path, &file), 0);
	ck_assert_uint_eq(file.cnt, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("saved_file");
	TCase *tc = test_case(s, "saved_file", 60);

	tcase_add_test(tc, reservations_with_nodes_are_found);
	tcase_add_test(tc, any_part_of_a_file_is_read);
	tcase_add_test(tc, noise_is_no_file);
	tcase_add_test(tc, files_differ_by_each_byte);
	tcase_add_test(tc, a_file_is_read_and_known_again);
	return test_run(s);
}
