/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pause_fixture.h - the pauses that the ledger's thread makes between the steps
 * of a copy or a move. A test does not wait in them; it acts in them.
 *
 * Linked with --wrap=nanosleep.
 */
#pragma once

/* What happens in each pause; NULL: nothing. */
extern void (*meanwhile)(void);

/* Number of pauses since pause_setup(), the current one included. */
extern int pauses;

/* Nothing happens in the pauses, of which there were none. */
extern void pause_setup(void);
