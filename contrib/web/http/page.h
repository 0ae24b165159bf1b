/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page.h - the files of the page. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Open a file of the page: below the folder, by a path of letters, digits and
 * "._-/", in which no part begins with a dot or is a symbolic link.
 * IN folder - a file descriptor; -1: there is no page
 * IN path - "/" stands for "/index.html"
 * OUT ret_type - Content-Type, a constant
 * OUT ret_size - bytes
 * OUT ret_etag - with quotes
 * RET a file descriptor; -1: there is no such file
 */
extern int page_open(int folder, const char *path, const char **ret_type,
		     size_t *ret_size, char ret_etag[64]);
