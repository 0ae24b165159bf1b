/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * way.c - the functions through which one request goes; see way.
 *
 * To be preloaded where sched_garq.so was compiled with -finstrument-functions.
 * GARQ_WAY_ROOT is the offset of the handler in sched_garq.so, in hexadecimal.
 * When the handler returns, GARQ_WAY_OUT gets the offsets of all functions that
 * its thread has entered meanwhile, each once.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS_MAX 65536

static __thread int depth;	/* 0: outside of the handler */
static uintptr_t entered[FUNCTIONS_MAX];
static int entered_cnt;

static uintptr_t offset_of(void *function)
{
	Dl_info info;

	if (!dladdr(function, &info) || !strstr(info.dli_fname, "sched_garq.so"))
		return 0;
	return (uintptr_t) function - (uintptr_t) info.dli_fbase;
}

void __cyg_profile_func_enter(void *function, void *caller)
{
	const char *root = getenv("GARQ_WAY_ROOT");
	uintptr_t offset;

	(void) caller;
	if (!root || !(offset = offset_of(function)) ||
	    (!depth && (offset != strtoul(root, NULL, 16))))
		return;
	if (!depth++)
		entered_cnt = 0;
	for (int i = 0; i < entered_cnt; i++)
		if (entered[i] == offset)
			return;
	if (entered_cnt < FUNCTIONS_MAX)
		entered[entered_cnt++] = offset;
}

void __cyg_profile_func_exit(void *function, void *caller)
{
	FILE *out;

	(void) caller;
	if (!depth || !offset_of(function) || --depth ||
	    !(out = fopen(getenv("GARQ_WAY_OUT"), "w")))
		return;
	for (int i = 0; i < entered_cnt; i++)
		fprintf(out, "%lx\n", (unsigned long) entered[i]);
	fclose(out);
}
