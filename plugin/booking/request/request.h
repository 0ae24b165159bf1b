/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * request.h - a request for a reservation, as a value.
 *
 * The host converts its own message to a request and back, so no decision reads
 * the message. A request has exactly what the user wrote: shape.h and
 * revision.h find out whether that makes sense.
 *
 * In an all zero request nothing was given. A number counts only if its has_...
 * is set; num_cn, watts and flags are 0 if they were not given. A text that was
 * not given is NULL; "" was given, and clears the attribute in an update. Texts
 * and arrays are owned by the request.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "plugin/booking/request/wishes.h"

/* The highest count of nodes that Slurm's messages can carry. */
#define REQUEST_NODES_MAX 0xfffffffdU

typedef struct {
	char *name;		/* ReservationName, ... */
	wishes_t wishes;	/* ... and what stood in front of it */
	/* when: start and end in seconds since the epoch */
	bool has_start;		/* StartTime */
	bool has_end;		/* EndTime */
	bool has_minutes;	/* Duration */
	bool has_delay;		/* MaxStartDelay */
	bool endless;		/* Duration=INFINITE; minutes are 0 then */
	time_t start;
	time_t end;
	uint32_t minutes;
	uint32_t delay;		/* seconds */
	/* which nodes, and what else */
	bool has_nodes;		/* NodeCnt, also by TRES=node=N */
	uint64_t num_cn;
	uint32_t *sizes;	/* NodeCnt=A,B,... and a final 0; their sum is
				 * num_cn. NULL: NodeCnt is one number */
	uint32_t *cores;	/* CoreCnt and a final 0; NULL: not given */
	uint64_t gpus;		/* of all nodes; 0: not given */
	char *gpu_type;		/* NULL: any */
	char *node_list;	/* Nodes: "ALL" or a list */
	char *partition;
	char *features;
	char *licenses;
	char *tres;		/* TRES except for its nodes */
	char *burst_buffer;
	bool has_watts;
	uint32_t watts;
	/* for whom */
	char *users;
	uint32_t user_id_cnt;
	uint32_t *user_ids;	/* of the names in users, in their order; NULL:
				 * they were not looked up */
	uint32_t fellows;	/* of an ordinary user, bit i: that of
				 * user_ids[i] is the requester, or shares a
				 * Unix group with the requester */
	bool users_whole;	/* users replace those of a record, also names
				 * with "-", which else change its list */
	char *groups;
	char *accounts;
	char *qos;		/* this and the next two: in newer Slurm only */
	char *allowed_parts;
	char *comment;
	/* how */
	bool has_flags;
	uint64_t flags;		/* BOOKING_FLAG_* */
	uint64_t other_flags;	/* bits that were given and are no flags of this
				 * version of Slurm; not in flags */
	bool has_purge;		/* Flags=PURGE_COMP=... */
	uint32_t purge;		/* seconds */
} request_t;

/* Return true if a text was given and is not empty. */
extern bool request_has(const char *text);

/* Return true if cores or GPUs are asked for, not whole nodes. */
extern bool request_by_cores(const request_t *r);

/* Free the texts and arrays of a request, which is all zero afterwards. */
extern void request_free(request_t *r);

/* RET a deep copy, request_free() */
extern request_t request_copy(const request_t *r);

/* RET the bytes of all its texts */
extern size_t request_bytes(const request_t *r);

/* Replace a text of a request by a copy of text, which may be NULL or "". */
extern void request_set(char **field, const char *text);

/* Make a user the only one in Users=. IN name - may be that of r */
extern void request_set_user(request_t *r, const char *name, uint32_t uid);

/* Set NodeCnt to one number. */
extern void request_set_nodes(request_t *r, uint32_t num_cn);

/* Shorten a window by the past time: it begins now at the earliest. */
extern void request_begin(request_t *r, time_t now);

/*
 * For hosts that pass TRES= as a text: node=N becomes NodeCnt=N, cpu=N
 * CoreCnt=N, as Slurm counts cores there, license/NAME=N Licenses=NAME:N, and
 * gres/gpu=N or gres/gpu:TYPE=N gpus. A text stays in tres if it has anything
 * else, the same word twice (but for licenses), or what the request has.
 * IN per_node - cpu and gres/gpu are for each node, whose number is known then,
 *	or the text stays; as with licenses
 * RET false: a text stays, or there is none
 */
extern bool request_read_tres(request_t *r, bool per_node);
