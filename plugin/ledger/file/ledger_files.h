/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_files.h - files of a ledger: make and keep them private, flush them,
 * and copy those that another process may be writing.
 *
 * Nobody but their owner may open the files: they have data that PrivateData
 * hides, and a user able to open a file can lock it. SQLite makes files that
 * everybody can read, and gives its log and journal the mode of the database;
 * so each file is created here, empty, before SQLite opens it.
 *
 * Opening the file itself would change it: SQLite copies the WAL's pages into
 * the file, and removes the WAL. Moreover its owner locks the file. Therefore
 * the file is copied together with its WAL, where a killed controller has left
 * its last bookings.
 *
 * The owner appends to the WAL, and copies pages from there into the file,
 * until it restarts the WAL with another header. If the WAL's header is the
 * same before and after, every page that may have got into the copy of the
 * file is also in the copy of the WAL, which is made after it. If not, the
 * copy is tried again.
 */
#pragma once

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * Create an empty file that its owner alone may read and write.
 * RET 0 or errno; EEXIST: there is a file of the name, which stays as it is
 */
extern int ledger_files_create(const char *path);

/*
 * Take the rights of all others from the files of the folder of PATH whose
 * names begin with "garq.": older versions made files that everybody can read.
 * No file of the folder may be open in this process: it would lose its locks.
 * OUT ret_name - the first file whose mode can't be changed, or untouched
 * RET 0 or errno
 */
extern int ledger_files_make_private(const char *path, char *ret_name,
				     size_t size);

/* A process that has SQLite's lock on a file. */
typedef struct {
	long pid;		/* 0: the kernel does not name it, as it runs
				 * on another machine, or locks an open file */
	uid_t uid;
	char program[64];	/* "": the process has ended */
} ledger_holder_t;

/*
 * Find a process that has SQLite's lock on PATH, which is not open in this
 * process. RET false: no process has the lock, or there is no such file
 */
extern bool ledger_files_holder(const char *path, ledger_holder_t *ret);

/* OUT ret - "process 4711 (sqlite3)", say */
extern void ledger_holder_name(const ledger_holder_t *h, char *ret,
			       size_t size);

/*
 * Copy the file FROM to TO, and its WAL, if there is one, to TO-wal. The copies
 * are readable for their owner alone, and not flushed to the disk. FROM is not
 * changed.
 * OUT copy_failed - set to true if the error concerns the copies
 * RET 0, errno, or EAGAIN: FROM changed too much in each of many tries
 */
extern int ledger_files_copy(const char *from, const char *to,
			     bool *copy_failed);

/*
 * Look whether there is a file. No answer of a disk is taken for "there is
 * none" but ENOENT, twice, with the folder opened in between: the cache of a
 * file server may lack the name for a moment.
 * RET 0: there is one; ENOENT: there is none; another errno: it is not known
 */
extern int ledger_files_there(const char *path);

/* Open a file to read it. RET as ledger_files_there(); OUT ret - if 0 */
extern int ledger_files_open(const char *path, int *ret);

/*
 * Read len bytes of a file, from at on.
 * RET 0; ENODATA: the file ends before; or errno: they can't be read now
 */
extern int ledger_files_read(int fd, void *to, size_t len, off_t at);

/*
 * RET the result of a call for a file that may be missing: there is none only
 * if ledger_files_there() says so. IN rc - 0, or errno of the call. RET 0 or
 * errno; 0 if there is none
 */
extern int ledger_files_unless_missing(int rc, const char *path);

/*
 * rename(), link() and unlink() of a file that may be missing. RET as
 * ledger_files_unless_missing()
 */
extern int ledger_files_rename(const char *from, const char *to);
extern int ledger_files_link(const char *from, const char *to);
extern int ledger_files_remove(const char *path);

/* RET the folder of PATH, for closedir(); NULL with errno */
extern DIR *ledger_open_folder_of(const char *path);

/* Flush a file or a folder to the disk; a file's folder. RET 0 or errno */
extern int ledger_sync(const char *path);
extern int ledger_sync_folder_of(const char *path);
