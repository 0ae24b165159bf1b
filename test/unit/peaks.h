/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * peaks.h - the highest level at any second of [t_s, t_e), where the level is
 *
 *	2 | 10: 5 | 20: 1 | 30: 4 | 40: 0
 */
#pragma once

#include <stdint.h>

static const struct {
	uint32_t t_s;
	uint32_t t_e;
	uint32_t peak;
} peaks[] = {
	{ 0, 1, 2 }, { 9, 10, 2 }, { 9, 11, 5 }, { 10, 11, 5 }, { 19, 20, 5 },
	{ 20, 21, 1 }, { 20, 30, 1 }, { 20, 31, 4 }, { 0, 100, 5 },
	{ 39, 40, 4 }, { 40, 41, 0 }, { 100, 101, 0 },
};
