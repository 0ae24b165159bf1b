/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_claim.h - which of several controllers has the ledger.
 *
 * Controllers of one cluster share a folder. One that seems dead may only be
 * slow, and no lock of a file system says on another machine whether its holder
 * lives. A controller that takes over therefore does not wait for ever for the
 * former one: it fences it.
 *
 *	PATH.at.N	claim N. Claims are made by link(), so that only one
 *			controller can make it; N only grows. The claim says
 *			whether it is fenced and whether its owner has closed
 *			the ledger, and names the owner, and the ledger and
 *			epoch that the owner had. The owner has a lock on it.
 *	PATH		the ledger, or
 *	PATH.N		a copy of it that claim N has made: that with the
 *			highest N is the ledger
 *
 * 1. Make claim N, one more than the highest; if there is a higher one after
 *    that, a claim of this number was made and removed before, and this one is
 *    void.
 * 2. Fence each lower claim whose owner may still run: write "over" into it.
 * 3. A copy that the last owner's claim does not know, and that no later claim
 *    can have made, came from elsewhere, from a backup say: it is put aside. If
 *    all owners that ever had the present ledger have ended, go on with it in
 *    place; if all others have, too, remove older copies, and give it the name
 *    PATH again. Else copy it to PATH.N.new (ledger_files.h), rename that to
 *    PATH.N when it is complete and on the disk, and go on with it. Only copies
 *    below N count: a higher one is of a claim that has fenced this one.
 * 4. After each commit read the own claim: if it is fenced, acknowledge nothing
 *    from then on (ledger_try()).
 *
 * A fenced owner acknowledges no commit made after step 2, and those that it
 * acknowledged before are in the copy. A file of claim N is written by the
 * owner of N alone, so late writes of a controller that hung for days do no
 * harm. An owner has ended if its claim says so; if it ran since the last start
 * of this machine, and its lock is gone; or if it ran on a machine of this name
 * before its last start, so the names of machines have to differ. A claim that
 * is gone, though no other claim or copy shows a takeover, was removed by
 * somebody else: its owner makes another one, by step 1. The proof is
 * test/model/takeover.pml. It requires of the file system that link() is made
 * once, and that open() and read() see data that was written and synced
 * elsewhere before.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plugin/ledger/claim/ledger_owner.h"

/*
 * Steps 1 to 3. Waits for the disk.
 * IN path - PATH
 * IN owner - this process
 * IN fence - number of the highest claim that is taken from an owner that may
 *	still run; 0: none
 * OUT ret_claim - owned by the caller: ledger_claim_end() or _drop(), or
 *	ledger_set_claim()
 * OUT ret_rival - with LEDGER_BUSY, number of the claim that would have to be
 *	fenced; 0: try again at once
 * OUT error - one line; "" on success
 * RET LEDGER_OK; LEDGER_BUSY: another controller may have the ledger, or a copy
 *	can't be made: try again; LEDGER_UNREADABLE: no claim can be made
 */
extern ledger_status_t ledger_claim(const char *path,
				    const ledger_owner_t *owner, int64_t fence,
				    ledger_claim_t **ret_claim,
				    int64_t *ret_rival, char *error,
				    size_t error_size);

/* RET the path of the present ledger, for ledger_open() */
extern const char *ledger_claim_path(const ledger_claim_t *c);

/* RET the ledger that this claim has found to be the present one before */
extern ledger_former_t ledger_claim_former(const ledger_claim_t *c);

/*
 * Note the ledger that the owner has now, for later claims. Waits for the disk.
 * RET 0 or errno
 */
extern int ledger_claim_note(ledger_claim_t *c, uint32_t identity,
			     int64_t epoch);

/*
 * Go on with a copy of the present ledger, as in step 3, since a process that
 * is no controller keeps it from being opened. That process keeps the former
 * file. Waits for the disk.
 * OUT error - one line; "" on success
 * RET false: it can't be copied; ledger_claim_path() is unchanged
 */
extern bool ledger_claim_copy(ledger_claim_t *c, char *error,
			      size_t error_size);

/*
 * RET true if another controller may have run beside the ledger's last owner,
 * or may still run: then the files that it saved elsewhere prove nothing
 */
extern bool ledger_claim_doubtful(const ledger_claim_t *c);

/*
 * Return true while this claim is valid. A claim whose file was removed or
 * replaced, though no other controller took over, is made again. Waits until
 * the disk answers. Thread-safe.
 */
extern bool ledger_claim_held(ledger_claim_t *c);

/* RET how often the claim was made again. Thread-safe */
extern uint32_t ledger_claim_again_cnt(ledger_claim_t *c);

/* RET true if the owners of all lower claims have ended */
extern bool ledger_claim_alone(ledger_claim_t *c);

/*
 * Remove claims of owners that have ended, and older copies. To be called once
 * ledger_claim_doubtful() has no further consequence: a start after this one
 * does not doubt any more what those owners saved.
 */
extern void ledger_claim_settle(ledger_claim_t *c);

/* The ledger is closed: note that, release the lock, and free. NULL is safe. */
extern void ledger_claim_end(ledger_claim_t *c);

/* The same for a claim that came to nothing: it is removed. */
extern void ledger_claim_drop(ledger_claim_t *c);
