/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reply.h - what is answered to a request of HTTP. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "contrib/sresv/ctl/ctl.h"

#define REPLY_ETAG 96

typedef struct {
	unsigned int status;	/* of HTTP */
	const char *type;	/* Content-Type; a constant */
	char *body;		/* owned; NULL: none */
	size_t size;
	char etag[REPLY_ETAG];	/* with quotes; "": none */
	unsigned int retry_after;	/* seconds; 0: not said */
	bool close;		/* the connection ends */
	char *location;		/* owned, or NULL */
	char allow[48];		/* methods that there are; "": not said */
} reply_t;

/* Errors that sresv's exit status does not have. */
typedef enum {
	WRONG_TOKEN,
	WRONG_READ_ONLY,
	WRONG_HOST,
	WRONG_ORIGIN,
	WRONG_METHOD,
	WRONG_PATH,
	WRONG_TYPE,
	WRONG_SIZE,
	WRONG_RATE,
	WRONG_SHARE,
	WRONG_UNREAD,
	WRONG_BUSY,
	WRONG_WAITS,
} wrong_t;

extern void reply_free(reply_t *r);

/*
 * Set the reply to a JSON text.
 * IN body - is taken over; NULL: memory was short, and the reply says so
 */
extern void reply_json(reply_t *r, unsigned int status, char *body);

/* The same of an object, which is taken over; NULL: memory was short */
extern void reply_object(reply_t *r, unsigned int status, json_t *object);

/* Set the reply to an error of HTTP. */
extern void reply_wrong(reply_t *r, wrong_t wrong);

/* Set the reply to an error of the request: exit status 2. */
extern void reply_bad(reply_t *r, const char *message);

/* Set the reply to a thing that is not there: exit status 5. */
extern void reply_unknown(reply_t *r, const char *message);

/*
 * Set the reply to the failure of a request to the controller.
 * IN command - what does the same on the command line, or NULL
 * IN me - the user, whose offers are "mine"; NULL: nobody
 */
extern void reply_failed(reply_t *r, const answer_t *a, const char *command,
			 const char *me);

/*
 * An object as text; beside each KEY that is a time, of it and of what is in it, it
 * gets KEY_rfc3339. IN object - NULL: memory was short
 * RET for free(), or NULL
 */
extern char *reply_dumps(json_t *object);

/*
 * Add missing, in_the_way and earliest to an object, or proof, barriers and
 * holders, if the answer can be read.
 * IN said - of an answer_t
 */
extern void reply_add_reasons(json_t *object, const char *said, bool proof);

/* The lines of a text as an array. RET NULL: memory is short */
extern json_t *reply_lines(const char *text);

/*
 * A text of others as a string: bytes that are no UTF-8 become U+FFFD.
 * IN text - NULL: null
 * RET NULL: memory is short
 */
extern json_t *reply_text(const char *text);
