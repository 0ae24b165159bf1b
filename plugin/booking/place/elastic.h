/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elastic.h - the elastic bookings that may change their size now.
 *
 * Locks: site_lock(), after site_sync().
 */
#ifndef PLUGIN_ELASTIC_H
#define PLUGIN_ELASTIC_H

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* The most bookings of a list, and holders that are looked at for it. */
#define ELASTIC_MAX 64
#define ELASTIC_LOOKS 4096

typedef struct {
	view_resv_t *list[ELASTIC_MAX];	/* in the order of first.h */
	uint32_t cnt;
} elastic_list_t;

/*
 * Return true if the size of a booking may change: it is elastic, has not begun
 * or frozen (garq_freeze), has all of its nodes, named none of them, and no job
 * waits in it, or may be about to. IN v - NULL: false
 */
extern bool elastic_may(office_t *office, const view_resv_t *v, time_t now);

/*
 * List the elastic bookings that hold some of these nodes during [t_s, t_e),
 * and for which elastic_may(). OUT ret - overwritten
 */
extern void elastic_collect(office_t *office, const garq_set_t *nodes,
			    time_t t_s, time_t t_e, time_t now,
			    elastic_list_t *ret);

#endif
