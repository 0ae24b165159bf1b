/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/what-if/office.h"
#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/park/park_turn.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/start/reconcile.h"
#include "plugin/booking/states.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/claim/ledger_claim.h"
#include "plugin/ledger/ledger_saved.h"

office_t *office;

static char folder[] = "/tmp/what-if-XXXXXX";

static void _fail(const char *what, const char *why)
{
	fprintf(stderr, "what-if-sim: %s: %s\n", what, why);
	exit(3);
}

void host_say(office_t *office, say_level_t level, const char *line)
{
	if ((level == SAY_ERROR) || office->fault_cnt)
		_fail("the office says", line);
}

static const char *_file(const char *suffix)
{
	static char path[sizeof(folder) + sizeof(LEDGER_FILE) + 16];

	snprintf(path, sizeof(path), "%s/%s%s", folder, LEDGER_FILE, suffix);
	return path;
}

static void _remove_folder(void)
{
	static const char *const suffixes[] = { "", "-wal", "-shm", "-journal" };

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		(void) unlink(_file(suffixes[i]));
	(void) rmdir(folder);
}

static void _open_ledger(void)
{
	ledger_owner_t owner = { .host = "what-if", .boot = "1", .pid = 1 };
	char why[256] = "no folder in /tmp";
	ledger_t *ledger;
	int64_t epoch;

	if (!mkdtemp(folder) || atexit(_remove_folder) ||
	    (ledger_open(_file(""), &ledger, why, sizeof(why)) != LEDGER_OK) ||
	    !ledger_begin_epoch(ledger, &owner, &epoch, why, sizeof(why)))
		_fail("the ledger can't be opened", why);
	office->ledger = ledger;
}

void office_sync(void)
{
	char *text = NULL;

	if (catch_up_to_serve(office, cluster.now, &text))
		_fail("the office can't see the cluster", text ? text : "");
	free_null(text);
}

void office_start(const options_t *options)
{
	reconcile_read_t read;
	char why[256];

	office = office_create(&cluster.fake.host, options, office_states);
	_open_ledger();
	office->ready = true;
	office->host->locks->sync(office, cluster.now, &booking_events);
	if (!reconcile_read(office, office->ledger, cluster.now, &read, why,
			    sizeof(why)))
		_fail("the ledger can't be read", why);
	reconcile(office, &read, cluster.now);
}

void office_stop(void)
{
	ledger_close(office->ledger);
	office_destroy(office);
	office = NULL;
}

/* As plugin/linker.c and plugin/agent.c. */
void office_turn(void)
{
	static uint32_t written;
	time_t now = cluster.now;
	uint32_t looks;
	char why[256];

	office_sync();
	do
		(void) park_update_all(office, now);
	while (park_turn_goes_on(office));
	park_ledger_written(office, written);
	(void) standby_use_room(office, now);
	offers_expire(office, now);
	looks = park_last_look(office);
	if (!ledger_retry(office->ledger, why, sizeof(why)))
		_fail("the ledger can't be written", why);
	written = looks;
	office_sync();
}

static void _fill(const office_ask_t *ask, request_t *r)
{
	*r = (request_t) {
		.has_start = true,
		.start = ask->start,
		.has_end = true,
		.end = ask->start + ask->length,
		.has_delay = ask->window,
		.delay = (uint32_t) ask->window,
		.has_flags = cluster.give_back,
		.flags = cluster.give_back ? BOOKING_FLAG_PURGE_COMP : 0,
	};
	request_set_nodes(r, ask->num_cn);
	request_set(&r->name, ask->name);
	request_set(&r->features, ask->features);
	request_set_user(r, "root", 0);
}

const view_resv_t *office_ask(const office_ask_t *ask)
{
	request_t r;
	ask_t a = { .verb = &create_verb, .request = &r, .now = cluster.now };
	char why[256];

	_fill(ask, &r);
	office_sync();
	(void) serve(office, &a);
	if (a.op && !ledger_commit(office->ledger, a.op, why, sizeof(why)))
		_fail("the ledger can't be written", why);
	shift_settle(&a.shifted);
	if (a.rc && (a.rc != REFUSED_BUSY))
		_fail(ask->name, a.text ? a.text : "refused");
	ask_free(&a);
	request_free(&r);
	return a.rc ? NULL : view_find(office, ask->name);
}

typedef struct {
	const office_ask_t *ask;
	uint32_t cnt;
	time_t away;
	bool whole;		/* one of the same nodes and length */
} found_t;

static void _find_offer(const offer_set_t *set, const ledger_offer_t *offer,
			void *arg)
{
	found_t *found = arg;
	const office_ask_t *ask = found->ask;
	time_t away = llabs((long long) (offer->t_s - ask->start));

	if (!text_same(set->request->name, ask->name))
		return;
	found->cnt++;
	if ((offer->num_cn < ask->num_cn) ||
	    (offer->t_e - offer->t_s < ask->length) ||
	    (found->whole && (away >= found->away)))
		return;
	found->whole = true;
	found->away = away;
}

uint32_t office_offers(const office_ask_t *ask, time_t *ret_away)
{
	found_t found = { .ask = ask };

	offers_each(office, 0, cluster.now, _find_offer, &found);
	if (found.whole)
		*ret_away = found.away;
	return found.cnt;
}

const view_resv_t *office_ask_plain(const office_ask_t *ask)
{
	time_t end = ask->start + ask->length;
	garq_set_t *nodes = NULL, *chosen;
	char *text = NULL;
	uint32_t free_cnt;

	office_sync();
	office->host->nodes->eligible(office, NULL, false, NULL, ask->features,
				      ask->num_cn, &nodes, &text);
	free_cnt = garq_nodes_free(garq_machine_nodes(view_machine(office)),
				   nodes, ask->start, end, GARQ_NO_GROUP,
				   nodes);
	if (free_cnt >= ask->num_cn) {
		chosen = fake_need(garq_set_create(nodes->size));
		choose_nodes(office, nodes, ask->num_cn, chosen);
		cluster_reserve(ask->name, ask->start, end, chosen);
		garq_set_destroy(chosen);
		office_sync();
	}
	garq_set_destroy(nodes);
	return view_find(office, ask->name);
}
