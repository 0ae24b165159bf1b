/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.c - play inputs of a fuzzer's target again.
 *
 *	TARGET [FILE|FOLDER]...
 *
 * Without arguments the target's corpus is played, and each of its inputs with
 * small damages, whose seed is fixed (SEED=, ROUNDS=): what a compiler without a
 * fuzzing engine can search. Not compiled into a target that has an engine.
 */
#ifndef FUZZ_HAS_ENGINE

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#include "test/fuzz/fuzz.h"

#define BYTES_MAX (1024 * 1024)
#define ROUNDS 40	/* damages of each input */

static uint8_t bytes[BYTES_MAX];
static unsigned long played, damaged;

static unsigned long _env(const char *name, unsigned long otherwise)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 10) : otherwise;
}

static uint64_t _random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void _damage(size_t size, unsigned long rounds)
{
	uint64_t dice = 0x9e3779b97f4a7c15 ^ (_env("SEED", 1) * 0x100000001b3);
	uint8_t *copy;

	for (unsigned long i = 0; size && (i < rounds); i++) {
		size_t left = size;

		copy = malloc(size);
		if (!copy)
			abort();
		memcpy(copy, bytes, size);
		for (uint64_t n = 1 + _random(&dice) % 4; n; n--)
			copy[_random(&dice) % size] = (uint8_t) _random(&dice);
		if (_random(&dice) % 8 == 0)
			left = _random(&dice) % size;
		(void) LLVMFuzzerTestOneInput(copy, left);
		free(copy);
		damaged++;
	}
}

static void _play_file(const char *path, unsigned long rounds)
{
	FILE *file = fopen(path, "rb");
	uint8_t *copy;
	size_t size;

	if (!file) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		exit(2);
	}
	size = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	/* A copy of just this size: what reads beyond it is seen. */
	copy = malloc(size ? size : 1);
	if (!copy)
		abort();
	memcpy(copy, bytes, size);
	(void) LLVMFuzzerTestOneInput(copy, size);
	free(copy);
	played++;
	_damage(size, rounds);
}

static void _play(const char *path, unsigned long rounds)
{
	struct dirent *entry;
	struct stat st;
	char name[4096];
	DIR *folder;

	if (stat(path, &st) || !S_ISDIR(st.st_mode)) {
		_play_file(path, rounds);
		return;
	}
	folder = opendir(path);
	while (folder && (entry = readdir(folder))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		_play(name, rounds);
	}
	if (folder)
		closedir(folder);
}

int main(int argc, char **argv)
{
	char corpus[4096];

	for (int i = 1; i < argc; i++)
		_play(argv[i], 0);
	if (argc == 1) {
		snprintf(corpus, sizeof(corpus), "%s/%s", FUZZ_CORPUS,
			 fuzz_name);
		_play(corpus, _env("ROUNDS", ROUNDS));
	}
	printf("%s: %lu inputs, %lu of them damaged\n", fuzz_name, played + damaged,
	       damaged);
	return played ? 0 : 2;
}

#endif
