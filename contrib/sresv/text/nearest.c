/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>
#include <sys/param.h>

#include "contrib/sresv/text/nearest.h"

/* Longer words are not compared. */
#define LETTERS 63

/*
 * The number of letters to change, leave out or add, so that a becomes b.
 * IN b - of at most LETTERS
 */
static size_t _distance(const char *a, const char *b)
{
	size_t row[LETTERS + 1], len = strlen(b);

	for (size_t j = 0; j <= len; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t before = row[0];

		row[0] = i;
		for (size_t j = 1; j <= len; j++) {
			size_t change = before + (a[i - 1] != b[j - 1]);

			before = row[j];
			row[j] = MIN(change, MIN(before, row[j - 1]) + 1);
		}
	}
	return row[len];
}

nearest_t nearest(const char *typed)
{
	return (nearest_t) {
		.typed = typed, .least = MIN(2, strlen(typed) / 2),
	};
}

void nearest_try(nearest_t *n, const char *word)
{
	size_t distance;

	if ((strlen(word) > LETTERS) || (strlen(n->typed) > LETTERS))
		return;
	distance = _distance(n->typed, word);
	if ((distance > n->least) || (n->word && (distance == n->least)))
		return;
	n->least = distance;
	n->word = word;
}
