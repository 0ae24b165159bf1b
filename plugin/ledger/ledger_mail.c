/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>

#include "plugin/ledger/ledger_mail.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/memory/memory.h"

/* The row of nobody has the last event whose rows are written. */
#define NOTED "(SELECT event FROM mail WHERE recipient = '')"
#define NEWEST "(SELECT ifnull(max(id), 0) FROM event)"

#define HELD "hold ended%"

/* A start notes once more what a booking lacks: nobody is told that twice. */
#define AGAIN \
	"(" LEDGER_EVENT_NOTE("e") " IS NOT NULL" \
	" AND e.verb || ifnull(e.why, '') IS" \
	" (SELECT p.verb || ifnull(p.why, '') FROM event p" \
	" WHERE p.id < e.id AND p.name = e.name" \
	" AND (p.verb IN " LEDGER_EVENT_ENDS \
	" OR " LEDGER_EVENT_NOTE("p") " = " LEDGER_EVENT_NOTE("e") ")" \
	" ORDER BY p.id DESC LIMIT 1))"

#define NEW_EVENT \
	" e.id > " NOTED " AND e.verb NOT IN ('" LEDGER_EVENT_ENDED "','" \
	LEDGER_EVENT_ADOPTED "','" LEDGER_EVENT_OPENED "')" \
	" AND NOT (e.verb = '" LEDGER_EVENT_CLOSED "'" \
	" AND (ifnull(e.why, '') = '" LEDGER_WHY_NOT_CREATED "'" \
	" OR ifnull(e.why, '') LIKE '" LEDGER_WHY_RENAMED " %'" \
	" OR ifnull(e.why, '') LIKE '" HELD "')) AND NOT " AGAIN

static const char note_sql[] =
	"INSERT OR IGNORE INTO mail SELECT '#' || (e.owner & 0xffffffff), e.id"
	" FROM event e WHERE" NEW_EVENT " AND e.owner IS NOT NULL"
	" AND (e.owner & 0xffffffff) != 0xffffffff"
	" AND (e.uid IS NOT (e.owner & 0xffffffff)"
	" OR e.verb IN ('" LEDGER_EVENT_STANDBY "','" LEDGER_EVENT_MOVED "'));"

	/* the names of lists; those after a "-" are kept out of it */
	"WITH RECURSIVE part(id, name, rest) AS ("
	" SELECT e.id, '', e.users || ',' FROM event e"
	" WHERE" NEW_EVENT " AND e.users IS NOT NULL UNION ALL"
	" SELECT id, substr(rest, 1, instr(rest, ',') - 1),"
	" substr(rest, instr(rest, ',') + 1) FROM part WHERE rest != '')"
	"INSERT OR IGNORE INTO mail SELECT name, id FROM part"
	" WHERE name != '' AND substr(name, 1, 1) NOT IN ('-', '#');"

	"DELETE FROM mail WHERE recipient = '';"
	"INSERT INTO mail SELECT '', " NEWEST ";"

	/* a ledger that was made again may have lost events */
	"DELETE FROM mail WHERE recipient != ''"
	" AND event NOT IN (SELECT id FROM event);";

static const char old_sql[] =
	"DELETE FROM mail WHERE recipient != ''"
	" AND (SELECT time FROM event WHERE id = mail.event) < ?1";

static const char bound_sql[] =
	"DELETE FROM mail WHERE recipient IN (SELECT recipient FROM mail"
	" GROUP BY recipient HAVING count(*) > ?1) AND event <="
	" (SELECT event FROM mail AS m WHERE m.recipient = mail.recipient"
	" ORDER BY event DESC LIMIT 1 OFFSET ?1)";

static const char bound_all_sql[] =
	"DELETE FROM mail WHERE recipient != '' AND event <"
	" (SELECT event FROM mail WHERE recipient != ''"
	" ORDER BY event DESC LIMIT 1 OFFSET ?1 - 1)";

static const char drop_sql[] =
	"DELETE FROM mail WHERE recipient = ?1 AND event <= ?2";

static const char each_sql[] =
	"SELECT " LEDGER_EVENT_COLUMNS ", id, 1, m.recipient FROM mail m"
	" CROSS JOIN event ON id = m.event WHERE m.recipient != ''"
	" ORDER BY m.recipient, m.event";

ledger_mail_state_t ledger_mail_state(ledger_t *l)
{
	int64_t state;

	pthread_mutex_lock(&l->db_lock);
	state = ledger_number(l->db, "SELECT CASE"
				  " WHEN " NOTED " IS NULL THEN 0"
				  " WHEN " NOTED " = " NEWEST " THEN 2"
				  " ELSE 1 END");
	pthread_mutex_unlock(&l->db_lock);
	return (state > 0) ? (ledger_mail_state_t) state : LEDGER_MAIL_OFF;
}

ledger_op_t *ledger_put_mail(ledger_t *l, bool on)
{
	ledger_op_t *op = ledger_op_new();

	op->mail = on ? OP_MAIL_ON : OP_MAIL_OFF;
	return ledger_queue(l, op);
}

ledger_op_t *ledger_drop_mail(ledger_t *l, const ledger_mailed_t *list,
			      size_t cnt)
{
	ledger_op_t *op = ledger_op_new();

	op->mail = OP_MAIL_DROP;
	op->mailed = memory_copy(list, cnt, sizeof(*list));
	op->mailed_cnt = cnt;
	for (size_t i = 0; i < cnt; i++)
		op->mailed[i].recipient = memory_text(list[i].recipient);
	return ledger_queue(l, op);
}

static int _write_rows(ledger_t *l, time_t now)
{
	int rc = sqlite3_exec(l->db, note_sql, NULL, NULL, NULL);

	if (!rc)
		rc = ledger_run(l, old_sql,
				VALUES(AS_NUMBER(now - LEDGER_MAIL_KEPT)));
	if (!rc && sqlite3_changes(l->db))
		ledger_put_notice(l, "garq_mail: some users were not told of events within two days, and will not be");
	if (!rc)
		rc = ledger_run(l, bound_sql,
				VALUES(AS_NUMBER(LEDGER_MAIL_USER_MAX)));
	return rc ? rc : ledger_run(l, bound_all_sql,
				    VALUES(AS_NUMBER(LEDGER_MAIL_MAX)));
}

static int _drop_rows(ledger_t *l, const ledger_op_t *op)
{
	int rc = SQLITE_OK;

	for (size_t i = 0; !rc && (i < op->mailed_cnt); i++)
		rc = ledger_run(l, drop_sql,
				VALUES(AS_TEXT(op->mailed[i].recipient),
				       AS_NUMBER(op->mailed[i].last)));
	return rc;
}

int ledger_mail_write(ledger_t *l, const ledger_op_t *op, time_t now)
{
	if (op->mail == OP_MAIL_DROP)
		return _drop_rows(l, op);
	if (op->mail == OP_MAIL_OFF)
		return sqlite3_exec(l->db, "DELETE FROM mail", NULL, NULL, NULL);
	return _write_rows(l, now);
}

bool ledger_each_mail(ledger_t *l, ledger_event_fn fn, void *arg, char *error,
		      size_t error_size)
{
	return ledger_read_events(l, each_sql, NULL, fn, arg, error,
				  error_size);
}
