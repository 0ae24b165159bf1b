/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "test/unit/notify_fixture.h"

char dir[64];
char program[96];
char out[96];

char logged[8192];
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

void notify_setup(void)
{
	logged[0] = '\0';
	snprintf(dir, sizeof(dir), "/tmp/garq-notify-test.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	snprintf(program, sizeof(program), "%s/program", dir);
	snprintf(out, sizeof(out), "%s/out", dir);
}

void notify_teardown(void)
{
	struct dirent *e;
	DIR *d = opendir(dir);
	char file[512];

	notify_stop();
	while ((e = readdir(d))) {
		snprintf(file, sizeof(file), "%s/%s", dir, e->d_name);
		if (e->d_name[0] != '.')
			unlink(file);
	}
	closedir(d);
	ck_assert_int_eq(rmdir(dir), 0);
}

void script(const char *lines)
{
	FILE *f = fopen(program, "w");

	ck_assert_ptr_nonnull(f);
	fprintf(f, "#!/bin/sh\nOUT=%s\n%s\n", out, lines);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_eq(chmod(program, 0700), 0);
}

int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t) ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

void rest(int ms)
{
	usleep((useconds_t) ms * 1000);
}

/* --- the log -------------------------------------------------------------- */

void say(const char *line)
{
	size_t len;

	ck_assert_ptr_null(strchr(line, '\n'));
	pthread_mutex_lock(&log_lock);
	len = strlen(logged);
	snprintf(logged + len, sizeof(logged) - len, "%s\n", line);
	pthread_mutex_unlock(&log_lock);
}

int says(const char *what)
{
	int cnt = 0;

	pthread_mutex_lock(&log_lock);
	for (char *at = logged; (at = strstr(at, what)); at++)
		cnt++;
	pthread_mutex_unlock(&log_lock);
	return cnt;
}

void await_line(const char *what)
{
	int64_t end = now_ms() + PATIENCE;

	while (!says(what) && (now_ms() < end))
		rest(5);
	ck_assert_msg(says(what), "no \"%s\" in: %s", what, logged);
}

/* --- what the program has written ----------------------------------------- */

const char *written(void)
{
	static char text[16384];
	FILE *f = fopen(out, "r");

	text[0] = '\0';
	if (f) {
		text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
		fclose(f);
	}
	return text;
}

void await_written(const char *want)
{
	int64_t end = now_ms() + PATIENCE;

	while (strcmp(written(), want) && (now_ms() < end))
		rest(5);
	ck_assert_str_eq(written(), want);
}

bool tell(const char *name)
{
	return notify_queue(&(notify_t) { .event = "shifted",
					  .reservation = name });
}

void use(void)
{
	ck_assert(notify_use(program, say));
}
