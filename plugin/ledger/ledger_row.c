/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_row.h"

/* Columns, in the order of ledger_row_bind() and ledger_row_read(). */
#define COLUMNS \
	"name, t_esr, t_lsr, asked_nodes, num_cn, partition, features, " \
	"users, groups, accounts, licenses, flags, duration_min, " \
	"purge_comp_time, max_start_delay, start, \"end\", nodes, resv_id, " \
	"creator, created, changed, comment, allowed_parts, qos, " \
	"parked, not_before, seen, was, stand_in, " \
	"hold_until, hold_ttl, held, " \
	"least_cn, least_minutes, most_cn, most_minutes, cores, " \
	"asked_s, held_s, held_until, cpus, used_s, used_until, " \
	"payer, month, charge, settled, since, switches"

/* Values of stand_in. */
enum { STAND_IN = 1, PART = 2 };

const char ledger_row_put[] =
	"INSERT INTO booking (" COLUMNS ", serial) VALUES"
	" (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,"
	"?19,?20,?21,?22,?23,?24,?25,?26,?27,?28,?29,?30,"
	"?31,?32,?33,?36,?37,?38,?39,?40,?41,?42,?43,?44,?45,?46,"
	"?48,?49,?50,?51,?52,?53,?35)"
	" ON CONFLICT (name) WHERE closed IS NULL DO UPDATE SET"
	" t_esr=?2, t_lsr=?3, asked_nodes=?4, num_cn=?5, partition=?6,"
	" features=?7, users=?8, groups=?9, accounts=?10, licenses=?11,"
	" flags=?12, duration_min=?13, purge_comp_time=?14,"
	" max_start_delay=?15, start=?16, \"end\"=?17, nodes=?18,"
	" resv_id=?19, changed=?22, comment=?23,"
	" allowed_parts=?24, qos=?25, parked=?26, not_before=?27,"
	" seen=?28, was=?29, stand_in=?30, hold_until=?31,"
	" hold_ttl=?32, held=?33, files=iif(?34, 0, files), serial=?35,"
	" least_cn=?36, least_minutes=?37, most_cn=?38, most_minutes=?39,"
	" cores=?40, asked_s=?41, held_s=?42, held_until=?43, cpus=?44,"
	" used_s=?45, used_until=?46, moves=moves + ?47,"
	" payer=?48, month=?49, charge=?50, settled=?51, since=?52,"
	" switches=?53";

const char ledger_row_other[] =
	"SELECT 1 FROM booking WHERE name = ?1 AND closed IS NULL"
	" AND (created != ?2 OR creator != ?3)";

const char ledger_row_drop[] =
	"UPDATE booking SET closed = ?2, changed = ?2, serial = ?4, why = ?3,"
	" ended = ?3 LIKE '" LEDGER_WHY_ENDED "%',"
	/* LEDGER_WHY_NATIVE: nobody pays for it any more */
	" charge = iif(?3 LIKE 'became %', 0, charge)"
	" WHERE name = ?1 AND closed IS NULL";

const char ledger_row_past[] =
	"UPDATE booking SET (moves, was) = (SELECT moves, was FROM booking"
	" WHERE name = ?2 AND closed IS NULL)"
	" WHERE name = ?1 AND closed IS NULL AND EXISTS"
	" (SELECT 1 FROM booking WHERE name = ?2 AND closed IS NULL)";

/* A create that was refused says nothing of a booking that had its name before. */
#define PROMISED " AND why IS NOT '" LEDGER_WHY_NOT_CREATED "'"

const char ledger_row_reopen[] =
	"UPDATE booking SET closed = NULL, why = NULL, ended = 0, seen = 0,"
	" serial = ?4"
	" WHERE id = (SELECT max(id) FROM booking WHERE name = ?1"
	" AND closed IS NOT NULL" PROMISED ")"
	" AND created = ?2 AND creator = ?3 AND ended"
	" AND NOT EXISTS (SELECT 1 FROM booking WHERE name = ?1"
	" AND closed IS NULL)";

const char ledger_row_serial[] =
	"SELECT max(ifnull((SELECT max(serial) FROM booking), 0),"
	" ifnull((SELECT epoch + 1 FROM meta), 1) << 32)";

const char ledger_row_live[] =
	"SELECT " COLUMNS " FROM booking WHERE closed IS NULL ORDER BY name";

const char ledger_row_one[] =
	"SELECT " COLUMNS " FROM booking WHERE name = ?1 AND closed IS NULL";

const char ledger_row_all_native[] =
	"UPDATE booking SET parked = 0, seen = 0, changed = ?1, serial = ?2"
	" WHERE closed IS NULL AND parked != 0";

const char ledger_row_closed[] =
	"SELECT " COLUMNS ", closed, why FROM booking"
	" WHERE closed IS NOT NULL ORDER BY closed, id";

const char ledger_row_purge[] =
	"DELETE FROM booking WHERE id IN (SELECT id FROM booking AS b"
	" WHERE ended = 0 AND closed < ?1 AND serial <= ?3"
	" AND NOT EXISTS (SELECT 1 FROM booking WHERE name = b.name"
	" AND closed IS NOT NULL AND +ended = 1 AND +id < b.id)"
	" ORDER BY closed LIMIT ?2)";

const char ledger_row_purge_ended[] =
	"DELETE FROM booking WHERE id IN (SELECT id FROM booking"
	" WHERE ended = 1 AND closed < ?1 AND serial <= ?4"
	" ORDER BY closed LIMIT ?2)"
	" AND id <= (SELECT max(id) FROM booking) - ?3";

const char ledger_row_ended_before[] =
	"SELECT ifnull((SELECT serial FROM booking WHERE ended = 1"
	" ORDER BY serial DESC LIMIT 1 OFFSET ?1), -1)";

const char ledger_row_bound_closed[] =
	"DELETE FROM booking WHERE id IN (SELECT id FROM booking"
	" WHERE closed IS NOT NULL AND (ended = 0 OR serial <= ?3)"
	" AND id <= (SELECT max(id) FROM booking) - ?1 ORDER BY id LIMIT ?2)";

const char ledger_row_closed_of[] =
	"SELECT " COLUMNS " FROM booking WHERE name = ?1 AND resv_id = ?2"
	" AND closed IS NOT NULL AND why NOT LIKE ?3"
	" ORDER BY id DESC";

const char ledger_row_ended[] =
	"SELECT " COLUMNS " FROM booking AS b"
	" WHERE ended = 1 AND closed IS NOT NULL AND \"end\" > ?1"
	" AND id = (SELECT max(id) FROM booking WHERE name = b.name"
	" AND closed IS NOT NULL" PROMISED ")"
	" AND NOT EXISTS (SELECT 1 FROM booking WHERE name = b.name"
	" AND closed IS NULL) ORDER BY name";

int ledger_row_text(sqlite3_stmt *s, int col, const char *text)
{
	return text ? sqlite3_bind_text(s, col, text, -1, SQLITE_STATIC) :
		      sqlite3_bind_null(s, col);
}

int ledger_row_run(sqlite3_stmt *s)
{
	int rc = sqlite3_step(s);

	(void) sqlite3_reset(s);
	(void) sqlite3_clear_bindings(s);
	return (rc == SQLITE_DONE) ? SQLITE_OK : rc;
}

void ledger_row_bind_use(sqlite3_stmt *s, int col, const booking_use_t *use)
{
	sqlite3_bind_int64(s, col, use->asked);
	sqlite3_bind_int64(s, col + 1, use->held);
	sqlite3_bind_int64(s, col + 2, use->held_until);
	sqlite3_bind_int64(s, col + 3, use->cpus);
	sqlite3_bind_int64(s, col + 4, use->used);
	sqlite3_bind_int64(s, col + 5, use->used_until);
}

void ledger_row_bind(sqlite3_stmt *s, const booking_t *b, time_t now)
{
	ledger_row_text(s, 1, b->name);
	sqlite3_bind_int64(s, 2, b->t_esr);
	sqlite3_bind_int64(s, 3, b->t_lsr);
	ledger_row_text(s, 4, b->asked_nodes);
	sqlite3_bind_int64(s, 5, b->num_cn);
	ledger_row_text(s, 6, b->partition);
	ledger_row_text(s, 7, b->features);
	ledger_row_text(s, 8, b->users);
	ledger_row_text(s, 9, b->groups);
	ledger_row_text(s, 10, b->accounts);
	ledger_row_text(s, 11, b->licenses);
	sqlite3_bind_int64(s, 12, (sqlite3_int64) b->flags);
	sqlite3_bind_int64(s, 13, b->duration_min);
	sqlite3_bind_int64(s, 14, b->purge_comp_time);
	sqlite3_bind_int64(s, 15, b->max_start_delay);
	sqlite3_bind_int64(s, 16, b->start);
	sqlite3_bind_int64(s, 17, b->end);
	ledger_row_text(s, 18, b->nodes ? b->nodes : "");
	sqlite3_bind_int64(s, 19, b->resv_id);
	sqlite3_bind_int64(s, 20, b->creator);
	sqlite3_bind_int64(s, 21, b->created);
	sqlite3_bind_int64(s, 22, now);
	ledger_row_text(s, 23, b->comment);
	ledger_row_text(s, 24, b->allowed_parts);
	ledger_row_text(s, 25, b->qos);
	sqlite3_bind_int(s, 26, b->parked);
	sqlite3_bind_int64(s, 27, b->not_before);
	sqlite3_bind_int64(s, 28, b->seen);
	ledger_row_text(s, 29, b->was);
	sqlite3_bind_int(s, 30, b->stand_in ? STAND_IN : b->part ? PART : 0);
	sqlite3_bind_int64(s, 31, b->hold_until);
	sqlite3_bind_int64(s, 32, b->hold_ttl);
	ledger_row_text(s, 33, b->held);
	sqlite3_bind_int64(s, 36, b->least_cn);
	sqlite3_bind_int64(s, 37, b->least_minutes);
	sqlite3_bind_int64(s, 38, b->most_cn);
	sqlite3_bind_int64(s, 39, b->most_minutes);
	ledger_row_text(s, 40, b->cores);
	ledger_row_bind_use(s, 41, &b->use);
	ledger_row_text(s, 48, b->payer);
	sqlite3_bind_int64(s, 49, b->charge.month);
	sqlite3_bind_int64(s, 50, b->charge.amount);
	sqlite3_bind_int64(s, 51, b->charge.settled);
	sqlite3_bind_int64(s, 52, b->charge.since);
	sqlite3_bind_int64(s, 53, b->switches);
}

void ledger_row_read_use(sqlite3_stmt *s, int col, booking_use_t *ret)
{
	ret->asked = sqlite3_column_int64(s, col);
	ret->held = sqlite3_column_int64(s, col + 1);
	ret->held_until = sqlite3_column_int64(s, col + 2);
	ret->cpus = (uint32_t) sqlite3_column_int64(s, col + 3);
	ret->used = sqlite3_column_int64(s, col + 4);
	ret->used_until = sqlite3_column_int64(s, col + 5);
}

booking_t *ledger_row_read(sqlite3_stmt *s)
{
	booking_t *b = booking_create();

#define TEXT(col) ((const char *) sqlite3_column_text(s, col))
	booking_set(&b->name, TEXT(0));
	booking_set(&b->asked_nodes, TEXT(3));
	booking_set(&b->partition, TEXT(5));
	booking_set(&b->features, TEXT(6));
	booking_set(&b->users, TEXT(7));
	booking_set(&b->groups, TEXT(8));
	booking_set(&b->accounts, TEXT(9));
	booking_set(&b->licenses, TEXT(10));
	booking_set(&b->nodes, TEXT(17));
	booking_set(&b->comment, TEXT(22));
	booking_set(&b->allowed_parts, TEXT(23));
	booking_set(&b->qos, TEXT(24));
	booking_set(&b->was, TEXT(28));
	booking_set(&b->held, TEXT(32));
	booking_set(&b->cores, TEXT(37));
	booking_set(&b->payer, TEXT(44));
#undef TEXT
	b->t_esr = sqlite3_column_int64(s, 1);
	b->t_lsr = sqlite3_column_int64(s, 2);
	b->num_cn = (uint32_t) sqlite3_column_int64(s, 4);
	b->flags = (uint64_t) sqlite3_column_int64(s, 11);
	b->duration_min = (uint32_t) sqlite3_column_int64(s, 12);
	b->purge_comp_time = (uint32_t) sqlite3_column_int64(s, 13);
	b->max_start_delay = (uint32_t) sqlite3_column_int64(s, 14);
	b->start = sqlite3_column_int64(s, 15);
	b->end = sqlite3_column_int64(s, 16);
	b->resv_id = (uint32_t) sqlite3_column_int64(s, 18);
	b->creator = (uint32_t) sqlite3_column_int64(s, 19);
	b->created = sqlite3_column_int64(s, 20);
	b->changed = sqlite3_column_int64(s, 21);
	b->parked = sqlite3_column_int(s, 25) != 0;
	b->not_before = sqlite3_column_int64(s, 26);
	b->seen = (uint32_t) sqlite3_column_int64(s, 27);
	b->part = sqlite3_column_int(s, 29) == PART;
	b->stand_in = sqlite3_column_int(s, 29) && !b->part;
	b->hold_until = sqlite3_column_int64(s, 30);
	b->hold_ttl = (uint32_t) sqlite3_column_int64(s, 31);
	b->least_cn = (uint32_t) sqlite3_column_int64(s, 33);
	b->least_minutes = (uint32_t) sqlite3_column_int64(s, 34);
	b->most_cn = (uint32_t) sqlite3_column_int64(s, 35);
	b->most_minutes = (uint32_t) sqlite3_column_int64(s, 36);
	ledger_row_read_use(s, 38, &b->use);
	b->charge.month = (uint32_t) sqlite3_column_int64(s, 45);
	b->charge.amount = sqlite3_column_int64(s, 46);
	b->charge.settled = sqlite3_column_int64(s, 47);
	b->charge.since = sqlite3_column_int64(s, 48);
	b->switches = (uint32_t) sqlite3_column_int64(s, 49);
	return b;
}

int64_t ledger_row_number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *s = NULL;
	int64_t number = 0;

	if (!sqlite3_prepare_v2(db, sql, -1, &s, NULL) &&
	    (sqlite3_step(s) == SQLITE_ROW))
		number = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return number;
}
