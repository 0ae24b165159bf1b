/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * requests.h - what users and operators ask for, and the answers.
 *
 * A request is served at one step and answered at a later one, when the ledger
 * has committed; others may be served between.
 */
#pragma once

/* Serve a random request. */
extern void requests_serve(void);

/* Commit and answer the oldest request that waits, or all of them. */
extern void requests_answer(void);
extern void requests_answer_all(void);

/* An administrator deletes a booking while another controller has the ledger. */
extern void requests_delete_unowned(void);

/*
 * The request that is being decided counts as not asked for, while others are
 * served; and as asked for again. No effect if there is none.
 */
extern void requests_unnote(void);
extern void requests_note(void);

/* Number of requests that wait for their answer. */
extern int requests_waiting(void);
