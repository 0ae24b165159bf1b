/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main.c - run the simulator: seeds, lives, report.
 *
 *	test/sim/sim [--seed N] [--runs N] [--days N] [--seconds N]
 *		[--only WORDS] [--with WORDS] [--without WORDS] [--stop]
 *		[--soak] [--verbose]
 */
#include <getopt.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test/sim/asked.h"
#include "test/sim/events.h"
#include "test/sim/host.h"
#include "test/sim/life.h"
#include "test/sim/lost.h"
#include "test/sim/own.h"
#include "test/sim/plugin.h"
#include "test/sim/soak.h"
#include "test/sim/vfs.h"
#include "test/sim/world.h"

/* contrib/run-tests plays more without sanitizers, which take much longer. */
#ifdef __SANITIZE_ADDRESS__
#define RUNS_USUAL 3
#else
#define RUNS_USUAL 10
#endif

#define TICKS_A_DAY 5000	/* about */
#define TICKS_OF_A_NEW_LEDGER 250	/* about, until it is reconciled */
#define HEAP (4 << 20)

typedef struct {
	uint64_t seed;
	uint32_t runs;
	uint32_t days;
	uint32_t seconds;	/* of real time; 0: as many runs as said */
	bool verbose;
	bool stop;		/* at the first run that fails */
	bool soak;
	weather_t weather;
} args_t;

static const struct {
	const char *word;
	size_t at;
	bool usual;
} words[] = {
#define WORD(name, usual) { #name, offsetof(weather_t, name), usual }
	WORD(crash, true), WORD(power, true), WORD(disk, true),
	WORD(nodes, true), WORD(jobs, true), WORD(conf, true),
	WORD(names, true), WORD(clock, true), WORD(plain, true), WORD(stray, true),
	WORD(cold, true),
	WORD(hang, true), WORD(purge, false), WORD(early, false), WORD(ghosts, true), WORD(overlap, true),
	WORD(turns, false), WORD(full, false),
	WORD(away, false), WORD(flex, false),
	WORD(rot, true), WORD(lost, false), WORD(kills, false), WORD(storm, false),
	WORD(looks, false), WORD(renames, false), WORD(switches, false),
	WORD(places, false),
	WORD(cores, false), WORD(gpus, false),
	WORD(hardware, false), WORD(charges, false),
	WORD(ask, false),
};
#define WORDS (sizeof(words) / sizeof(words[0]))

static bool *_word(weather_t *weather, size_t i)
{
	return (bool *) ((char *) weather + words[i].at);
}

static void _set_words(weather_t *weather, char *list, bool to)
{
	char *rest = NULL;

	for (char *word = strtok_r(list, ",", &rest); word;
	     word = strtok_r(NULL, ",", &rest)) {
		size_t i = 0;

		while ((i < WORDS) && strcmp(words[i].word, word))
			i++;
		if (i == WORDS) {
			fprintf(stderr, "sim: %s is no weather (see --help)\n",
				word);
			exit(2);
		}
		*_word(weather, i) = to;
	}
}

static void _usage(void)
{
	printf("Usage: sim [OPTION]...\n"
	       "Simulated days of the office, the ledger and a slurmctld, with crashes.\n"
	       "  --seed N         the first seed (1); each run has one more\n"
	       "  --runs N         number of runs (10; with sanitizers 3)\n"
	       "  --days N         simulated days of a run (5)\n"
	       "  --seconds N      go on with runs for so long, by the real clock\n"
	       "  --only WORDS     what may happen, of:");
	for (size_t i = 0; i < WORDS; i++)
		printf(" %s", words[i].word);
	printf("\n  --stop           end at the first run that fails");
	printf("\n  --with WORDS     what may happen besides what usually does\n"
	       "  --without WORDS  ... and what may not\n"
	       "  --soak           one run in one life: are memory and files as large at its end?\n"
	       "  --verbose        tell the story\n"
	       "A run that fails prints its seed; --seed N --runs 1 plays it again.\n");
}

static args_t _parse(int argc, char **argv)
{
	enum { SEED = 1, RUNS, DAYS, SECONDS, ONLY, WITH, WITHOUT, VERBOSE,
	       STOP, SOAK, HELP };
	static const struct option options[] = {
		{ "seed", 1, NULL, SEED }, { "runs", 1, NULL, RUNS },
		{ "days", 1, NULL, DAYS }, { "seconds", 1, NULL, SECONDS },
		{ "only", 1, NULL, ONLY }, { "with", 1, NULL, WITH },
		{ "without", 1, NULL, WITHOUT }, { "stop", 0, NULL, STOP }, { "soak", 0, NULL, SOAK },
		{ "verbose", 0, NULL, VERBOSE }, { "help", 0, NULL, HELP },
		{ NULL, 0, NULL, 0 },
	};
	args_t args = { .seed = 1, .runs = RUNS_USUAL, .days = 5 };
	int option;

	for (size_t i = 0; i < WORDS; i++)
		*_word(&args.weather, i) = words[i].usual;
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (option) {
		case SEED:
			args.seed = strtoull(optarg, NULL, 10);
			break;
		case RUNS:
			args.runs = (uint32_t) strtoul(optarg, NULL, 10);
			break;
		case DAYS:
			args.days = (uint32_t) strtoul(optarg, NULL, 10);
			break;
		case SECONDS:
			args.seconds = (uint32_t) strtoul(optarg, NULL, 10);
			break;
		case ONLY:
			memset(&args.weather, 0, sizeof(args.weather));
			_set_words(&args.weather, optarg, true);
			break;
		case WITH:
			_set_words(&args.weather, optarg, true);
			break;
		case WITHOUT:
			_set_words(&args.weather, optarg, false);
			break;
		case VERBOSE:
			args.verbose = true;
			break;
		case STOP:
			args.stop = true;
			break;
		case SOAK:
			args.soak = true;
			args.runs = 1;
			args.weather.crash = false;
			break;
		case HELP:
			_usage();
			exit(0);
		default:
			exit(2);
		}
	return args;
}

/* --- runs ---------------------------------------------------------------- */

/*
 * When this life ends by a crash: often at the start, when much is at stake.
 * IN lost - the start has to make a ledger
 */
static uint64_t _crash_at(bool lost)
{
	uint32_t soon = lost ? TICKS_OF_A_NEW_LEDGER : 300;

	if (!world->weather.crash)
		return 0;
	return world->ticks + 1 + (world_one_in(lost ? 2 : 4) ?
				   world_below(soon) :
				   world_below(2 * TICKS_A_DAY));
}

/*
 * Slurm knows its jobs as it saved them last: jobs that began later are killed,
 * and those that ended later run until their nodes say otherwise.
 */
static void _forget_jobs(void)
{
	memcpy(world->jobs, world->saved_jobs, sizeof(world->jobs));
	for (int i = 0; i < WORLD_JOBS; i++)
		if (world->jobs[i].nodes && (world->jobs[i].over <= world->now))
			world->jobs[i].over = world->now + world_below(60);
}

/*
 * Another host goes on. Its clock is not quite the same, and the controller of
 * the first host may hang, and still have the ledger.
 */
static void _take_over(bool hangs)
{
	world->stats.takeovers++;
	if (world->weather.clock)
		world_set_clock((time_t) world_below(7) - 3);
	/* Else what was changed without the plugin is undone; see own.h. */
	if (hangs && world->reconciled && world->weather.hang &&
	    world_one_in(2))
		own_take();
	world_tell("--- another host takes over%s",
		   world->ledger_locked ? ", the ledger is locked" : "");
}

/* What happens while no controller runs. */
static void _between(bool crashed)
{
	bool powerless = crashed && world->weather.power && !world->rotted &&
			 world_one_in(3);

	vfs_process_gone();
	world->ledger_locked = false;
	world->fault = DISK_GOOD;
	world->former.there = false;
	if (world->saving)
		world_copy_file(&world->former, &world->packed);
	world->saving = false;
	world->powerless |= powerless;
	if (powerless) {
		world->former.there = false;
		vfs_lose_power();
		world->stats.power_losses++;
		world_tell("--- power is lost");
	}
	if (crashed && world->weather.ghosts)
		_forget_jobs();
	if (world->weather.storm) {
		world->users = (1U << WORLD_USERS) - 1;
		world->names_out = false;
	}
	world->now += world_one_in(6) ? world_below(7200) : world_below(60);
	if (world->weather.away)
		events_away();
	if (world_one_in(4))
		_take_over(crashed && !powerless);
}

/* RET how the child ended, as world.h has it, or LIFE_FAILED */
static int _live(void (*run)(void))
{
	int status;
	pid_t pid;

	fflush(NULL);
	world->armed = world->uncommitted = false;
	pid = fork();
	if (pid == 0)
		run();
	if ((pid < 0) || (waitpid(pid, &status, 0) != pid)) {
		snprintf(world->failure, sizeof(world->failure),
			 "no process can be made");
		return LIFE_FAILED;
	}
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	snprintf(world->failure, sizeof(world->failure),
		 "the controller died of signal %d", WTERMSIG(status));
	return LIFE_FAILED;
}

/* Damage, or a controller without the plugin, for a while. RET as _live() */
static int _live_between(int before, bool *ret_lost)
{
	bool planned = (before == LIFE_RESTARTS);

	if (world->weather.rot &&
	    world_one_in(world->weather.kills ? 8 : 32) &&
	    (_live(life_rot) != LIFE_RESTARTS))
		return LIFE_FAILED;
	*ret_lost = lost_happens();
	if (!world_one_in(4) ||
	    !(planned ? world->weather.plain : world->weather.stray))
		return before;
	world->plain_planned = planned;
	world->plain_before = true;
	world->stats.plain++;
	return _live(life_run_plain);
}

static int _next_life(bool lost)
{
	int status;

	world->crash_at = _crash_at(lost);
	if (world->weather.full && world->reconciled && !world->plain_before &&
	    world_one_in(4))
		own_disk_fails();
	status = _live(life_run);
	if (own_put_back() || (status == LIFE_FAILED))
		return status;
	snprintf(world->failure, sizeof(world->failure), OWN_BEGUN);
	return LIFE_FAILED;
}

static void _tell_failure(uint64_t seed)
{
	printf("FAIL seed %llu, day %lld, after \"%s\": %s\n",
	       (unsigned long long) seed,
	       (long long) (world->now - world->began) / 86400, world->last,
	       world->failure[0] ? world->failure : "an odd exit status");
}

/* RET false: it failed */
static bool _run(uint64_t seed, const args_t *args)
{
	bool lost = false;
	int status;

	world_begin(seed, &args->weather, args->verbose, args->days);
	world->soak = args->soak;
	life_set_up();
	while ((status = _next_life(lost)) != LIFE_OVER) {
		world->stats.crashes += (status == LIFE_CRASHED);
		world->stats.restarts += (status == LIFE_RESTARTS);
		if (status != LIFE_FAILED) {
			_between(status == LIFE_CRASHED);
			status = _live_between(status, &lost);
		}
		if ((status != LIFE_CRASHED) && (status != LIFE_RESTARTS)) {
			_tell_failure(seed);
			return false;
		}
	}
	return true;
}

/* Seconds of a processor that this process and the lives have had. */
static double _worked(void)
{
	struct rusage own, lives;

	getrusage(RUSAGE_SELF, &own);
	getrusage(RUSAGE_CHILDREN, &lives);
	return (double) (own.ru_utime.tv_sec + own.ru_stime.tv_sec +
			 lives.ru_utime.tv_sec + lives.ru_stime.tv_sec) +
	       (double) (own.ru_utime.tv_usec + own.ru_stime.tv_usec +
			 lives.ru_utime.tv_usec + lives.ru_stime.tv_usec) / 1e6;
}

static double _seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

static void _report(double seconds)
{
	const stats_t *s = &world->stats;
	double worked = _worked(), minutes = worked / 60;

#define LINE(text, number) \
	printf("%-24s %10llu\n", text, (unsigned long long) (number))
	LINE("days", s->days);
	LINE("requests", s->requests);
	LINE("  admitted", s->admitted);
	LINE("  refused, no room", s->refused);
	LINE("  refused otherwise", s->invalid);
	LINE("  queries", s->queries);
	LINE("  deleted", s->deleted);
	LINE("  renamed", s->renamed);
	LINE("  offers accepted", s->accepted);
	LINE("  undone, disk failed", s->undone);
	LINE("looks that told a plan", s->looks);
	LINE("  carried out", s->looked);
	LINE("    creates", s->looked_at[ASKED_CREATE]);
	LINE("    updates", s->looked_at[ASKED_UPDATE]);
	LINE("    deletions", s->looked_at[ASKED_REMOVE]);
	LINE("    acceptances", s->looked_at[ASKED_ACCEPT]);
	LINE("    renames", s->looked_at[STATS_RENAME]);
	LINE("  refusals foretold", s->looked_refused);
	LINE("  lines compared", s->looked_lines);
	LINE("asked why", s->whys);
	LINE("  proven", s->proofs);
	LINE("  who should leave", s->cuts);
	LINE("asked by a query", s->foreseen);
	LINE("looks at what stands by", s->waits);
	LINE("gave way", s->gave_way);
	LINE("maintenances foretold", s->maints);
	LINE("  bookings hit", s->hits);
	LINE("shifts", s->shifts);
	LINE("resizes", s->resizes);
	LINE("events of nodes and jobs", s->moved_events);
	LINE("jobs in bookings", s->jobs_in);
	LINE("reconfigurations", s->reconfigs);
	LINE("stand-ins", s->stand_ins);
	LINE("degraded", s->degraded);
	LINE("disk errors", s->faults);
	LINE("  at a start", s->full);
	LINE("  while it is read", s->unread);
	LINE("crashes", s->crashes);
	LINE("  with loss of power", s->power_losses);
	LINE("planned restarts", s->restarts);
	LINE("lives without plugin", s->plain);
	LINE("takeovers", s->takeovers);
	LINE("brought back by a crash", s->returned);
	LINE("damaged pages", s->rotten);
	LINE("ledgers lost", s->lost);
	LINE("lost by a purge unseen", s->purged);
	LINE("moves to the history", s->moves);
	LINE("pauses of decisions", s->pauses);
	LINE("  stale after that", s->stale);
	LINE("checks", s->checks);
	LINE("events compared", s->told_events);
	LINE("places compared", s->told_places);
	LINE("mails compared", s->mails);
	LINE("  events in them", s->mail_lines);
	LINE("  again, by a kill", s->mails_again);
	LINE("effects and disk calls", world->ticks);
	printf("%-24s %10.1f\n", "seconds", seconds);
	printf("%-24s %10.1f (a minute: %.0f days, %.0f crashes, %.0f requests)\n",
	       "  of a processor", worked, (double) s->days / minutes,
	       (double) s->crashes / minutes, (double) s->requests / minutes);
}

int main(int argc, char **argv)
{
	args_t args = _parse(argc, argv);
	double began = _seconds();
	uint32_t failed = 0, runs = 0;

	/* A life is short: its heap grows at once, and never shrinks. */
	(void) mallopt(M_TOP_PAD, HEAP);
	(void) mallopt(M_TRIM_THRESHOLD, 4 * HEAP);

	if (!world_map()) {
		fprintf(stderr, "sim: out of memory\n");
		return 1;
	}
	plugin_none();
	do {
		failed += !_run(args.seed + runs, &args);
		runs++;
	} while (!(args.stop && failed) &&
		 (args.seconds ? (_seconds() - began < args.seconds) :
				 (runs < args.runs)));
	_report(_seconds() - began);
	if (args.soak && !soak_report())
		failed = MAX(failed, 1);
	printf("%u passed, %u failed\n", runs - failed, failed);
	return failed ? 1 : 0;
}
