/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * error.h - the list of errors in a request.
 */
#pragma once

#include "srl/srl.h"

/*
 * Add an error. Bytes that would garble a terminal become '?'. The list keeps
 * the order of the places
 */
extern void srl_error(srl_errors_t *errors, srl_place_t place,
		      const char *format, ...)
	__attribute__((format(printf, 3, 4)));
