/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shared.h - data that several owners share, and that nobody changes: the last
 * owner frees it.
 */
#pragma once

typedef struct shared shared_t;

/*
 * One owner of data.
 * IN drop - frees it
 * RET for shared_drop(); NULL: memory is short, and data was freed
 */
extern shared_t *shared_make(void *data, void (*drop)(void *data));

/* Another owner. IN s - NULL is returned. RET s */
extern shared_t *shared_keep(shared_t *s);

/* One owner less. IN s - NULL: no effect */
extern void shared_drop(shared_t *s);

/* IN s - NULL. RET the data, or NULL */
extern void *shared_data(const shared_t *s);
