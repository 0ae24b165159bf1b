/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whole_file.h - a file is there as it was, or as it should be. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Write a file that only its owner can read, beside it as PATH.new, and give it
 * its name.
 * IN sync - wait until the file is on the disk, before it gets its name
 * RET false with errno: the file is as it was
 */
extern bool whole_file_write(const char *path, const char *text, size_t size,
			     bool sync);
