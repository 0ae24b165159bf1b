/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lint.c - sresv co lint: is a file of SRL right?
 *
 * It asks no controller, and needs no slurm.conf.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/sresv/co/model/request.h"
#include "contrib/sresv/co/verbs.h"
#include "contrib/sresv/text/json.h"

struct lint {
	const char *name;	/* of the file */
	bool json;
	FILE *out, *err;
};

static void _print_json(const struct lint *lint, const srl_t *srl,
			const srl_errors_t *errors)
{
	fputs("{\"file\": ", lint->out);
	json_put_string(lint->out, lint->name);
	fputs(", \"errors\": [", lint->out);
	for (size_t i = 0; i < errors->cnt; i++) {
		const srl_error_t *e = &errors->list[i];

		fprintf(lint->out, "%s{\"line\": %u, \"column\": %u, \"text\": ",
			i ? ", " : "", e->place.line, e->place.column);
		json_put_string(lint->out, e->text);
		fputs("}", lint->out);
	}
	fprintf(lint->out, "], \"more_errors\": %zu, \"parts\": [",
		errors->more);
	for (size_t p = 0; srl && (p < srl->part_cnt); p++) {
		fputs(p ? ", " : "", lint->out);
		json_put_string(lint->out, srl->parts[p].id);
	}
	fprintf(lint->out, "], \"constraints\": %zu, \"objectives\": %zu}\n",
		srl ? srl->constraint_cnt : 0, srl ? srl->objective_cnt : 0);
}

static int _lint(const struct lint *lint, const char *text, size_t len)
{
	srl_errors_t errors;
	srl_t *srl = request_parse(text, len, time(NULL), &errors);
	int rc = srl ? STATUS_DONE : STATUS_BAD;

	if (!srl && (errno == ENOMEM)) {
		fputs("sresv: there is no memory\n", lint->err);
		return STATUS_FAILED;
	}
	if (lint->json)
		_print_json(lint, srl, &errors);
	else if (srl)
		fprintf(lint->out, "%s: right; parts: %zu, constraints: %zu, objectives: %zu\n",
			lint->name, srl->part_cnt, srl->constraint_cnt,
			srl->objective_cnt);
	else
		request_errors(lint->name, &errors, lint->err);
	srl_destroy(srl);
	return rc;
}

static int _lint_file(const struct lint *lint)
{
	char *text;
	size_t len;
	int rc = request_load(lint->name, lint->err, &text, &len);

	if (rc != STATUS_DONE)
		return rc;
	rc = _lint(lint, text, len);
	free(text);
	return rc;
}

int co_lint(int argc, char **argv, FILE *out, FILE *err)
{
	struct lint lint = { .out = out, .err = err };

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--json"))
			lint.json = true;
		else if ((argv[i][0] == '-') && argv[i][1])
			return co_bad(err, "co lint has no option but --json");
		else if (lint.name)
			return co_bad(err, "co lint reads one file");
		else
			lint.name = argv[i];
	}
	return lint.name ? _lint_file(&lint) :
			   co_bad(err, "co lint needs a file");
}
