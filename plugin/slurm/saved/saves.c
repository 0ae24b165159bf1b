/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdbool.h>

#include "plugin/slurm/saved/saves.h"

static pthread_mutex_t save_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t saves;	/* begun until now. Locks: count_lock */

static uint64_t _count_saves(bool another)
{
	uint64_t cnt;

	pthread_mutex_lock(&count_lock);
	cnt = (saves += another);
	pthread_mutex_unlock(&count_lock);
	return cnt;
}

void saves_make(void (*save)(void))
{
	uint64_t begun = _count_saves(false);

	pthread_mutex_lock(&save_lock);
	if (_count_saves(false) == begun) {
		(void) _count_saves(true);
		save();
	}
	pthread_mutex_unlock(&save_lock);
}

uint64_t saves_hold(void)
{
	pthread_mutex_lock(&save_lock);
	return _count_saves(false);
}

void saves_release(void)
{
	pthread_mutex_unlock(&save_lock);
}
