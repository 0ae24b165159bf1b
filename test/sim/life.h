/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * life.h - one life of the controller: start, days of requests and events, end.
 */
#pragma once

/* In a child process. Ends the process, with a status of world.h. */
extern void life_run(void) __attribute__((noreturn));

/*
 * The same for a controller without the plugin: an administrator deletes,
 * shortens and makes reservations. plain.c
 */
extern void life_run_plain(void) __attribute__((noreturn));

/* A page of a file of the ledger is damaged. rot.c */
extern void life_rot(void) __attribute__((noreturn));

/* Before the first life of a run: slurm.conf. */
extern void life_set_up(void);
