/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw_random.c - an ordinary user's random requests, as no command sends them.
 *
 *	raw_random SEED FIRST COUNT START
 *
 * Sends requests FIRST to FIRST+COUNT-1 of a random sequence: creates, updates and
 * deletions of reservations, jobs that are submitted and changed. Each field has
 * what a user would write, or numbers of all sizes and signs, NO_VAL, INFINITE,
 * texts of up to 64 KiB, control characters, lists of hosts and of names that
 * never end, all flags. Names of reservations are few, so that requests meet those
 * that others have. START is a time to come, in seconds since the epoch.
 *
 * A request depends on SEED and its number alone. Each is sent by a child, since
 * Slurm's own library may not survive what it is given: that is told, and the next
 * one follows. Prints a line for each that was granted, "create NAME", "update NAME",
 * "delete NAME", "submit JOB" or "change JOB", and last the numbers of requests
 * sent, granted, and died of. Exit: 0.
 *
 * cc -o raw_random raw_random.c -lslurm
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#define PATIENCE 120	/* seconds for one request */

static uint64_t state;
static time_t start;

/* splitmix64 */
static uint64_t _dice(void)
{
	uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint32_t _below(uint32_t n)
{
	return (uint32_t) (_dice() % n);
}

static bool _one_in(uint32_t n)
{
	return _below(n) == 0;
}

/* --- values -------------------------------------------------------------- */

static char *_repeat(const char *text, size_t size)
{
	size_t len = strlen(text), at = 0;
	char *all = malloc(size + len + 1);

	while (len && (at < size)) {
		memcpy(all + at, text, len);
		at += len;
	}
	all[at] = '\0';
	return all;
}

static char *_noise(void)
{
	size_t size = _below(200);
	char *text = malloc(size + 1);

	for (size_t i = 0; i < size; i++)
		text[i] = (char) (1 + _below(255));
	text[size] = '\0';
	return text;
}

static char *_text(void)
{
	static const char *const words[] = {
		"", ",", "n1", "n[1-4]", "n[1-8]", "ALL", "n[1-99999]",
		"n[8-1]", "n[", "]", "n[1-4,", "n[1,1,1]", "n1,n1", "main",
		"half", "nope", "root", "games", "-games", "+games", "-root",
		"0", "-1", "4294967295", "odd", "odd&even", "odd|even", "[odd*2]",
		"[odd*4294967295]", "a:1", "a:99999999999", "a:-1", "a", "a:1,a:1",
		"node=2", "cpu=4,node=1", "%s%n%x", "\033[31m", "a\nb", "\xff\xfe",
		"'; DROP TABLE booking; --", "../../../etc/passwd", "hold:600:h",
		"hold:-1:h", "hold:99999999999:h", "query", "offers", "probe",
		"locks", "co-abc0001.1of2.A", "garq_job_1", "keep", "keep.1",
		"wide", "mine", "other", "now", "INFINITE", "(null)",
	};

	switch (_below(12)) {
	case 0:
		return _noise();
	case 1:
		return _repeat(words[_below(sizeof(words) / sizeof(*words))], 65536);
	case 2:
		return _repeat("games,", 1 + _below(65536));
	case 3:
		return _repeat("n[1-8],", 1 + _below(65536));
	default:
		return strdup(words[_below(sizeof(words) / sizeof(*words))]);
	}
}

static uint64_t _number(void)
{
	static const uint64_t edges[] = {
		0, 1, 2, 4, 8, 9, 60, 1440, 0x7f, 0xff, 0xfffd, 0xfffe, 0xffff,
		0x10000, 0x7fffffff, 0x80000000, 0xfffffffd, NO_VAL, INFINITE,
		0x7fffffffffffffff, 0x8000000000000000, NO_VAL64, INFINITE64,
	};

	if (_one_in(4))
		return _dice() >> _below(64);
	return edges[_below(sizeof(edges) / sizeof(*edges))];
}

static time_t _time(void)
{
	switch (_below(4)) {
	case 0:
		return (time_t) _number();
	case 1:
		return -(time_t) _number();
	default:
		return start + _below(200) * 1800;
	}
}

static uint32_t *_list(void)
{
	uint32_t cnt = _one_in(8) ? _below(20000) : _below(4);
	uint32_t *list = calloc(cnt + 1, sizeof(*list));

	for (uint32_t i = 0; i < cnt; i++)
		list[i] = _one_in(2) ? 1 + _below(8) : (uint32_t) _number() | 1;
	return list;
}

static char *_name(void)
{
	static const char *const names[] = {
		"keep", "wide", "mine", "mine", "r1", "r2", "r3", "r1.1", "r2.1",
		"keep.1", "hold:60:r3", "query", "offers", "probe",
	};

	return _one_in(5) ? _text() :
		strdup(names[_below(sizeof(names) / sizeof(*names))]);
}

/* --- reservations ----------------------------------------------------------- */

/* What a user would ask for. */
static void _plain(resv_desc_msg_t *d)
{
	slurm_init_resv_desc_msg(d);
	d->name = _name();
	d->start_time = start + _below(48) * 1800;
	d->duration = 1 + _below(180);
	d->users = strdup("games");
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
	d->node_cnt = 1 + _below(9);
#else
	d->node_cnt = calloc(2, sizeof(*d->node_cnt));
	d->node_cnt[0] = 1 + _below(9);
#endif
}

static void _spoil_resv(resv_desc_msg_t *d)
{
	switch (_below(18)) {
	case 0: d->accounts = _text(); break;
	case 1: d->burst_buffer = _text(); break;
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
	case 2: d->core_cnt = (uint32_t) _number(); break;
	case 3: d->node_cnt = (uint32_t) _number(); break;
#else
	case 2: d->core_cnt = _list(); break;
	case 3: d->node_cnt = _one_in(4) ? NULL : _list(); break;
#endif
	case 4: d->duration = (uint32_t) _number(); break;
	case 5: d->end_time = _time(); break;
	case 6: d->features = _text(); break;
	case 7: d->flags = _one_in(4) ? ~UINT64_C(0) : _one_in(2) ?
			UINT64_C(1) << _below(64) : _dice() & _dice(); break;
	case 8: d->groups = _text(); break;
	case 9: d->licenses = _text(); break;
	case 10: d->max_start_delay = (uint32_t) _number(); break;
	case 11: d->name = _one_in(3) ? NULL : _text(); break;
	case 12: d->node_list = _text(); break;
	case 13: d->partition = _text(); break;
	case 14: d->purge_comp_time = (uint32_t) _number(); break;
	case 15: d->start_time = _time(); break;
	case 16: d->tres_str = _text(); break;
	case 17: d->users = _one_in(3) ? NULL : _text(); break;
	}
}

static void _resv(bool create)
{
	resv_desc_msg_t d;
	char *name;

	_plain(&d);
	if (!create && _one_in(2)) {
		name = d.name;
		slurm_init_resv_desc_msg(&d);
		d.name = name;
	}
	for (uint32_t i = _below(6); i; i--)
		_spoil_resv(&d);
	if (create && (name = slurm_create_reservation(&d)))
		printf("create %s\n", name);
	else if (!create && !slurm_update_reservation(&d))
		printf("update %s\n", d.name ? d.name : "");
}

static void _delete(void)
{
	reservation_name_msg_t d = { .name = _one_in(9) ? NULL : _name() };

	if (!slurm_delete_reservation(&d))
		printf("delete %s\n", d.name ? d.name : "");
}

/* --- jobs ------------------------------------------------------------------ */

static void _spoil_job(job_desc_msg_t *d)
{
	switch (_below(20)) {
	case 0: d->begin_time = _time(); break;
	case 1: d->deadline = _time(); break;
	case 2: d->time_limit = (uint32_t) _number(); break;
	case 3: d->time_min = (uint32_t) _number(); break;
	case 4: d->min_nodes = (uint32_t) _number(); break;
	case 5: d->max_nodes = (uint32_t) _number(); break;
	case 6: d->num_tasks = (uint32_t) _number(); break;
	case 7: d->min_cpus = (uint32_t) _number(); break;
	case 8: d->reservation = _one_in(3) ? _name() : _text(); break;
	case 9: d->partition = _text(); break;
	case 10: d->req_nodes = _text(); break;
	case 11: d->exc_nodes = _text(); break;
	case 12: d->features = _text(); break;
	case 13: d->licenses = _text(); break;
	case 14: d->account = _text(); break;
	case 15: d->qos = _text(); break;
	case 16: d->name = _text(); break;
	case 17: d->array_inx = _text(); break;
	case 18: d->dependency = _text(); break;
	case 19: d->shared = (uint16_t) _number(); break;
	}
}

static void _plain_job(job_desc_msg_t *d)
{
	static char *environment[] = { "PATH=/bin", NULL };

	slurm_init_job_desc_msg(d);
	d->user_id = getuid();
	d->group_id = getgid();
	d->work_dir = strdup("/");
	d->std_out = d->std_err = strdup("/dev/null");
	d->script = strdup("#!/bin/sh\nsleep 1\n");
	d->environment = environment;
	d->env_size = 1;
	d->time_limit = 1 + _below(60);
	d->min_nodes = 1 + _below(4);
	d->begin_time = start;
	if (!_one_in(3))
		d->deadline = start + 1800 * (1 + _below(48));
}

static void _submit(void)
{
	submit_response_msg_t *answer = NULL;
	job_desc_msg_t d;

	_plain_job(&d);
	for (uint32_t i = _below(4); i; i--)
		_spoil_job(&d);
	if (!slurm_submit_batch_job(&d, &answer) && answer)
		printf("submit %u\n", answer->job_id);
}

static void _change(void)
{
	job_desc_msg_t d;
	uint32_t id = _one_in(4) ? (uint32_t) _number() : 1 + _below(200);

	slurm_init_job_desc_msg(&d);
	d.job_id = id;
	for (uint32_t i = 1 + _below(3); i; i--)
		_spoil_job(&d);
	if (!slurm_update_job(&d))
		printf("change %u\n", id);
}

/* --- all of them ------------------------------------------------------------- */

static void _one(uint64_t number, uint64_t seed)
{
	state = seed * UINT64_C(0x2545f4914f6cdd1d) + number;
	switch (_below(10)) {
	case 0: case 1: case 2: case 3: _resv(true); break;
	case 4: case 5: _resv(false); break;
	case 6: _delete(); break;
	case 7: case 8: _submit(); break;
	case 9: _change(); break;
	}
}

int main(int argc, char **argv)
{
	uint64_t seed, first, cnt, died = 0;
	int status;

	if (argc != 5) {
		fprintf(stderr, "raw_random: give SEED FIRST COUNT START\n");
		return 2;
	}
	seed = strtoull(argv[1], NULL, 0);
	first = strtoull(argv[2], NULL, 0);
	cnt = strtoull(argv[3], NULL, 0);
	start = (time_t) strtoll(argv[4], NULL, 0);
	slurm_init(NULL);
	for (uint64_t i = first; i < first + cnt; i++) {
		fflush(stdout);
		if (fork() == 0) {
			(void) alarm(PATIENCE);
			_one(i, seed);
			fflush(stdout);
			_exit(0);
		}
		if ((wait(&status) > 0) && WIFSIGNALED(status)) {
			fprintf(stderr, "# request %llu ended its sender by signal %d\n",
				(unsigned long long) i, WTERMSIG(status));
			died++;
		}
	}
	printf("sent %llu, senders that died %llu\n", (unsigned long long) cnt,
	       (unsigned long long) died);
	return 0;
}
