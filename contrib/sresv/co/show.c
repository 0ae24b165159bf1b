/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * show.c - sresv co list, show and check: what the journal has, and what is there
 * of it.
 */
#include <stdlib.h>

#include "contrib/sresv/co/look.h"
#include "contrib/sresv/co/verbs.h"
#include "contrib/sresv/text/json.h"
#include "contrib/sresv/text/sheet.h"

/* --- list -------------------------------------------------------------------- */

static void _row(sheet_t *s, journal_t *journal, const journal_co_t *co)
{
	const journal_place_t *place;
	int64_t start = INT64_MAX, end = 0;

	for (uint32_t i = 0; i < co->part_cnt; i++) {
		place = commit_place_of(co, i);
		if (place && (place->shape.start < start))
			start = place->shape.start;
		if (place && (place->shape.start + place->shape.length > end))
			end = place->shape.start + place->shape.length;
	}
	sheet_text(s, co->id);
	sheet_text(s, co->name);
	sheet_text(s, decide_phase_name(co->phase));
	sheet_count(s, co->part_cnt);
	if (end) {
		sheet_count(s, start);
		sheet_count(s, end);
	} else {
		sheet_none(s);
		sheet_none(s);
	}
	sheet_count(s, journal_is_leased(journal, co->id));
	sheet_text(s, co->why);
}

static bool _rows(const commit_args_t *args, journal_t *journal, sheet_t *s)
{
	journal_id_t *ids;
	size_t cnt;

	if (!journal_ids(journal, false, &ids, &cnt))
		return false;
	for (size_t i = 0; i < cnt; i++) {
		journal_co_t co;
		bool found;

		if (!journal_load(journal, ids[i], &co, &found)) {
			fprintf(args->err, "sresv: %s\n", journal_why(journal));
			continue;
		}
		if (args->all || (co.phase != DECIDE_ABORTED))
			_row(s, journal, &co);
		journal_free(&co);
	}
	free(ids);
	return true;
}

static int _list(const commit_args_t *args, journal_t *journal)
{
	static const sheet_column_t columns[] = {
		{ SHEET_TEXT, "ID", false }, { SHEET_TEXT, "NAME", false },
		{ SHEET_TEXT, "PHASE", false }, { SHEET_COUNT, "PARTS", false },
		{ SHEET_TIME, "START", false }, { SHEET_TIME, "END", false },
		{ SHEET_FLAG, "BUSY", false }, { SHEET_TEXT, "WHY", false },
	};
	sheet_t *s = sheet_create("list", columns,
				  sizeof(columns) / sizeof(columns[0]));
	sheet_t *const sheets[] = { s, NULL };
	bool ok;

	if (!_rows(args, journal, s)) {
		sheet_destroy(s);
		return commit_print_error(args, STATUS_FAILED,
					  journal_why(journal));
	}
	if (args->json) {
		fputs("{\"status\":0,", args->out);
		ok = sheets_json(sheets, args->out);
		fputs("}\n", args->out);
	} else {
		ok = sheets_print(sheets, args->out, SHEET_HEADS);
	}
	sheet_destroy(s);
	return ok ? STATUS_DONE : STATUS_FAILED;
}

int co_list(int argc, char **argv, FILE *out, FILE *err)
{
	commit_args_t args;
	journal_t *journal;
	int rc;

	if (!commit_args_read(argc, argv, "a", out, err, &args))
		return STATUS_BAD;
	if (args.operand)
		return co_bad(err, "co list: %s is too much", args.operand);
	journal = journal_open(NULL, err);
	if (!journal)
		return STATUS_FAILED;
	rc = _list(&args, journal);
	journal_close(journal);
	return rc;
}

/* --- show and check ---------------------------------------------------------- */

static sheet_t *_sheet(const look_t *l)
{
	static const sheet_column_t columns[] = {
		{ SHEET_TEXT, "PART", false }, { SHEET_TEXT, "CLUSTER", false },
		{ SHEET_TIME, "START", false }, { SHEET_TIME, "END", false },
		{ SHEET_COUNT, "NODES", false },
		{ SHEET_TEXT, "LICENSES", false },
		{ SHEET_TEXT, "STATE", false }, { SHEET_TEXT, "NODELIST", false },
		{ SHEET_TEXT, "RESERVATION", false },
		{ SHEET_COUNT, "JOB", false }, { SHEET_COUNT, "OFFSET", false },
		{ SHEET_TEXT, "JOB_STATE", false },
	};
	sheet_t *s = sheet_create("parts", columns,
				  sizeof(columns) / sizeof(columns[0]));

	for (uint32_t i = 0; i < l->co->part_cnt; i++) {
		const look_part_t *p = &l->parts[i];

		if (!p->place)
			continue;
		sheet_text(s, p->place->id);
		sheet_text(s, p->place->cluster.name);
		sheet_count(s, p->place->shape.start);
		sheet_count(s, p->place->shape.start + p->place->shape.length);
		sheet_count(s, p->place->shape.nodes);
		sheet_text(s, p->place->shape.licenses);
		sheet_text(s, look_state_name(p->state));
		sheet_text(s, p->nodelist);
		sheet_text(s, p->place->member);
		sheet_count_if(s, p->job, p->job);
		sheet_count_if(s, p->offset >= 0, p->offset);
		sheet_text(s, p->job_state);
	}
	return s;
}

/* Is all there that should be, and nothing else? */
static status_t _judge(const look_t *l, const char **ret_why)
{
	bool booked = l->co->phase == DECIDE_DONE, wrong = false;
	journal_id_t heir;

	*ret_why = "";
	if ((!booked && (l->co->phase != DECIDE_ABORTED)) ||
	    journal_is_unsettled(l->co) ||
	    journal_heir(l->journal, l->co->id, heir)) {
		*ret_why = "it is not settled: sresv co resume goes on with it";
		return STATUS_DOUBT;
	}
	for (uint32_t i = 0; i < l->co->part_cnt; i++) {
		look_state_t state = l->parts[i].state;

		if (l->parts[i].place && (state == LOOK_UNKNOWN)) {
			*ret_why = "a cluster does not answer";
			return STATUS_SILENT;
		}
		wrong |= booked ? ((state != LOOK_BOOKED) &&
				   (state != LOOK_ENDED)) :
				  ((state >= LOOK_HELD));
	}
	if (wrong)
		*ret_why = booked ? "not all of its parts are as they were booked" :
				    "something of it is left: sresv co cancel drops it";
	return wrong ? STATUS_REFUSED : STATUS_DONE;
}

static int _print(const look_t *l, status_t status, const char *why)
{
	const commit_args_t *args = l->args;
	sheet_t *s = _sheet(l);
	sheet_t *const sheets[] = { s, NULL };
	bool ok;

	if (args->json) {
		fprintf(args->out, "{\"status\":%d,\"id\":", (int) status);
		json_put_string(args->out, l->co->id);
		fputs(",\"name\":", args->out);
		json_put_string(args->out, l->co->name);
		fputs(",\"phase\":", args->out);
		json_put_string(args->out, decide_phase_name(l->co->phase));
		fputs(",\"why\":", args->out);
		json_put_lines(args->out, why);
		fputc(',', args->out);
		ok = sheets_json(sheets, args->out);
		fputs("}\n", args->out);
	} else {
		if (!args->quiet)
			fprintf(args->out, "%s %s%s%s\n", l->co->id,
				decide_phase_name(l->co->phase),
				l->co->name[0] ? " " : "", l->co->name);
		ok = args->quiet || sheets_print(sheets, args->out, SHEET_HEADS);
		if (why[0])
			fprintf(args->err, "sresv: %s: %s\n", l->co->id, why);
	}
	sheet_destroy(s);
	return ok ? (int) status : STATUS_FAILED;
}

static int _show(look_t *l, bool check)
{
	journal_co_t co;
	const char *why;
	status_t status;
	bool found;
	int rc;

	if (!journal_load(l->journal, l->args->operand, &co, &found))
		return commit_print_error(l->args, found ? STATUS_FAILED :
					  STATUS_UNKNOWN,
					  journal_why(l->journal));
	l->co = &co;
	if (look_ask(l)) {
		status = _judge(l, &why);
		rc = _print(l, check ? status : STATUS_DONE, why);
	} else {
		rc = commit_print_error(l->args, STATUS_FAILED,
					"there is no memory");
	}
	look_free(l);
	journal_free(&co);
	return rc;
}

static int _show_verb(int argc, char **argv, FILE *out, FILE *err, bool check)
{
	commit_args_t args;
	look_t l = { .args = &args };
	int rc;

	if (!commit_args_read(argc, argv, "", out, err, &args))
		return STATUS_BAD;
	if (!args.operand)
		return co_bad(err, "co %s needs an ID", argv[0]);
	l.journal = journal_open(NULL, err);
	if (!l.journal)
		return STATUS_FAILED;
	rc = _show(&l, check);
	journal_close(l.journal);
	return rc;
}

int co_show(int argc, char **argv, FILE *out, FILE *err)
{
	return _show_verb(argc, argv, out, err, false);
}

int co_check(int argc, char **argv, FILE *out, FILE *err)
{
	return _show_verb(argc, argv, out, err, true);
}
