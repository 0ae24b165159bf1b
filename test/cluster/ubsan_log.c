/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ubsan_log.c - preloaded behind libasan.so: what UBSan finds goes to a file, too.
 * libubsan sets the path of its reports by a function that libasan has as well, so
 * it sets that of libasan, and its own reports go to stderr; slurmctld, a daemon,
 * has none. GARQ_UBSAN_LOG is the path, to which the process's number is added.
 */
#include <dlfcn.h>
#include <stdlib.h>

__attribute__((constructor)) static void set_path(void)
{
	const char *path = getenv("GARQ_UBSAN_LOG");
	void *ubsan = path ? dlopen("libubsan.so.1", RTLD_NOW) : NULL;
	void (*set)(const char *path) = NULL;

	if (ubsan)
		*(void **) &set = dlsym(ubsan, "__sanitizer_set_report_path");
	if (set)
		set(path);
}
