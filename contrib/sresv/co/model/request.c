/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/model/request.h"
#include "contrib/sresv/text/when.h"

static bool _time(void *arg, const char *text, int64_t *ret_time)
{
	const int64_t *now = arg;
	time_t t;

	if (!when_time(text, (time_t) *now, &t))
		return false;
	*ret_time = t;
	return true;
}

srl_t *request_parse(const char *text, size_t len, int64_t now,
		     srl_errors_t *ret_errors)
{
	const srl_reader_t reader = { now, _time, &now };

	return srl_read(text, len, &reader, ret_errors);
}

void request_errors(const char *name, const srl_errors_t *errors, FILE *err)
{
	for (size_t i = 0; i < errors->cnt; i++) {
		const srl_error_t *e = &errors->list[i];

		fprintf(err, "%s:%u:%u: %s\n", name, e->place.line,
			e->place.column, e->text);
	}
	if (errors->more)
		fprintf(err, "%s: and %zu more\n", name, errors->more);
}

static status_t _load(const char *name, FILE *from, FILE *err,
		      char **ret_text, size_t *ret_len)
{
	size_t room = SRL_BYTES_MAX + 1;
	char *text = malloc(room);

	*ret_len = text ? fread(text, 1, room, from) : 0;
	if (text && !ferror(from)) {
		*ret_text = text;
		return STATUS_DONE;
	}
	fprintf(err, "sresv: %s can't be read: %s\n", name, strerror(errno));
	free(text);
	return STATUS_FAILED;
}

status_t request_load(const char *name, FILE *err, char **ret_text,
		      size_t *ret_len)
{
	status_t status;
	FILE *from;

	if (!strcmp(name, "-"))
		return _load(name, stdin, err, ret_text, ret_len);
	from = fopen(name, "r");
	if (!from) {
		fprintf(err, "sresv: %s can't be read: %s\n", name,
			strerror(errno));
		return STATUS_FAILED;
	}
	status = _load(name, from, err, ret_text, ret_len);
	fclose(from);
	return status;
}

status_t request_read_text(const char *name, const char *text, size_t len,
			   int64_t now, FILE *err, srl_t **ret)
{
	srl_errors_t errors;
	srl_t *srl = request_parse(text, len, now, &errors);

	if (srl) {
		*ret = srl;
		return STATUS_DONE;
	}
	if (errno == ENOMEM) {
		fputs("sresv: there is no memory\n", err);
		return STATUS_FAILED;
	}
	request_errors(name, &errors, err);
	return STATUS_BAD;
}

status_t request_keep(const char *name, int64_t now, FILE *err,
		      char **ret_text, srl_t **ret)
{
	char *text;
	size_t len;
	status_t status = request_load(name, err, &text, &len);

	if (status != STATUS_DONE)
		return status;
	status = request_read_text(name, text, len, now, err, ret);
	if (status == STATUS_DONE) {
		/* what was parsed is shorter than what was allocated */
		text[len] = '\0';
		*ret_text = text;
		return STATUS_DONE;
	}
	free(text);
	return status;
}

status_t request_read(const char *name, int64_t now, FILE *err, srl_t **ret)
{
	char *text;
	status_t status = request_keep(name, now, err, &text, ret);

	if (status == STATUS_DONE)
		free(text);
	return status;
}
