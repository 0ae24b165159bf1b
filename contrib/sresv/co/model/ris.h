/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ris.h - which clusters there are, and what they have for co-reservations.
 *
 * Paper: the RIS (resource information service). It knows what does not change;
 * what is free when is asked of the clusters.
 *
 *	[cluster emmy]			# how to ask it
 *	ssh = emmy.example		# or conf = PATH, or command = SHELL COMMAND
 *	site = erlangen
 *
 *	[compute emmy-main]		# nodes of it
 *	cluster = emmy
 *	partition = main
 *	arch = PC cluster
 *	cpus = 72
 *
 *	[link lan]			# licenses that connect two sites
 *	cluster = emmy
 *	ends = erlangen, jena
 *	license = lan
 *	bandwidth = 1 Gbit/s		# of each of them
 *
 * Lines are KEY = VALUE below a [KIND NAME]; # begins a comment. sresv-co(1) has
 * all keys. No clock; the values are never changed after they were read.
 */
#pragma once

#include <stdio.h>

#include "contrib/sresv/co/lrs/lrs_talk.h"
#include "srl/srl.h"

#define RIS_BYTES_MAX (4 * 1024 * 1024)		/* of all files */
#define RIS_CLUSTERS_MAX 1024
#define RIS_RESOURCES_MAX 10000
#define RIS_ERRORS_MAX 20		/* further errors are only counted */

typedef struct {
	const char *name;	/* RVC.resource */
	size_t cluster;		/* of ris->clusters */
	const char *site;	/* RVC.site */
	unsigned int types;	/* 1 << srl_type_t for each that it serves */
	const char *arch;	/* NULL: not given, here and below */
	const char *partition;
	const char *features;	/* those that may be asked for, with commas */
	const char *constraint;	/* features that are asked for each time */
	uint64_t cpus;		/* of a node; 0: not given */
	uint64_t nodes;		/* that there are; 0: not given */
	const char *license;	/* of links and storage */
	double unit;		/* bit/s or bytes of a license; 0: not given */
	const char *ends[2];	/* sites of a link */
	double price;		/* of a node or license for a second */
	bool has_price;		/* else that of the controller, or 0 */
} ris_resource_t;

typedef struct {
	lrs_cluster_t *clusters;
	const char **sites;	/* of each cluster */
	size_t cluster_cnt;
	ris_resource_t *resources;
	size_t resource_cnt;
	void *memory;		/* private: it has all of the above */
} ris_t;

/*
 * Read the resource files.
 *
 * name - a file, or NULL: $XDG_CONFIG_HOME/sresv/resources (~/.config without)
 *	and then SYSCONFDIR/sresv/resources, as far as they are there. What the
 *	first defines stays if the second defines it too
 * err - gets FILE:LINE: and what is wrong, a line for each error
 * RET a status_t: STATUS_DONE with *ret, for ris_free(); STATUS_BAD, the files
 *	have errors, or there are none; STATUS_FAILED, one can't be read. An error
 *	was printed then
 */
extern status_t ris_read(const char *name, FILE *err, ris_t *ret);

/* The same for a text. */
extern status_t ris_read_text(const char *name, const char *text, size_t len,
			      FILE *err, ris_t *ret);

extern void ris_free(ris_t *ris);
