/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_shifts.c - see ledger_shifts.h */

#include <stdio.h>
#include <string.h>

#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_shifts.h"
#include "plugin/memory/memory.h"

static const char shift_sql[] =
	"INSERT INTO shift (time, name, resv_id, old_start, start, old_nodes,"
	" nodes, why) VALUES (?1,?2,?3,?4,?5,?6,?7,?8)";

static const char purge_sql[] =
	"DELETE FROM shift WHERE id IN (SELECT id FROM shift"
	" WHERE time < ?1 ORDER BY time LIMIT ?2)";

/* Ids grow with each shift: the highest one shows which rows are too many. */
static const char bound_sql[] =
	"DELETE FROM shift WHERE id IN (SELECT id FROM shift"
	" WHERE id <= (SELECT max(id) FROM shift) - ?1 ORDER BY id LIMIT ?2)";

static const char each_sql[] =
	"SELECT time, name, resv_id, old_start, start, old_nodes, nodes, why"
	" FROM shift WHERE ?1 IS NULL OR name = ?1 ORDER BY time, id";

static const char *_nodes_text(const char *nodes)
{
	return nodes ? nodes : "";
}

static void _copy_moved(const ledger_moved_t *from, moved_t *to)
{
	const ledger_shift_t *shift = &from->shift;
	const char *old = shift->old_nodes, *nodes = _nodes_text(shift->nodes);

	to->time = shift->time;
	to->old_start = shift->old_start;
	to->start = shift->start;
	to->record = shift->record;
	to->booking = booking_copy(from->booking);
	to->why = memory_text(shift->why);
	if (old && strcmp(old, nodes)) {
		to->old_nodes = memory_text(old);
		to->nodes = memory_text(nodes);
	}
}

ledger_op_t *ledger_put_plan(ledger_t *l, const booking_t *b,
			     ledger_request_t *r, const ledger_moved_t *moved,
			     size_t cnt)
{
	ledger_op_t *op = ledger_op_new();

	op->request = r;
	op->booking = b ? booking_copy(b) : NULL;
	op->moved = memory_new(cnt, sizeof(*op->moved));
	op->moved_cnt = cnt;
	for (size_t i = 0; i < cnt; i++)
		_copy_moved(&moved[i], &op->moved[i]);
	return ledger_queue(l, op);
}

ledger_op_t *ledger_put_shifted(ledger_t *l, const booking_t *b,
				const ledger_shift_t *shift)
{
	ledger_moved_t moved = { .booking = b, .shift = *shift };

	moved.shift.start = b->start;
	moved.shift.nodes = b->nodes;
	return ledger_put_plan(l, NULL, NULL, &moved, 1);
}

int ledger_shifts_prepare(ledger_t *l)
{
	int rc = sqlite3_prepare_v2(l->db, shift_sql, -1, &l->sql.shift, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v2(l->db, purge_sql, -1, &l->sql.purge_shifts,
					NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v2(l->db, bound_sql, -1, &l->sql.bound_shifts,
					NULL);
	return rc;
}

int ledger_shifts_write(ledger_t *l, const moved_t *moved)
{
	const booking_t *b = moved->booking;
	sqlite3_stmt *s = l->sql.shift;

	/*
	 * Neither start nor nodes changed, only the rest of its window: no
	 * shift.
	 */
	if ((moved->old_start == moved->start) && !moved->old_nodes &&
	    !moved->record)
		return SQLITE_OK;
	sqlite3_bind_int64(s, 1, moved->time);
	ledger_row_text(s, 2, b->name);
	sqlite3_bind_int64(s, 3, b->resv_id);
	sqlite3_bind_int64(s, 4, moved->old_start);
	sqlite3_bind_int64(s, 5, moved->start);
	ledger_row_text(s, 6, moved->old_nodes);
	ledger_row_text(s, 7, moved->nodes);
	ledger_row_text(s, 8, moved->why);
	return ledger_row_run(s);
}

void ledger_shifts_purge(ledger_t *l, time_t before, int64_t keep, int max)
{
	sqlite3_bind_int64(l->sql.purge_shifts, 1, before);
	sqlite3_bind_int(l->sql.purge_shifts, 2, max);
	(void) ledger_row_run(l->sql.purge_shifts);
	if (max < 0)
		return;
	sqlite3_bind_int64(l->sql.bound_shifts, 1, keep);
	sqlite3_bind_int(l->sql.bound_shifts, 2, max);
	(void) ledger_row_run(l->sql.bound_shifts);
}

static void _read_shift(sqlite3_stmt *s, ledger_shift_t *shift)
{
#define TEXT(col) ((const char *) sqlite3_column_text(s, col))
	*shift = (ledger_shift_t) {
		.time = sqlite3_column_int64(s, 0),
		.name = TEXT(1),
		.resv_id = (uint32_t) sqlite3_column_int64(s, 2),
		.old_start = sqlite3_column_int64(s, 3),
		.start = sqlite3_column_int64(s, 4),
		.old_nodes = TEXT(5),
		.nodes = TEXT(6),
		.why = TEXT(7),
	};
#undef TEXT
}

bool ledger_each_shift(ledger_t *l, const char *name, ledger_shift_fn fn,
		       void *arg, char *error, size_t error_size)
{
	sqlite3_stmt *s = NULL;
	ledger_shift_t shift;
	int rc;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	rc = sqlite3_prepare_v2(l->db, each_sql, -1, &s, NULL);
	if (rc == SQLITE_OK)
		rc = ledger_row_text(s, 1, name);
	while ((rc == SQLITE_OK) || (rc == SQLITE_ROW)) {
		if ((rc = sqlite3_step(s)) != SQLITE_ROW)
			break;
		_read_shift(s, &shift);
		if (!shift.name || !shift.why) {	/* NOT NULL columns */
			rc = SQLITE_CORRUPT;
			break;
		}
		fn(arg, &shift);
	}
	if (rc != SQLITE_DONE)
		snprintf(error, error_size, "%s", sqlite3_errstr(rc));
	sqlite3_finalize(s);
	pthread_mutex_unlock(&l->db_lock);
	return rc == SQLITE_DONE;
}
