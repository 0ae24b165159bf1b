/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "contrib/sresv/ctl/site.h"
#include "plugin/booking/request/options.h"

site_t site_read(const char *params)
{
	char wrong[OPTIONS_ERROR];
	options_t o;

	(void) options_parse(params, &o, wrong, sizeof(wrong));
	return (site_t) {
		.users = o.users,
		.prices = o.bcost > 0,
		.delta = o.delta,
		.mail = o.mail,
		.mail_begin = o.mail ? o.mail_begin : 0,
		.mail_unused = o.mail ? o.mail_unused : 0,
		.mail_offer = o.mail ? o.mail_offer : 0,
	};
}
