/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mail_sample.h - the mails that a text of the site makes, with an event of
 * each kind.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/*
 * Print the three kinds of a subject, and a mail.
 * IN path - as of mail_text_read()
 * OUT error - as of mail_text_read()
 * RET false: nothing is printed, since the text is wrong
 */
extern bool mail_sample_print(FILE *to, const char *path, char *error,
			      size_t error_size);
