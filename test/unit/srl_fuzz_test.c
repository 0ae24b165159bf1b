/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_fuzz_test.c - requests of random bytes, and right requests that were
 * damaged: each is read, or refused with errors that have a place in it.
 *
 *	SEED=n ROUNDS=n test/unit/srl_fuzz_test
 */
#include <stdlib.h>
#include <string.h>

#include "test/unit/srl_texts.h"
#include "test/unit/test_util.h"

#define ROUNDS 20000
#define ROOM 4096

struct game {
	rng_t rng;
	char text[ROOM];
	size_t len;
	uint64_t right, wrong;
};

static const char *const pieces[] = {
	"A.TS.duration = 3600\n", "B.TS.est=", "A.RVC.begin", "B.RVC.end",
	" == ", "<=", "!=", "CON", "OBJ", ".", "=", "\n", " ", "# ", "\"",
	"A.CON.x = ", "A.OBJ.y = min,", ",1", "100 Mbit/s", "1e999", "2*",
	"ALL.RVC.cost", "CO.TS.let = Dec 15 18:00:00 2007\n", "A.QOS.from = B\n",
	"A.QOS.cpus = B.QOS.cpus\n", "B.QOS.cpus = A.QOS.cpus\n", "\xe2\x89\xa4",
	"-", "+", "9223372036854775808", "\r\n",
};

static unsigned int _rounds(void)
{
	const char *env = getenv("ROUNDS");

	return env ? (unsigned int) strtoul(env, NULL, 10) : ROUNDS;
}

static void _put(struct game *game, const char *piece, size_t len)
{
	if (len > ROOM - game->len)
		len = ROOM - game->len;
	memcpy(game->text + game->len, piece, len);
	game->len += len;
}

static void _bytes(struct game *game)
{
	game->len = rng_below(&game->rng, 200);
	for (size_t i = 0; i < game->len; i++)
		game->text[i] = (char) rng_below(&game->rng, 256);
}

static void _pieces(struct game *game)
{
	for (uint64_t n = rng_below(&game->rng, 60); n; n--) {
		const char *piece = pieces[rng_below(&game->rng, COUNT(pieces))];

		_put(game, piece, strlen(piece));
	}
}

static void _damage(struct game *game)
{
	const char *text = rng_one_in(&game->rng, 2) ? text_example :
		text_figure1;

	_put(game, text, strlen(text));
	for (uint64_t n = 1 + rng_below(&game->rng, 3); n; n--) {
		size_t at = rng_below(&game->rng, game->len);

		if (rng_one_in(&game->rng, 2)) {
			game->text[at] = (char) rng_below(&game->rng, 256);
		} else {
			size_t cut = 1 + rng_below(&game->rng, 20);

			cut = (cut > game->len - at) ? game->len - at : cut;
			memmove(game->text + at, game->text + at + cut,
				game->len - at - cut);
			game->len -= cut;
		}
	}
}

static void _check_right(const srl_t *srl)
{
	double weight = 0;

	ck_assert_uint_ge(srl->part_cnt, 1);
	ck_assert_uint_ge(srl->objective_cnt, 1);
	for (size_t p = 0; p < srl->part_cnt; p++) {
		const srl_part_t *part = &srl->parts[p];

		ck_assert_int_ge(part->duration, 1);
		ck_assert_int_le(part->est + part->duration, part->let);
		ck_assert((part->from == SRL_NO_PART) ==
			  (part->to == SRL_NO_PART));
	}
	for (size_t i = 0; i < srl->objective_cnt; i++)
		weight += srl->objectives[i].weight;
	ck_assert_double_eq_tol(weight, 1, 1e-9);
}

/* Each place is one of the text, or just behind it. */
static void _check_wrong(const struct game *game, const srl_errors_t *errors)
{
	uint32_t lines = 1;

	for (size_t i = 0; i < game->len; i++)
		lines += (game->text[i] == '\n');
	ck_assert_uint_ge(errors->cnt, 1);
	for (size_t i = 0; i < errors->cnt; i++) {
		const srl_error_t *e = &errors->list[i];

		ck_assert_uint_ge(e->place.line, 1);
		ck_assert_uint_le(e->place.line, lines);
		ck_assert_uint_ge(e->place.column, 1);
		ck_assert_uint_gt(strlen(e->text), 10);
		ck_assert_ptr_null(strchr(e->text, '\n'));
	}
}

/* The copy has its exact size, so that a byte too far is found. */
static void _read(struct game *game)
{
	srl_errors_t errors;
	char *copy = malloc(game->len ? game->len : 1);
	srl_t *srl;

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, game->text, game->len);
	srl = srl_read(copy, game->len, &test_reader, &errors);
	free(copy);
	if (srl) {
		game->right++;
		_check_right(srl);
	} else {
		game->wrong++;
		_check_wrong(game, &errors);
	}
	srl_destroy(srl);
}

START_TEST(any_bytes_are_read_or_refused)
{
	struct game game = { .rng = { test_seed() } };

	for (unsigned int i = _rounds(); i; i--) {
		game.len = 0;
		switch (rng_below(&game.rng, 4)) {
		case 0: _bytes(&game); break;
		case 1: _pieces(&game); break;
		default: _damage(&game); break;
		}
		_read(&game);
	}
	ck_assert_uint_gt(game.right, 0);
	ck_assert_uint_gt(game.wrong, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("srl_fuzz");

	tcase_add_test(test_case(suite, "bytes", 3600),
		       any_bytes_are_read_or_refused);
	return test_run(suite);
}
