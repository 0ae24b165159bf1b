/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/time.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/verify.h"
#include "plugin/booking/view/say.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/verify_file.h"
#include "plugin/whole_file.h"

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

void verify_write(verify_report_t *report)
{
	if (!report->text)
		return;
	if (!whole_file_write(report->path, report->text, report->size, false))
		say_error(office, "sched/garq: verify: %s can't be written: %m",
		      report->path);
	free_null(report->path);
	free_null(report->text);
}
