# GARQ_SLURM_FEATURES
# -------------------
# What differs between versions of Slurm, found by compiling against its
# headers, not by its number: a distribution's patch or the next release may
# move any of it. Only files of plugin/slurm, plugin/rpc and contrib/sresv/ctl ask;
# plugin/slurm/compat/slurm_features.h.in says what each stands for. Call after GARQ_SLURM_SRC.
# DEFINES COMPAT_*, in plugin/slurm/compat/slurm_features.h
#
AC_DEFUN([GARQ_SLURM_FEATURES], [
  AC_REQUIRE([GARQ_SLURM_SRC])
  AS_IF([test "x$with_slurm" = xyes], [
    garq_save_CPPFLAGS=$CPPFLAGS
    garq_save_CFLAGS=$CFLAGS
    CPPFLAGS="$CPPFLAGS $SLURM_CPPFLAGS"
    CFLAGS="$CFLAGS -Werror=incompatible-pointer-types -Werror=int-conversion dnl
-Werror=implicit-function-declaration"
    _GARQ_SLURM_HEADERS
    _GARQ_SLURM_PROBE([], [],
      [AC_MSG_ERROR([nothing compiles with the headers of slurmctld; config.log says why])])
    _GARQ_SLURM_TYPES
    _GARQ_SLURM_MEMBERS
    _GARQ_SLURM_CALLS
    CPPFLAGS=$garq_save_CPPFLAGS
    CFLAGS=$garq_save_CFLAGS
    _GARQ_SLURM_TESTED
  ])
])

# GARQ_SLURM_FEATURE(NAME, WHAT, BODY)
# ------------------------------------
# Define COMPAT_NAME if BODY compiles, with the types that it says, inside a
# function that sees the headers of slurmctld.
#
AC_DEFUN([GARQ_SLURM_FEATURE], [
  AC_CACHE_CHECK([whether Slurm has $2], [garq_cv_slurm_$1],
    [_GARQ_SLURM_PROBE([$3], [garq_cv_slurm_$1=yes], [garq_cv_slurm_$1=no])])
  AS_IF([test $garq_cv_slurm_$1 = yes],
    [AC_DEFINE([COMPAT_$1], [1], [Slurm has $2.])])
])

# _GARQ_SLURM_PROBE(BODY, IF-COMPILES, IF-NOT)
# --------------------------------------------
# autoconf's own names for the package would meet those of Slurm's config.h.
#
AC_DEFUN([_GARQ_SLURM_PROBE],
  [AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#undef PACKAGE
#undef PACKAGE_BUGREPORT
#undef PACKAGE_NAME
#undef PACKAGE_STRING
#undef PACKAGE_TARNAME
#undef PACKAGE_URL
#undef PACKAGE_VERSION
#undef VERSION
#include "config.h"
#include "slurm/slurm.h"
#include "src/common/assoc_mgr.h"
#include "src/common/list.h"
#include "src/common/node_conf.h"
#include "src/common/slurm_protocol_api.h"
#include "src/common/slurm_protocol_defs.h"
#include "src/slurmctld/slurmctld.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/node_scheduler.h"
#include "src/slurmctld/proc_req.h"
#include "src/slurmctld/reservation.h"
#ifdef COMPAT_INTERFACES
#include "src/interfaces/select.h"
#include "src/interfaces/topology.h"
#else
#include "src/common/select.h"
#include "src/common/slurm_topology.h"
#endif
int garq_probe(void);
int garq_probe(void)
{
	$1;
	return 0;
}
]])], [$2], [$3])])

AC_DEFUN([_GARQ_SLURM_HEADERS], [
  AC_MSG_CHECKING([for Slurm's plugin interfaces])
  AS_IF([test -f "$slurm_src/src/interfaces/accounting_storage.h"],
    [AC_DEFINE([COMPAT_INTERFACES], [1], [Slurm has src/interfaces.])
     AC_MSG_RESULT([src/interfaces])],
    [AC_MSG_RESULT([src/common])])
])

AC_DEFUN([_GARQ_SLURM_TYPES], [
  GARQ_SLURM_FEATURE([LIST_T], [list_t and list_itr_t],
    [list_t *l = NULL; list_itr_t *i = NULL])
])

AC_DEFUN([_GARQ_SLURM_MEMBERS], [
  GARQ_SLURM_FEATURE([NODE_CNT_ARRAY], [NodeCnt and CoreCnt of a request as arrays],
    [resv_desc_msg_t d; uint32_t **n = &d.node_cnt; uint32_t **c = &d.core_cnt])
  GARQ_SLURM_FEATURE([RESV_WATTS], [reservations of power],
    [resv_desc_msg_t d; slurmctld_resv_t r;
     uint32_t *w = &d.resv_watts; w = &r.resv_watts])
  GARQ_SLURM_FEATURE([RESV_COMMENT], [reservations with a comment],
    [resv_desc_msg_t d; slurmctld_resv_t r;
     char **c = &d.comment; c = &r.comment])
  GARQ_SLURM_FEATURE([RESV_QOS], [reservations for QOS and for partitions],
    [resv_desc_msg_t d; slurmctld_resv_t r;
     char **q = &d.qos; q = &r.qos; q = &d.allowed_parts; q = &r.allowed_parts])
  GARQ_SLURM_FEATURE([RESV_USERNAMES], [the names of users in its reservations],
    [slurmctld_resv_t r; char ***u = &r.username_list])
  GARQ_SLURM_FEATURE([TRES_TEXT], [TRES of a request as text],
    [uint64_t f = RESERVE_TRES_PER_NODE])
  GARQ_SLURM_FEATURE([NODE_RESUME], [nodes that it resumes by itself],
    [node_record_t n; time_t *r = &n.resume_after])
  GARQ_SLURM_FEATURE([AUTH_IDS_SET], [auth_ids_set in its messages],
    [slurm_msg_t m; m.auth_ids_set = true])
  GARQ_SLURM_FEATURE([ASKED_STEP_ID], [step_id in the question for a job],
    [job_id_msg_t m; uint32_t *id = &m.step_id.job_id])
  GARQ_SLURM_FEATURE([JOB_STEP_ID], [step_id in its requests for jobs],
    [job_desc_msg_t d; uint32_t *i = &d.step_id.job_id])
  GARQ_SLURM_FEATURE([MSG_CONN_FD], [conn_fd in its messages],
    [slurm_msg_t m; m.conn_fd = -1])
  GARQ_SLURM_FEATURE([MSG_PCON], [pcon in its messages],
    [slurm_msg_t m; persist_conn_t **p = &m.pcon])
])

AC_DEFUN([_GARQ_SLURM_CALLS], [
  GARQ_SLURM_FEATURE([RESV_ERR_MSG], [create_resv() that says what is wrong],
    [int (*c)(resv_desc_msg_t *, char **) = create_resv;
     int (*u)(resv_desc_msg_t *, char **) = update_resv])
  GARQ_SLURM_FEATURE([SHOW_RESV_BUF], [show_resv() that returns a buffer],
    [buf_t *(*s)(uid_t, uint16_t) = show_resv])
  GARQ_SLURM_FEATURE([SEND_MSG_RESPONSE], [send_msg_response()],
    [int (*s)(slurm_msg_t *, slurm_msg_type_t, void *) = send_msg_response])
  GARQ_SLURM_FEATURE([RESPONSE_INIT_DATA], [response_init() that takes the data],
    [void (*r)(slurm_msg_t *, slurm_msg_t *, uint16_t, void *) = response_init])
  GARQ_SLURM_FEATURE([NODE_NAME2BITMAP_INVALID], [node_name2bitmap() with four arguments],
    [int (*n)(char *, bool, bitstr_t **, hostlist_t **) = node_name2bitmap])
  GARQ_SLURM_FEATURE([FEATURE_LIST_RESV], [build_feature_list() for reservations],
    [int (*b)(job_record_t *, bool, bool) = build_feature_list])
  GARQ_SLURM_FEATURE([PART_QOS_UID], [part_policy_valid_qos() that takes the user],
    [int (*q)(part_record_t *, slurmdb_qos_rec_t *, uid_t, job_record_t *) =
       part_policy_valid_qos])
  GARQ_SLURM_FEATURE([COORD_LOCKED], [assoc_mgr_is_user_acct_coord() for callers with locks],
    [bool (*c)(void *, uint32_t, char *, bool) = assoc_mgr_is_user_acct_coord])
  GARQ_SLURM_FEATURE([JOB_REASON_STRING], [job_reason_string()],
    [char *(*s)(enum job_state_reason) = job_reason_string])
  GARQ_SLURM_FEATURE([TEST_CONFIG], [slurmctld -t],
    [bool *t = &test_config])
  GARQ_SLURM_FEATURE([RESV_AS_JOB], [reservations that are selected as jobs],
    [job_record_t *(*j)(resv_desc_msg_t *) = job_mgr_copy_resv_desc_to_job_record;
     int (*s)(job_record_t *, bitstr_t *, uint32_t, uint32_t, uint32_t, uint16_t,
	      list_t *, list_t **, resv_exc_t *, will_run_data_t *) =
       select_g_job_test])
  GARQ_SLURM_FEATURE([TOPOLOGY_G], [topology_g_get_node_addr()],
    [int (*t)(char *, char **, char **) = topology_g_get_node_addr])
])

# The releases that the tests run on. Another one may well work: all that is
# known to differ is asked for above, and what does not compile stops make.
AC_DEFUN([_GARQ_SLURM_TESTED], [
  AS_CASE([$slurm_src_version],
    [22.05.*|24.11.*|26.05.*], [],
    [AC_MSG_WARN([Slurm $slurm_src_version is not one of the releases that garq is tested on
  (22.05, 24.11 and 26.05). If it compiles, run the tests on the cluster before
  you use it: contrib/run-tests unit cluster. What it lacks or has anew belongs
  into m4/garq_slurm_features.m4 and plugin/slurm/compat/compat.h.])])
])
