/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory.h - memory, or the end of the process.
 *
 * A slurmctld that runs short of memory ends, as by Slurm's own xmalloc(): no
 * acknowledged booking is lost by that (ledger.h). Hence no function of plugin/
 * has a way out for it, and no state that is half done. What a request can make
 * the office allocate is bounded before (ask.h, limits.h), so no request can
 * bring it about.
 *
 * The libraries of the papers (garq/, osp/, lrh/) are for other programs, too,
 * and report ENOMEM or NULL: memory_enough() and memory_there() stand around
 * such calls. All that is returned is from malloc(), and the caller's.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/*
 * Memory for cnt things of size bytes each, all 0. RET never NULL, also for 0
 */
extern void *memory_new(size_t cnt, size_t size)
	__attribute__((returns_nonnull));

/*
 * Make old, which may be NULL, as large as cnt things of size bytes. What is
 * added is not set. RET never NULL
 */
extern void *memory_grow(void *old, size_t cnt, size_t size)
	__attribute__((returns_nonnull, warn_unused_result));

/* A copy of cnt things of size bytes. IN from - may be NULL if there are none.
 * RET never NULL */
extern void *memory_copy(const void *from, size_t cnt, size_t size)
	__attribute__((returns_nonnull));

/* A copy of a text. RET NULL for NULL alone */
extern char *memory_text(const char *text);

/* A text as vprintf() would print it. RET never NULL */
extern char *memory_vprintf(const char *fmt, va_list args)
	__attribute__((returns_nonnull, format(printf, 1, 0)));

/* The result of a function that returns 0 or an errno: never ENOMEM. */
extern int memory_enough(int rc);

/* The result of a function that returns 0, or -1 with errno: never ENOMEM. */
extern int memory_done(int rc);

/*
 * What a function returned that returns NULL if memory is short, and then
 * alone.
 */
extern void *memory_there(void *made) __attribute__((returns_nonnull));

/*
 * Memory is short: write a line, and end the process at once. The plugin's own
 * (plugin/slurm/memory_end.c) writes it to slurmctld's log; this one, of all
 * other programs, to stderr.
 */
extern void memory_end(void) __attribute__((noreturn));
