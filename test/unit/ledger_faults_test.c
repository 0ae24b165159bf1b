/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_faults_test.c - two faults of storage at the same start, or at the
 * same takeover: what was acknowledged is there, or the start is refused, says
 * why, and the next one, on a good disk, has it all
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/claim/ledger_rivals.h"
#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/file/ledger_log.h"
#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/ledger/ledger_start.h"
#include "test/unit/ledger_claim_fixture.h"
#include "test/unit/ledger_old.h"

#define BEFORE 12		/* bookings in the files */
#define AFTER 6			/* and in the logs alone */
#define PAGE 4096

/* --- a disk that fails ---------------------------------------------------- */

/* FOLDER is that of all files, DISK any of them. */
enum { LEDGER, LOG, COPY, COPY_LOG, CLAIM, FOLDER, DISK, FILES };
static const char *const suffixes[] = {
	[LEDGER] = "", [LOG] = "-wal", [COPY] = LEDGER_COPY,
	[COPY_LOG] = LEDGER_COPY "-wal", [CLAIM] = ".at.1",
};

enum {
	NO_READ,		/* EIO, from the n-th read on */
	NO_OPEN,		/* EMFILE */
	HALF,			/* a read gives half of the bytes there are */
	ABSENT,			/* the n-th call does not find the file */
	NO_READ_ONCE,		/* the n-th read is an error */
	INTERRUPTED,		/* the n-th read, by a signal */
	FULL,
	NO_SYNC,
	ROT,			/* its last page, or frame, is garbage */
	CUT,			/* its last page, or frame, is gone */
	KINDS,
};
static const char *const kinds[] = {
	"can't be read", "can't be opened", "is read in halves",
	"is absent once", "can't be read once", "is interrupted", "is full",
	"can't sync", "rots", "is cut",
};

typedef struct {
	int file, kind, n;
} fault_on_t;

static fault_on_t faults[2];
static int calls[2];		/* that the fault may hit */
static bool armed;
static signed char file_of[1024];	/* of a descriptor; 0: of none; or + 1 */

static int find_file(const char *name)
{
	if (!strcmp(name, dir) || (!strncmp(name, dir, strlen(dir)) &&
				   !strcmp(name + strlen(dir), "/")))
		return FOLDER;
	for (int i = 0; i < FOLDER; i++)
		if (!strncmp(name, path, strlen(path)) &&
		    !strcmp(name + strlen(path), suffixes[i]))
			return i;
	return -1;
}

static bool lasts(int kind)
{
	return (kind != ABSENT) && (kind != NO_READ_ONCE) &&
	       (kind != INTERRUPTED);
}

/* RET true if a fault of this kind hits this call */
static bool is_hit(int file, int kind)
{
	bool hit = false;

	for (int i = 0; armed && (i < 2); i++)
		if ((faults[i].kind == kind) && (faults[i].file == file))
			hit |= (++calls[i] == faults[i].n) ||
			       (lasts(kind) && (calls[i] > faults[i].n));
	return hit;
}

static bool refuses(bool hit, int err)
{
	if (hit)
		errno = err;
	return hit;
}

static bool misses(const char *name)
{
	return refuses(is_hit(find_file(name), ABSENT), ENOENT);
}

static bool cannot_read(int file)
{
	return refuses(is_hit(file, NO_READ) || is_hit(file, NO_READ_ONCE),
		       EIO);
}

static int read_of(int fd)
{
	return ((fd >= 0) && (fd < (int) sizeof(file_of))) ? file_of[fd] - 1 :
							     -1;
}

/* RET how many of the bytes that were read are given */
static ssize_t part_of(int fd, ssize_t len)
{
	return ((len > 1) && is_hit(read_of(fd), HALF)) ? len / 2 : len;
}

static bool fails_to_read(int fd)
{
	return cannot_read(read_of(fd)) ||
	       refuses(is_hit(read_of(fd), INTERRUPTED), EINTR);
}

#define REAL(result, name, params) \
	extern result __real_##name params; \
	extern result __wrap_##name params; \
	extern result __wrap_##name params

extern int __real_open(const char *name, int flags, ...);
extern int __wrap_open(const char *name, int flags, ...);

static int open_it(const char *name, int flags, int mode)
{
	int file = find_file(name), fd;

	if (misses(name) || refuses(is_hit(file, NO_OPEN), EMFILE))
		return -1;
	if ((flags & O_CREAT) && refuses(is_hit(DISK, FULL), ENOSPC))
		return -1;
	fd = __real_open(name, flags, mode);
	if ((fd >= 0) && (fd < (int) sizeof(file_of)))
		file_of[fd] = (signed char) (file + 1);
	return fd;
}

extern int __wrap_open(const char *name, int flags, ...)
{
	va_list args;
	int mode = 0;

	va_start(args, flags);
	if (flags & O_CREAT)
		mode = va_arg(args, int);
	va_end(args);
	return open_it(name, flags, mode);
}

REAL(int, stat, (const char *name, struct stat *ret))
{
	return (misses(name) || cannot_read(find_file(name))) ?
		-1 : __real_stat(name, ret);
}

REAL(int, access, (const char *name, int mode))
{
	return misses(name) ? -1 : __real_access(name, mode);
}

REAL(int, rename, (const char *from, const char *to))
{
	return misses(from) ? -1 : __real_rename(from, to);
}

REAL(int, link, (const char *from, const char *to))
{
	return misses(from) ? -1 : __real_link(from, to);
}

REAL(int, unlink, (const char *name))
{
	return misses(name) ? -1 : __real_unlink(name);
}

REAL(ssize_t, read, (int fd, void *to, size_t len))
{
	ssize_t n = fails_to_read(fd) ? -1 : __real_read(fd, to, len);
	ssize_t part = part_of(fd, n);

	if (part < n)
		(void) lseek(fd, part - n, SEEK_CUR);
	return part;
}

REAL(ssize_t, pread, (int fd, void *to, size_t len, off_t at))
{
	return fails_to_read(fd) ? -1 :
	       part_of(fd, __real_pread(fd, to, len, at));
}

REAL(ssize_t, write, (int fd, const void *from, size_t len))
{
	return ((fd > 2) && refuses(is_hit(DISK, FULL), ENOSPC)) ? -1 :
	       __real_write(fd, from, len);
}

REAL(ssize_t, pwrite, (int fd, const void *from, size_t len, off_t at))
{
	return refuses(is_hit(DISK, FULL), ENOSPC) ? -1 :
	       __real_pwrite(fd, from, len, at);
}

REAL(int, fsync, (int fd))
{
	(void) fd;
	return refuses(is_hit(DISK, NO_SYNC), EIO) ? -1 : 0;
}

REAL(DIR *, opendir, (const char *name))
{
	return cannot_read(find_file(name)) || misses(name) ||
	       refuses(is_hit(FOLDER, NO_OPEN), EMFILE) ? NULL :
							  __real_opendir(name);
}

/* Nobody waits for a disk that stays as it is. */
REAL(int, nanosleep, (const struct timespec *t, struct timespec *rest))
{
	(void) t;
	(void) rest;
	return 0;
}

static int sqlite_open(const char *name, int flags, int mode)
{
	return open_it(name, flags, mode);
}

/* SQLite calls the same ones. */
static void watch_sqlite(void)
{
	static const struct {
		const char *name;
		sqlite3_syscall_ptr fn;
	} all[] = {
		{ "open", (sqlite3_syscall_ptr) sqlite_open },
		{ "stat", (sqlite3_syscall_ptr) __wrap_stat },
		{ "access", (sqlite3_syscall_ptr) __wrap_access },
		{ "unlink", (sqlite3_syscall_ptr) __wrap_unlink },
		{ "read", (sqlite3_syscall_ptr) __wrap_read },
		{ "pread", (sqlite3_syscall_ptr) __wrap_pread },
		{ "pread64", (sqlite3_syscall_ptr) __wrap_pread },
		{ "write", (sqlite3_syscall_ptr) __wrap_write },
		{ "pwrite", (sqlite3_syscall_ptr) __wrap_pwrite },
		{ "pwrite64", (sqlite3_syscall_ptr) __wrap_pwrite },
	};
	sqlite3_vfs *vfs = sqlite3_vfs_find("unix");

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (vfs->xGetSystemCall(vfs, all[i].name))
			ck_assert(!vfs->xSetSystemCall(vfs, all[i].name,
						       all[i].fn));
}

/* --- a ledger whose controller was killed --------------------------------- */

static content_t *was[FOLDER];
static size_t sound_len[FOLDER];	/* bytes that damage leaves as they are */
static char *expected;
static char said[1 << 14];

static const char names_sql[] =
	"SELECT group_concat(name || ifnull(closed, '')) FROM"
	" (SELECT * FROM booking ORDER BY id)";

static void say(void *arg, const char *line)
{
	size_t len = strlen(said);

	(void) arg;
	snprintf(said + len, sizeof(said) - len, "%s\n", line);
}

/* As site_open_ledger(), up to the epoch. RET NULL: why is set */
static ledger_t *start_as(const ledger_owner_t *owner, ledger_claim_t **claim)
{
	ledger_former_t former;
	ledger_t *l = NULL;

	said[0] = why[0] = '\0';
	if (ledger_claim(path, owner, ANY, claim, &rival, why, sizeof(why)))
		return NULL;
	former = ledger_claim_former(*claim);
	if (!ledger_start(ledger_claim_path(*claim), &former, say, NULL, &l,
			  why, sizeof(why)))
		return l;
	ledger_claim_drop(*claim);
	return NULL;
}

static void put_many(ledger_t *l, const char *format, int cnt)
{
	char name[32];

	for (int i = 0; i < cnt; i++) {
		snprintf(name, sizeof(name), format, i);
		if (!put_name(l, name))
			_exit(1);
	}
}

/* Both logs end with what changes no serial number. */
static int make_and_die(void)
{
	ledger_claim_t *claim;
	ledger_t *l = start_as(&one, &claim);
	int64_t epoch;

	if (!l || !ledger_begin_epoch(l, &one, &epoch, why, sizeof(why)) ||
	    ledger_claim_note(claim, ledger_identity(l), epoch))
		return 1;
	put_many(l, "before-%d", BEFORE);
	if (!ledger_commit(l, ledger_put_reconciled(l), why, sizeof(why)) ||
	    !ledger_copy(l, 0, why, sizeof(why)))
		return 1;
	put_many(l, "after-%d", AFTER);
	if (!ledger_commit(l, ledger_drop(l, "before-3", "deleted"), why,
			   sizeof(why)))
		return 1;
	return kill(getpid(), SIGKILL);
}

/* RET where the last frame begins that counts; behind it may be older ones */
static size_t last_frame(const char *file)
{
	ledger_log_t log;

	ck_assert_int_eq(ledger_log_read(file, &log), 0);
	ck_assert_int_gt(log.frames, 1);
	return LEDGER_LOG_HEAD +
	       (size_t) (log.frames - 1) * (LEDGER_FRAME_HEAD + PAGE);
}

static void setup(void)
{
	sqlite3 *db;

	ledger_setup();
	watch_sqlite();
	ck_assert(WIFSIGNALED(in_child(make_and_die)));
	for (int i = 0; i < FOLDER; i++) {
		was[i] = content(beside(suffixes[i]));
		ck_assert_uint_gt(was[i]->len, 0);
	}
	sound_len[LEDGER] = was[LEDGER]->len - PAGE;
	sound_len[COPY] = was[COPY]->len - PAGE;
	sound_len[CLAIM] = was[CLAIM]->len / 2;
	sound_len[LOG] = last_frame(path);
	sound_len[COPY_LOG] = last_frame(beside(LEDGER_COPY));
	db = plain(path);
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	expected = ask_db(db, names_sql);
	sqlite3_close(db);
}

static void teardown(void)
{
	armed = false;
	for (int i = 0; i < FOLDER; i++)
		free(was[i]);
	free(expected);
	ledger_teardown();
}

static void write_file(int file, size_t len, size_t sound)
{
	int fd = __real_open(beside(suffixes[file]),
			     O_WRONLY | O_CREAT | O_TRUNC, 0600);

	for (size_t i = sound; i < len; i++)
		was[file]->bytes[i] ^= 0x5a;
	ck_assert_int_eq(__real_write(fd, was[file]->bytes, len),
			 (ssize_t) len);
	for (size_t i = sound; i < len; i++)
		was[file]->bytes[i] ^= 0x5a;
	close(fd);
}

/* The files as they were, with the damage that is in the faults. */
static void restore(void)
{
	empty_dir();
	for (int i = 0; i < FOLDER; i++)
		write_file(i, was[i]->len, was[i]->len);
	for (int i = 0; i < 2; i++) {
		int file = faults[i].file;
		size_t len = (file < FOLDER) ? was[file]->len : 0;
		size_t sound = (file < FOLDER) ? sound_len[file] : 0;

		if (faults[i].kind == ROT)
			write_file(file, len, sound);
		else if (faults[i].kind == CUT)
			write_file(file, sound, sound);
	}
}

/* --- two faults ----------------------------------------------------------- */

static const ledger_owner_t *owner;
static int refused, begun;

/* RET true if it has begun, with all that was acknowledged */
static bool begin(bool good)
{
	ledger_claim_t *claim;
	ledger_t *l;
	char *is;

	l = start_as(owner, &claim);
	armed = false;
	if (!l) {
		ck_assert_msg(why[0] && !good,
			      "%d %s, %d %s (%d): refused on a good disk: %s",
			      faults[0].file, kinds[faults[0].kind],
			      faults[1].file, kinds[faults[1].kind],
			      faults[1].n, why);
		refused++;
		return false;
	}
	is = ask_db(l->db, names_sql);
	ck_assert_msg(!strcmp(is, expected),
		      "%d %s, %d %s (%d), %s disk: %s instead of %s; %s",
		      faults[0].file, kinds[faults[0].kind], faults[1].file,
		      kinds[faults[1].kind], faults[1].n,
		      good ? "good" : "bad", is, expected, said);
	free(is);
	ledger_close(l);
	ledger_claim_drop(claim);
	begun++;
	return true;
}

/* RET true if the n-th call was made, and hit */
static bool play(fault_on_t a, fault_on_t b)
{
	faults[0] = a;
	faults[1] = b;
	calls[0] = calls[1] = 0;
	memset(file_of, 0, sizeof(file_of));
	restore();
	armed = true;
	if (!begin(false))
		(void) begin(true);
	return calls[1] >= b.n;
}

static bool is_damage(int kind)
{
	return (kind == ROT) || (kind == CUT);
}

/* Return true if the disk can have this fault. */
static bool exists(fault_on_t f)
{
	if ((f.kind == FULL) || (f.kind == NO_SYNC))
		return f.file == DISK;
	if (f.file == FOLDER)
		return !is_damage(f.kind) && (f.kind != HALF) &&
		       (f.kind != INTERRUPTED);
	return (f.file < FOLDER) &&
	       ((f.kind != INTERRUPTED) || (f.file == CLAIM));
}

/* Both the ledger and its copy are damaged: see ledger_damage_test.c. */
static bool is_beyond(fault_on_t a, fault_on_t b)
{
	return is_damage(a.kind) && is_damage(b.kind) && (a.file <= COPY_LOG) &&
	       (b.file <= COPY_LOG) && ((a.file < COPY) != (b.file < COPY));
}

/*
 * Return true if the next start shows the same as after one fault: a disk that
 * fails twice leaves the files as they are. One error of a read has its own
 * test.
 */
static bool is_alike(fault_on_t a, fault_on_t b)
{
	return (a.kind == NO_READ_ONCE) || (b.kind == NO_READ_ONCE) ||
	       (!is_damage(a.kind) && !is_damage(b.kind));
}

static int all_cnt;
static fault_on_t all[FILES * KINDS];

static void list_all(void)
{
	all_cnt = 0;
	for (int i = 0; i < FILES * KINDS; i++) {
		fault_on_t f = { .file = i / KINDS, .kind = i % KINDS };

		f.n = 1;
		if (exists(f))
			all[all_cnt++] = f;
	}
}

/* The same machine goes on in place; another one copies the files. */
static const ledger_owner_t *const owners[] = { &one, &two };

static void begin_plays(int i)
{
	owner = owners[i];
	list_all();
}

static void end_plays(void)
{
	ck_assert_int_gt(refused, 0);
	ck_assert_int_gt(begun, 0);
}

START_TEST(each_pair)
{
	begin_plays(_i);
	for (int i = 0; i < all_cnt; i++)
		for (int j = 0; j <= i; j++)
			if (!is_beyond(all[i], all[j]) &&
			    ((i == j) || !is_alike(all[i], all[j])))
				(void) play(all[i], all[j]);
	end_plays();
}
END_TEST

/* The end of the log is lost, and a call fails; or it, and all after it. */
START_TEST(each_call_beside_damage)
{
	const fault_on_t damage = { .file = LOG, .kind = ROT };

	begin_plays(_i);
	for (int i = 0; i < all_cnt; i++) {
		fault_on_t f = all[i];
		int step = (f.kind == ABSENT) ? 1 : 7;	/* the others: many */

		if (lasts(f.kind) && (f.file != DISK))
			continue;
		while (play(damage, f))
			f.n += step;
	}
	end_plays();
}
END_TEST

/* --- one fault ------------------------------------------------------------ */

static void arm(int file, int kind, int n)
{
	faults[0] = faults[1] = (fault_on_t) { .file = DISK, .kind = KINDS };
	faults[1] = (fault_on_t) { .file = file, .kind = kind, .n = n };
	calls[1] = 0;
	armed = true;
}

START_TEST(a_claim_is_read_to_its_end)
{
	static const int all_kinds[] = { HALF, INTERRUPTED, ABSENT };
	char text[CLAIM_SIZE];

	for (int i = 0; i < 3; i++) {
		arm(CLAIM, all_kinds[i], 1);
		memset(text, 'x', sizeof(text));
		ck_assert_int_eq(claim_read(beside(suffixes[CLAIM]), text), 0);
		ck_assert_int_gt(calls[1], 0);
		ck_assert_uint_eq(strlen(text), was[CLAIM]->len);
		ck_assert(!memcmp(text, was[CLAIM]->bytes, was[CLAIM]->len));
	}
}
END_TEST

/* RET NULL: refused, with a reason; else it has the booking */
static ledger_t *start_with(int file, int kind, int n, const char *name,
			    ledger_claim_t **claim)
{
	ledger_t *l;

	arm(file, kind, n);
	l = start_as(&two, claim);
	armed = false;
	ck_assert_msg(l ? has(l, name) : why[0], "%s %d: %s",
		      kinds[kind], n, said);
	return l;
}

/* IN l - of start_with() */
static void end_start(ledger_t *l, ledger_claim_t *claim)
{
	if (!l)
		return;
	ledger_close(l);
	ledger_claim_drop(claim);
}

/* RET the ledger of the first owner, in an empty folder, with a booking */
static ledger_t *first_with(const char *name)
{
	ledger_t *l;

	empty_dir();
	memset(file_of, 0, sizeof(file_of));
	l = claimed(&one, 0);
	ck_assert(put_name(l, name));
	return l;
}

/* The former owner hangs; its claim seems to be gone, or can't be read. */
START_TEST(a_claim_that_is_in_use_is_not_missed)
{
	const int kind = _i ? NO_READ_ONCE : ABSENT;
	int n = 0;

	do {
		ledger_claim_t *claim;
		ledger_t *hung, *l;

		hung = first_with("a");
		l = start_with(CLAIM, kind, ++n, "a", &claim);
		if (l)
			ck_assert_msg(!put_name(hung, "x"), "%s, %d: both have it",
				      kinds[kind], n);
		ledger_close(hung);
		end_start(l, claim);
	} while (calls[1] >= n);
	ck_assert_int_gt(n, 2);
}
END_TEST

/* The claims were removed: the number of the next one is that of the copy. */
START_TEST(a_copy_without_claims_is_not_missed)
{
	const int kind = _i ? NO_READ_ONCE : NO_OPEN;
	int n = 0;

	do {
		ledger_t *former, *l;
		ledger_claim_t *claim;

		former = first_with("a");
		l = claimed(&two, ANY);
		ck_assert(put_name(l, "b"));
		ledger_close(former);
		ledger_close(l);
		ck_assert(!__real_unlink(beside(".at.1")) &&
			  !__real_unlink(beside(".at.2")));
		l = start_with(FOLDER, kind, ++n, "b", &claim);
		end_start(l, claim);
	} while (calls[1] >= n);
	ck_assert_int_gt(n, 2);
}
END_TEST

/* RET the bookings of the copy, as a start would read them; NULL: not kept */
static char *kept_rows(void)
{
	sqlite3 *db;
	char *rows;

	if (!is_kept())
		return NULL;
	ck_assert_int_eq(ledger_copy_files(beside(LEDGER_COPY),
					   beside(".seen")), 0);
	db = plain(beside(".seen"));
	rows = ask_db(db, names_sql);
	sqlite3_close(db);
	return rows;
}

/* Make bookings: then the copy has all that the ledger has, or is marked. */
static void put_beside_copy(ledger_t *l, const char *format, int cnt)
{
	bool was_armed = armed;
	char *is, *copied;

	put_many(l, format, cnt);
	armed = false;
	is = ask_db(l->db, names_sql);
	copied = kept_rows();
	ck_assert_msg(!copied || !strcmp(is, copied),
		      "%s, %d: the copy lacks rows", kinds[faults[1].kind],
		      faults[1].n);
	free(is);
	free(copied);
	armed = was_armed;
}

/* RET true if a call was hit */
static bool keep_copy(int kind, int n)
{
	ledger_claim_t *claim;
	ledger_t *l;

	armed = false;
	memset(file_of, 0, sizeof(file_of));
	restore();
	l = start_as(&one, &claim);
	ck_assert_msg(l, "%s", why);
	arm(COPY, kind, n);
	put_beside_copy(l, "new-%d", 90);	/* over a checkpoint */
	(void) ledger_copy(l, 3600, why, sizeof(why));
	put_beside_copy(l, "newer-%d", 3);
	armed = false;
	ledger_close(l);
	ledger_claim_drop(claim);
	return calls[1] >= n;
}

/* It has all, or is marked, whether or not the disk says that it is there. */
START_TEST(a_copy_is_not_taken_for_kept)
{
	static const int all_kinds[] = { NO_READ, NO_READ_ONCE, ABSENT };
	int n = 1;

	faults[0] = faults[1] = (fault_on_t) { .file = DISK, .kind = KINDS };
	while (keep_copy(all_kinds[_i], n))
		n++;
	ck_assert_int_gt(n, 2);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_faults");
	TCase *tc = test_case(s, "ledger_faults", 600);

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, each_pair, 0, 2);
	tcase_add_loop_test(tc, each_call_beside_damage, 0, 2);
	tc = test_case(s, "one_fault", 600);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_claim_is_read_to_its_end);
	tcase_add_loop_test(tc, a_claim_that_is_in_use_is_not_missed, 0, 2);
	tcase_add_loop_test(tc, a_copy_without_claims_is_not_missed, 0, 2);
	tcase_add_loop_test(tc, a_copy_is_not_taken_for_kept, 0, 3);
	return test_run(s);
}
