/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rows.c - a linear program as text, in one of two languages.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "srl/rows.h"

#define PIECE 256	/* bytes that one call writes, at most */
#define TERMS_OF_LINE 6

static void _flush_text(srl_rows_t *rows)
{
	if (rows->len && !rows->failed &&
	    !rows->sink(rows->arg, rows->text, rows->len))
		rows->failed = true;
	rows->len = 0;
}

static void __attribute__((format(printf, 2, 3)))
_put(srl_rows_t *rows, const char *format, ...)
{
	va_list args;
	int len;

	if (sizeof(rows->text) - rows->len < PIECE)
		_flush_text(rows);
	va_start(args, format);
	len = vsnprintf(rows->text + rows->len, PIECE, format, args);
	va_end(args);
	if ((len > 0) && (len < PIECE))
		rows->len += (size_t) len;
}

/* In the C locale, whatever the program's is. */
static void _put_number(srl_rows_t *rows, double number)
{
	char text[40], *comma;

	snprintf(text, sizeof(text), "%.17g", number);
	comma = strchr(text, ',');
	if (comma)
		*comma = '.';
	_put(rows, "%s", text);
}

static bool _is_lp(const srl_rows_t *rows)
{
	return rows->format == SRL_PROGRAM_LP;
}

static void _put_name(srl_rows_t *rows, uint32_t part, uint32_t lane,
		      uint32_t start)
{
	_put(rows, _is_lp(rows) ? "x#%u#%u#%u" : "x_%u_%u_%u", part, lane,
	     start);
}

extern void srl_rows_variables(srl_rows_t *rows)
{
	if (_is_lp(rows))
		_put(rows, "\\ part, lane and start of each variable: "
		     "x#part#lane#start\n");
	else
		_put(rows, "# part, lane and start of each variable: "
		     "x_part_lane_start\nvar none real >= 0 <= 0;\n");
}

extern void srl_rows_variable(srl_rows_t *rows, uint32_t part, uint32_t lane,
			      uint32_t start)
{
	if (_is_lp(rows))
		return;
	_put(rows, "var ");
	_put_name(rows, part, lane, start);
	_put(rows, " binary;\n");
}

extern void srl_rows_objective(srl_rows_t *rows)
{
	_put(rows, _is_lp(rows) ? "Minimize\n objective:" :
	     "minimize objective:");
	rows->terms = 0;
}

/* A row has at least one variable: one that is 0. */
static void _put_none(srl_rows_t *rows)
{
	if (!rows->terms)
		_put(rows, _is_lp(rows) ? " 0 none" : " 0 * none");
}

extern void srl_rows_objective_end(srl_rows_t *rows)
{
	_put_none(rows);
	_put(rows, _is_lp(rows) ? "\nSubject To\n" : ";\n");
}

extern void srl_rows_begin(srl_rows_t *rows, const char *name)
{
	_put(rows, _is_lp(rows) ? " %s%u:" : "subto %s%u:", name, rows->row++);
	rows->terms = 0;
}

extern void srl_rows_term(srl_rows_t *rows, double factor, uint32_t part,
			  uint32_t lane, uint32_t start)
{
	if (rows->terms && !(rows->terms % TERMS_OF_LINE))
		_put(rows, "\n ");
	rows->terms++;
	_put(rows, (factor < 0) ? " - " : " + ");
	_put_number(rows, (factor < 0) ? -factor : factor);
	_put(rows, _is_lp(rows) ? " " : " * ");
	_put_name(rows, part, lane, start);
}

extern void srl_rows_end(srl_rows_t *rows, srl_op_t op, double right)
{
	const char *equal = _is_lp(rows) ? "=" : "==";

	_put_none(rows);
	_put(rows, " %s ", (op == SRL_LE) ? "<=" : (op == SRL_GE) ? ">=" :
	     equal);
	_put_number(rows, right);
	_put(rows, _is_lp(rows) ? "\n" : ";\n");
}

extern void srl_rows_binaries(srl_rows_t *rows)
{
	if (_is_lp(rows))
		_put(rows, "Bounds\n none = 0\nBinary\n");
}

extern void srl_rows_binary(srl_rows_t *rows, uint32_t part, uint32_t lane,
			    uint32_t start)
{
	if (!_is_lp(rows))
		return;
	_put(rows, " ");
	_put_name(rows, part, lane, start);
	_put(rows, "\n");
}

extern int srl_rows_close(srl_rows_t *rows)
{
	if (_is_lp(rows))
		_put(rows, "End\n");
	_flush_text(rows);
	if (!rows->failed)
		return 0;
	errno = EIO;
	return -1;
}
