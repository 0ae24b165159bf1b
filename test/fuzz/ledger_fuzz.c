/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_fuzz.c - a damaged ledger without a copy: a start ends with a ledger
 * that works, or says why not.
 *
 * The bytes are changes of a sound ledger: each has 3 bytes for where, 1 for
 * how many, and these; a first byte says whether pages are missing at the end.
 */
#include <dirent.h>
#include <fcntl.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/ledger_start.h"
#include "test/fuzz/fuzz.h"

#define BOOKINGS 60

const char fuzz_name[] = "ledger";

static char dir[32];
static char path[64];
static uint8_t *sound, *bytes;
static size_t sound_size;

static void _empty(void)
{
	DIR *folder = opendir(dir);
	struct dirent *entry;
	char name[384];

	while (folder && (entry = readdir(folder))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s/%s", dir, entry->d_name);
		unlink(name);
	}
	if (folder)
		closedir(folder);
}

static void _end(void)
{
	_empty();
	rmdir(dir);
	free(sound);
	free(bytes);
}

/* A ledger_say_fn */
static void _say(void *arg, const char *line)
{
	(void) arg;
	FUZZ_CHECK(line[0] && !strchr(line, '\n'));
}

static void _put(ledger_t *l, int i)
{
	booking_t *b = booking_create();
	char name[32], why[256];

	snprintf(name, sizeof(name), "booking%d", i);
	booking_set(&b->name, name);
	booking_set(&b->nodes, "n[1-4]");
	booking_set(&b->users, "ann");
	b->start = b->t_esr = b->t_lsr = b->not_before = 1000000 + i;
	b->end = b->start + 3600;
	FUZZ_CHECK(ledger_commit(l, ledger_put(l, b), why, sizeof(why)));
	booking_destroy(b);
}

static void _read_sound(void)
{
	int fd = open(path, O_RDONLY);
	struct stat st;

	FUZZ_CHECK((fd >= 0) && !fstat(fd, &st));
	sound_size = (size_t) st.st_size;
	FUZZ_CHECK(sound = malloc(sound_size));
	FUZZ_CHECK(bytes = malloc(sound_size));
	FUZZ_CHECK(read(fd, sound, sound_size) == (ssize_t) sound_size);
	close(fd);
}

static void _set_up(void)
{
	ledger_t *l = NULL;
	char why[256];

	if (sound)
		return;
	/* In memory: each start of a ledger syncs many times. */
	snprintf(dir, sizeof(dir), "%s/garq-fuzz-XXXXXX",
		 access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
	FUZZ_CHECK(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/garq.ledger", dir);
	FUZZ_CHECK(ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK);
	for (int i = 0; i < BOOKINGS; i++)
		_put(l, i);
	ledger_close(l);
	_read_sound();
	atexit(_end);
}

/* RET the size of the damaged file */
static size_t _damage(fuzz_bytes_t b)
{
	uint8_t missing = (uint8_t) fuzz_number(&b, 1);
	size_t size = sound_size;

	memcpy(bytes, sound, sound_size);
	if (missing & 0x80)
		size -= MIN((size_t) (missing & 0x7f) * 512, size);
	while (b.size) {
		size_t at = fuzz_number(&b, 3) % sound_size;
		size_t cnt = fuzz_number(&b, 1);

		for (; cnt && (at < sound_size) && b.size; cnt--)
			bytes[at++] = (uint8_t) fuzz_number(&b, 1);
	}
	return size;
}

static void _write(size_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	FUZZ_CHECK(fd >= 0);
	FUZZ_CHECK(write(fd, bytes, size) == (ssize_t) size);
	close(fd);
}

/* A ledger_fn */
static void _look(void *arg, booking_t *b)
{
	(void) arg;
	FUZZ_CHECK(b->name && b->name[0]);
	booking_destroy(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const ledger_former_t none;
	fuzz_bytes_t b = { .at = data, .size = size };
	ledger_t *l = NULL;
	ledger_status_t status;
	char why[256] = "";

	_set_up();
	_empty();
	_write(_damage(b));
	status = ledger_start(path, &none, _say, NULL, &l, why, sizeof(why));
	FUZZ_CHECK(status != LEDGER_DAMAGED);
	FUZZ_CHECK((status == LEDGER_OK) == (l != NULL));
	if (l) {
		(void) ledger_each(l, _look, NULL, why, sizeof(why));
		(void) ledger_each_ended(l, 0, _look, NULL, why, sizeof(why));
		ledger_close(l);
	} else {
		FUZZ_CHECK(why[0]);
	}
	return 0;
}
