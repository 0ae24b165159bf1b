/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mine.h - whom the access lists of a reservation name. */
#pragma once

#include <slurm/slurm.h>
#include <stdbool.h>

/*
 * Is a word in a list with commas? A list that begins with - names those who
 * are denied: then the answer is the opposite.
 */
extern bool mine_has(const char *list, const char *word);

/* Does a reservation name this user, or a group of this user? */
extern bool mine_names_me(const reserve_info_t *r);
