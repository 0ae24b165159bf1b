/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * request.h - what a request for a reservation says, as a value.
 *
 * plugin/slurm/message.h makes it of Slurm's message, and such a message of it:
 * no decision reads the message. It says what the user said, and no more: what
 * makes sense is for others to find out.
 *
 * An all zero request says nothing. A number counts only where its has_... is
 * set; num_cn, watts and flags are 0 where they were not given. A text that was not given is NULL, and "" is one that
 * was given empty, which clears the attribute in an update. Texts and arrays are
 * owned by the request.
 */
#ifndef PLUGIN_REQUEST_H
#define PLUGIN_REQUEST_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* The highest count of nodes that Slurm's messages can carry. */
#define REQUEST_NODES_MAX 0xfffffffdU

typedef struct {
	char *name;		/* ReservationName */
	/* when: seconds since the epoch, or of length */
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
	uint32_t *sizes;	/* NodeCnt=A,B,..., of which num_cn is the sum,
				 * then a 0; NULL: it is one number */
	uint32_t *cores;	/* CoreCnt, then a 0; NULL: not given */
	char *node_list;	/* Nodes: "ALL" or a list */
	char *partition;
	char *features;
	char *licenses;
	char *tres;		/* what TRES has besides nodes */
	char *burst_buffer;
	bool has_watts;
	uint32_t watts;
	/* for whom */
	char *users;
	char *groups;
	char *accounts;
	char *qos;		/* this and the next two: where Slurm has them */
	char *allowed_parts;
	char *comment;
	/* how */
	bool has_flags;
	uint64_t flags;		/* BOOKING_FLAG_* */
	uint64_t other_flags;	/* bits of BOOKING_FLAG_* that mean nothing to
				 * this Slurm; not in flags */
	bool has_purge;		/* Flags=PURGE_COMP=... */
	uint32_t purge;		/* seconds */
} request_t;

/* Was a text given, and is there something in it? */
static inline bool request_has(const char *text)
{
	return text && text[0];
}

/* Free what a request owns; it says nothing afterwards. */
extern void request_free(request_t *r);

/*
 * OUT ret - a deep copy, request_free()
 * RET 0 or ENOMEM: then ret says nothing
 */
extern int request_copy(const request_t *r, request_t *ret);

/*
 * Put a copy of text in one of the texts: NULL takes it out, "" is kept.
 * RET 0 or ENOMEM: then the text is as it was
 */
extern int request_set(char **field, const char *text);

/* Ask for so many nodes; and for no count of them. */
extern void request_set_nodes(request_t *r, uint32_t num_cn);
extern void request_clear_nodes(request_t *r);

/*
 * Where TRES= comes as a text: "node=N" and no more becomes NodeCnt=N, if that
 * was not given too. What else TRES may say stays in tres.
 */
extern void request_read_tres(request_t *r);

#endif
