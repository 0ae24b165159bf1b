/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <pthread.h>
#include <time.h>

#include "plugin/booking/request/rate.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/office.h"
#include "plugin/rpc/rate_limit.h"
#include "plugin/rpc/reply.h"
#include "plugin/slurm/compat/ctld_office.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static rate_t rates;

/* Milliseconds since some time; setting the clock does not change them. */
static uint64_t _now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return ((uint64_t) t.tv_sec * 1000) + ((uint64_t) t.tv_nsec / 1000000);
}

int rate_limit(uint32_t uid, uint32_t cost, char **ret_text)
{
	rate_verdict_t v;
	uint64_t seconds;
	uint32_t rate;

	site_options_hold();
	rate = office->options.user_rate;
	site_options_release();
	if (!rate || validate_operator(uid))
		return 0;
	slurm_mutex_lock(&lock);
	v = rate_take(&rates, uid, rate, cost, _now_ms());
	slurm_mutex_unlock(&lock);
	if (v.allowed)
		return 0;
	counts_refused(office, REFUSED_RATE);
	if (v.report)
		info("sched/garq: uid=%u makes more than %u requests a minute (garq_user_rate): refused since the last such line: %u",
		     uid, rate, v.report);
	seconds = (v.wait + 999) / 1000;
	*ret_text = (cost > rate) ?
		text_printf("this counts as %u requests (each date of a series, and each other user), and %u in a minute are allowed (garq_user_rate): ask for fewer at a time",
			    cost, rate) :
		text_printf("%u request%s a minute %s allowed (garq_user_rate): try again in %"PRIu64" second%s",
			    rate, (rate == 1) ? "" : "s",
			    (rate == 1) ? "is" : "are", seconds,
			    (seconds == 1) ? "" : "s");
	return REFUSED_RATE;
}

bool rate_limit_refuses(slurm_msg_t *msg, uint32_t cost, bool program)
{
	char *text = NULL;
	int rc = rate_limit(msg->auth_uid, cost, &text);

	if (rc) {
		if (program)
			reply_end(&text);
		compat_reply(msg, rc, text);
	}
	free_null(text);
	return rc != 0;
}
