/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "contrib/garq-ledger/parameters.h"
#include "contrib/sresv/text/sheet.h"
#include "plugin/booking/request/options.h"

bool parameters_print(FILE *to, bool json)
{
	static const sheet_column_t columns[] = {
		{ SHEET_TEXT, "OPTION", false },
		{ SHEET_TEXT, "DEFAULT", false },
		{ SHEET_TEXT, "VALUES", false },
		{ SHEET_TEXT, "MEANING", true },
	};
	sheet_t *sheet = sheet_create("options", columns,
				      sizeof(columns) / sizeof(columns[0]));
	sheet_t *const all[] = { sheet, NULL };
	options_row_t row;
	bool ok;

	for (size_t i = 0; options_row(i, &row); i++) {
		sheet_text(sheet, row.name);
		sheet_text(sheet, row.preset);
		sheet_text(sheet, row.values);
		sheet_text(sheet, row.help);
	}
	if (json) {
		fputc('{', to);
		ok = sheets_json(all, to);
		fputs("}\n", to);
	} else {
		ok = sheets_print(all, to, SHEET_TABLE);
	}
	sheet_destroy(sheet);
	return ok;
}
