/* SPDX-License-Identifier: GPL-2.0-or-later */
/* verify_file.c - see verify_file.h */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/verify.h"
#include "plugin/booking/view/say.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/verify_file.h"

verify_report_t verify_report(void)
{
	verify_report_t report = {
		.path = text_printf("%s/" VERIFY_FILE,
				    slurm_conf.state_save_location),
	};
	struct timeval clock;

	gettimeofday(&clock, NULL);
	report.text = verify_make_report(office, &clock, &report.size);
	return report;
}

static bool _write_file(const char *path, const char *text, size_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	bool ok = (fd >= 0);
	ssize_t n = 0;

	for (size_t done = 0; ok && (done < size); done += (size_t) n) {
		n = write(fd, text + done, size - done);
		if ((n < 0) && (errno == EINTR))
			n = 0;
		ok = (n >= 0);
	}
	if ((fd >= 0) && close(fd))
		ok = false;
	return ok;
}

void verify_write(verify_report_t *report)
{
	char *draft;

	if (!report->text)
		return;
	draft = text_printf("%s.new", report->path);
	if (!_write_file(draft, report->text, report->size) ||
	    rename(draft, report->path))
		say_error(office, "sched/garq: verify: %s can't be written: %m",
		      report->path);
	free_null(draft);
	free_null(report->path);
	free_null(report->text);
}
