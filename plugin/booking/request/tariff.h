/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tariff.h - when and where a booking costs more or less (garq_tariff).
 *
 * A tariff is a text, a rule a line:
 *
 *	# FACTOR  conditions, all of which hold
 *	4     partition=gpu,bigmem
 *	0.5   hours=20-8 days=Mo-Fr
 *	0.5   days=Sa-Su
 *	1.5   lead<1d
 *	0.8   window>=4h
 *
 * The factors of all rules that match multiply: a discount for nights is one
 * line, whatever the partition costs. If the first match won, each price of a
 * partition would be repeated for each time of day.
 *
 *	factor	FACTOR		0 to TARIFF_FACTOR_MAX, a decimal number
 *	where	partition=NAMES	PartitionName is one of them (price.h)
 *		feature=NAMES	Features names one of them
 *	when	days=DAYS	Mo to Su, a list with ranges: Mo-Fr,Su
 *		hours=H-H	local time: 8-18, 7:30-12; 20-8 is the evening
 *				and the early morning of the same day
 *	how	lead<TIME	from the request to the start of the booking
 *		lead>=TIME
 *		window<TIME	how much later it may start (MaxStartDelay)
 *		window>=TIME	TIME is a number with m, h or d
 *
 * Each second pays by the day and hour that clocks show in it, so that a
 * booking over dear and cheap hours pays each by its part, and an hour that
 * clocks repeat is paid twice. Letters are small or capital, except in NAMES.
 *
 * A tariff is a value: it is parsed once, reads the zone of the process then,
 * and never changes. Times are seconds since the epoch, >= 0. No clock, no
 * file.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define TARIFF_RULES 32
#define TARIFF_FACTOR_MAX 1000
#define TARIFF_ERROR 512

typedef struct tariff tariff_t;

/*
 * OUT error - one line that begins with "line N: " and says what to write
 *	instead; "" on success. IN error_size - TARIFF_ERROR suffices
 * RET tariff_destroy(); NULL: text is no tariff
 */
extern tariff_t *tariff_parse(const char *text, char *error,
			      size_t error_size);

/* Free a tariff. NULL: no effect */
extern void tariff_destroy(tariff_t *tariff);

/*
 * Return true if a booking is in one of some partitions.
 * IN partitions - names, separated by commas
 * IN all - true: no part of it is in another one
 */
typedef bool (*tariff_in_fn)(void *arg, const char *partitions, bool all);

/*
 * The rules that a booking meets at some times and leads, a bit for each.
 * IN in - asked with all for a discount, a factor below 1
 * IN features - as given in Features; NULL: none
 * IN window - seconds
 */
extern uint32_t tariff_rules(const tariff_t *tariff, tariff_in_fn in, void *arg,
			     const char *features, time_t window);

/*
 * The seconds of [t_s, t_e), each times its factor.
 * IN rules - of tariff_rules()
 * IN lead - seconds from the request to the start; < 0 counts as 0
 */
extern double tariff_paid(const tariff_t *tariff, uint32_t rules, time_t lead,
			  time_t t_s, time_t t_e);

/*
 * The leads from which on others of these rules match.
 * RET the least of them that is more than lead; or GARQ_FOREVER
 */
extern time_t tariff_next_lead(const tariff_t *tariff, uint32_t rules,
			       time_t lead);
