/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_damage_fixture.c - see ledger_damage_fixture.h
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* memmem() */
#endif

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/ledger_offers.h"
#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/ledger_start.h"
#include "test/unit/ledger_damage_fixture.h"

char said[1 << 15];

extern void say(void *arg, const char *line)
{
	size_t len = strlen(said);

	(void) arg;
	snprintf(said + len, sizeof(said) - len, "%s\n", line);
}

extern void damage_setup(void)
{
	fault_vfs_install();
	fault_vfs_skip_sync();
	old_setup();
	said[0] = '\0';
}

/* --- a big one ------------------------------------------------------------ */

/* A text without a 0 that is longer than a page. */
static char *long_text(int n)
{
	size_t len = PAGE + 700 * (size_t) n;
	char *text = malloc(len + 1);

	ck_assert_ptr_nonnull(text);
	for (size_t i = 0; i < len; i++)
		text[i] = (char) ('a' + (i * 7 + (size_t) n) % 26);
	text[len] = '\0';
	return text;
}

extern void put_booking(ledger_t *l, int n, const char *format)
{
	char name[32], *text = long_text(n % 10);
	booking_t *b;

	snprintf(name, sizeof(name), format, n);
	b = booking(name);
	b->resv_id = 100 + (uint32_t) n;
	b->parked = n % 3;
	b->created = 900 + n;
	b->creator = n % 2 ? 1000 : 0;
	b->start += n;
	b->end = n % 7 ? b->start + 3600 : INT64_C(9000000000);
	booking_set(&b->accounts, n % 4 ? "red,green" : NULL);
	booking_set(&b->comment, n % 5 ? "a comment" : text);
	ledger_commit_later(l, ledger_put(l, b));
	booking_destroy(b);
	free(text);
}

static void put_request(ledger_t *l, int n)
{
	ledger_request_t *r = ledger_request_create("refused-one");

	r->id = 1 + n;
	r->time = time(NULL);
	snprintf(r->verb, sizeof(r->verb), "create");
	snprintf(r->outcome, sizeof(r->outcome), "refused");
	r->cost = n % 2 ? 12.5 : 12;
	r->expires = r->time + 600;
	r->packed_size = 300;
	r->packed = calloc(1, r->packed_size);
	r->offers = calloc(2, sizeof(*r->offers));
	ck_assert(r->packed && r->offers);
	memset(r->packed, 'p', r->packed_size);
	for (uint32_t i = 0; i < 2; i++) {
		r->offers[i].number = i + 1;
		snprintf(r->offers[i].kind, sizeof(r->offers[i].kind),
			 "later");
		r->offers[i].cost = i + 0.5;
	}
	r->offer_cnt = 2;
	ledger_commit_later(l, ledger_put_request(l, r));
}

static void put_shift(ledger_t *l, int n)
{
	booking_t *b = booking("moved");
	const ledger_moved_t moved = {
		.booking = b, .time = time(NULL),
		.why = "made room for another one",
	};

	b->start += n;
	booking_set(&b->nodes, n % 2 ? "n[5-8]" : "n[1-4]");
	ledger_commit_later(l, ledger_put_moved(l, &moved));
	booking_destroy(b);
}

extern ledger_t *started(void)
{
	static const ledger_former_t none;
	ledger_t *l = NULL;

	said[0] = '\0';
	ck_assert_msg(ledger_start(path, &none, say, NULL, &l, why,
				   sizeof(why)) == LEDGER_OK, "%s", why);
	return l;
}

extern ledger_t *big_in(ledger_t *l)
{
	char name[32];

	for (int i = 0; i < CLOSED; i++) {
		put_booking(l, i, "closed-%d");
		snprintf(name, sizeof(name), "closed-%d", i);
		ledger_commit_later(l, ledger_drop(l, name, "deleted"));
	}
	for (int i = 0; i < SHIFTS; i++)
		put_shift(l, i);
	ledger_commit_later(l, ledger_drop(l, "moved", "deleted"));
	for (int i = 0; i < REFUSED; i++)
		put_request(l, i);
	for (int i = 0; i < LIVE; i++)
		put_booking(l, i, "live-%d");
	/* operations nobody waits for are written with the last commit */
	drop(l, "none");
	assert_live(l, LIVE);
	return l;
}

extern ledger_t *big_open(void)
{
	return big_in(opened());
}

extern void big(void)
{
	ledger_close(big_open());
	ck_assert(!there("-wal"));
}

/* --- files ---------------------------------------------------------------- */

extern uint32_t page_cnt(const char *file)
{
	struct stat st;

	ck_assert_int_eq(stat(file, &st), 0);
	return (uint32_t) ((st.st_size + PAGE - 1) / PAGE);
}

static void read_page(const char *file, uint32_t number, unsigned char *to)
{
	int fd = open(file, O_RDONLY);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_gt(pread(fd, to, PAGE, (off_t) (number - 1) * PAGE), 0);
	close(fd);
}

extern void overwrite(const char *file, uint32_t number, int kind)
{
	unsigned char page[PAGE] = { 0 };
	rng_t rng = { test_seed() + number };
	int fd;

	for (int i = 0; (kind == GARBAGE) && (i < PAGE); i++)
		page[i] = (unsigned char) rng_next(&rng);
	if (kind == ANOTHER)
		read_page(file, 1 + number % page_cnt(file), page);
	fd = open(file, O_WRONLY);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(pwrite(fd, page, PAGE, (off_t) (number - 1) * PAGE),
			 PAGE);
	close(fd);
}

extern uint32_t leaf_with(const char *file, const char *text, uint32_t after)
{
	unsigned char page[PAGE];

	for (uint32_t n = after + 1; n <= page_cnt(file); n++) {
		read_page(file, n, page);
		if ((page[0] == 13) &&
		    memmem(page, sizeof(page), text, strlen(text)))
			return n;
	}
	return 0;
}

extern void copy_file(const char *from, const char *to)
{
	content_t *c;
	int fd;

	(void) unlink(to);
	if (access(from, F_OK))
		return;
	c = content(from);
	fd = open(to, O_WRONLY | O_CREAT, 0600);
	ck_assert_int_eq(write(fd, c->bytes, c->len), (ssize_t) c->len);
	close(fd);
	free(c);
}

extern void copy(const char *from, const char *to)
{
	char wal[2][160];

	snprintf(wal[0], sizeof(wal[0]), "%s-wal", from);
	snprintf(wal[1], sizeof(wal[1]), "%s-wal", to);
	copy_file(from, to);
	copy_file(wal[0], wal[1]);
}

/* --- rows ----------------------------------------------------------------- */

static void print_rows(FILE *f, sqlite3 *db, const char *select)
{
	sqlite3_stmt *s = NULL;

	ck_assert_msg(!sqlite3_prepare_v2(db, select, -1, &s, NULL), "%s: %s",
		      select, sqlite3_errmsg(db));
	while (sqlite3_step(s) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(s); i++) {
			const char *t = (const char *) sqlite3_column_text(s, i);

			fprintf(f, "%d:%d:", sqlite3_column_type(s, i),
				sqlite3_column_bytes(s, i));
			if (t)
				fwrite(t, 1, (size_t) sqlite3_column_bytes(s, i),
				       f);
		}
		fputc('\n', f);
	}
	ck_assert_int_eq(sqlite3_finalize(s), SQLITE_OK);
}

extern char *rows_of(const char *file)
{
	static const char *const selects[] = {
		"SELECT * FROM meta",
		"SELECT * FROM booking ORDER BY id",
		"SELECT * FROM request ORDER BY id",
		"SELECT * FROM offer ORDER BY request, number",
		"SELECT * FROM event ORDER BY id",
		"SELECT * FROM saved ORDER BY id",
		"SELECT * FROM tombstone ORDER BY id",
		"SELECT * FROM standing ORDER BY id",
		"SELECT * FROM mail ORDER BY recipient, event",
		"PRAGMA integrity_check",
	};
	sqlite3 *db = NULL;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(f);
	copy(file, beside(".oracle"));
	ck_assert_int_eq(sqlite3_open(beside(".oracle"), &db), SQLITE_OK);
	(void) sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL,
			    NULL);
	for (size_t i = 0; i < sizeof(selects) / sizeof(selects[0]); i++)
		print_rows(f, db, selects[i]);
	sqlite3_close(db);
	fclose(f);
	unlink(beside(".oracle"));
	unlink(beside(".oracle-wal"));
	return text;
}
