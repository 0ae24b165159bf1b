/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* dladdr1() */
#endif
#include <dlfcn.h>
#include <link.h>

#include "plugin/slurm/compat/abi_check.h"
#include "plugin/slurm/compat/nodes.h"

/* Bytes; more than any checked structure has in any version of Slurm. */
#define ROOM 4096
#define MARK 0xa5

static bool _report_unfit(const char *what, size_t ours, size_t theirs,
			  char *why, size_t size)
{
	snprintf(why, size,
		 "it was compiled with headers that are not those of this slurmctld: %s has %zu bytes, not %zu",
		 what, theirs, ours);
	return false;
}

static bool _unlike(const char *what, char *why, size_t size)
{
	snprintf(why, size,
		 "it was compiled with headers that are not those of this slurmctld: %s is not where they say",
		 what);
	return false;
}

/* The size of an exported object, in bytes; 0 if its symbol has none. */
static size_t _object_size(const void *object)
{
	ElfW(Sym) *sym = NULL;
	Dl_info info;

	if (!dladdr1(object, &info, (void **) &sym, RTLD_DL_SYMENT) || !sym ||
	    (info.dli_saddr != object))
		return 0;
	return sym->st_size;
}

static bool _fits_conf(char *why, size_t size)
{
	size_t theirs = _object_size(&slurm_conf);

	if (theirs && (theirs != sizeof(slurm_conf)))
		return _report_unfit("slurm_conf_t", sizeof(slurm_conf), theirs,
				     why, size);
	/* Slurm loads this plugin only if SchedulerType names it. */
	if (!xstrcasestr(slurm_conf.schedtype, "garq"))
		return _unlike("slurm_conf.schedtype", why, size);
	return true;
}

/* Entries of our size must fill the table, and only the last may be empty. */
static bool _fits_table(char *why, size_t size)
{
	size_t theirs = _object_size(slurmctld_rpcs);
	size_t cnt = theirs / sizeof(slurmctld_rpcs[0]);

	if (!theirs)
		return true;
	if (theirs % sizeof(slurmctld_rpcs[0]))
		return _unlike("the end of slurmctld_rpcs", why, size);
	for (size_t i = 0; i < cnt; i++) {
		const slurmctld_rpc_t *e = &slurmctld_rpcs[i];
		bool last = (i == cnt - 1);

		if ((last != !e->msg_type) || (last != !e->func))
			return _unlike("an entry of slurmctld_rpcs", why,
				       size);
	}
	return true;
}

/* How many bytes were written of a block of ROOM bytes of MARK. */
static size_t _written(const unsigned char *block)
{
	size_t end = ROOM;

	while (end && (block[end - 1] == MARK))
		end--;
	return end;
}

static bool _fits_request(char *why, size_t size)
{
	unsigned char *block = xmalloc(ROOM);
	resv_desc_msg_t *desc = (resv_desc_msg_t *) block;
	size_t theirs;
	bool fits;

	memset(block, MARK, ROOM);
	slurm_init_resv_desc_msg(desc);
	theirs = _written(block);
	if (theirs != sizeof(*desc))
		fits = _report_unfit("resv_desc_msg_t", sizeof(*desc), theirs,
				     why, size);
	else if ((desc->duration != NO_VAL) || (desc->flags != NO_VAL64) ||
		 (desc->start_time != (time_t) NO_VAL) ||
		 (desc->end_time != (time_t) NO_VAL) ||
		 (desc->max_start_delay != NO_VAL) ||
		 (desc->purge_comp_time != NO_VAL) ||
		 desc->name || desc->users || desc->node_list)
		fits = _unlike("a member of resv_desc_msg_t", why, size);
	else
		fits = true;
	xfree(block);
	return fits;
}

/* Slurm may set the members one by one and leave the padding unwritten. */
static bool _fits_msg(char *why, size_t size)
{
	unsigned char *block = xmalloc(ROOM);
	slurm_msg_t *msg = (slurm_msg_t *) block;
	size_t theirs;
	bool fits;

	memset(block, MARK, ROOM);
	slurm_msg_t_init(msg);
	theirs = _written(block);
	if ((theirs > sizeof(*msg)) ||
	    (theirs + _Alignof(slurm_msg_t) <= sizeof(*msg)))
		fits = _report_unfit("slurm_msg_t", sizeof(*msg), theirs, why,
				     size);
	else if ((msg->msg_type != NO_VAL16) ||
		 (msg->protocol_version != NO_VAL16) || msg->data)
		fits = _unlike("a member of slurm_msg_t", why, size);
	else
		fits = true;
	xfree(block);
	return fits;
}

#define FITS(record, type, value, why, size)				\
	((xsize((void *) (record)) != sizeof(*(record))) ?		\
	 _report_unfit(type, sizeof(*(record)),				\
		       xsize((void *) (record)), why, size) :		\
	 ((record)->magic != (value)) ?					\
	 _unlike("the mark of " type, why, size) : true)

static bool _fits_nodes(char *why, size_t size)
{
	for (int i = 0; node_record_table_ptr && (i < node_record_count); i++) {
		node_record_t *node = node_record_table_ptr[i];

		if (node)
			return FITS(node, "node_record_t", NODE_MAGIC, why,
				    size);
	}
	return true;
}

bool abi_check_resv(const slurmctld_resv_t *rec, char *why, size_t size)
{
	return FITS(rec, "slurmctld_resv_t", ABI_RESV_MAGIC, why, size);
}

/*
 * The select plugin gets job records that this plugin makes, perhaps before
 * the first job: check a record of slurmctld's own making.
 */
static bool _fits_new_job(char *why, size_t size)
{
	job_record_t *job = compat_make_job();
	bool fits = !job || FITS(job, "job_record_t", JOB_MAGIC, why, size);

	compat_free_job(job);
	return fits;
}

static bool _fits_lists(char *why, size_t size)
{
	part_record_t *part = part_list ? list_peek(part_list) : NULL;
	job_record_t *job = job_list ? list_peek(job_list) : NULL;
	slurmctld_resv_t *resv = resv_list ? list_peek(resv_list) : NULL;

	return (!part || FITS(part, "part_record_t", PART_MAGIC, why, size)) &&
	       (!job || FITS(job, "job_record_t", JOB_MAGIC, why, size)) &&
	       (!resv || abi_check_resv(resv, why, size));
}

/* nodes.c reads bitmaps word by word: a bitmap of our own making and Slurm's. */
static bool _fits_bitmaps(char *why, size_t size)
{
	static const bitoff_t some[] = { 0, 63, 64, 101, 129 };
	bitstr_t *bits = bit_alloc(130);
	bitoff_t next = 0;
	bool fits = true;

	for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++)
		bit_set(bits, some[i]);
	for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
		fits &= nodes_next(bits, next) == some[i];
		next = some[i] + 1;
	}
	FREE_NULL_BITMAP(bits);
	return fits || _unlike("a bit of bitstr_t", why, size);
}

bool abi_check(char *why, size_t size)
{
	return _fits_conf(why, size) && _fits_table(why, size) &&
	       _fits_request(why, size) && _fits_msg(why, size) &&
	       _fits_bitmaps(why, size) && _fits_new_job(why, size) &&
	       _fits_nodes(why, size) && _fits_lists(why, size);
}
