/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>
#include <time.h>

#include "test/unit/pause_fixture.h"

void (*meanwhile)(void);
int pauses;

extern int __wrap_nanosleep(const struct timespec *t, struct timespec *left);

extern int __wrap_nanosleep(const struct timespec *t, struct timespec *left)
{
	(void) t;
	(void) left;
	pauses++;
	if (meanwhile)
		meanwhile();
	return 0;
}

void pause_setup(void)
{
	meanwhile = NULL;
	pauses = 0;
}
