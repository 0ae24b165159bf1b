/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <inttypes.h>
#include <libsmartcols.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "contrib/sresv/text/json.h"
#include "contrib/sresv/text/nearest.h"
#include "contrib/sresv/text/plain.h"
#include "contrib/sresv/text/sheet.h"
#include "contrib/sresv/text/when.h"

#define SHEET_COLUMNS 64		/* of a sheet, at most */

typedef struct {
	bool set;
	int64_t n;
	double x;
	char *text;		/* owned */
} cell_t;

struct sheet {
	const char *name;
	const sheet_column_t *columns;
	size_t width;
	cell_t *cells;		/* row by row */
	size_t cnt;
	size_t size;
	bool failed;		/* memory ran out */
	size_t chosen[SHEET_COLUMNS];	/* of sheet_choose() */
	size_t chosen_cnt;	/* 0: none were */
};

sheet_t *sheet_create(const char *name, const sheet_column_t *columns,
		      size_t cnt)
{
	sheet_t *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->name = name;
	s->columns = columns;
	s->width = cnt;
	return s;
}

void sheet_destroy(sheet_t *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->cnt; i++)
		free(s->cells[i].text);
	free(s->cells);
	free(s);
}

/* RET false if the sheet has failed; then the caller keeps the text */
static bool _add(sheet_t *s, cell_t cell)
{
	size_t size;
	cell_t *more;

	if (!s || s->failed)
		return false;
	if (s->cnt == s->size) {
		size = s->size ? s->size * 2 : 64;
		more = realloc(s->cells, size * sizeof(*more));
		if (!more) {
			s->failed = true;
			return false;
		}
		s->cells = more;
		s->size = size;
	}
	s->cells[s->cnt++] = cell;
	return true;
}

void sheet_text(sheet_t *s, const char *text)
{
	char *copy = (text && text[0]) ? strdup(text) : NULL;

	if (text && text[0] && !copy && s)
		s->failed = true;
	if (!_add(s, (cell_t) { .set = copy != NULL, .text = copy }))
		free(copy);
}

void sheet_count(sheet_t *s, int64_t n)
{
	(void) _add(s, (cell_t) { .set = true, .n = n });
}

void sheet_real(sheet_t *s, double x)
{
	(void) _add(s, (cell_t) { .set = true, .x = x });
}

void sheet_none(sheet_t *s)
{
	(void) _add(s, (cell_t) { .set = false });
}

void sheet_count_if(sheet_t *s, bool known, int64_t n)
{
	if (known)
		sheet_count(s, n);
	else
		sheet_none(s);
}

size_t sheet_rows(const sheet_t *s)
{
	return s ? s->cnt / s->width : 0;
}

static const cell_t *_cell(const sheet_t *s, size_t row, size_t column)
{
	return &s->cells[row * s->width + column];
}

/* A cell as people read it. RET buf or the cell's own text */
static const char *_shown(const cell_t *c, sheet_type_t type, char *buf,
			  size_t size)
{
	if (!c->set)
		return "";
	switch (type) {
	case SHEET_TEXT:
	case SHEET_STATE:
		return c->text;
	case SHEET_TIME:
		return when_text((time_t) c->n, buf);
	case SHEET_LENGTH:
		return when_length_text(c->n, buf);
	case SHEET_COUNT:
		snprintf(buf, size, "%" PRId64, c->n);
		break;
	case SHEET_FLAG:
		return c->n ? "yes" : "";
	case SHEET_YES_NO:
		return c->n ? "yes" : "no";
	case SHEET_REAL:
		snprintf(buf, size, "%.2f", c->x);
		break;
	}
	return buf;
}

/* --- columns ---------------------------------------------------------------- */

/* Return true if no row has a value in the column: tables leave it out. */
static bool _is_empty(const sheet_t *s, size_t column)
{
	bool flag = (s->columns[column].type == SHEET_FLAG);

	for (size_t row = 0; row < sheet_rows(s); row++) {
		const cell_t *c = _cell(s, row, column);

		if (flag ? (c->n != 0) : c->set)
			return false;
	}
	return true;
}

/*
 * The columns that are printed, in their order.
 * IN filled - only those with values, if none were chosen
 * OUT ret - of SHEET_COLUMNS. RET their number
 */
static size_t _columns(const sheet_t *s, bool filled, size_t *ret)
{
	size_t cnt = 0;

	for (size_t i = 0; i < s->chosen_cnt; i++)
		ret[cnt++] = s->chosen[i];
	for (size_t i = 0; !s->chosen_cnt && (i < s->width); i++)
		if (!s->columns[i].json_only && !(filled && _is_empty(s, i)))
			ret[cnt++] = i;
	return cnt;
}

/* RET the column of a name of len bytes; the width: there is none */
static size_t _column(const sheet_t *s, const char *head, size_t len)
{
	size_t i = 0;

	while ((i < s->width) && ((strlen(s->columns[i].head) != len) ||
				  strncasecmp(s->columns[i].head, head, len)))
		i++;
	return i;
}

/* The column that was meant; NULL: none is near. */
static const char *_meant_column(const sheet_t *s, const char *head, size_t len)
{
	char typed[32] = "";
	nearest_t meant;

	for (size_t i = 0; (i < len) && (i < sizeof(typed) - 1); i++)
		typed[i] = (char) toupper((unsigned char) head[i]);
	meant = nearest(typed);
	for (size_t i = 0; i < s->width; i++)
		nearest_try(&meant, s->columns[i].head);
	return meant.word;
}

/* Says which column was meant, or which ones there are. RET free() */
static char *_no_column(const sheet_t *s, const char *head, size_t len)
{
	const char *meant = _meant_column(s, head, len);
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return strdup("out of memory");
	if (meant)
		fprintf(f, "\"%.*s\" is no column: did you mean %s?",
			(int) len, head, meant);
	else
		fprintf(f, "\"%.*s\" is none of ", (int) len, head);
	for (size_t i = 0; !meant && (i < s->width); i++)
		fprintf(f, "%s%s", i ? ", " : "", s->columns[i].head);
	return fclose(f) ? strdup("out of memory") : text;
}

char *sheet_choose(sheet_t *s, const char *heads)
{
	size_t cnt = 0, len;

	if (!s)
		return NULL;
	do {
		size_t i;

		len = strcspn(heads, ",");
		i = _column(s, heads, len);
		if ((i == s->width) || (cnt == SHEET_COLUMNS))
			return _no_column(s, heads, len);
		s->chosen[cnt++] = i;
		heads += len;
	} while (*heads++ == ',');
	s->chosen_cnt = cnt;
	return NULL;
}

/* --- the order of rows ------------------------------------------------------ */

/* A row that is sorted: its key, and where it was. */
typedef struct {
	const cell_t *key;
	bool text, down;
	size_t row;
} order_t;

static int _compare_values(const order_t *a, const order_t *b)
{
	const cell_t *x = a->key, *y = b->key;

	if (a->text)
		return strcmp(x->text, y->text);
	if (x->n != y->n)
		return (x->n > y->n) ? 1 : -1;
	return (x->x > y->x) - (x->x < y->x);
}

static int _compare_rows(const void *x, const void *y)
{
	const order_t *a = x, *b = y;
	int rc = 0;

	if (a->key->set != b->key->set)
		return a->key->set ? -1 : 1;
	if (a->key->set)
		rc = a->down ? _compare_values(b, a) : _compare_values(a, b);
	return rc ? rc : (a->row > b->row) - (a->row < b->row);
}

/* IN order - of all rows. RET false: memory is short */
static bool _take_order(sheet_t *s, const order_t *order)
{
	cell_t *cells = calloc(s->cnt + 1, sizeof(*cells));

	for (size_t i = 0; cells && (i < sheet_rows(s)); i++)
		memcpy(cells + i * s->width,
		       s->cells + order[i].row * s->width,
		       s->width * sizeof(*cells));
	if (!cells)
		return false;
	free(s->cells);
	s->cells = cells;
	s->size = s->cnt + 1;
	return true;
}

char *sheet_sort(sheet_t *s, const char *head)
{
	bool down = (head[0] == '-');
	size_t column = s ? _column(s, head + down, strlen(head + down)) : 0;
	order_t *order = calloc(sheet_rows(s) + 1, sizeof(*order));

	if (s && (column == s->width)) {
		free(order);
		return _no_column(s, head + down, strlen(head + down));
	}
	for (size_t i = 0; order && (i < sheet_rows(s)); i++)
		order[i] = (order_t) {
			.key = _cell(s, i, column), .down = down, .row = i,
			.text = (s->columns[column].type == SHEET_TEXT) ||
				(s->columns[column].type == SHEET_STATE),
		};
	if (order && s && s->cnt)
		qsort(order, sheet_rows(s), sizeof(*order), _compare_rows);
	if (s && (!order || !_take_order(s, order)))
		s->failed = true;
	free(order);
	return NULL;
}

/* --- lines ---------------------------------------------------------------- */

/* A cell of RFC 4180: in quotes, if it needs them; and no formula. */
static void _print_quoted(FILE *to, const char *text, bool free_text)
{
	bool quoted = strpbrk(text, ",\"\r\n");
	bool formula = free_text && text[0] && strchr("=+-@", text[0]);

	fputs(quoted ? (formula ? "\"'" : "\"") : formula ? "'" : "", to);
	for (size_t len; *text; text += len) {
		len = strcspn(text, "\"");
		plain_print(to, text, len);
		if (text[len]) {
			fputs("\"\"", to);
			len++;
		}
	}
	if (quoted)
		fputc('"', to);
}

static bool _print_lines(const sheet_t *s, FILE *to, bool heads, bool csv)
{
	const char *between = csv ? "," : "|";
	size_t columns[SHEET_COLUMNS], cnt = _columns(s, false, columns);
	char buf[512];

	for (size_t i = 0; heads && (i < cnt); i++)
		fprintf(to, "%s%s", i ? between : "",
			s->columns[columns[i]].head);
	if (heads)
		fputc('\n', to);
	for (size_t row = 0; row < sheet_rows(s); row++) {
		for (size_t i = 0; i < cnt; i++) {
			sheet_type_t type = s->columns[columns[i]].type;
			const char *shown = _shown(_cell(s, row, columns[i]),
						   type, buf, sizeof(buf));

			fputs(i ? between : "", to);
			if (csv)
				_print_quoted(to, shown, type == SHEET_TEXT);
			else
				plain_print(to, shown, SIZE_MAX);
		}
		fputc('\n', to);
	}
	return true;
}

/* --- a table -------------------------------------------------------------- */

static bool _heads(const sheet_t *s, struct libscols_table *t,
		   const size_t *columns, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++) {
		const sheet_column_t *c = &s->columns[columns[i]];
		bool right = (c->type == SHEET_COUNT) ||
			     (c->type == SHEET_REAL) ||
			     (c->type == SHEET_LENGTH);

		if (!scols_table_new_column(t, c->head, 0,
					    right ? SCOLS_FL_RIGHT : 0))
			return false;
	}
	return true;
}

/* The colour of a state; NULL: it has none. */
static const char *_color(const char *state)
{
	static const struct { const char *state, *color; } colors[] = {
		{ "ACTIVE", "green" }, { "RUNNING", "green" },
		{ "HELD", "yellow" }, { "OFFER", "yellow" },
	};

	for (size_t i = 0; i < sizeof(colors) / sizeof(colors[0]); i++)
		if (!strcmp(state, colors[i].state))
			return colors[i].color;
	return NULL;
}

/* The bytes of a text that print, as on lines. RET free(); NULL: no memory */
static char *_plain(const char *shown)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	plain_print(f, shown, SIZE_MAX);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

static bool _row(const sheet_t *s, struct libscols_table *t, size_t row,
		 const size_t *columns, size_t cnt)
{
	struct libscols_line *line = scols_table_new_line(t, NULL);
	char buf[512];

	for (size_t i = 0; line && (i < cnt); i++) {
		sheet_type_t type = s->columns[columns[i]].type;
		const char *shown = _shown(_cell(s, row, columns[i]), type,
					   buf, sizeof(buf));

		char *plain = _plain(shown);

		if (!plain || scols_line_refer_data(line, i, plain))
			return false;
		if ((type == SHEET_STATE) && _color(shown) &&
		    scols_cell_set_color(scols_line_get_cell(line, i),
					 _color(shown)))
			return false;
	}
	return line != NULL;
}

static bool _print_table(const sheet_t *s, FILE *to, int how)
{
	size_t columns[SHEET_COLUMNS], cnt = _columns(s, true, columns);
	struct libscols_table *t = scols_new_table();
	bool ok = t && !scols_table_set_stream(t, to) &&
		!scols_table_enable_noheadings(t, !(how & SHEET_HEADS)) &&
		!scols_table_enable_colors(t, (how & SHEET_COLOR) != 0) &&
		_heads(s, t, columns, cnt);

	for (size_t row = 0; ok && (row < sheet_rows(s)); row++)
		ok = _row(s, t, row, columns, cnt);
	ok = ok && !scols_print_table(t);
	scols_unref_table(t);
	return ok;
}

/* --- upright -------------------------------------------------------------- */

static int _widest(const sheet_t *s)
{
	size_t most = 0;

	for (size_t i = 0; i < s->width; i++)
		if (!_is_empty(s, i) && (strlen(s->columns[i].head) > most))
			most = strlen(s->columns[i].head);
	return (int) most;
}

static bool _print_upright(const sheet_t *s, FILE *to, bool heads)
{
	int most = _widest(s);
	char buf[512];

	for (size_t row = 0; row < sheet_rows(s); row++)
		for (size_t i = 0; i < s->width; i++) {
			const char *shown = _shown(_cell(s, row, i),
						   s->columns[i].type, buf,
						   sizeof(buf));

			if (!shown[0])
				continue;
			if (heads)
				fprintf(to, "%-*s  ", most, s->columns[i].head);
			plain_print(to, shown, SIZE_MAX);
			fputc('\n', to);
		}
	return true;
}

static bool _print(const sheet_t *s, FILE *to, int how)
{
	bool heads = (how & SHEET_HEADS);

	if (how & SHEET_UPRIGHT)
		return _print_upright(s, to, heads);
	return (how & (SHEET_LINES | SHEET_CSV)) ?
		       _print_lines(s, to, heads, how & SHEET_CSV) :
		       _print_table(s, to, how);
}

bool sheets_print(sheet_t *const *sheets, FILE *to, int how)
{
	bool more = false;

	for (; *sheets; sheets++) {
		if ((*sheets)->failed)
			return false;
		if (!sheet_rows(*sheets))
			continue;
		if (more)
			fputc('\n', to);
		if (!_print(*sheets, to, how))
			return false;
		how &= ~SHEET_UPRIGHT;
		more = true;
	}
	return true;
}

/* --- JSON ----------------------------------------------------------------- */

static void _json_value(FILE *to, const cell_t *c, sheet_type_t type)
{
	if (!c->set || ((type == SHEET_LENGTH) && (c->n == WHEN_FOREVER)))
		fputs("null", to);
	else if ((type == SHEET_TEXT) || (type == SHEET_STATE))
		json_put_string(to, c->text);
	else if ((type == SHEET_FLAG) || (type == SHEET_YES_NO))
		fputs(c->n ? "true" : "false", to);
	else if (type == SHEET_REAL)
		fprintf(to, "%.2f", c->x);
	else
		fprintf(to, "%" PRId64, c->n);
}

/* IN end - of the key */
static void _json_key(FILE *to, const char *head, const char *end)
{
	fputc('"', to);
	for (; *head; head++)
		fputc((*head == ' ') ? '_' : tolower((unsigned char) *head),
		      to);
	fprintf(to, "%s\":", end);
}

static void _json_rfc3339(FILE *to, const char *head, const cell_t *c)
{
	char text[WHEN_TEXT];

	fputc(',', to);
	_json_key(to, head, "_rfc3339");
	json_put_string(to, when_rfc3339((time_t) c->n, text));
}

static void _json(const sheet_t *s, FILE *to)
{
	fprintf(to, "\"%s\":[", s->name);
	for (size_t row = 0; row < sheet_rows(s); row++) {
		fputs(row ? ",\n {" : "\n {", to);
		for (size_t i = 0; i < s->width; i++) {
			if (i)
				fputc(',', to);
			_json_key(to, s->columns[i].head, "");
			_json_value(to, _cell(s, row, i), s->columns[i].type);
			if ((s->columns[i].type == SHEET_TIME) &&
			    _cell(s, row, i)->set)
				_json_rfc3339(to, s->columns[i].head,
					      _cell(s, row, i));
		}
		fputc('}', to);
	}
	fputc(']', to);
}

bool sheets_json(sheet_t *const *sheets, FILE *to)
{
	for (size_t i = 0; sheets[i]; i++) {
		if (sheets[i]->failed)
			return false;
		if (i)
			fputs(",\n", to);
		_json(sheets[i], to);
	}
	return true;
}
