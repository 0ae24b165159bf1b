/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * saved_file.h - the file in which Slurm keeps its reservations (resv_state).
 *
 * The format of a reservation differs by version, and this code knows only what
 * all of them share: the header, and that behind the name of a reservation with
 * nodes come their number and their list. No Slurm header.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

/* Which file it is: another one has other values. */
typedef struct {
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec modified;
} saved_id_t;

typedef struct {
	saved_id_t id;
	int64_t digest;		/* of all bytes */
	bool readable;		/* the header is right */
	uint16_t protocol;	/* of the version that wrote it */
	time_t saved_at;	/* by the clock of who wrote it; 0: not known */
	char **names;		/* of the reservations with nodes, sorted by
				 * strcmp(), and perhaps of other texts that
				 * look the same; behind the last 0 of each
				 * name is its list of nodes; owned */
	size_t cnt;
} saved_file_t;

/* The id of a file. RET false if there is none, or it can't be looked at */
extern bool saved_file_id(const char *path, saved_id_t *ret_id);
extern bool saved_file_is(const saved_id_t *a, const saved_id_t *b);

/*
 * Read a file. Waits for the disk.
 * OUT ret - saved_file_free(); all zero after an error
 * RET 0, or errno of open() and read()
 */
extern int saved_file_read(const char *path, saved_file_t *ret);

/*
 * Find the reservations in bytes; saved_file_read() without a file.
 * IN bytes - with a 0 behind the last one
 * RET saved_file_free()
 */
extern saved_file_t saved_file_parse(const char *bytes, size_t size);

extern bool saved_file_has(const saved_file_t *file, const char *name);

/*
 * The nodes of a reservation, as Slurm wrote them: some of them may be in no
 * slurm.conf any more.
 * RET part of file; NULL: no reservation of this name has nodes
 */
extern const char *saved_file_nodes(const saved_file_t *file, const char *name);
extern void saved_file_free(saved_file_t *file);
