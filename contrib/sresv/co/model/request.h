/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request.h - files of SRL. */
#pragma once

#include <stdio.h>

#include "contrib/sresv/ctl/status.h"
#include "srl/srl.h"

/*
 * Read the bytes of a file; "-" is standard input. One byte more than a request
 * may have is enough to refuse it.
 *
 * ret_text - for free(), without a zero at its end
 * RET STATUS_DONE, or STATUS_FAILED: an error was printed to err
 */
extern status_t request_load(const char *name, FILE *err, char **ret_text,
			     size_t *ret_len);

/*
 * Read a request at this moment; a time that is not SRL's own is one of sresv's
 * options. RET and ret_errors as srl_read()
 */
extern srl_t *request_parse(const char *text, size_t len, int64_t now,
			    srl_errors_t *ret_errors);

/* NAME:LINE:COLUMN: and what is wrong, a line for each error. */
extern void request_errors(const char *name, const srl_errors_t *errors,
			   FILE *err);

/*
 * As request_read(), for a text that was loaded. name is that in the errors.
 * RET as request_read()
 */
extern status_t request_read_text(const char *name, const char *text,
				  size_t len, int64_t now, FILE *err,
				  srl_t **ret);

/*
 * As request_read(), and its text: ret_text for free(), with a zero at its end
 */
extern status_t request_keep(const char *name, int64_t now, FILE *err,
			     char **ret_text, srl_t **ret);

/*
 * All of it. RET STATUS_DONE with *ret, for srl_destroy(); STATUS_BAD or
 * STATUS_FAILED, an error was printed
 */
extern status_t request_read(const char *name, int64_t now, FILE *err,
			     srl_t **ret);
