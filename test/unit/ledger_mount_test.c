/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_mount_test.c - advice on how the ledger's file system is mounted */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_mount.h"
#include "test/unit/test_util.h"

static char text[512];

/* Advice for /, if it were mounted so: a device, a type, options. */
static bool advice(bool other, const char *type, const char *options)
{
	char table[] = "/tmp/garq-mount-test.XXXXXX";
	int fd = mkstemp(table);
	FILE *f = fdopen(fd, "w");
	struct stat st;
	bool ret;

	ck_assert_ptr_nonnull(f);
	ck_assert(!stat("/", &st));
	fprintf(f, "21 1 0:19 / /proc rw - proc proc rw,soft\n"
		"no line at all\n"
		"36 35 %u:%u /mnt1 /mnt2 rw,noatime master:1 - %s srv:/x %s\n",
		major(st.st_dev), minor(st.st_dev) + other, type, options);
	fclose(f);
	text[0] = '\0';
	ret = ledger_mount_advice("/", table, text, sizeof(text));
	unlink(table);
	return ret;
}

START_TEST(good_ones)
{
	ck_assert(!advice(false, "nfs4", "rw,vers=4.2,hard,proto=tcp,local_lock=none"));
	ck_assert(!advice(false, "nfs", "rw,vers=3,hard,mountvers=3"));
	ck_assert(!advice(false, "ext4", "rw,soft"));
	ck_assert(!advice(true, "nfs4", "rw,soft"));
}
END_TEST

START_TEST(bad_ones)
{
	static const char *const bad[] = {
		"soft", "softerr", "nocto", "nolock", "local_lock=all",
		"local_lock=posix", "vers=2",
	};
	char options[128];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(options, sizeof(options), "rw,%s,proto=tcp", bad[i]);
		ck_assert_msg(advice(false, "nfs", options), "%s", bad[i]);
		ck_assert(!strncmp(text, bad[i], strlen(bad[i])));
		snprintf(options, sizeof(options), "rw,proto=tcp,%s", bad[i]);
		ck_assert(advice(false, "nfs4", options));
	}
	ck_assert(advice(false, "nfs4", "soft,nocto"));
	ck_assert_ptr_nonnull(strstr(text, "; nocto: "));
}
END_TEST

START_TEST(nothing_known)
{
	ck_assert(!ledger_mount_advice("/", "/nowhere", text, sizeof(text)));
	ck_assert(!ledger_mount_advice("/nowhere", "/proc/self/mountinfo",
				       text, sizeof(text)));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_mount");
	TCase *tc = tcase_create("mount");

	tcase_add_test(tc, good_ones);
	tcase_add_test(tc, bad_ones);
	tcase_add_test(tc, nothing_known);
	suite_add_tcase(s, tc);
	return test_run(s);
}
