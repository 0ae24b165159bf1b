/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_rivals.h - the files of claims (ledger_claim.h), and the state of
 * other controllers in them. Private to this folder.
 *
 * The functions wait for the disk. Those that return an int return 0 or errno.
 */
#pragma once

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "plugin/ledger/claim/ledger_owner.h"

#define CLAIM_AT ".at."	/* claim N has the file PATH.at.N */

/*
 * The content of a claim's file: two words of a fixed length, of which each is
 * overwritten by one controller only, and never back; then the owner; then the
 * ledger that the owner has had, whose line older versions do not write.
 */
#define CLAIM_HELD "held\n"		/* written over by those who claim later */
#define CLAIM_OVER "over\n"
#define CLAIM_WORD 5
#define CLAIM_OPEN "open  \n"		/* written over by the owner */
#define CLAIM_CLOSED "closed\n"
#define CLAIM_NO_LEDGER "ledger -\n"	/* written over by the owner, once it */
#define CLAIM_LEDGER "ledger %" PRIu32 " epoch %" PRId64 " file %" PRId64 "\n" /* has one */
#define CLAIM_SIZE 512

/* A claim of another controller. */
typedef struct {
	int64_t number;
	bool over;		/* it is fenced */
	bool ended;		/* its owner */
	int64_t pid;
	char host[256];
	char boot[64];
	ledger_former_t former;	/* the ledger that its owner had */
	int64_t file;		/* N of its file, as ledger_present(); -1: not said */
} rival_t;

/* All claims, the lowest first; all zero: none. The caller frees the list. */
typedef struct {
	rival_t *list;
	size_t cnt;
} rivals_t;

/* Read all of a claim's file. RET as ledger_files_there(); OUT text - if 0 */
extern int claim_read(const char *name, char text[CLAIM_SIZE]);

/* Overwrite a word of a claim's file, at a byte, durably. */
extern int claim_write_word(int fd, const char *word, off_t at);

/* The lock that the owner of a claim has: of the whole file. */
extern struct flock claim_lock(void);

/*
 * Read claim r->number of the ledger PATH. A claim that was dropped meanwhile,
 * as ledger_files_there() says, counts as ended.
 * IN me - the controller that looks
 */
extern int rival_look(const char *path, rival_t *r, const ledger_owner_t *me);

/* Read all claims of the ledger PATH. OUT all - also after an error */
extern int rivals_look(const char *path, rivals_t *all,
		       const ledger_owner_t *me);

/* RET the highest claim that may still be in use, and is not fenced; or NULL */
extern const rival_t *rivals_highest(const rivals_t *all);

/*
 * Return true if a claim was taken from an owner that may have run on. Until
 * that claim is removed nobody knows what its owner has saved.
 */
extern bool rivals_are_doubtful(const rivals_t *all);

/* RET the claim of the last owner that had a ledger; or NULL */
extern const rival_t *rivals_last(const rivals_t *all);

/* Return true if all owners have ended whose claim is not below this number. */
extern bool rivals_have_ended(const rivals_t *all, int64_t from);

/* Write CLAIM_OVER into each claim whose owner may still run (step 2). */
extern int rivals_fence(const char *path, const rivals_t *all);
