/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gpus.h - numbers of GPUs as they are written: N, or TYPE:N. */
#pragma once

#define GPUS_TRES 96	/* bytes of a text of TRES */

/* RET why a text is no number of GPUs, or none can be reserved; NULL: it is one.
 * Not to be freed */
extern const char *gpus_objection(const char *text);

/* The words of TRES for a number of GPUs: "gres/gpu:a100=4". RET ret */
extern const char *gpus_tres(const char *text, char ret[GPUS_TRES]);

/* The number of GPUs in a text such as "cpu=4,gres/gpu=2". IN tres - or NULL */
extern long gpus_counted(const char *tres);
