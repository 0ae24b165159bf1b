/* SPDX-License-Identifier: GPL-2.0-or-later */
/* web_options.h - the command line of garq-web. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define OPTIONS_HOSTS 16

typedef struct {
	bool site;
	int64_t port;		/* 0: a free one */
	const char *address;
	const char *page;	/* a folder */
	const char *token_file;	/* NULL: a new token */
	int64_t connections;
	int64_t per_address;	/* 0: no limit by address */
	int64_t rate;		/* requests a second */
	char *hosts[OPTIONS_HOSTS + 1];	/* up to a NULL */
} web_options_t;

/*
 * Read the command line. Errors are printed to standard error, --help and
 * --version to standard output.
 * OUT o - refers to argv
 * RET -1 to go on, or the exit code
 */
extern int web_options_read(int argc, char **argv, web_options_t *o);
