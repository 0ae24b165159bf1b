/* SPDX-License-Identifier: GPL-2.0-or-later */
/* saved_fuzz.c - Slurm's file of reservations: its names are found, or none. */
#include "plugin/slurm/saved/saved_file.h"
#include "test/fuzz/fuzz.h"

const char fuzz_name[] = "saved";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	saved_file_t file = saved_file_parse((const char *) data, size);

	for (size_t i = 0; i < file.cnt; i++)
		FUZZ_CHECK(saved_file_has(&file, file.names[i]) &&
			   saved_file_nodes(&file, file.names[i]));
	for (size_t i = 1; i < file.cnt; i++)
		FUZZ_CHECK(strcmp(file.names[i - 1], file.names[i]) <= 0);
	saved_file_free(&file);
	return 0;
}
