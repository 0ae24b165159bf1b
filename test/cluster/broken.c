/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * broken.c - a disk that fails, is slow, or is full, and memory that is short, for
 * sched/garq in slurmctld.
 *
 * The file that GARQ_TEST_BROKEN names is a control_t, shared by the test and all
 * slurmctlds: the test sets a chance, or a time, and finds how often a fault was
 * injected, also after kill -9. The disk is that of files with "/garq." in their
 * paths; memory is that for which sched_garq.so and SQLite ask.
 *
 * To be preloaded:
 * cc -shared -fPIC -o broken.so broken.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef enum { SYNC_FAILS, SYNC_SLOW, WRITE_SHORT, WRITE_FULL, NO_MEMORY,
	       FAULTS } fault_t;

/* test/cluster/broken.py knows this layout. */
typedef struct {
	uint32_t chance[FAULTS];	/* of 1,000,000; 0: off */
	uint32_t slow_ms;
	uint32_t injected[FAULTS];
} control_t;

static control_t *control;
static struct {
	uintptr_t start, end;
} ours[8];	/* what was loaded of sched_garq.so and SQLite */
static int ours_cnt;

__attribute__((constructor)) static void open_control(void)
{
	const char *path = getenv("GARQ_TEST_BROKEN");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *map;

	if (fd < 0)
		return;
	map = mmap(NULL, sizeof(control_t), PROT_READ | PROT_WRITE, MAP_SHARED,
		   fd, 0);
	close(fd);
	if (map != MAP_FAILED)
		control = map;
}

/* xorshift; each thread has its own */
static uint32_t dice(void)
{
	static __thread uint32_t x;

	if (!x)
		x = ((uint32_t) (uintptr_t) &x >> 4) ^ (uint32_t) getpid() ^
		    0x9e3779b9;
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x;
}

static int is_due(fault_t fault)
{
	if (!control || !control->chance[fault] ||
	    (dice() % 1000000 >= control->chance[fault]))
		return 0;
	__atomic_add_fetch(&control->injected[fault], 1, __ATOMIC_RELAXED);
	return 1;
}

/* Is any of these switched on, and the file one of ours? */
static int is_ours(int fd, fault_t first, fault_t last)
{
	char link[64], path[512] = "";
	int any = 0;

	for (fault_t f = first; control && (f <= last); f++)
		any |= control->chance[f] != 0;
	if (!any)
		return 0;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	return (readlink(link, path, sizeof(path) - 1) > 0) &&
	       strstr(path, "/garq.");
}

/* --- the disk ----------------------------------------------------------- */

static int sync_broken(int fd)
{
	if (!is_ours(fd, SYNC_FAILS, SYNC_SLOW))
		return 0;
	if (is_due(SYNC_SLOW))
		usleep(control->slow_ms * 1000);
	if (!is_due(SYNC_FAILS))
		return 0;
	errno = EIO;
	return -1;
}

int fsync(int fd)
{
	return sync_broken(fd) ? -1 :
		((int (*)(int)) dlsym(RTLD_NEXT, "fsync"))(fd);
}

int fdatasync(int fd)
{
	return sync_broken(fd) ? -1 :
		((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(fd);
}

/* OUT size - less, where the write is short. RET -1: the disk is full */
static int write_broken(int fd, size_t *size)
{
	if (!is_ours(fd, WRITE_SHORT, WRITE_FULL))
		return 0;
	if (is_due(WRITE_FULL)) {
		errno = ENOSPC;
		return -1;
	}
	if ((*size > 1) && is_due(WRITE_SHORT))
		*size = 1 + dice() % (*size - 1);
	return 0;
}

ssize_t write(int fd, const void *buf, size_t size)
{
	return write_broken(fd, &size) ? -1 :
		((ssize_t (*)(int, const void *, size_t))
		 dlsym(RTLD_NEXT, "write"))(fd, buf, size);
}

ssize_t pwrite(int fd, const void *buf, size_t size, off_t at)
{
	return write_broken(fd, &size) ? -1 :
		((ssize_t (*)(int, const void *, size_t, off_t))
		 dlsym(RTLD_NEXT, "pwrite"))(fd, buf, size, at);
}

ssize_t pwrite64(int fd, const void *buf, size_t size, off64_t at)
{
	return write_broken(fd, &size) ? -1 :
		((ssize_t (*)(int, const void *, size_t, off64_t))
		 dlsym(RTLD_NEXT, "pwrite64"))(fd, buf, size, at);
}

/* --- memory ------------------------------------------------------------- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t cnt, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static int note_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void) size;
	(void) arg;
	if (!strstr(info->dlpi_name, "/sched_garq.so") &&
	    !strstr(info->dlpi_name, "/libsqlite3.so"))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if ((p->p_type != PT_LOAD) || !(p->p_flags & PF_X) ||
		    (ours_cnt == sizeof(ours) / sizeof(ours[0])))
			continue;
		ours[ours_cnt].start = info->dlpi_addr + p->p_vaddr;
		ours[ours_cnt].end = ours[ours_cnt].start + p->p_memsz;
		ours_cnt++;
	}
	return 0;
}

/* Looked for once, when memory is short for the first time: both are loaded then. */
static int memory_broken(const void *caller)
{
	static int begun, done;

	if (!control || !control->chance[NO_MEMORY])
		return 0;
	if (!__atomic_exchange_n(&begun, 1, __ATOMIC_ACQ_REL)) {
		dl_iterate_phdr(note_object, NULL);
		__atomic_store_n(&done, 1, __ATOMIC_RELEASE);
	}
	if (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
		return 0;
	for (int i = 0; i < ours_cnt; i++)
		if (((uintptr_t) caller >= ours[i].start) &&
		    ((uintptr_t) caller < ours[i].end))
			return is_due(NO_MEMORY);
	return 0;
}

static void *no_memory(void)
{
	errno = ENOMEM;
	return NULL;
}

void *malloc(size_t size)
{
	return memory_broken(__builtin_return_address(0)) ? no_memory() :
							    __libc_malloc(size);
}

void *calloc(size_t cnt, size_t size)
{
	return memory_broken(__builtin_return_address(0)) ?
		       no_memory() : __libc_calloc(cnt, size);
}

void *realloc(void *old, size_t size)
{
	return memory_broken(__builtin_return_address(0)) ?
		       no_memory() : __libc_realloc(old, size);
}
