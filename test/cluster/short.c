/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * short.c - memory that fails once, at a chosen allocation of a chosen program.
 *
 * The file that GARQ_TEST_SHORT names is a control_t, shared with the test: it sets
 * how many allocations are to go well first, and finds what is left of them; below
 * 0 the fault was injected. Counted is what the object asks for whose path ends with
 * GARQ_TEST_SHORT_OF; where that is empty, the program itself. Libraries that it
 * calls are not: Slurm's ends where it gets no memory.
 *
 * To be preloaded:
 * cc -shared -fPIC -o short.so short.c
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define OFF INT32_MAX

/* test/cluster/test_short_memory.py knows this layout. */
typedef struct {
	int32_t left;	/* OFF: nothing is counted */
} control_t;

static control_t *control;
static uintptr_t first, last;	/* the code of the object */

__attribute__((constructor)) static void open_control(void)
{
	const char *path = getenv("GARQ_TEST_SHORT");
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

static int ends_with(const char *path, const char *end)
{
	size_t len = strlen(path), end_len = strlen(end);

	return end_len ? (len >= end_len) && !strcmp(path + len - end_len, end) :
			 !len;
}

static int note_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void) size;
	if (!ends_with(info->dlpi_name, arg))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if ((p->p_type != PT_LOAD) || !(p->p_flags & PF_X))
			continue;
		last = info->dlpi_addr + p->p_vaddr + p->p_memsz;
		__atomic_store_n(&first, info->dlpi_addr + p->p_vaddr,
				 __ATOMIC_RELEASE);
	}
	return 1;
}

static int is_short(const void *caller)
{
	const char *of = getenv("GARQ_TEST_SHORT_OF");
	uintptr_t at = (uintptr_t) caller;

	if (!control || (control->left == OFF) || (control->left < 0))
		return 0;
	if (!__atomic_load_n(&first, __ATOMIC_ACQUIRE))
		dl_iterate_phdr(note_object, (void *) (of ? of : ""));
	if (!first || (at < first) || (at >= last))
		return 0;
	if (__atomic_fetch_sub(&control->left, 1, __ATOMIC_ACQ_REL) != 0)
		return 0;
	errno = ENOMEM;
	return 1;
}

#define SHORT is_short(__builtin_return_address(0))

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t cnt, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
	return SHORT ? NULL : __libc_malloc(size);
}

void *calloc(size_t cnt, size_t size)
{
	return SHORT ? NULL : __libc_calloc(cnt, size);
}

void *realloc(void *old, size_t size)
{
	return SHORT ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t cnt, size_t size)
{
	return (SHORT || (size && (cnt > SIZE_MAX / size))) ?
		       NULL : __libc_realloc(old, cnt * size);
}

/* --- what allocates in libc, for its caller --------------------------------- */

static char *copy(const char *text, size_t len)
{
	char *all = __libc_malloc(len + 1);

	if (all) {
		memcpy(all, text, len);
		all[len] = '\0';
	}
	return all;
}

#undef strdup
#undef strndup
char *strdup(const char *text)
{
	return SHORT ? NULL : copy(text, strlen(text));
}

char *strndup(const char *text, size_t len)
{
	return SHORT ? NULL : copy(text, strnlen(text, len));
}

static int print(char **ret, const char *format, va_list args)
{
	va_list again;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if ((len < 0) || !(*ret = __libc_malloc((size_t) len + 1)))
		return -1;
	return vsnprintf(*ret, (size_t) len + 1, format, args);
}

int vasprintf(char **ret, const char *format, va_list args)
{
	return SHORT ? -1 : print(ret, format, args);
}

extern int __vasprintf_chk(char **ret, int flag, const char *format, va_list args);
int __vasprintf_chk(char **ret, int flag, const char *format, va_list args)
{
	(void) flag;
	return SHORT ? -1 : print(ret, format, args);
}

int asprintf(char **ret, const char *format, ...)
{
	va_list args;
	int len;

	if (SHORT)
		return -1;
	va_start(args, format);
	len = print(ret, format, args);
	va_end(args);
	return len;
}

extern int __asprintf_chk(char **ret, int flag, const char *format, ...);
int __asprintf_chk(char **ret, int flag, const char *format, ...)
{
	va_list args;
	int len;

	(void) flag;
	if (SHORT)
		return -1;
	va_start(args, format);
	len = print(ret, format, args);
	va_end(args);
	return len;
}
