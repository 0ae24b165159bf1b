/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * patched_table.c - another program's hook on a request of slurmctld.
 *
 * Preloaded into slurmctld, this library replaces the handler that is named in
 * PATCH_RPC, as soon as the file PATCH_WHEN exists, and calls it. It uses no
 * header of Slurm: a table entry begins with its message type, and the handler
 * is the first word of the entry that points to code.
 *
 * cc -shared -fPIC -o patched_table.so patched_table.c
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*handler_t)(void *msg);

static handler_t original;

static void _ours(void *msg)
{
	original(msg);
}

static handler_t *_handler_after(void **word, void **end)
{
	Dl_info info;

	for (; word < end; word++)
		if (*word && dladdr(*word, &info))
			return (handler_t *) word;
	return NULL;
}

/* Find the handler of a request: search every word of the table. */
static handler_t *_find(const char *rpc)
{
	const char *(*name_of)(uint16_t) = dlsym(RTLD_DEFAULT, "rpc_num2string");
	void *table = dlsym(RTLD_DEFAULT, "slurmctld_rpcs");
	ElfW(Sym) *sym = NULL;
	Dl_info info;
	void **word, **end;

	if (!table || !name_of ||
	    !dladdr1(table, &info, (void **) &sym, RTLD_DL_SYMENT) || !sym)
		return NULL;
	end = (void **) ((char *) table + sym->st_size);
	for (word = table; word < end; word++) {
		uint16_t type = (uint16_t) (uintptr_t) *word;

		if (((uintptr_t) *word == type) && type &&
		    !strcmp(name_of(type), rpc))
			return _handler_after(word + 1, end);
	}
	return NULL;
}

static void _patch(void)
{
	const char *rpc = getenv("PATCH_RPC");
	handler_t *handler = rpc ? _find(rpc) : NULL;

	if (!handler) {
		fprintf(stderr, "patched_table: no handler of %s\n", rpc);
		return;
	}
	original = *handler;
	*handler = _ours;
	fprintf(stderr, "patched_table: serving %s\n", rpc);
}

static void *_wait_and_patch(void *when)
{
	while (access(when, F_OK))
		usleep(20000);
	_patch();
	unlink(when);
	return NULL;
}

__attribute__((constructor)) static void _load(void)
{
	char *when = getenv("PATCH_WHEN");
	pthread_t thread;

	if (!dlsym(RTLD_DEFAULT, "slurmctld_rpcs"))
		return;		/* e.g. a script that slurmctld runs */
	if (!when)
		_patch();
	else if (!pthread_create(&thread, NULL, _wait_and_patch, when))
		pthread_detach(thread);
}
