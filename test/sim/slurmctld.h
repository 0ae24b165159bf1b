/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slurmctld.h - the simulated slurmctld, as far as it knows of no plugin: its
 * list of native records, its state file, its scheduler, the jobs on the nodes.
 *
 * The list is in the memory of the process and gone with it; the state file is
 * in the world. A save packs the list at one moment, and the file is on the
 * disk some time later; saves are serial. The scheduler starts a job where no
 * record of the list forbids it, so a booking that is not linked in time has
 * somebody else's job on its nodes: promises.h sees that.
 */
#pragma once

#include "test/sim/world.h"

/* It has the list of records (contrib/fake/fake.h). */
extern fake_t fake;

/* The nodes of a record, by number. */
#define MASK(rec) ((rec)->nodes->word[0])

/* Is there a user of this name now? IN kind - others are always there */
extern bool slurm_exists(name_kind_t kind, const char *name, size_t len);

/* A start: read the state file; a record that is not valid is purged. */
extern void slurm_start(void);

/* slurm.conf was read anew: purge or shrink the linked records that are not
 * valid any more. IN plugin - it runs, and has not looked since */
extern void slurm_validate(bool plugin);

/* A list of records was changed: save it soon; save it now, and wait. */
extern void slurm_save_soon(void);
extern void slurm_save(void);
extern uint64_t slurm_saves;	/* number of calls of slurm_save() */

/* Wait for the save of Slurm's thread that is under way, if any. */
extern void slurm_save_end(void);

/*
 * Slurm's thread saves what it is asked to save, while another thread waits for
 * the disk of the ledger; or packs it, and writes it later.
 */
extern void slurm_save_meanwhile(void);

/*
 * What Slurm's threads do of themselves: write the state file that is under
 * way, remove records that ended, end jobs and start others.
 */
extern void slurm_pass(void);

/* Slurm's scheduler alone: start jobs that wait, or new ones. */
extern void slurm_schedule(void);

/* Nodes on which jobs run. */
extern mask_t slurm_busy(void);
