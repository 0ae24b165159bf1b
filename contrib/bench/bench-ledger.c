/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-ledger.c - the cost of operations on a big ledger.
 *
 *	make bench-ledger && ./contrib/bench/bench-ledger [folder [live [closed]]]
 *
 * Fills a new ledger in a new folder below the one given (.), on whose disk
 * the figures depend more than on anything else, with that many live (100000)
 * and closed (100000) bookings, and times: one commit for each booking made
 * and dropped, an fsync of the same size beside it, and what is done at start
 * and end. With KEEP=1 the ledger is not removed, and can be read with sqlite3.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "contrib/bench/bench_util.h"
#include "contrib/eval/base/clock.h"
#include "contrib/eval/base/quartile.h"
#include "plugin/ledger/ledger_renew.h"
#include "plugin/ledger/ledger_start.h"

#define COMMITS 4000
#define BATCH 1000

static char why[256];

static double _now_ms(void)
{
	return eval_clock_ns() / 1e6;
}

static void _die(const char *what)
{
	fprintf(stderr, "bench-ledger: %s: %s\n", what, why);
	exit(1);
}

/* Names in random order, as users choose them. */
static void _name(char *name, size_t size, const char *kind, int n)
{
	snprintf(name, size, "%04x-%s%d",
		 (unsigned) ((uint32_t) n * 2654435761U >> 16), kind, n);
}

static booking_t *_booking(const char *kind, int n)
{
	booking_t *b = booking_create();
	char name[32];

	_name(name, sizeof(name), kind, n);
	booking_set(&b->name, name);
	booking_set(&b->users, "ada,bob");
	booking_set(&b->partition, "main");
	booking_set(&b->nodes, "n[0017-0023,0101-0109]");
	b->start = b->t_esr = b->t_lsr = b->not_before =
		time(NULL) + (time_t) bench_random(365 * 86400);
	b->end = b->start + 3600;
	b->num_cn = 16;
	b->created = b->start - 1000000;
	b->resv_id = (uint32_t) n;
	b->parked = true;
	return b;
}

static ledger_op_t *_make(ledger_t *l, const char *kind, int n)
{
	booking_t *b = _booking(kind, n);
	ledger_op_t *op = ledger_put(l, b);

	booking_destroy(b);
	return op;
}

static ledger_op_t *_drop(ledger_t *l, const char *kind, int n)
{
	char name[32];

	_name(name, sizeof(name), kind, n);
	return ledger_drop(l, name, "deleted");
}

static void _fill(ledger_t *l, int live, int closed)
{
	for (int n = 0; n < live + closed; n++) {
		const char *kind = (n < closed) ? "old" : "r";

		ledger_commit_later(l, _make(l, kind, n));
		if (n < closed)
			ledger_commit_later(l, _drop(l, kind, n));
		if (((n % BATCH) == 0) && !ledger_retry(l, why, sizeof(why)))
			_die("fill");
	}
	if (!ledger_retry(l, why, sizeof(why)))
		_die("fill");
}

static void _tell(const char *what, double *ms, int cnt)
{
	double sum = 0;

	for (int i = 0; i < cnt; i++)
		sum += ms[i];
	eval_sort(ms, (size_t) cnt);
	printf("%-14s %7.2f %8.2f %8.2f %8.2f %8.2f %8.2f\n", what, sum / cnt,
	       ms[cnt / 2], ms[cnt * 9 / 10], ms[cnt * 99 / 100],
	       ms[cnt * 999 / 1000], ms[cnt - 1]);
}

static void _time_commits(ledger_t *l, const char *folder)
{
	static double make[COMMITS], drop[COMMITS], sync[COMMITS];
	char path[512], block[3 * 4096] = "";
	int fd;

	snprintf(path, sizeof(path), "%s/plain", folder);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	for (int n = 0; n < COMMITS; n++) {
		ledger_op_t *op;
		double t = _now_ms();

		op = _make(l, "new", n);
		if (!ledger_commit(l, op, why, sizeof(why)))
			_die("put");
		make[n] = _now_ms() - t;
		t = _now_ms();
		op = _drop(l, "new", n);
		if (!ledger_commit(l, op, why, sizeof(why)))
			_die("drop");
		drop[n] = _now_ms() - t;
		t = _now_ms();
		if ((pwrite(fd, block, sizeof(block), (n % 300) *
			    (off_t) sizeof(block)) < 0) || fdatasync(fd))
			_die("fsync");
		sync[n] = _now_ms() - t;
	}
	close(fd);
	unlink(path);
	printf("%-14s %7s %8s %8s %8s %8s %8s\n", "ms", "mean", "50 %", "90 %",
	       "99 %", "99.9 %", "worst");
	_tell("put, commit", make, COMMITS);
	_tell("drop, commit", drop, COMMITS);
	_tell("fdatasync 12K", sync, COMMITS);
}

static void _count(void *arg, booking_t *b)
{
	++*(int *) arg;
	booking_destroy(b);
}

static void _since(const char *what, double t)
{
	printf("%-14s %7.0f\n", what, _now_ms() - t);
}

static void _time_whole(ledger_t *l, int live)
{
	int cnt = 0;
	double t = _now_ms();

	if (!ledger_each(l, _count, &cnt, why, sizeof(why)) || (cnt != live))
		_die("each");
	_since("each", t);
	t = _now_ms();
	if (!ledger_all_native(l, why, sizeof(why)))
		_die("all_native");
	_since("all_native", t);
	t = _now_ms();
	if (!ledger_all_native(l, why, sizeof(why)))
		_die("all_native");
	_since("again", t);
}

/* As slurmctld opens it: with its copy. */
static ledger_t *_open(const char *path)
{
	static const ledger_former_t none;
	ledger_t *l = NULL;

	if (ledger_start(path, &none, NULL, NULL, &l, why, sizeof(why)) !=
	    LEDGER_OK)
		_die("open");
	ledger_renew(l);
	return l;
}

/* RET an exit status */
static int _remove(const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	char name[768];

	while (d && (e = readdir(d))) {
		snprintf(name, sizeof(name), "%s/%s", folder, e->d_name);
		(void) unlink(name);
	}
	if (d)
		closedir(d);
	return rmdir(folder) ? 1 : 0;
}

int main(int argc, char **argv)
{
	int live = (argc > 2) ? atoi(argv[2]) : 100000;
	int closed = (argc > 3) ? atoi(argv[3]) : 100000;
	char folder[256], path[512];
	ledger_t *l;
	double t;

	snprintf(folder, sizeof(folder), "%s/bench-ledger.XXXXXX",
		 (argc > 1) ? argv[1] : ".");
	if (!mkdtemp(folder))
		_die(folder);
	snprintf(path, sizeof(path), "%s/%s", folder, LEDGER_FILE);
	printf("%d live, %d closed\n", live, closed);
	t = _now_ms();
	l = _open(path);
	_fill(l, live, closed);
	ledger_close(l);
	_since("fill", t);
	t = _now_ms();
	l = _open(path);
	_since("open", t);
	_time_commits(l, folder);
	_time_whole(l, live);
	t = _now_ms();
	ledger_close(l);
	_since("close", t);
	if (getenv("KEEP"))
		return 0;
	return _remove(folder);
}
