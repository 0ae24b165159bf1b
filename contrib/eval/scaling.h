/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scaling.h - does the cost of an operation grow with the number of bookings?
 */
#ifndef EVAL_SCALING_H
#define EVAL_SCALING_H

#include <stdint.h>

/*
 * A garq_t of 10,000 nodes, slots of 5 minutes and a horizon of 365 days with
 * 10^3, 10^4, 10^5 and 10^6 bookings alive in it; the same operations on each,
 * interleaved. Two loads:
 *
 *  shape	a booking is 1 to 7 hours and 1 to 20 nodes, whatever their
 *		number: the more, the fuller the machine (10^6: half of it)
 *  load	a booking is 1 to 7 hours, and has as many nodes as make the
 *		machine half full (10^3: a quarter full, as no booking is wider
 *		than the machine): the answers are alike
 *
 * CSV to standard output, with a head: load,bookings,operation,operations, then
 * quartile 1, median and quartile 3 of ns for each operation, then bytes for
 * each booking.
 * RET 0, or -1; a message was printed to stderr
 */
extern int eval_scaling(uint32_t reps, uint64_t seed);

#endif
