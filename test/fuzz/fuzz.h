/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz.h - a fuzzer's target: libFuzzer's two symbols, and reading fields out of
 * its bytes.
 *
 * A target is linked with replay.c, which plays files again, or (make
 * FUZZ_ENGINE=-fsanitize=fuzzer) with an engine that searches for new ones. It
 * aborts where something is wrong that no sanitizer sees.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of the target: its corpus is test/fuzz/corpus/NAME. */
extern const char fuzz_name[];

/* RET 0 */
extern int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_CHECK(is_right) \
	do { \
		if (!(is_right)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, \
				#is_right); \
			abort(); \
		} \
	} while (0)

/* Bytes that are left to be read. */
typedef struct {
	const uint8_t *at;
	size_t size;
} fuzz_bytes_t;

/* A number of so many bytes, at most 8; what is missing counts as 0. */
static inline uint64_t fuzz_number(fuzz_bytes_t *b, size_t bytes)
{
	uint64_t n = 0;

	for (size_t i = 0; i < bytes; i++) {
		n = n << 8 | (b->size ? *b->at : 0);
		b->at += (b->size != 0);
		b->size -= (b->size != 0);
	}
	return n;
}

/* A text up to a 0 byte, or to the end. RET free() */
static inline char *fuzz_text(fuzz_bytes_t *b)
{
	size_t len = strnlen((const char *) b->at, b->size);
	char *text = malloc(len + 1);

	if (!text)
		abort();
	memcpy(text, b->at, len);
	text[len] = '\0';
	len += (len < b->size);
	b->at += len;
	b->size -= len;
	return text;
}

/* All that is left, as a text. RET free() */
static inline char *fuzz_rest(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		abort();
	memcpy(text, data, size);
	text[size] = '\0';
	return text;
}
