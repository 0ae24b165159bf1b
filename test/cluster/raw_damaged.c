/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw_damaged.c - an ordinary user's messages, damaged after they are packed.
 *
 *	raw_damaged SEED FIRST COUNT START USER [whole]
 *
 * Sends messages FIRST to FIRST+COUNT-1 of a random sequence: creates, updates and
 * deletions of reservations, jobs that are submitted and changed, heterogeneous
 * ones, jobs of a crontab and the question when a job would run (plausible.h), of
 * which the packed bytes are then changed (edit.h). Slurm's library packs, signs
 * and sends them: the pack_msg() below is called in the place of its own one, so
 * the header has the length, and the credential the hash, of what is sent. START is
 * a time to come, in seconds since the epoch; USER the name of the sender. With
 * "whole" only such bytes are sent as Slurm's library unpacks.
 *
 * A message depends on SEED and its number alone. Prints a line for each that was
 * granted, "create NAME", "update NAME", "delete NAME", "submit JOB" or "change
 * JOB", and last the numbers of messages sent and damaged. NAME is what was packed,
 * in whose place the damaged bytes may have another one; of creates it is what
 * slurmctld says. Exit: 0; 3: this library does not call that function.
 *
 * cc -rdynamic -I TOP -I SLURM -I SLURM/slurm -o raw_damaged raw_damaged.c \
 *	DIR/libslurmfull.so -Wl,-rpath,DIR
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* RTLD_NEXT */
#endif
#include <dlfcn.h>
#include <stdbool.h>

#include "src/common/slurm_protocol_pack.h"
#include "test/fuzz/edit.h"
#include "test/fuzz/plausible.h"

#define TRIES 50	/* scripts for one message */

typedef int (*pack_t)(slurm_msg_t const *msg, buf_t *buffer);

static uint64_t state;
static time_t start;
static char *user;
static uint8_t script[512];
static size_t script_size;
static bool is_damaging;	/* and not what the library sends to begin with */
static bool whole;
static unsigned long damaged;

/* splitmix64 */
static uint32_t _below(uint32_t n)
{
	uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t) ((z ^ (z >> 31)) % n);
}

/* --- what is done to a message ---------------------------------------------- */

static const char *_word(void)
{
	static const char *const words[] = {
		"", ",", "n1", "n[1-8]", "ALL", "n[1-99999]", "n[8-1]", "n[",
		"main", "half", "nope", "root", "games", "-games", "+games",
		"odd", "odd&even", "[odd*4294967295]", "a:1", "a:99999999999",
		"node=2", "%s%n%x", "\033[31m", "\xff\xfe", "hold:600:h",
		"hold:-1:h", "query", "offers", "probe", "locks", "mine",
		"r1.1", "keep", "wide", "other", "garq.job@1", "1-4294967295",
		"co-abc0001.1of2.A", "-1", "4294967296", "INFINITE", "(null)",
	};

	return words[_below(sizeof(words) / sizeof(*words))];
}

static void _put(uint8_t byte)
{
	script[script_size++] = byte;
}

static void _write_script(void)
{
	/* Often such that can still be unpacked: a text or a number is another one. */
	static const uint8_t kinds[] = { 0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 6, 6, 7,
					 8, 9, 10, 11 };
	const char *word;

	script_size = 0;
	for (uint32_t edits = 1 + _below(_below(4) ? 2 : 5); edits; edits--) {
		uint8_t kind = kinds[_below(sizeof(kinds))];

		_put(kind);
		_put((uint8_t) _below(4));
		_put((uint8_t) _below(256));
		if (kind) {
			_put((uint8_t) _below(256));
			continue;
		}
		for (word = _word(); *word; word++)
			_put((uint8_t) *word);
		_put(0);
	}
}

/*
 * Unpack what would be sent, as slurmctld will.
 * RET can it be unpacked?
 */
static bool _unpacks(const slurm_msg_t *msg, const buf_t *packed)
{
	slurm_msg_t copy = *msg;
	buf_t *buffer = init_buf(packed->processed);
	bool yes;

	memcpy(buffer->head, packed->head, packed->processed);
	buffer->size = packed->processed;
	copy.data = NULL;
	yes = (unpack_msg(&copy, buffer) == SLURM_SUCCESS);
	if (yes)
		slurm_free_msg_data(msg->msg_type, copy.data);
	free_buf(buffer);
	return yes;
}

/* Called by Slurm's library for each message. */
int pack_msg(slurm_msg_t const *msg, buf_t *buffer)
{
	pack_t slurms = (pack_t) dlsym(RTLD_NEXT, "pack_msg");
	uint32_t begin = buffer->processed;
	fuzz_bytes_t edits;
	bool unpacks;
	int rc;

	for (int i = 0; i < TRIES; i++) {
		buffer->processed = begin;
		rc = slurms(msg, buffer);
		if (rc || !is_damaging)
			return rc;
		_write_script();
		edits = (fuzz_bytes_t) { .at = script, .size = script_size };
		buffer->processed = (uint32_t) edit_bytes(
			(uint8_t *) buffer->head, buffer->processed,
			buffer->size, &edits);
		unpacks = _unpacks(msg, buffer);
		if (unpacks || !whole) {
			damaged++;
			return rc;
		}
	}
	buffer->processed = begin;
	return slurms(msg, buffer);
}

/* --- messages ---------------------------------------------------------------- */

static char *_name(void)
{
	static char *names[] = { "keep", "wide", "r1.1", "r2.1", "query" };
	static char own[8];

	if (!_below(5))
		return names[_below(sizeof(names) / sizeof(*names))];
	snprintf(own, sizeof(own), "r%u", 1 + _below(30));
	return own;
}

static void _told(bool yes, const char *what, const char *name)
{
	if (yes)
		printf("%s %s\n", what, name ? name : "");
}

static void _resv(plausible_t kind)
{
	resv_desc_msg_t d;
	char *name;

	if (kind == PLAUSIBLE_CREATE) {
		plausible_create(&d, start + _below(48) * 1800, user);
		d.name = _name();
		if (_below(4))	/* users may book none */
			d.licenses = NULL;
		name = slurm_create_reservation(&d);
		_told(name, "create", name);
	} else {
		plausible_update(&d, start + _below(48) * 1800);
		if (_below(2)) {	/* what a user may change of a booking */
			slurm_init_resv_desc_msg(&d);
			d.duration = 30 + _below(60);
		}
		d.name = _name();
		_told(!slurm_update_reservation(&d), "update", d.name);
	}
}

static void _delete(void)
{
	reservation_name_msg_t d = { .name = _name() };

	_told(!slurm_delete_reservation(&d), "delete", d.name);
}

static void _submit(void)
{
	submit_response_msg_t *answer = NULL;
	job_desc_msg_t d;
	char id[16] = "";

	plausible_submit(&d, start + _below(48) * 1800);
	if (!slurm_submit_batch_job(&d, &answer) && answer)
		snprintf(id, sizeof(id), "%u", answer->job_id);
	_told(id[0], "submit", id);
}

static void _change(void)
{
	job_desc_msg_t d;
	char id[16];

	snprintf(id, sizeof(id), "%u", 1 + _below(200));
	plausible_change(&d, start + _below(48) * 1800, id);
	_told(!slurm_update_job(&d), "change", id);
}

/* When would a job run? */
static void _ask(void)
{
	job_desc_msg_t d;

	plausible_submit(&d, start + _below(48) * 1800);
	d.script = NULL;
	(void) slurm_job_will_run(&d);
}

static void _submit_several(void)
{
	submit_response_msg_t *answer = NULL;
	__typeof__(slurm_list_create(NULL)) jobs = slurm_list_create(NULL);
	job_desc_msg_t d[2];
	char id[16] = "";

	for (int i = 0; i < 2; i++) {
		plausible_submit(&d[i], start + _below(48) * 1800);
		slurm_list_append(jobs, &d[i]);
	}
	if (!slurm_submit_batch_het_job(jobs, &answer) && answer)
		snprintf(id, sizeof(id), "%u", answer->job_id);
	slurm_list_destroy(jobs);
	_told(id[0], "submit", id);
}

static void _crontab(void)
{
	static char text[] = "0 * * * * true\n";
	__typeof__(slurm_list_create(NULL)) jobs = slurm_list_create(NULL);
	job_desc_msg_t d;

	plausible_submit(&d, start);
	slurm_list_append(jobs, &d);
	(void) slurm_update_crontab(getuid(), getgid(), text, jobs);
	slurm_list_destroy(jobs);
}

static void _one(uint64_t number, uint64_t seed)
{
	state = seed * UINT64_C(0x2545f4914f6cdd1d) + number;
	is_damaging = true;
	switch (_below(13)) {
	case 0: case 1: case 2: case 3: _resv(PLAUSIBLE_CREATE); break;
	case 4: case 5: _resv(PLAUSIBLE_UPDATE); break;
	case 6: _delete(); break;
	case 7: case 8: _submit(); break;
	case 9: _change(); break;
	case 10: _ask(); break;
	case 11: _submit_several(); break;
	case 12: _crontab(); break;
	}
	is_damaging = false;
}

int main(int argc, char **argv)
{
	uint64_t seed, first, cnt;

	if (argc < 6) {
		fprintf(stderr, "raw_damaged: give SEED FIRST COUNT START USER [whole]\n");
		return 2;
	}
	seed = strtoull(argv[1], NULL, 0);
	first = strtoull(argv[2], NULL, 0);
	cnt = strtoull(argv[3], NULL, 0);
	start = (time_t) strtoll(argv[4], NULL, 0);
	user = argv[5];
	whole = (argc > 6);
	slurm_init(NULL);
	for (uint64_t i = first; i < first + cnt; i++)
		_one(i, seed);
	printf("sent %llu, damaged %lu\n", (unsigned long long) cnt, damaged);
	return damaged >= cnt / 2 ? 0 : 3;
}
