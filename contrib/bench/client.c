/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * client.c - send requests to slurmctld by libslurm's public functions, for
 * contrib/bench/bench, without starting a process for each request.
 *
 *	client [-u USERS]
 *		answers each line of its input with the microseconds that the
 *		call took and "ok", or what Slurm says
 *	client [-u USERS] -j N [-n COUNT]
 *		reads its whole input, then sends it over N connections at a
 *		time until COUNT requests were granted (all of them); prints how
 *		many were granted, how many were not, and the last refusal
 *
 * A line is one of these; times are seconds since the epoch, - leaves a time as
 * it is. The duration of a reservation is not given, so its end stays where it
 * is when its start is moved.
 *
 *	create NAME START END NODES [WINDOW [FEATURES PARTITION LICENSES]]
 *					how many, or a list of names, or
 *					cores:N or gpus:N of shared nodes;
 *					MaxStartDelay in seconds; -: none
 *	update NAME START END [MINUTES]
 *					how long, in place of END
 *	delete NAME
 *	submit NAME NODES MINUTES [PARTITION BEGIN]
 *					a batch job that sleeps on whole nodes
 *					and does not start before BEGIN
 *	allocate NAME NODES MINUTES [PARTITION]
 *					nodes without a job's processes; fails
 *					if they are not free
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include "garq/grow.h"

#define WORDS_MAX 9
#define JOBS_MAX 64

static char *users = "root";

/* Shared by all processes of one fill. */
typedef struct {
	size_t next;		/* next line to send */
	size_t granted;
	size_t refused;
	char why[256];		/* the last refusal */
} tally_t;

/* --- one request ----------------------------------------------------------- */

static bool _number(const char *word, long *ret)
{
	char *end;

	errno = 0;
	*ret = strtol(word, &end, 10);
	return !errno && (end != word) && !*end && (*ret >= 0);
}

static bool _is_given(const char *word)
{
	return word && strcmp(word, "-");
}

static bool _time(const char *word, time_t *ret)
{
	long n;

	if (!strcmp(word, "-"))
		return true;
	if (!_number(word, &n))
		return false;
	*ret = (time_t) n;
	return true;
}

/*
 * Set a number of nodes or cores: some releases have a number here, older ones
 * an array that ends with 0.
 * pair - must live as long as desc is used
 */
static void _set_count(void *count, size_t size, uint32_t pair[2])
{
	void *list = pair;

	if (size == sizeof(list))
		memcpy(count, &list, sizeof(list));
	else
		memcpy(count, pair, sizeof(pair[0]));
}

/*
 * OUT tres - lives as long as desc is used
 * RET false: the word is no number of nodes, cores or GPUs
 */
static bool _set_what(const char *word, resv_desc_msg_t *desc, uint32_t pair[2],
		      char tres[32])
{
	long n;

	if (_number(word, &n)) {
		pair[0] = (uint32_t) n;
		_set_count(&desc->node_cnt, sizeof(desc->node_cnt), pair);
	} else if (!strncmp(word, "cores:", 6) && _number(word + 6, &n)) {
		pair[0] = (uint32_t) n;
		_set_count(&desc->core_cnt, sizeof(desc->core_cnt), pair);
	} else if (!strncmp(word, "gpus:", 5) && _number(word + 5, &n)) {
		(void) snprintf(tres, 32, "gres/gpu=%ld", n);
		desc->tres_str = tres;
	} else {
		return false;
	}
	return true;
}

static int _create(char **word)
{
	uint32_t pair[2] = { 0, 0 };
	resv_desc_msg_t desc;
	char *name, tres[32];
	long window;

	slurm_init_resv_desc_msg(&desc);
	if (!_time(word[2], &desc.start_time) ||
	    !_time(word[3], &desc.end_time))
		return EINVAL;
	if (!_set_what(word[4], &desc, pair, tres))
		desc.node_list = word[4];
	if (_is_given(word[5]) && !_number(word[5], &window))
		return EINVAL;
	if (_is_given(word[5]))
		desc.max_start_delay = (uint32_t) window;
	if (word[6] && word[7] && word[8]) {
		desc.features = _is_given(word[6]) ? word[6] : NULL;
		desc.partition = _is_given(word[7]) ? word[7] : NULL;
		desc.licenses = _is_given(word[8]) ? word[8] : NULL;
	}
	desc.name = word[1];
	desc.users = users;
	if (!(name = slurm_create_reservation(&desc)))
		return errno ? errno : SLURM_ERROR;
	free(name);
	return 0;
}

static int _update(char **word)
{
	resv_desc_msg_t desc;
	long minutes;

	slurm_init_resv_desc_msg(&desc);
	if (!_time(word[2], &desc.start_time) ||
	    !_time(word[3], &desc.end_time) ||
	    (word[4] && !_number(word[4], &minutes)))
		return EINVAL;
	if (word[4])
		desc.duration = (uint32_t) minutes;
	desc.name = word[1];
	if (slurm_update_reservation(&desc))
		return errno ? errno : SLURM_ERROR;
	return 0;
}

static int _delete(char **word)
{
	reservation_name_msg_t msg = { .name = word[1] };

	if (slurm_delete_reservation(&msg))
		return errno ? errno : SLURM_ERROR;
	return 0;
}

/* What all jobs have in common: name, nodes, minutes, partition. */
static bool _job(char **word, job_desc_msg_t *desc)
{
	long nodes, minutes;

	if (!_number(word[2], &nodes) || !_number(word[3], &minutes))
		return false;
	slurm_init_job_desc_msg(desc);
	desc->name = word[1];
	desc->partition = word[4];
	desc->min_nodes = desc->max_nodes = (uint32_t) nodes;
	desc->time_limit = (uint32_t) minutes;
	desc->shared = 0;	/* whole nodes */
	desc->user_id = getuid();
	desc->group_id = getgid();
	return true;
}

static int _allocate(char **word)
{
	resource_allocation_response_msg_t *resp = NULL;
	job_desc_msg_t desc;

	if (!_job(word, &desc))
		return EINVAL;
	desc.immediate = 1;
	if (slurm_allocate_resources(&desc, &resp))
		return errno ? errno : SLURM_ERROR;
	slurm_free_resource_allocation_response_msg(resp);
	return 0;
}

static int _submit(char **word)
{
	static char *environment[] = { "PATH=/usr/bin:/bin", NULL };
	submit_response_msg_t *resp = NULL;
	job_desc_msg_t desc;

	if (!_job(word, &desc) || (word[5] && !_time(word[5], &desc.begin_time)))
		return EINVAL;
	desc.script = "#!/bin/sh\nexec sleep 86400\n";
	desc.environment = environment;
	desc.env_size = 1;
	desc.work_dir = "/";
	desc.std_out = desc.std_err = "/dev/null";
	if (slurm_submit_batch_job(&desc, &resp))
		return errno ? errno : SLURM_ERROR;
	slurm_free_submit_response_response_msg(resp);
	return 0;
}

static const struct {
	const char *name;
	int words;
	int more;	/* number of optional words */
	int (*send)(char **word);
} request_table[] = {
	{ "create", 5, 4, _create },
	{ "update", 4, 1, _update },
	{ "delete", 2, 0, _delete },
	{ "submit", 4, 2, _submit },
	{ "allocate", 4, 1, _allocate },
};

#define REQUEST_CNT (sizeof(request_table) / sizeof(request_table[0]))

/* Send one line, which is cut into words. RET 0 or an errno of Slurm */
static int _send(char *line, double *ret_usec)
{
	struct timespec begin, end;
	char *word[WORDS_MAX + 1] = { NULL }, *rest = NULL;
	int words = 0, rc = EINVAL;

	for (char *w = strtok_r(line, " \n", &rest); w && (words <= WORDS_MAX);
	     w = strtok_r(NULL, " \n", &rest))
		word[words++] = w;
	*ret_usec = 0;
	for (size_t i = 0; words && (i < REQUEST_CNT); i++) {
		if (strcmp(word[0], request_table[i].name) ||
		    (words < request_table[i].words) ||
		    (words > request_table[i].words + request_table[i].more))
			continue;
		clock_gettime(CLOCK_MONOTONIC, &begin);
		rc = request_table[i].send(word);
		clock_gettime(CLOCK_MONOTONIC, &end);
		*ret_usec = (end.tv_sec - begin.tv_sec) * 1e6 +
			    (end.tv_nsec - begin.tv_nsec) / 1e3;
	}
	return rc;
}

/* --- one after the other ----------------------------------------------------- */

static int _converse(void)
{
	char *line = NULL;
	size_t size = 0;
	double usec;
	int rc;

	while (getline(&line, &size, stdin) > 0) {
		rc = _send(line, &usec);
		printf("%.1f %s\n", usec, rc ? slurm_strerror(rc) : "ok");
		fflush(stdout);
	}
	free(line);
	return 0;
}

/* --- many at a time ---------------------------------------------------------- */

/* Read the whole input. RET lines, owned by the caller; NULL: out of memory */
static char **_read_lines(size_t *ret_cnt)
{
	char **lines = NULL, *line = NULL;
	size_t cnt = 0, room = 0, size = 0;

	while (getline(&line, &size, stdin) > 0) {
		if (GARQ_GROW(lines, cnt + 1, 1024, &room) < 0)
			return NULL;
		lines[cnt++] = line;
		line = NULL;
		size = 0;
	}
	free(line);
	*ret_cnt = cnt;
	return lines ? lines : calloc(1, sizeof(*lines));
}

/*
 * One of the processes: send lines until there are none or enough were granted.
 * A line counts as granted before it is sent, and is taken back if it is
 * refused, so that no more than enough are ever granted.
 */
static void _work(tally_t *tally, char **lines, size_t cnt, size_t enough)
{
	double usec;
	size_t i;
	int rc;

	for (;;) {
		if (__atomic_fetch_add(&tally->granted, 1, __ATOMIC_SEQ_CST) >=
		    enough)
			break;
		i = __atomic_fetch_add(&tally->next, 1, __ATOMIC_SEQ_CST);
		if (i >= cnt)
			break;
		if (!(rc = _send(lines[i], &usec)))
			continue;
		__atomic_fetch_sub(&tally->granted, 1, __ATOMIC_SEQ_CST);
		__atomic_fetch_add(&tally->refused, 1, __ATOMIC_SEQ_CST);
		snprintf(tally->why, sizeof(tally->why), "%s",
			 slurm_strerror(rc));
	}
	__atomic_fetch_sub(&tally->granted, 1, __ATOMIC_SEQ_CST);
}

static int _fill(int jobs, size_t enough)
{
	tally_t *tally = mmap(NULL, sizeof(*tally), PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	size_t cnt = 0;
	char **lines = _read_lines(&cnt);
	int status, failed = 0;

	if ((tally == MAP_FAILED) || !lines) {
		perror("client");
		return 1;
	}
	for (int i = 0; i < jobs; i++) {
		pid_t pid = fork();

		if (pid < 0)
			failed = 1;
		if (pid == 0) {
			_work(tally, lines, cnt, enough);
			_exit(0);
		}
	}
	while (wait(&status) > 0)
		failed |= status;
	printf("%zu %zu %s\n", tally->granted, tally->refused, tally->why);
	for (size_t i = 0; i < cnt; i++)
		free(lines[i]);
	free(lines);
	return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
	long jobs = 0, enough = 0;
	int c;

	while ((c = getopt(argc, argv, "j:n:u:")) != -1) {
		if ((c == 'j') && _number(optarg, &jobs) && (jobs >= 1) &&
		    (jobs <= JOBS_MAX))
			continue;
		if ((c == 'n') && _number(optarg, &enough))
			continue;
		if (c == 'u') {
			users = optarg;
			continue;
		}
		fprintf(stderr, "Usage: client [-u USERS] [-j N [-n COUNT]]\n");
		return 2;
	}
	slurm_init(NULL);
	return jobs ? _fill((int) jobs, enough ? (size_t) enough : SIZE_MAX) :
		      _converse();
}
