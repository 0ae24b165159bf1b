/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage_fixture.c - see ledger_salvage_fixture.h
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
#include "plugin/ledger/ledger_shifts.h"
#include "test/unit/ledger_salvage_fixture.h"

char said[1 << 15];

extern void say(void *arg, const char *line)
{
	size_t len = strlen(said);

	(void) arg;
	snprintf(said + len, sizeof(said) - len, "%s\n", line);
}

extern void salvage_setup(void)
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

static void put_booking(ledger_t *l, int n, const char *format)
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
	r->packed_size = n % 40 ? 300 : 3 * PAGE;
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
	const ledger_shift_t shift = {
		.time = time(NULL), .old_start = 1000 + n,
		.old_nodes = "n[5-8]", .why = "made room for another one",
	};

	ledger_commit_later(l, ledger_put_shifted(l, b, &shift));
	booking_destroy(b);
}

extern ledger_t *big_open(void)
{
	ledger_t *l = opened();
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
	return (uint32_t) (st.st_size / PAGE);
}

static void read_page(const char *file, uint32_t number, unsigned char *to)
{
	int fd = open(file, O_RDONLY);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(pread(fd, to, PAGE, (off_t) (number - 1) * PAGE),
			 PAGE);
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

static void copy_file(const char *from, const char *to)
{
	content_t *c = content(from);
	int fd;

	(void) unlink(to);
	if (!access(from, F_OK)) {
		fd = open(to, O_WRONLY | O_CREAT, 0600);
		ck_assert_int_eq(write(fd, c->bytes, c->len), (ssize_t) c->len);
		close(fd);
	}
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

static int id_of(sqlite3_stmt *s, const char *table)
{
	int id = sqlite3_column_int(s, 0);

	return strcmp(table, "offer") ? id :
		2 * id + sqlite3_column_int(s, 1);
}

/* RET free() */
static char *row_text(sqlite3_stmt *s)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(f);
	for (int i = 0; i < sqlite3_column_count(s); i++) {
		const char *t = (const char *) sqlite3_column_text(s, i);

		fprintf(f, "%d:%d:", sqlite3_column_type(s, i),
			sqlite3_column_bytes(s, i));
		if (t)
			fwrite(t, 1, (size_t) sqlite3_column_bytes(s, i), f);
	}
	fclose(f);
	return text;
}

static void read_row(sqlite3 *db, const char *sql, int id, const char *table,
		     rows_t *r)
{
	sqlite3_stmt *s = NULL;

	if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK) {
		sqlite3_bind_int(s, 1, id);
		while (sqlite3_step(s) == SQLITE_ROW) {
			int at = id_of(s, table);

			if ((at >= 0) && (at < ROWS_MAX) && !r->row[at])
				r->row[at] = row_text(s);
		}
	}
	sqlite3_finalize(s);
}

extern rows_t *rows_of(const char *file, const char *table)
{
	rows_t *r = calloc(1, sizeof(*r));
	bool offers = !strcmp(table, "offer");
	sqlite3 *db = NULL;
	char sql[96];

	ck_assert_ptr_nonnull(r);
	copy(file, beside(".oracle"));
	ck_assert_int_eq(sqlite3_open(beside(".oracle"), &db), SQLITE_OK);
	(void) sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL,
			    NULL);
	snprintf(sql, sizeof(sql), "SELECT * FROM %s NOT INDEXED WHERE %s = ?1",
		 table, offers ? "request" : "id");
	for (int id = 0; id < ROWS_MAX; id++)
		read_row(db, sql, id, table, r);
	sqlite3_close(db);
	return r;
}

extern void rows_free(rows_t *r)
{
	for (int i = 0; i < ROWS_MAX; i++)
		free(r->row[i]);
	free(r);
}

extern int rows_cnt(const rows_t *r)
{
	int cnt = 0;

	for (int i = 0; i < ROWS_MAX; i++)
		cnt += r->row[i] != NULL;
	return cnt;
}

static bool same(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

/* Offers whose request is lost are not expected. */
static void forget_nobodys(rows_t *offers, const char *new)
{
	rows_t *requests = rows_of(new, "request");

	for (int i = 1; i < ROWS_MAX; i++) {
		if (requests->row[(i - 1) / 2])
			continue;
		free(offers->row[i]);
		offers->row[i] = NULL;
	}
	rows_free(requests);
}

extern void assert_salvaged(const char *table, const rows_t *old,
			    const char *damaged, const char *new, bool strict)
{
	rows_t *readable = rows_of(damaged, table);
	rows_t *is = rows_of(new, table);

	if (!strcmp(table, "offer"))
		forget_nobodys(readable, new);
	for (int i = 0; i < ROWS_MAX; i++) {
		if (same(old->row[i], readable->row[i]))
			ck_assert_msg(same(is->row[i], old->row[i]),
				      "%s %d can be read, and is not salvaged",
				      table, i);
		ck_assert_msg(!strict || !is->row[i] ||
			      same(is->row[i], old->row[i]),
			      "%s %d is not what it was", table, i);
	}
	rows_free(readable);
	rows_free(is);
}

extern ledger_salvaged_t salvaged(const char *damaged, const char *new)
{
	content_t *was = content(damaged);
	ledger_salvaged_t found;
	ledger_t *l = NULL;

	ck_assert(ledger_open(new, &l, why, sizeof(why)) == LEDGER_OK);
	ck_assert_msg(ledger_salvage(l, damaged, NULL, say, NULL, &found, why,
				     sizeof(why)), "%s", why);
	ck_assert_str_eq(why, "");
	assert_live(l, (int) found.live);
	ledger_close(l);
	assert_unchanged(was, damaged);
	free(was);
	return found;
}
