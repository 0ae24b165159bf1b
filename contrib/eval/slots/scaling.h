/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scaling.h - does the cost of an operation grow with the number of bookings?
 */
#pragma once

#include <stdint.h>

/*
 * A garq_t of 10,000 nodes, slots of 5 minutes and a horizon of 365 days with
 * 10^3, 10^4, 10^5 and 10^6 bookings alive in it; the same operations on each,
 * interleaved. Two loads:
 *
 *  shape	a booking is 1 to 7 hours and 1 to 20 nodes, whatever their
 *		number: the more, the fuller the machine (10^6: half of it), so
 *		other answers are given and other slots read
 *  load	a booking is 1 to 7 hours, and has as many nodes as use a fifth
 *		of the machine, which 10^3 bookings of at most all nodes can:
 *		the answers are alike
 *
 * What is deleted are bookings that have not begun: it is called cancel. CSV to
 * standard output, with a head: load,bookings,operation,operations, then
 * quartile 1, median and quartile 3 of ns for each operation, then bytes for
 * each booking, the structure, and what half, 99 and 99.9 % of all operations
 * take at most, also where the computer interrupted them. In the program
 * that compares two versions of the library both are measured, interleaved; in
 * that with Flux it and ours, with one interval search of it for 100 of ours.
 * RET 0, or -1; a message was printed to stderr
 */
extern int eval_scaling(uint32_t reps, uint64_t seed);
