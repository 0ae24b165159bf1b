/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sresv_ris_test.c - resource files, and which parts their resources fit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/co/model/match.h"
#include "contrib/sresv/co/model/ris.h"
#include "srl/memory.h"
#include "test/unit/test_util.h"

static const char good[] =
	"# the clusters\n"
	"[link wan]           # before its cluster\n"
	"cluster = a\n"
	"ends = erlangen , jena\n"
	"license = wan\n"
	"bandwidth = 100 Mbit/s\n"
	"price=0.5\n"
	"\n"
	"[cluster a]\n"
	"  conf = /etc/slurm/a.conf\r\n"
	"  site = erlangen\n"
	"[cluster b]\n"
	"ssh = me@b.example\n"
	"[compute a-main]\n"
	"cluster = a\n"
	"partition = main\n"
	"arch = PC cluster#1\n"
	"types = compute, visualize\n"
	"features = odd,even\n"
	"constraint = ib\n"
	"cpus = 4\n"
	"nodes = 8\n"
	"[storage disk]\n"
	"cluster = b\n"
	"site = jena\n"
	"license = tb\n"
	"size = 1 TB\n";

static char *said;	/* what was printed */

static status_t _read(const char *text, ris_t *ret)
{
	size_t size;
	FILE *err;
	status_t status;

	free(said);
	err = open_memstream(&said, &size);
	status = ris_read_text("f", text, strlen(text), err, ret);
	fclose(err);
	return status;
}

START_TEST(a_file_is_read)
{
	const ris_resource_t *r;
	ris_t ris;

	ck_assert_int_eq(_read(good, &ris), STATUS_DONE);
	ck_assert_str_eq(said, "");
	ck_assert_uint_eq(ris.cluster_cnt, 2);
	ck_assert_str_eq(ris.clusters[0].conf, "/etc/slurm/a.conf");
	ck_assert_ptr_null(ris.clusters[0].ssh);
	ck_assert_str_eq(ris.clusters[1].ssh, "me@b.example");
	ck_assert_uint_eq(ris.resource_cnt, 3);
	r = &ris.resources[0];
	ck_assert_str_eq(r->name, "wan");
	ck_assert_str_eq(r->ends[0], "erlangen");
	ck_assert_str_eq(r->ends[1], "jena");
	ck_assert(r->unit == 1e8);
	ck_assert(r->has_price && (r->price == 0.5));
	r = &ris.resources[1];
	ck_assert_str_eq(r->site, "erlangen");
	ck_assert_str_eq(r->arch, "PC cluster#1");
	ck_assert_uint_eq(r->types, 1u << SRL_COMPUTE | 1u << SRL_VISUALIZE);
	ck_assert_uint_eq(r->cpus, 4);
	ck_assert(!r->has_price);
	r = &ris.resources[2];
	ck_assert_uint_eq(r->cluster, 1);
	ck_assert_str_eq(r->site, "jena");
	ck_assert(r->unit == 1e12);
	ris_free(&ris);
}
END_TEST

static const struct {
	const char *text;
	const char *error;	/* the first line that is printed */
} bad[] = {
	{ "x\n", "f:1: a line is KEY = VALUE or [KIND NAME]\n" },
	{ "\nx = 1\n", "f:2: x stands before the first [KIND NAME]\n" },
	{ "[cluster]\n", "f:1: a section is [KIND NAME], with one word" },
	{ "[cluster a b]\n", "f:1: a section is [KIND NAME], with one word" },
	{ "[cluster a\n", "f:1: a section is [KIND NAME]\n" },
	{ "[cluster a] x\n", "f:1: a section is [KIND NAME]\n" },
	{ "[cluster a!]\n", "f:1: a name has 1 to 63 of" },
	{ "[host a]\n", "f:1: [host ...] is not cluster, compute, link or storage\n" },
	{ "[cluster a]\n[cluster a]\n", "f:2: a is there twice; line 1 has" },
	{ "[cluster a]\nconf=/a\nconf=/b\n", "f:3: conf is there twice; line 2" },
	{ "[cluster a]\nconf=\n", "f:2: conf has no value\n" },
	{ "[cluster a]\ncpus=3\n", "f:2: a cluster has no cpus\n" },
	{ "[cluster a]\nfast=yes\n", "f:2: there is no key \"fast\"\n" },
	{ "[cluster a]\nconf=a\n", "f:2: conf is a path that begins with /\n" },
	{ "[cluster a]\nconf=/a\nssh=b\n", "f:1: cluster a needs one of conf" },
	{ "[cluster a]\nconf=/a\x01\n", "f:2: the line has a control character\n" },
	{ "[compute m]\n", "f:1: compute m needs cluster\n" },
	{ "[compute m]\ncluster=a\n", "f:2: there is no [cluster a]\n" },
	{ "[cluster a]\n[compute m]\ncluster=a\ncpus=0\n", "f:4: cpus: \"0\" is not a number" },
	{ "[cluster a]\n[compute m]\ncluster=a\ncpus=1e3\n", "f:4: cpus: \"1e3\" is not a number" },
	{ "[cluster a]\n[compute m]\ncluster=a\nprice=-1\n", "f:4: price: \"-1\" is not" },
	{ "[cluster a]\n[compute m]\ncluster=a\nprice=nan\n", "f:4: price: \"nan\" is not" },
	{ "[cluster a]\n[compute m]\ncluster=a\ntypes=fast\n", "f:4: types: \"fast\" is not" },
	{ "[cluster a]\n[link l]\ncluster=a\nlicense=l\n", "f:2: link l needs ends\n" },
	{ "[cluster a]\n[link l]\ncluster=a\nends=a,b\n", "f:2: link l needs license\n" },
	{ "[cluster a]\n[link l]\ncluster=a\nlicense=l\nends=a\n", "f:5: ends are two sites" },
	{ "[cluster a]\n[link l]\ncluster=a\nlicense=l\nends=a,b,c\n", "f:5: ends are two sites" },
	{ "[cluster a]\n[link l]\ncluster=a\nlicense=l:2\nends=a,b\n", "f:4: license is one name" },
	{ "[cluster a]\n[link l]\ncluster=a\nlicense=l\nends=a,b\nbandwidth=3 GB\n", "f:6: bandwidth: \"3 GB\" is no such" },
	{ "[cluster a]\n[storage s]\ncluster=a\nlicense=l\nsize=fast\n", "f:5: size: \"fast\" is no such" },
};

START_TEST(a_wrong_file_is_refused)
{
	ris_t ris;

	ck_assert_int_eq(_read(bad[_i].text, &ris), STATUS_BAD);
	ck_assert_msg(!strncmp(said, bad[_i].error, strlen(bad[_i].error)),
		      "%s", said);
	/* one line, unless there are more errors */
	ck_assert_uint_eq(strcspn(said, "\n") + 1, strlen(said));
}
END_TEST

START_TEST(all_errors_are_told_but_not_without_end)
{
	char text[2000] = "";
	size_t lines = 0;
	ris_t ris;

	for (size_t i = 0; i < 100; i++)
		memcpy(text + 2 * i, "x\n", 3);
	ck_assert_int_eq(_read(text, &ris), STATUS_BAD);
	for (const char *at = said; *at; at++)
		lines += (*at == '\n');
	ck_assert_uint_eq(lines, RIS_ERRORS_MAX + 1);
	ck_assert_ptr_nonnull(strstr(said, "sresv: and 80 more errors\n"));
}
END_TEST

static void _write(const char *name, const char *text)
{
	FILE *to = fopen(name, "w");

	ck_assert_ptr_nonnull(to);
	fputs(text, to);
	fclose(to);
}

START_TEST(the_users_file_is_found)
{
	char folder[] = "/tmp/sresv-ris-XXXXXX", name[100];
	ris_t ris;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	setenv("XDG_CONFIG_HOME", folder, 1);
	ck_assert_int_eq(ris_read(NULL, stdout, &ris), STATUS_BAD);
	snprintf(name, sizeof(name), "mkdir %s/sresv", folder);
	ck_assert_int_eq(system(name), 0);
	snprintf(name, sizeof(name), "%s/sresv/resources", folder);
	_write(name, good);
	ck_assert_int_eq(ris_read(NULL, stdout, &ris), STATUS_DONE);
	ck_assert_uint_eq(ris.resource_cnt, 3);
	ris_free(&ris);
	unlink(name);
	ck_assert_int_eq(ris_read(name, stdout, &ris), STATUS_FAILED);
	snprintf(name, sizeof(name), "rmdir %s/sresv %s", folder, folder);
	ck_assert_int_eq(system(name), 0);
}
END_TEST

/* --- match ------------------------------------------------------------------- */

#define FITS NULL

static const struct {
	srl_part_t part;
	size_t resource;	/* of good: 0 wan, 1 a-main, 2 disk */
	const char *why;	/* how the reason begins; FITS */
	int64_t amount;
	const char *features, *licenses;
} matches[] = {
	{ { .type = SRL_COMPUTE }, 1, FITS, 1, "ib", NULL },
	{ { .type = SRL_VISUALIZE }, 1, FITS, 1, "ib", NULL },
	{ { .type = SRL_NETWORK }, 1, "it has another type", 0, NULL, NULL },
	{ { .type = SRL_COMPUTE }, 0, "it has another type", 0, NULL, NULL },
	{ { .cpus = 16 }, 1, FITS, 4, "ib", NULL },
	{ { .cpus = 17 }, 1, FITS, 5, "ib", NULL },
	{ { .cpus = 17, .nodes = 7 }, 1, FITS, 7, "ib", NULL },
	{ { .cpus = 33 }, 1, "it has not so many", 0, NULL, NULL },
	{ { .cpus = UINT64_MAX }, 1, "it has not so many", 0, NULL, NULL },
	{ { .nodes = 8 }, 1, FITS, 8, "ib", NULL },
	{ { .nodes = 9 }, 1, "it has not so many", 0, NULL, NULL },
	{ { .arch = "PC cluster#1" }, 1, FITS, 1, "ib", NULL },
	{ { .arch = "PC cluster" }, 1, "it has another arch", 0, NULL, NULL },
	{ { .partition = "main" }, 1, FITS, 1, "ib", NULL },
	{ { .partition = "mai" }, 1, "it is another partition", 0, NULL, NULL },
	{ { .features = "odd" }, 1, FITS, 1, "ib&odd", NULL },
	{ { .features = "odd&even" }, 1, FITS, 1, "ib&odd&even", NULL },
	{ { .features = "od" }, 1, "it has not these", 0, NULL, NULL },
	{ { .features = "[x*2]" }, 1, FITS, 1, "ib&[x*2]", NULL },
	{ { .licenses = "m:2" }, 1, FITS, 0, "ib", "m:2" },
	{ { .licenses = "m:2", .nodes = 1 }, 1, FITS, 1, "ib", "m:2" },
	{ { .type = SRL_NETWORK }, 0, FITS, 1, NULL, "wan:1" },
	{ { .type = SRL_NETWORK, .netbw = 1e8 }, 0, FITS, 1, NULL, "wan:1" },
	{ { .type = SRL_NETWORK, .netbw = 1e8 + 1 }, 0, FITS, 2, NULL, "wan:2" },
	{ { .type = SRL_NETWORK, .netbw = 1e15 }, 0, FITS, 10000000, NULL, "wan:10000000" },
	{ { .type = SRL_STORAGE, .diskspace = 3e12 }, 2, FITS, 3, NULL, "tb:3" },
	{ { .type = SRL_STORAGE, .licenses = "m" }, 2, FITS, 1, NULL, "tb:1,m" },
};

START_TEST(parts_match_resources)
{
	srl_memory_t *memory = srl_memory_create();
	srl_part_t part = matches[_i].part;
	const char *why = "";
	match_t m;
	bool fits;
	ris_t ris;

	part.duration = 60;
	ck_assert_int_eq(_read(good, &ris), STATUS_DONE);
	fits = match(&part, &ris.resources[matches[_i].resource], memory, &m,
		     &why);
	ck_assert_msg(fits == !matches[_i].why, "%s", why);
	if (!fits) {
		ck_assert_msg(!strncmp(why, matches[_i].why,
				       strlen(matches[_i].why)), "%s", why);
	} else {
		ck_assert_int_eq(m.amount, matches[_i].amount);
		ck_assert_int_eq(m.shape.length, 60);
		ck_assert_pstr_eq(m.shape.features, matches[_i].features);
		ck_assert_pstr_eq(m.shape.licenses, matches[_i].licenses);
		ck_assert_int_eq(m.shape.nodes, matches[_i].resource == 1 ?
						m.amount : 0);
	}
	ris_free(&ris);
	srl_memory_destroy(memory);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sresv_ris");
	TCase *tc = test_case(s, "ris", 0);
	int rc;

	tcase_add_test(tc, a_file_is_read);
	tcase_add_loop_test(tc, a_wrong_file_is_refused, 0,
			    (int) (sizeof(bad) / sizeof(bad[0])));
	tcase_add_test(tc, all_errors_are_told_but_not_without_end);
	tcase_add_test(tc, the_users_file_is_found);
	tcase_add_loop_test(tc, parts_match_resources, 0,
			    (int) (sizeof(matches) / sizeof(matches[0])));
	rc = test_run(s);
	free(said);
	return rc;
}
