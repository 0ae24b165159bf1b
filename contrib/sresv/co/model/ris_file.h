/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ris_file.h - the sections of resource files, before they mean anything. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "srl/memory.h"

typedef enum {
	RIS_CLUSTER = 1 << 0,
	RIS_COMPUTE = 1 << 1,
	RIS_LINK = 1 << 2,
	RIS_STORAGE = 1 << 3,
} ris_kind_t;

typedef enum {
	RIS_KEY_ARCH,
	RIS_KEY_BANDWIDTH,
	RIS_KEY_CLUSTER,
	RIS_KEY_COMMAND,
	RIS_KEY_CONF,
	RIS_KEY_CONSTRAINT,
	RIS_KEY_CPUS,
	RIS_KEY_ENDS,
	RIS_KEY_FEATURES,
	RIS_KEY_LICENSE,
	RIS_KEY_NODES,
	RIS_KEY_PARTITION,
	RIS_KEY_PRICE,
	RIS_KEY_SITE,
	RIS_KEY_SIZE,
	RIS_KEY_SSH,
	RIS_KEY_TYPES,
	RIS_KEYS,
} ris_key_t;

typedef struct {
	const char *file;
	unsigned int line;
	ris_kind_t kind;
	const char *name;
	const char *value[RIS_KEYS];	/* NULL: not given */
	unsigned int at[RIS_KEYS];	/* lines of the values */
} ris_section_t;

typedef struct {
	srl_memory_t *memory;	/* of the texts, the caller's */
	FILE *err;
	size_t errors;		/* so many were found; the first are printed */
	ris_section_t *sections;	/* for free() */
	size_t cnt;
	bool no_memory;
} ris_file_t;

/*
 * Append the sections of a text. Those of a kind and name that an earlier file
 * has are left out; twice in one file is an error.
 */
extern void ris_file_read(ris_file_t *f, const char *name, const char *text,
			  size_t len);

/* Print an error, the first RIS_ERRORS_MAX of them, and count it. */
extern void ris_error(ris_file_t *f, const char *file, unsigned int line,
		      const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* "bandwidth" */
extern const char *ris_key_name(ris_key_t key);

/* "link" */
extern const char *ris_kind_name(ris_kind_t kind);
